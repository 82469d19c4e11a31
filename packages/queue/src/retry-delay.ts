/** Bounds of the wait before a failed attempt is repeated, in milliseconds. */
export type RetryDelays = { baseMs: number; longestMs: number };

export const DEFAULT_RETRY_DELAYS: RetryDelays = { baseMs: 2_000, longestMs: 60_000 };

/** Thrown inside the queue's machinery when a handler asks for a later attempt and lets it count. */
export class CountedDelay extends Error {
  readonly delayMs: number;

  constructor(delayMs: number) {
    super(`The handler asked for another attempt in ${delayMs} ms`);
    this.delayMs = delayMs;
  }
}

/**
 * Full jitter: anywhere between nothing and a bound that doubles with each attempt, so that jobs which failed together
 * do not come back together. Never 0, which the queue takes for "at once, ahead of the others".
 */
export function retryDelay(attemptsMade: number, error: unknown, delays: RetryDelays): number {
  if (error instanceof CountedDelay) return Math.max(1, Math.round(error.delayMs));
  const bound = Math.min(delays.longestMs, delays.baseMs * 2 ** Math.max(0, attemptsMade - 1));
  return Math.max(1, Math.round(Math.random() * bound));
}
