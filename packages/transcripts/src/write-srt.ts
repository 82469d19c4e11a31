import type { Line } from '@meeting-assistant/contracts';
import { closedTimes } from './closed-times.ts';
import { formatTime } from './time-stamp.ts';

/**
 * SubRip, with `Name: ` before what was said. The format has no escapes, so that it cannot carry: open times (see
 * `closedTimes`), a name that does not look like one, a line of an unknown speaker that begins like `Name: `, and text
 * with tags or `{\…}` codes.
 */
export function writeSrt(lines: readonly Line[]): string {
  const times = closedTimes(lines);
  return lines
    .map(({ line, speaker, text }, i) => {
      const { startMs, endMs } = times[i] ?? { startMs: 0, endMs: 0 };
      const spoken = speaker === null ? text : `${speaker}: ${text}`;
      return `${line}\n${formatTime(startMs, ',')} --> ${formatTime(endMs, ',')}\n${spoken}\n`;
    })
    .join('\n');
}
