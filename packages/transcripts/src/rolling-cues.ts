import type { Cue } from './cue-reader.ts';
import { splitVoices } from './cue-markup.ts';
import type { ImportLog } from './import-log.ts';

// Words with a time of their own are what automatic captions roll over the screen.
const TIMED_WORD = /<\d+:\d\d[\d:.]*><c[.>]/;

/** More rows than this are not on the screen at once. */
const SCREEN_ROWS = 4;

/**
 * Automatic captions show each row two or three times, as it moves up the screen. The filter keeps a row where it appears
 * first, and gives null for a cue that shows nothing new; null instead of a filter where the file's captions do not roll.
 */
export function rollingFilter(text: string, log: ImportLog): ((cue: Cue) => Cue | null) | null {
  if (!TIMED_WORD.test(text)) return null;
  let shown: string[] = [];
  return (cue) => {
    const rows = cue.text.split('\n');
    const plain = rows.map(plainRow);
    const repeated = overlap(shown, plain);
    // Rows without words hold the place of the next row, so that the ones shown before stay what they were.
    const visible = plain.filter((row) => row !== '');
    if (visible.length > 0) shown = visible;
    if (repeated === 0) return cue;
    log.note('de-rolled', 'rows that the cue before had shown', cue.row, cue.id);
    const fresh = rows.slice(repeated).join('\n');
    return plainRow(fresh) === '' ? null : { ...cue, text: fresh };
  };
}

/** How many of the first rows are the last ones shown. */
function overlap(shown: readonly string[], rows: readonly string[]): number {
  for (let count = Math.min(shown.length, rows.length, SCREEN_ROWS); count > 0; count--) {
    const before = shown.slice(shown.length - count);
    if (before.every((row, i) => row === rows[i])) return count;
  }
  return 0;
}

function plainRow(row: string): string {
  return splitVoices(row, { entities: false, overrides: false })
    .map(({ text }) => text.trim())
    .join(' ')
    .trim();
}
