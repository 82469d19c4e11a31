import type { ImportLog } from './import-log.ts';
import { refuseBeyondLimit } from './line-limit.ts';
import { isBlank, RowReader } from './row-reader.ts';
import { LabelCensus } from './speaker-label.ts';
import { SpeechCleaner } from './speech-cleaner.ts';
import { readTextRow, type TextRow } from './text-row.ts';
import type { Utterance } from './utterance.ts';

/** When this share of the rows have a label, a label that occurs once is a speaker too. */
const LABELLED_SHARE = 0.5;
const HEARD_ONCE = 'a label heard once, not taken for a speaker; pass it as a participant if it is one';

const SEPARATOR = /^[-=_*~#.·•\s]+$/;

type Draft = TextRow & {
  row: number;
  /** Nothing but the end of a row parts it from the one before. */
  follows: boolean;
};

/**
 * The lines of a plain-text transcript. A label counts when it recurs in the file or is in the list of participants, and,
 * where most rows have a label, when it is spelled like a name: a "Note:" that stands there once names nobody. Whatever
 * is decided on a label heard once is noted.
 */
export function speechOfText(text: string, participants: readonly string[], log: ImportLog): Utterance[] {
  const census = new LabelCensus(participants);
  const cleaner = new SpeechCleaner(log);
  const drafts = readDrafts(text, census, cleaner, log);
  const isNamedThroughout = hasSpeakersThroughout(drafts, census);
  const isNamedWhereTimed = hasNamesWhereTimed(drafts, census);

  const isSpeaker = (draft: Draft, label: string): boolean => {
    if (isProven(draft, census)) return true;
    const { verdict } = census.find(label);
    if (verdict === 'no') return false;
    if (verdict === 'name' && isNamedThroughout) {
      log.note('guessed', 'a label that occurs once is a speaker, as most rows have one', draft.row);
      return true;
    }
    if (verdict === 'name' && isNamedWhereTimed && draft.startMs !== null) {
      log.note(
        'guessed',
        'a label that occurs once is a speaker, as other rows with a time have one',
        draft.row,
      );
      return true;
    }
    log.note('guessed', HEARD_ONCE, draft.row);
    return false;
  };
  return assemble(drafts, isSpeaker, cleaner, log);
}

/** The label is a speaker's whatever the other rows say. */
function isProven({ label, isCertain }: Draft, census: LabelCensus): boolean {
  if (label === null) return false;
  const { verdict, isListed, count } = census.find(label);
  return isCertain || isListed || (verdict !== 'no' && count > 1);
}

function hasSpeakersThroughout(drafts: readonly Draft[], census: LabelCensus): boolean {
  let rows = 0;
  let spoken = 0;
  let isNamedAbove = false;
  for (const draft of drafts) {
    const isNamed = isProven(draft, census);
    if (draft.text !== '') {
      rows += 1;
      if (isNamed || isNamedAbove) spoken += 1;
    }
    // A name that has its row to itself speaks on the next one.
    isNamedAbove = isNamed && draft.text === '';
  }
  return rows > 0 && spoken >= rows * LABELLED_SHARE;
}

function hasNamesWhereTimed(drafts: readonly Draft[], census: LabelCensus): boolean {
  const timed = drafts.filter(({ startMs, text }) => startMs !== null && text !== '');
  const named = timed.filter(({ label }) => label !== null && census.find(label).verdict === 'name');
  return timed.length > 0 && named.length >= timed.length * LABELLED_SHARE;
}

function readDrafts(text: string, census: LabelCensus, cleaner: SpeechCleaner, log: ImportLog): Draft[] {
  const drafts: Draft[] = [];
  const rows = new RowReader(text);
  let follows = false;
  while (rows.next()) {
    if (isBlank(rows.row)) {
      follows = false;
      continue;
    }
    const cleaned = cleaner.text(rows.row, rows.number, null);
    if (cleaned === '' || SEPARATOR.test(cleaned)) {
      log.note('dropped', 'a row without a letter or digit', rows.number);
      follows = false;
      continue;
    }
    const row = readTextRow(cleaned);
    if (row.label !== null) census.add(row.label);
    drafts.push({ ...row, row: rows.number, follows });
    refuseBeyondLimit(drafts.length / 4, rows.number);
    follows = true;
  }
  return drafts;
}

/** A row that opens with a label which names nobody is no part of what the speaker above it said. */
function goesOn({ follows, startMs, label }: Draft): boolean {
  return follows && startMs === null && (label === null || /^\p{Ll}/u.test(label));
}

type Ahead = { speaker: string | null; startMs: number | null };
const NOTHING_AHEAD: Ahead = { speaker: null, startMs: null };

function assemble(
  drafts: readonly Draft[],
  isSpeaker: (draft: Draft, label: string) => boolean,
  cleaner: SpeechCleaner,
  log: ImportLog,
): Utterance[] {
  const spoken: Utterance[] = [];
  /** A row that was only a time or a name: the words are on the next one. */
  let ahead: Ahead = NOTHING_AHEAD;
  /** The row above opened a line that unlabelled rows below it go on with. */
  let isOpen = false;
  for (const draft of drafts) {
    const isLabelled = draft.label !== null && isSpeaker(draft, draft.label);
    const speaker = isLabelled ? cleaner.name(draft.label ?? '', draft.row, null) : null;
    const text = isLabelled ? draft.text : draft.textWithLabel;
    const above = spoken.at(-1);
    if (text === '') {
      ahead = {
        speaker: speaker ?? ahead.speaker,
        startMs: draft.startMs ?? ahead.startMs,
      };
      isOpen = false;
    } else if (isOpen && above !== undefined && !isLabelled && goesOn(draft)) {
      above.text += ` ${text}`;
      log.note('joined', 'a row without a label goes on with the line above', draft.row);
    } else {
      const startMs = draft.startMs ?? ahead.startMs;
      isOpen = isLabelled || ahead !== NOTHING_AHEAD || draft.startMs !== null;
      spoken.push({
        speaker: speaker ?? ahead.speaker,
        text,
        startMs,
        endMs: draft.endMs,
        row: draft.row,
        cue: null,
      });
      refuseBeyondLimit(spoken.length, draft.row);
      ahead = NOTHING_AHEAD;
    }
  }
  return spoken;
}
