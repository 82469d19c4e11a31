import { splitWords } from '../extract/words.ts';
import type { MeetingInput } from '../meeting-input.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import type { LanguageCues } from './language-cues.ts';
import { neutral } from './neutral.ts';
import { portuguese } from './portuguese.ts';
import { russian } from './russian.ts';
import { spanish } from './spanish.ts';

const TABLES: readonly LanguageCues[] = [english, german, french, spanish, portuguese, russian];
/** Words that are looked at to tell the language, when the request does not. */
const SAMPLE = 3_000;
/** Characters of one line that are looked at. */
const LONGEST_SAMPLE = 2_000;
const COMMON_ENOUGH = 0.2;
/** A word in more of the lines than this share is a function word, in a language whose words we do not know. */
const EVERYWHERE = 0.12;
const FEWEST_LINES = 30;

/** The table of the meeting's language, and the tag of the language that the summary will be in, which is the transcript's. */
export function chooseCues(meeting: MeetingInput): { language: string; cues: LanguageCues } {
  const stated = meeting.language !== null && meeting.language !== 'und' ? meeting.language : null;
  const cues =
    stated === null
      ? guessTable(meeting)
      : TABLES.find(({ language }) => language === stated.toLowerCase().split('-')[0]);
  if (cues !== undefined) return { language: stated ?? cues.language, cues };
  return { language: stated ?? 'und', cues: { ...neutral, stopwords: frequentWords(meeting) } };
}

function guessTable(meeting: MeetingInput): LanguageCues | undefined {
  const words: string[] = [];
  for (const { text } of meeting.lines) {
    words.push(...splitWords(text.slice(0, LONGEST_SAMPLE).toLowerCase()));
    if (words.length >= SAMPLE) break;
  }
  const shares = TABLES.map((cues) => ({
    cues,
    share: words.filter((word) => cues.stopwords.has(word)).length / Math.max(1, words.length),
  }));
  const best = shares.toSorted((a, b) => b.share - a.share)[0];
  return best !== undefined && best.share >= COMMON_ENOUGH ? best.cues : undefined;
}

function frequentWords(meeting: MeetingInput): ReadonlySet<string> {
  const linesWith = new Map<string, number>();
  for (const { text } of meeting.lines) {
    for (const word of new Set(splitWords(text.toLowerCase())))
      linesWith.set(word, (linesWith.get(word) ?? 0) + 1);
  }
  const most = Math.max(3, meeting.lines.length * EVERYWHERE);
  if (meeting.lines.length < FEWEST_LINES) return new Set();
  return new Set([...linesWith].filter(([, count]) => count > most).map(([word]) => word));
}
