import type { Line, LineRange } from '@meeting-assistant/contracts';
import { sameStem, words } from './words.ts';

/** What the checks look things up in: the lines, the people, the glossary, and the words of all of them. */
export type MeetingRecord = {
  lines: readonly Line[];
  /** Announced participants and speakers, without repeats. */
  people: readonly string[];
  glossary: Readonly<Record<string, string>>;
  /** Base language of the transcript, such as `en`; `und` when it could not be told. */
  transcriptLanguage: string;
  /** Language tag to write in; `und` asks for the transcript's own. */
  outputLanguage: string;
  /** Whether a folded word occurs in the lines in lower case. */
  isCommon: (word: string) => boolean;
  /** Whether a folded word, or a form of it, is said anywhere or belongs to a speaker, participant or glossary entry. */
  isKnown: (word: string) => boolean;
};

export type MeetingRecordInput = Pick<
  MeetingRecord,
  'lines' | 'glossary' | 'transcriptLanguage' | 'outputLanguage'
> & {
  participants: readonly string[];
};

export function readMeetingRecord(input: MeetingRecordInput): MeetingRecord {
  const { lines, glossary, transcriptLanguage, outputLanguage, participants } = input;
  const people = peopleOf(participants, lines);
  let vocabulary: { common: Set<string>; known: Set<string>; stems: Map<string, string[]> } | undefined;
  const getVocabulary = () => (vocabulary ??= readVocabulary(lines, people, glossary));
  return {
    lines,
    people,
    glossary,
    transcriptLanguage,
    outputLanguage,
    isCommon: (word) => getVocabulary().common.has(word),
    isKnown: (word) => {
      const { known, stems } = getVocabulary();
      return known.has(word) || (stems.get(word.slice(0, 4)) ?? []).some((other) => sameStem(word, other));
    },
  };
}

/** Announced participants first, then speakers in the order of their first line. */
function peopleOf(participants: readonly string[], lines: readonly Line[]): string[] {
  const people = new Map<string, string>();
  for (const name of [...participants, ...lines.map(({ speaker }) => speaker)]) {
    if (name === null) continue;
    const key = words(name).join(' ');
    if (key !== '' && !people.has(key)) people.set(key, name);
  }
  return [...people.values()];
}

function readVocabulary(
  lines: readonly Line[],
  people: readonly string[],
  glossary: Readonly<Record<string, string>>,
) {
  const common = new Set<string>();
  const known = new Set<string>();
  for (const { text } of lines) {
    for (const [raw] of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
      const lowerCase = !/^\p{Lu}/u.test(raw);
      for (const word of words(raw)) {
        known.add(word);
        if (lowerCase) common.add(word);
      }
    }
  }
  for (const text of [...people, ...Object.entries(glossary).flat()])
    for (const word of words(text)) known.add(word);
  const stems = Map.groupBy(known, (word) => word.slice(0, 4));
  return { common, known, stems };
}

/** The lines of the ranges that exist, without repeats, in order. */
export function linesOf(record: MeetingRecord, ranges: readonly LineRange[], margin = 0): Line[] {
  const numbers = new Set<number>();
  for (const { from, to } of ranges) {
    const last = Math.min(to + margin, record.lines.length);
    for (let line = Math.max(1, from - margin); line <= last; line++) numbers.add(line);
  }
  return [...numbers].toSorted((a, b) => a - b).flatMap((number) => record.lines[number - 1] ?? []);
}
