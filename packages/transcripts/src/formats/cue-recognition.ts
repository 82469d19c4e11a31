import { readCueTiming } from '../cue-timing.ts';
import type { FilePlace } from '../errors.ts';

/** What of a cue file shows at a glance. */
export type CueSigns = {
  /** The first row with times around an arrow, and the row above it. */
  timing: { row: string; above: string } | null;
  /** The first row with an arrow where times should stand and do not. */
  broken: FilePlace | null;
};

// A file of cues shows one within a few arrows; prose that is fond of arrows must not be searched to its end.
const MAX_ARROWS = 200;

export function findCueSigns(text: string): CueSigns {
  let broken: FilePlace | null = null;
  let arrow = text.indexOf('-->');
  for (let tries = 0; arrow !== -1 && tries < MAX_ARROWS; tries++) {
    const from = rowStart(text, arrow);
    const to = rowEnd(text, arrow);
    const row = text.slice(from, to);
    const timing = readCueTiming(row);
    if (timing !== null && 'rest' in timing && (timing.startMs !== null || timing.endMs !== null)) {
      return { timing: { row, above: rowAbove(text, from) }, broken };
    }
    if (timing !== null)
      broken ??= { line: rowNumber(text, from), column: 'column' in timing ? timing.column : 1 };
    arrow = text.indexOf('-->', to);
  }
  return { timing: null, broken };
}

// By character: a search for a CR in a file that has none would run to the file's edge each time.
function rowStart(text: string, at: number): number {
  let i = at;
  while (i > 0 && !isRowEnd(text.charCodeAt(i - 1))) i -= 1;
  return i;
}

function rowEnd(text: string, at: number): number {
  let i = at;
  while (i < text.length && !isRowEnd(text.charCodeAt(i))) i += 1;
  return i;
}

function isRowEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d;
}

function rowAbove(text: string, from: number): string {
  if (from === 0) return '';
  const end = text[from - 1] === '\n' && text[from - 2] === '\r' ? from - 2 : from - 1;
  return text.slice(rowStart(text, end), end);
}

function rowNumber(text: string, at: number): number {
  return text.slice(0, at).split(/\r\n|\r|\n/).length;
}
