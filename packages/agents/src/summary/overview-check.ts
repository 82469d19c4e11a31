import { missingFacts } from './claim-support.ts';
import { baseLanguage } from './detect-language.ts';
import type { SummaryDraft } from './draft.ts';
import type { MeetingRecord } from './meeting-record.ts';
import { isHeadline } from './names.ts';
import { isOrdinaryWord } from './ordinary-words.ts';

export type UnfoundFacts = { claim: string; kinds: string[] };

/**
 * What has no evidence of its own (title, overview, titles of topics) and states names, numbers or dates that are nowhere in
 * the meeting: its lines, people, glossary, title and day. A number may also count what the summary lists, or be a part of a
 * spoken one. A title that is capitalised throughout is not read for names.
 *
 * @param written language of the draft's own sentences, `und` when it could not be told
 */
export function findUnfoundFacts(
  draft: SummaryDraft,
  written: string,
  record: MeetingRecord,
): UnfoundFacts[] {
  const { outputLanguage, transcriptLanguage } = record;
  const asked = outputLanguage === 'und' ? transcriptLanguage : outputLanguage;
  const language = baseLanguage(written === 'und' ? asked : written);
  const counts = countsOf(draft, record);
  const check = (claim: string, text: string, isTitle: boolean): UnfoundFacts[] => {
    const { names, numbers, dates } = missingFacts(text, record.whole(), language, record);
    const unfound = {
      names: isTitle ? namesOfTitle(text, names) : names,
      numbers: numbers.filter(
        (number) => !counts.has(Number(number)) && !record.whole().holdsNumberWord(Number(number)),
      ),
      'weekdays or months': dates,
    };
    const kinds = Object.entries(unfound).flatMap(([kind, found]) => (found.length > 0 ? [kind] : []));
    return kinds.length > 0 ? [{ claim, kinds }] : [];
  };
  return [
    ...check('title', draft.title, true),
    ...check('overview', draft.overview, false),
    ...draft.topics.flatMap(({ title }, at) => check(`topics[${at}]`, title, true)),
  ];
}

const namesOfTitle = (title: string, names: string[]): string[] =>
  isHeadline(title) ? [] : names.filter((name) => !isOrdinaryWord(name));

/** "Two decisions", "three people": numbers that nobody said and that are right. */
function countsOf(draft: SummaryDraft, { people }: MeetingRecord): Set<number> {
  const { topics, decisions, actionItems, openQuestions, quotes } = draft;
  return new Set([topics, decisions, actionItems, openQuestions, quotes, people].map((list) => list.length));
}
