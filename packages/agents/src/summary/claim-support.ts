import type { LineRange, Support } from '@meeting-assistant/contracts';
import { calendarWords, isCalendarWord } from './calendar-words.ts';
import { baseLanguage } from './detect-language.ts';
import { Grounds } from './grounds.ts';
import { linesOf, spokenLanguages, type MeetingRecord } from './meeting-record.ts';
import { namesIn } from './names.ts';
import { numbersIn } from './numbers.ts';
import { isStopword } from './stopwords.ts';
import { occursIn, sameStem, terms } from './words.ts';

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
  const language = baseLanguage(
    record.outputLanguage === 'und' ? record.transcriptLanguage : record.outputLanguage,
  );
  const { doubtful, ...missing } = missingFacts(
    text,
    new Grounds(given, spokenLanguages(record)),
    language,
    record,
  );
  if (Object.values(missing).some((list) => list.length > 0)) return { support: 'unsupported', missing };
  const borne = isTranscriptLanguage(record) && !doubtful && sharedWords(text, given) >= ENOUGH_WORDS;
  return { support: borne ? 'supported' : 'inferred', missing: nothing };
}

/**
 * What `text` states and `grounds` does not hold. `doubtful`: there is also a word at the start of a sentence that is not
 * there and may be a name.
 *
 * @param language the one that the text is written in
 */
export function missingFacts(
  text: string,
  grounds: Grounds,
  language: string,
  record: MeetingRecord,
): ClaimSupport['missing'] & { doubtful: boolean } {
  const written = language === 'und' ? [] : [language];
  const { certain, possible } = namesIn(text, language, {
    ...record,
    translated: !isTranscriptLanguage(record),
  });
  return {
    names: certain.filter((name) => !grounds.holdsName(name)),
    numbers: [...numbersIn(text, written, true)].filter((number) => !grounds.holdsNumber(number)).map(String),
    dates: [...calendarWords(text)].filter(([, code]) => !grounds.holdsDate(code)).map(([word]) => word),
    doubtful: possible.some((word) => numbersIn(word, written, false).size === 0 && !grounds.holdsName(word)),
  };
}

function isTranscriptLanguage({ transcriptLanguage, outputLanguage }: MeetingRecord): boolean {
  const unknown = transcriptLanguage === 'und' || outputLanguage === 'und';
  return unknown || baseLanguage(transcriptLanguage) === baseLanguage(outputLanguage);
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
