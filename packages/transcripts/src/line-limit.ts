import { TooManyLinesError } from './errors.ts';
import { TRANSCRIPT_LIMITS } from './limits.ts';

/** Called while lines are collected, so that a file of millions of them is refused before it fills the memory. */
export function refuseBeyondLimit(lines: number, row: number): void {
  if (lines > TRANSCRIPT_LIMITS.lines) throw new TooManyLinesError(TRANSCRIPT_LIMITS.lines, row);
}
