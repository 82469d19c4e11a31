import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** A sentence, its place in the text, and how central it is; null where the ranking made no number of it. */
const rankedSentences = z.array(
  z.object({ text: z.string(), index: z.int(), weight: z.number().nullable() }),
);
export type RankedSentence = z.infer<typeof rankedSentences>[number];

const source = new URL('./lexrank-process.ts', import.meta.url);
// Compiled, this file and its neighbour end in .js.
const program = fileURLToPath(source).replace(/\.ts$/, path.extname(import.meta.filename));

/** The npm package `lexrank` gave no ranking. */
export class LexrankError extends Error {
  override readonly name = 'LexrankError';
  constructor(reason: string, options?: ErrorOptions) {
    super(`lexrank gave no ranking: ${reason}`, options);
  }
}

/**
 * The sentences of some texts as the npm package `lexrank` ranks them, in a process that ends after `timeoutMs`. A text without a mark at
 * its end gets a full stop, so that no sentence runs on into the next text.
 *
 * @throws LexrankError when it is not installed, too slow, or fails
 * @throws the reason of `signal`
 */
export async function rankSentences(
  texts: readonly string[],
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<RankedSentence[]> {
  signal.throwIfAborted();
  const timeout = AbortSignal.timeout(timeoutMs);
  const child = spawn(process.execPath, [program], {
    signal: AbortSignal.any([signal, timeout]),
    // No key of ours is any of its business.
    env: {},
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  // A process that ended before it had read all says why on stderr.
  child.stdin.on('error', () => {});
  child.stdin.end(texts.map((line) => (/[.!?]\s*$/u.test(line) ? line : `${line}.`)).join('\n'));
  try {
    const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    if (code !== 0) throw new LexrankError(firstError(stderr) ?? `its process ended with ${code}`);
    const parsed = rankedSentences.safeParse(JSON.parse(stdout));
    if (!parsed.success) throw new LexrankError('its answer has another shape', { cause: parsed.error });
    return parsed.data;
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) throw new LexrankError(`not within ${timeoutMs / 1000} s`, { cause: error });
    throw error instanceof LexrankError ? error : new LexrankError(String(error), { cause: error });
  }
}

const firstError = (stderr: string): string | undefined => /^\w*Error.*$/mu.exec(stderr)?.[0];
