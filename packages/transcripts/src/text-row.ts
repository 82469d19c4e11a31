import { findLabelColon, judgeLabel } from './speaker-label.ts';
import { readTimeStamp, type TimeStamp } from './time-stamp.ts';

/** What a row of plain text says besides its words. */
export type TextRow = {
  startMs: number | null;
  endMs: number | null;
  /** What stands where a speaker would; whether it is one, the file as a whole tells. */
  label: string | null;
  /** The time stands between the label and its colon: then nothing but a speaker can be meant. */
  isCertain: boolean;
  /** Without the time and the label. */
  text: string;
  /** Without the time alone: what the row says if the label is none. */
  textWithLabel: string;
};

const AFTER_STAMP = /^(?:\s*[-–—|](?=\s)|:(?=\s))?\s*/;
const MAX_LABEL = 80;

/**
 * `[00:12] Name: text`, `(00:12) Name: text`, `00:12 Name: text`, `[00:12 - 00:15] Name: text`, `Name (00:12): text`,
 * `NAME> text`, `Name: text`, a time alone, or words alone. The row comes cleaned.
 */
export function readTextRow(row: string): TextRow {
  const stamp = readLeadingStamp(row);
  const spoken = stamp === null ? row : row.slice(stamp.end).replace(AFTER_STAMP, '');
  const startMs = stamp?.startMs ?? null;
  const endMs = stamp?.endMs ?? null;
  const inner = stamp === null ? readStampedLabel(row) : null;
  if (inner !== null) return { ...inner, endMs: null, isCertain: true, textWithLabel: row };
  const label = readLabel(spoken);
  // A row that begins with a clock time is speech ("10:30 works for me"), unless a speaker follows, or nothing.
  if (stamp !== null && !stamp.isBracketed && spoken !== '' && label === null) return wordsAlone(row);
  return {
    startMs,
    endMs,
    label: label?.label ?? null,
    isCertain: false,
    text: label?.text ?? spoken,
    textWithLabel: spoken,
  };
}

function wordsAlone(row: string): TextRow {
  return { startMs: null, endMs: null, label: null, isCertain: false, text: row, textWithLabel: row };
}

type LeadingStamp = { startMs: number; endMs: number | null; end: number; isBracketed: boolean };

function readLeadingStamp(row: string): LeadingStamp | null {
  const opening = row[0];
  if (opening !== '[' && opening !== '(') {
    const stamp = readTimeStamp(row, 0);
    if (stamp === null || (stamp.end < row.length && row[stamp.end] !== ' ')) return null;
    return { startMs: stamp.ms, endMs: null, end: stamp.end, isBracketed: false };
  }
  const start = readTimeStamp(row, 1);
  if (start === null) return null;
  const range = /^ ?(?:-->|-|–|to) ?/.exec(row.slice(start.end, start.end + 5));
  const end: TimeStamp | null = range === null ? null : readTimeStamp(row, start.end + range[0].length);
  const close = (end ?? start).end;
  if (row[close] !== (opening === '[' ? ']' : ')')) return null;
  const endMs = end === null ? null : Math.max(start.ms, end.ms);
  return { startMs: start.ms, endMs, end: close + 1, isBracketed: true };
}

function readStampedLabel(row: string): { startMs: number; label: string; text: string } | null {
  const limit = Math.min(row.length, MAX_LABEL);
  for (let i = 1; i < limit; i++) {
    if (row[i] !== '(' && row[i] !== '[') continue;
    const stamp = readTimeStamp(row, i + 1);
    if (stamp === null || row[stamp.end] !== (row[i] === '(' ? ')' : ']')) continue;
    const colon = row[stamp.end + 1] === ' ' ? stamp.end + 2 : stamp.end + 1;
    const label = row.slice(0, i).trim();
    if ((row[colon] !== ':' && row[colon] !== '：') || judgeLabel(label) === 'no') return null;
    return { startMs: stamp.ms, label, text: row.slice(colon + 1).trim() };
  }
  return null;
}

function readLabel(spoken: string): { label: string; text: string } | null {
  const colon = findLabelColon(spoken);
  if (colon > 0) return { label: spoken.slice(0, colon).trim(), text: spoken.slice(colon + 1).trim() };
  const angle = spoken.slice(0, MAX_LABEL).indexOf('> ');
  if (angle <= 0) return null;
  return { label: spoken.slice(0, angle).trim(), text: spoken.slice(angle + 2).trim() };
}
