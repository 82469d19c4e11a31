import type { Line } from '@meeting-assistant/contracts';
import { formatClock } from './time-stamp.ts';

/**
 * One row a line, `[00:12] Name: text`, for people to read. It cannot carry ends and fractions of a second, nor mark a
 * colon that ends no name; a speaker who occurs once is read back for sure with the participants given.
 */
export function writeText(lines: readonly Line[]): string {
  return lines
    .map(({ speaker, startMs, text }) => {
      const stamp = startMs === null ? '' : `[${formatClock(startMs, 0)}] `;
      // A blank row keeps words that nobody is named for apart from the line above.
      const gap = startMs === null && speaker === null ? '\n' : '';
      return `${gap}${stamp}${speaker === null ? '' : `${speaker}: `}${text}\n`;
    })
    .join('');
}
