/**
 * Ranks the sentences of a text with the npm package `lexrank`: text on stdin, JSON on stdout. A process of its own, because the package
 * changes `Array.prototype`, and because its time grows with the square of the sentences, so that somebody has to be able to end it.
 */
import { createRequire, registerHooks } from 'node:module';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

/** What it would fetch and read web pages with. They are not installed. */
const unused = new Set(['request', 'unfluff']);

const lexrank = z.object({
  summarize: z.custom<
    (text: string, sentences: number, done: (error: unknown, top: unknown) => void) => void
  >((value) => typeof value === 'function'),
});

registerHooks({
  resolve: (specifier, context, next) =>
    unused.has(specifier)
      ? { url: `unused:${specifier}`, format: 'commonjs', shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) =>
    url.startsWith('unused:') ? { format: 'commonjs', source: '', shortCircuit: true } : next(url, context),
});

const require = createRequire(import.meta.url);
const { summarize } = lexrank.parse(require('lexrank'));
summarize(await text(process.stdin), Number.MAX_SAFE_INTEGER, (error, ranked) => {
  if (error) throw error;
  process.stdout.write(JSON.stringify(ranked));
});
