/** What one uploaded file may hold at most. */
export const TRANSCRIPT_LIMITS = {
  bytes: 25 * 1024 * 1024,
  lines: 200_000,
  /** From the first start to the last end. */
  durationMs: 24 * 60 * 60 * 1000,
  /** A single time, however late the recording's clock began: what a signed 32-bit column holds, about 596 hours. */
  timeMs: 2 ** 31 - 1,
} as const;
