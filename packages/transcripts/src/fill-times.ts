import type { Line } from '@meeting-assistant/contracts';

/**
 * Gives lines without a start one between their timed neighbours, in proportion to the text spoken until then, and marks
 * them approximate. Lines after the last known time stay open, and so does a file without times. Returns their
 * indexes.
 */
export function fillTimes(lines: Line[]): number[] {
  const hasEnds = lines.some(({ endMs }) => endMs !== null);
  const filled: number[] = [];
  let run = 0;
  for (let i = 0; i < lines.length; i++) {
    const next = lines[i];
    const knownMs = next?.startMs ?? next?.endMs ?? null;
    if (next === undefined || knownMs === null) continue;
    // A line that has its end alone is the last one to fill.
    const to = next.startMs === null ? i + 1 : i;
    if (run < to) {
      fillRun(lines, run, to, knownMs, hasEnds);
      for (let index = run; index < to; index++) filled.push(index);
    }
    run = i + 1;
  }
  return filled;
}

function fillRun(lines: Line[], from: number, to: number, nextMs: number, hasEnds: boolean): void {
  const before = lines[from - 1];
  // Without an end, the line before takes its share of the time as well.
  const startMs = before?.endMs ?? before?.startMs ?? 0;
  const shares = before !== undefined && before.endMs === null;
  const span = Math.max(0, nextMs - startMs);
  const run = lines.slice(from, to);
  const total = run.reduce((sum, { text }) => sum + text.length, shares ? before.text.length : 0);
  let spoken = shares ? before.text.length : 0;
  for (const line of run) {
    line.startMs = startMs + Math.round((span * spoken) / total);
    spoken += line.text.length;
    if (hasEnds) line.endMs ??= startMs + Math.round((span * spoken) / total);
    line.approximate = true;
  }
}
