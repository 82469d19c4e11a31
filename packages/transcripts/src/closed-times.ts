import type { Line } from '@meeting-assistant/contracts';

/**
 * Both times for every line, for formats that demand them: an open start is the end of the line before, an open end is
 * the next known start, or the start itself where none follows.
 */
export function closedTimes(lines: readonly Line[]): { startMs: number; endMs: number }[] {
  const nextStart: (number | null)[] = [];
  let next: number | null = null;
  for (let i = lines.length - 1; i >= 0; i--) {
    nextStart[i] = next;
    next = lines[i]?.startMs ?? next;
  }
  let last = 0;
  return lines.map((line, i) => {
    const startMs = line.startMs ?? last;
    const endMs = Math.max(startMs, line.endMs ?? nextStart[i] ?? startMs);
    last = endMs;
    return { startMs, endMs };
  });
}
