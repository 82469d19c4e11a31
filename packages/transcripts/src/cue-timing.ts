import { readFullTime, readTimeStamp } from './time-stamp.ts';

/** The row above a cue's text. A side that could not be read is null. */
export type CueTiming = {
  startMs: number | null;
  endMs: number | null;
  /** What follows the times and is no cue setting; '' as a rule. */
  rest: string;
};

/** Of a row that has an arrow, yet no times around it: the column, from 1, where a time was expected. */
export type NoTiming = { column: number };

// Digits and colons without a space between them: a time was meant, whatever became of it.
const BROKEN_TIME = /^(?=\S*\d)\w\S*:\S*\s*$/;
const BEGINS_WITH_DIGIT = /^\d/;
const SETTINGS = /^(?:[A-Za-z][A-Za-z0-9]*:\S*(?:\s+|$))+$/;

/** Null when the row has no arrow at all. */
export function readCueTiming(row: string): CueTiming | NoTiming | null {
  const usual = readUsualTiming(row);
  if (usual !== null) return usual;
  const arrow = row.indexOf('-->');
  if (arrow === -1) return null;
  const from = skipSpace(row, 0);
  const start = readTimeStamp(row, from);
  const startFits = start !== null && skipSpace(row, start.end) === arrow;
  const to = skipSpace(row, arrow + 3);
  const end = readTimeStamp(row, to);
  if (startFits && end !== null) {
    return { startMs: start.ms, endMs: end.ms, rest: restAfter(row, end.end) };
  }
  // A broken time is no reason to lose what was said; but words on the left of an arrow are speech.
  if (startFits) return { startMs: start.ms, endMs: null, rest: '' };
  const left = arrow - from < 64 ? row.slice(from, arrow) : '';
  if (BROKEN_TIME.test(left) && (end !== null || BEGINS_WITH_DIGIT.test(left))) {
    return { startMs: null, endMs: end?.ms ?? null, rest: end === null ? '' : restAfter(row, end.end) };
  }
  return { column: (start === null ? from : skipSpace(row, start.end)) + 1 };
}

/** The spelling of nearly all files, `00:00:01.000 --> 00:00:04.000`, which is worth a shorter way. */
function readUsualTiming(row: string): CueTiming | null {
  if (!row.startsWith(' --> ', 12)) return null;
  const startMs = readFullTime(row, 0);
  const endMs = readFullTime(row, 17);
  const after = row.charCodeAt(29);
  if (startMs === -1 || endMs === -1 || (after >= 0x30 && after <= 0x39)) return null;
  return { startMs, endMs, rest: restAfter(row, 29) };
}

function restAfter(row: string, at: number): string {
  if (at === row.length) return '';
  const rest = row.slice(at).trim();
  return rest === '' || SETTINGS.test(rest) ? '' : rest;
}

function skipSpace(row: string, at: number): number {
  let i = at;
  while (row.charCodeAt(i) === 0x20 || row.charCodeAt(i) === 0x09 || row.charCodeAt(i) === 0xa0) i += 1;
  return i;
}
