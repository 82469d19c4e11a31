import type { Line, LineRange } from '@meeting-assistant/contracts';
import { baseLanguage } from './detect-language.ts';
import { Grounds } from './grounds.ts';
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
  /** Whether a folded word, or a form of it, does. */
  isCommonForm: (word: string) => boolean;
  /** Whether a folded word belongs to the name of a speaker or participant. */
  isPerson: (word: string) => boolean;
  /** Whether the lines have capitals beyond the first word of a few: without, a name looks like any word. */
  hasCapitals: () => boolean;
  /** Whether a folded word, or a form of it, is said anywhere or belongs to a speaker, participant or glossary entry. */
  isKnown: (word: string) => boolean;
  /** All that a statement about the whole meeting may rest on. */
  whole: () => Grounds;
};

export type MeetingRecordInput = Pick<
  MeetingRecord,
  'lines' | 'glossary' | 'transcriptLanguage' | 'outputLanguage'
> & {
  participants: readonly string[];
  title?: string | null;
  /** ISO 8601 with offset. */
  startedAt?: string | null;
};

export function readMeetingRecord(input: MeetingRecordInput): MeetingRecord {
  const { lines, glossary, transcriptLanguage, outputLanguage, participants } = input;
  const people = peopleOf(participants, lines);
  const vocabulary = once(() => readVocabulary(lines, people, glossary));
  const persons = once(() => new Set(people.flatMap(words)));
  const whole = once(() => {
    const texts = [
      writeHeading(input),
      ...people,
      ...Object.entries(glossary).flat(),
      ...lines.map(({ text }) => text),
    ];
    return new Grounds(texts.join(' \n '), spokenLanguages({ transcriptLanguage, outputLanguage }));
  });
  return {
    lines,
    people,
    glossary,
    transcriptLanguage,
    outputLanguage,
    isCommon: (word) => vocabulary().common.has(word),
    isCommonForm: (word) => hasForm(vocabulary().commonStems, word),
    isPerson: (word) => persons().has(word),
    hasCapitals: () => vocabulary().hasCapitals,
    isKnown: (word) => vocabulary().known.has(word) || hasForm(vocabulary().knownStems, word),
    whole,
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The transcript's language and that of the summary, as far as they are known. */
export function spokenLanguages(
  languages: Pick<MeetingRecord, 'transcriptLanguage' | 'outputLanguage'>,
): string[] {
  return [languages.transcriptLanguage, languages.outputLanguage]
    .filter((language) => language !== 'und')
    .map(baseLanguage);
}

/** Title and day of the meeting in words: what a summary may say of it besides what was said. */
function writeHeading({ title, startedAt }: MeetingRecordInput): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)/u.exec(startedAt ?? '') ?? [];
  if (year === '') return title ?? '';
  // Weekdays and months are compared as codes: one language stands for all.
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const inWords = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeZone: 'UTC' }).format(date);
  return `${title ?? ''} \n ${inWords}`;
}

/** Folded words by their first four letters, which all forms of a word share. */
type Stems = ReadonlyMap<string, readonly string[]>;

const byStem = (all: ReadonlySet<string>): Stems => Map.groupBy(all, (word) => word.slice(0, 4));

const hasForm = (stems: Stems, word: string): boolean =>
  (stems.get(word.slice(0, 4)) ?? []).some((other) => sameStem(word, other));

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
  let capitals = 0;
  for (const { text } of lines) {
    for (const [raw] of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
      const lowerCase = !/^\p{Lu}/u.test(raw);
      if (!lowerCase && raw.length > 1) capitals += 1;
      for (const word of words(raw)) {
        known.add(word);
        if (lowerCase) common.add(word);
      }
    }
  }
  for (const text of [...people, ...Object.entries(glossary).flat()])
    for (const word of words(text)) known.add(word);
  return {
    common,
    known,
    commonStems: byStem(common),
    knownStems: byStem(known),
    hasCapitals: capitals > lines.length / 10,
  };
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
