import type { LanguageCues } from '../cues/language-cues.ts';
import { saysSame } from './details.ts';
import { pickDistinctItems, type Scored } from './pick-distinct.ts';
import type { Salience } from './salience.ts';
import type { Sentence } from './sentences.ts';

/** Sentences after a question that may answer it. */
const REACH = 5;
/** Content words of an answer that count as a whole one. */
const FULL_ANSWER = 8;
const ANSWERS_WITHIN = 2;
const SHORTEST = 5;
const LONGEST = 45;
const THRESHOLD = 1.7;
/** Work that was asked for, and that nobody took on. */
const UNCLAIMED = 1;

/** Questions that nobody answered, and what was said to be open. `unanswered` asked for someone to do something. */
export function findOpenQuestions(
  sentences: readonly Sentence[],
  taken: ReadonlySet<number>,
  unanswered: ReadonlySet<number>,
  salience: Salience,
  cues: LanguageCues,
): Sentence[] {
  const candidates: Scored[] = [];
  for (const sentence of sentences) {
    if (
      taken.has(sentence.index) ||
      sentence.stems.length === 0 ||
      sentence.wordCount < SHORTEST ||
      sentence.wordCount > LONGEST
    )
      continue;
    const openness = sentence.isQuestion
      ? questionOpenness(sentence, sentences, cues)
      : statementOpenness(sentence, sentences, cues);
    if (openness === 0) continue;
    // "I don't know" after a question that is open already says nothing more.
    if (
      !sentence.isQuestion &&
      candidates.some((other) => other.sentence.index >= sentence.index - ANSWERS_WITHIN)
    )
      continue;
    const weight = Math.max(-1, Math.min(2, salience.frequency[sentence.index] ?? 0));
    const unclaimed = unanswered.has(sentence.index) ? UNCLAIMED : 0;
    candidates.push({ sentence, score: openness + unclaimed + 0.3 * weight });
  }
  const limit = Math.max(3, Math.min(8, Math.round(sentences.length / 100)));
  return pickDistinctItems(
    candidates.filter(({ score }) => score > THRESHOLD),
    limit,
    (a, b) => saysSame(a, b, salience, cues),
  ).map(({ sentence }) => sentence);
}

function questionOpenness(question: Sentence, sentences: readonly Sentence[], cues: LanguageCues): number {
  if (
    cues.questionStart === null ||
    !cues.questionStart.test(question.spoken) ||
    cues.smallTalk?.test(question.spoken)
  )
    return 0;
  if (question.stems.length < 2 && question.wordCount < 7) return 0;
  let answer = 0;
  let unresolved = false;
  let previous = question;
  for (const next of sentences.slice(question.index + 1, question.index + 1 + REACH)) {
    // One who goes on to the next question had the answer, or never wanted it.
    if (next.isQuestion && next.speaker === question.speaker && previous.speaker !== question.speaker) break;
    previous = next;
    if (cues.unresolved?.test(next.spoken)) {
      unresolved = true;
      break;
    }
    const byOther = next.speaker === null || next.speaker !== question.speaker;
    if (byOther && (cues.agreementStart?.test(next.spoken) || cues.refusalStart?.test(next.spoken)))
      answer = FULL_ANSWER;
    else if (!next.isQuestion)
      answer = Math.max(answer, Math.min(FULL_ANSWER, next.stems.length * (byOther ? 2 : 1)));
    if (answer >= FULL_ANSWER) break;
  }
  return (unresolved ? 2 : 0) + (1.6 * (FULL_ANSWER - answer)) / FULL_ANSWER;
}

function statementOpenness(sentence: Sentence, sentences: readonly Sentence[], cues: LanguageCues): number {
  if (!cues.openStatement?.test(sentence.spoken)) return 0;
  const settled = sentences
    .slice(sentence.index + 1, sentence.index + 1 + REACH)
    .some(
      (next) =>
        next.speaker !== sentence.speaker &&
        !next.isQuestion &&
        (cues.confirmation?.test(next.spoken) ?? false),
    );
  return settled ? 0 : 2;
}
