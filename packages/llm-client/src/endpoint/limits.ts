/** Milliseconds. */
export type Timeouts = {
  /** Until the response headers; only for streamed calls, since an unstreamed answer has its headers when it is finished. */
  headersMs: number;
  /** From the headers to the first byte of the body. */
  firstEventMs: number;
  /** Between two pieces of the body. Reasoning models may be silent for minutes. */
  stallMs: number;
  /** For the whole call, retries and waits included. */
  totalMs: number;
};

export const DEFAULT_TIMEOUTS: Timeouts = {
  headersMs: 120_000,
  firstEventMs: 120_000,
  stallMs: 300_000,
  totalMs: 900_000,
};

export type Retries = {
  /** Attempts in all, the first included. */
  maxAttempts: number;
  /** The wait is drawn from 0 to `minDelayMs` × 2^n (full jitter), at most `maxDelayMs`. */
  minDelayMs: number;
  maxDelayMs: number;
  /** A `Retry-After` up to this is waited for; a longer one is thrown as `RateLimitedError`. */
  maxRetryAfterMs: number;
};

export const DEFAULT_RETRIES: Retries = {
  maxAttempts: 4,
  minDelayMs: 500,
  maxDelayMs: 8_000,
  maxRetryAfterMs: 20_000,
};
