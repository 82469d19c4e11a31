import type { LineRange, Support } from '@meeting-assistant/contracts';
import { calendarCodes, calendarWords, isCalendarWord } from './calendar-words.ts';
import { baseLanguage } from './detect-language.ts';
import { linesOf, type MeetingRecord } from './meeting-record.ts';
import { namesIn } from './names.ts';
import { numbersIn } from './numbers.ts';
import { isStopword } from './stopwords.ts';
import { fold, occursIn, sameStem, terms, words } from './words.ts';

export type ClaimSupport = {
  support: Support;
  /** What the claim states and its lines do not. Empty unless `support` is `unsupported`. */
  missing: { names: string[]; numbers: string[]; dates: string[] };
};

/** Share of a claim's content words that its lines have to hold. */
const ENOUGH_WORDS = 0.5;

/** How well the lines of `evidence` back `text`. The ranges lie inside the transcript. */
export function claimSupport(
  text: string,
  evidence: readonly LineRange[],
  record: MeetingRecord,
): ClaimSupport {
  const nothing = { names: [], numbers: [], dates: [] };
  const passages = evidence.map((range) =>
    linesOf(record, [range])
      .map((line) => line.text)
      .join(' '),
  );
  if (passages.some((passage) => occursIn(text, passage))) return { support: 'quoted', missing: nothing };

  const given = [...passages, ...record.people, ...Object.entries(record.glossary).flat()].join(' \n ');
  const missing = {
    names: missingNames(text, given, record),
    numbers: missingNumbers(text, given, record),
    dates: missingDates(text, given),
  };
  if (Object.values(missing).some((list) => list.length > 0)) return { support: 'unsupported', missing };
  const translated = !isTranscriptLanguage(record);
  const support = !translated && sharedWords(text, given) >= ENOUGH_WORDS ? 'supported' : 'inferred';
  return { support, missing: nothing };
}

function isTranscriptLanguage({ transcriptLanguage, outputLanguage }: MeetingRecord): boolean {
  const unknown = transcriptLanguage === 'und' || outputLanguage === 'und';
  return unknown || baseLanguage(transcriptLanguage) === baseLanguage(outputLanguage);
}

function missingNames(text: string, given: string, record: MeetingRecord): string[] {
  const said = new Set(words(given));
  const letters = spelledOut(given);
  const joined = fold(given).replaceAll(/[^\p{L}\p{N}]+/gu, '');
  const numbers = numbersIn(given, spokenLanguages(record), false);
  // "Q3" is given by "the third quarter".
  const isNumbered = (name: string): boolean =>
    numbers.has(Number(/^\p{L}(\d+)$/u.exec(name)?.[1] ?? Number.NaN));
  const isGiven = (name: string): boolean =>
    said.has(name) ||
    (name.length >= 4 && joined.includes(name)) ||
    isNumbered(name) ||
    letters.some((run) => run.includes(name)) ||
    [...said].some((word) => sameStem(word, name));
  const language = baseLanguage(
    record.outputLanguage === 'und' ? record.transcriptLanguage : record.outputLanguage,
  );
  return namesIn(text, language, record.isCommon).filter((name) => !isGiven(name));
}

/** "A.S.R." and "a s r" are the words of one letter that speech recognition makes of an abbreviation. */
function spelledOut(text: string): string[] {
  const runs = words(text)
    .map((word) => (word.length === 1 ? word : ' '))
    .join('');
  return runs.split(' ').filter((run) => run.length > 1);
}

function missingNumbers(text: string, given: string, record: MeetingRecord): string[] {
  const spoken = spokenLanguages(record);
  const written = spoken.slice(-1);
  const said = numbersIn(given, spoken, false);
  return [...numbersIn(text, written, true)].filter((number) => !said.has(number)).map(String);
}

/** The transcript's language and that of the summary, as far as they are known. */
function spokenLanguages({ transcriptLanguage, outputLanguage }: MeetingRecord): string[] {
  return [transcriptLanguage, outputLanguage].filter((language) => language !== 'und').map(baseLanguage);
}

function missingDates(text: string, given: string): string[] {
  const said = calendarCodes(given);
  return [...calendarWords(text)].filter(([, code]) => !said.has(code)).map(([word]) => word);
}

/** Share of the claim's content words found in `given`; 1 when it has none besides names, numbers and dates. */
function sharedWords(text: string, given: string): number {
  const content = terms(text).filter(
    (word) => word.length > 1 && !isStopword(word) && !isCalendarWord(word) && !/^\p{N}/u.test(word),
  );
  if (content.length === 0) return 1;
  const said = [...new Set(terms(given))];
  const found = content.filter((word) => said.some((other) => sameStem(word, other)));
  return found.length / content.length;
}
