import type { LanguageCues } from '../cues/language-cues.ts';
import { isConditional } from './conditions.ts';
import { liftByNeighbours, pickDistinct, type Scored } from './pick-distinct.ts';
import { reactionsTo } from './reactions.ts';
import type { Salience } from './salience.ts';
import type { Sentence } from './sentences.ts';
import type { Span } from './topic-boundaries.ts';

const LONGEST = 60;
const SETTLED = 3;
const COURSE = 2;
const THRESHOLD = 1.9;
/** Characters after "we have decided" in which a time says when that was, and not what was decided. */
const TIME_OF_DECISION = 24;
const RESTATED_WITHIN = 8;

/** Wording that could be a decision, before anyone's reaction is looked at. */
export function decisionWeight(sentence: Sentence, cues: LanguageCues): number {
  const { spoken } = sentence;
  if (sentence.stems.length < (sentence.wordCount < 5 ? 2 : 1) || sentence.wordCount > LONGEST) return 0;
  if (cues.undecided?.test(spoken) || cues.procedural?.test(spoken)) return 0;
  let strongest = 0;
  let total = 0;
  for (const { pattern, weight, past } of cues.decisions) {
    const match = pattern.exec(spoken);
    if (match === null) continue;
    const end = match.index + match[0].length;
    const when = past === true ? spoken : spoken.slice(end, end + TIME_OF_DECISION);
    if (weight >= SETTLED && cues.pastTime?.test(when)) return 0;
    if (cues.reportedSpeech?.test(spoken.slice(0, end)) || isConditional(spoken, match.index, cues)) continue;
    total += weight;
    strongest = Math.max(strongest, weight);
  }
  if (strongest < 1) return 0;
  if (sentence.isQuestion) return Math.min(1, strongest);
  const open = strongest < SETTLED && cues.tentative?.test(spoken) ? 0.8 : 0;
  return (strongest < COURSE ? strongest : strongest + (total - strongest) * 0.5) - open;
}

/** What the meeting settled, best first: proposals only when someone said yes to them, nothing that was refused. */
export function findDecisions(
  sentences: readonly Sentence[],
  topics: readonly Span[],
  withdrawn: ReadonlySet<number>,
  taken: ReadonlySet<number>,
  salience: Salience,
  cues: LanguageCues,
): Sentence[] {
  const chair = chairOf(sentences);
  const candidates: Scored[] = [];
  for (const sentence of sentences) {
    const weight = decisionWeight(sentence, cues);
    if (weight <= 0 || withdrawn.has(sentence.index) || taken.has(sentence.index)) continue;
    const reactions = reactionsTo(sentence, sentences, cues);
    if (reactions.refused && weight < SETTLED) continue;
    if (weight < COURSE - 0.5 && !reactions.confirmed) continue;
    const topic = topics.find(([, last]) => sentence.index <= last) ?? [0, sentences.length - 1];
    const place = (sentence.index - topic[0]) / (topic[1] - topic[0] + 1);
    candidates.push({
      sentence,
      score:
        weight +
        0.5 * reactions.agreeing +
        (reactions.confirmed ? 1.2 : 0) +
        0.35 * Math.max(-1, Math.min(2, salience.frequency[sentence.index] ?? 0)) +
        0.4 * place +
        (chair !== null && sentence.speaker === chair ? 0.5 : 0),
    });
  }
  const settled = candidates.filter(({ sentence }) => !restated(sentence, candidates));
  const limit = Math.max(6, Math.min(14, Math.round(sentences.length / 45)));
  return pickDistinct(
    liftByNeighbours(settled).filter(({ score }) => score > THRESHOLD),
    limit,
    salience,
  );
}

/** Whether a proposal is put as a decision soon after, in words of its own. */
function restated({ index, stems, isQuestion }: Sentence, candidates: readonly Scored[]): boolean {
  return candidates.some(
    ({ sentence: later }) =>
      later.index > index &&
      later.index <= index + RESTATED_WITHIN &&
      (isQuestion || !later.isQuestion) &&
      stems.filter((stem) => later.stems.includes(stem)).length * 2 >=
        Math.min(stems.length, later.stems.length),
  );
}

/** Who opens and closes the meeting; null when no speaker is known. */
function chairOf(sentences: readonly Sentence[]): string | null {
  const counts = new Map<string, number>();
  for (const { speaker } of [...sentences.slice(0, 12), ...sentences.slice(-12)]) {
    if (speaker !== null) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}
