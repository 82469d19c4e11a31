import type { Line, LineRange } from '@meeting-assistant/contracts';
import { tool } from '@openai/agents';
import { z } from 'zod';
import { lineNumber } from './line-number.ts';
import { writeRows } from './transcript-block.ts';

/** Rows of one answer, so that a look-up cannot repeat the whole transcript. */
const MAX_ROWS = 200;

/** Reads lines again by number. Changes nothing. */
export function readLinesTool(lines: readonly Line[], onCall: (range: LineRange) => void) {
  return tool({
    name: 'read_lines',
    description: `Reads transcript lines again, at most ${MAX_ROWS} at a time. Each row is number, speaker and text, parted by tabs.`,
    parameters: z.object({
      from: lineNumber.describe('First line to read.'),
      to: lineNumber.describe('Last line to read, itself included.'),
    }),
    strict: true,
    // The guard answers for errors.
    errorFunction: null,
    execute: (range) => {
      onCall(range);
      return readLines(lines, range);
    },
  });
}

function readLines(lines: readonly Line[], { from, to }: LineRange): string {
  const first = Math.max(1, from);
  const last = Math.min(to, lines.length, first + MAX_ROWS - 1);
  if (first > last) return `There are no such lines: the transcript has lines 1 to ${lines.length}.`;
  return writeRows(lines.slice(first - 1, last));
}
