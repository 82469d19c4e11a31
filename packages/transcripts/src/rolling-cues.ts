import type { Cue } from './cue-reader.ts';
import { splitVoices } from './cue-markup.ts';
import type { ImportLog } from './import-log.ts';

// Words with a time of their own are what automatic captions roll over the screen.
const TIMED_WORD = /<\d+:\d\d[\d:.]*><c[.>]/;

/** More rows than this are not on the screen at once. */
const SCREEN_ROWS = 4;

/**
 * Automatic captions show each row two or three times, as it moves up the screen. Keeps a row where it appears first;
 * other files pass as they are.
 */
export function unrollCues(cues: readonly Cue[], text: string, log: ImportLog): readonly Cue[] {
  if (!TIMED_WORD.test(text)) return cues;
  const kept: Cue[] = [];
  let shown: string[] = [];
  for (const cue of cues) {
    const rows = cue.text.split('\n');
    const plain = rows.map(plainRow);
    const repeated = overlap(shown, plain);
    // Rows without words hold the place of the next row, so that the ones shown before stay what they were.
    const visible = plain.filter((row) => row !== '');
    if (visible.length > 0) shown = visible;
    if (repeated === 0) {
      kept.push(cue);
      continue;
    }
    log.note('de-rolled', 'rows that the cue before had shown', cue.row, cue.id);
    const fresh = rows.slice(repeated).join('\n');
    if (plainRow(fresh) !== '') kept.push({ ...cue, text: fresh });
  }
  return kept;
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
