import { shorten } from '../json-value.ts';

const MESSAGE_LIMIT = 300;
const DEEPEST_CAUSE = 5;

/**
 * What a foreign error was, without what it carries: the runtime's own hold bytes of the body, and whole URLs with the credentials that
 * someone may have put into them.
 */
export function bareCause(thrown: unknown, depth = 0): Error {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const inner = error instanceof AggregateError ? (error.errors[0] ?? error.cause) : error.cause;
  const bare = new Error(shorten(withoutURLSecrets(error.message), MESSAGE_LIMIT));
  bare.name = error.name;
  if ('code' in error && typeof error.code === 'string') Object.assign(bare, { code: error.code });
  if (inner instanceof Error && depth < DEEPEST_CAUSE) bare.cause = bareCause(inner, depth + 1);
  return bare;
}

/** Addresses keep their origin and path: someone may have put credentials before the host or behind the question mark. */
function withoutURLSecrets(text: string): string {
  return text.replace(/\/\/[^/@\s]*@/g, '//').replace(/(https?:\/\/[^\s?#]*)[?#]\S*/g, '$1');
}
