import type { LanguageCues } from '../cues/language-cues.ts';
import { isConditional } from './conditions.ts';
import { detailsOf, saysSame } from './details.ts';
import { liftByNeighbours, pickDistinctItems, type Scored } from './pick-distinct.ts';
import { reactionsTo } from './reactions.ts';
import type { Salience } from './salience.ts';
import type { Sentence } from './sentences.ts';
import type { Span } from './topic-boundaries.ts';

const LONGEST = 60;
const SETTLED = 3;
const COURSE = 2;
const THRESHOLD = 1.9;
const MOST = 40;
/** The same for what was put as a decision: "we decided to …". */
const MOST_EXPLICIT = 60;
/** Characters after "we have decided" in which a time says when that was, and not what was decided. */
const TIME_OF_DECISION = 24;
const RESTATED_WITHIN = 8;

interface DecisionWording {
  readonly weight: number;
  /** It settles by itself: nobody has to say yes. */
  readonly isExplicit: boolean;
}

const NO_DECISION: DecisionWording = { weight: 0, isExplicit: false };

export function decisionWeight(sentence: Sentence, cues: LanguageCues): number {
  return readDecision(sentence, cues).weight;
}

/** Wording that could be a decision, before anyone's reaction is looked at. */
function readDecision(sentence: Sentence, cues: LanguageCues): DecisionWording {
  const { spoken } = sentence;
  if (sentence.stems.length < (sentence.wordCount < 5 ? 2 : 1) || sentence.wordCount > LONGEST)
    return NO_DECISION;
  if (cues.undecided?.test(spoken) || cues.procedural?.test(spoken)) return NO_DECISION;
  let strongest = 0;
  let total = 0;
  for (const { pattern, weight, past } of cues.decisions) {
    const match = pattern.exec(spoken);
    if (match === null) continue;
    const end = match.index + match[0].length;
    const when = past === true ? spoken : spoken.slice(end, end + TIME_OF_DECISION);
    if (weight >= SETTLED && cues.pastTime?.test(when)) return NO_DECISION;
    if (cues.reportedSpeech?.test(spoken.slice(0, end)) || isConditional(spoken, match.index, cues)) continue;
    total += weight;
    strongest = Math.max(strongest, weight);
  }
  if (strongest < 1) return NO_DECISION;
  if (sentence.isQuestion) return { weight: Math.min(1, strongest), isExplicit: false };
  const open = strongest < SETTLED && cues.tentative?.test(spoken) ? 0.8 : 0;
  return {
    weight: (strongest < COURSE ? strongest : strongest + (total - strongest) * 0.5) - open,
    isExplicit: strongest >= SETTLED,
  };
}

interface Candidate extends Scored {
  readonly isExplicit: boolean;
  readonly details: ReadonlySet<string>;
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
  const candidates: Candidate[] = [];
  for (const sentence of sentences) {
    const { weight, isExplicit } = readDecision(sentence, cues);
    if (weight <= 0 || withdrawn.has(sentence.index) || taken.has(sentence.index)) continue;
    const reactions = reactionsTo(sentence, sentences, cues);
    if (reactions.refused && weight < SETTLED) continue;
    if (weight < COURSE - 0.5 && !reactions.confirmed) continue;
    const topic = topics.find(([, last]) => sentence.index <= last) ?? [0, sentences.length - 1];
    const place = (sentence.index - topic[0]) / (topic[1] - topic[0] + 1);
    candidates.push({
      sentence,
      isExplicit,
      details: detailsOf(sentence, cues),
      score:
        weight +
        0.5 * reactions.agreeing +
        (reactions.confirmed ? 1.2 : 0) +
        0.35 * Math.max(-1, Math.min(2, salience.frequency[sentence.index] ?? 0)) +
        0.4 * place +
        (chair !== null && sentence.speaker === chair ? 0.5 : 0),
    });
  }
  const settled = candidates.filter((_candidate, at) => !restated(at, candidates));
  const limit = Math.max(6, Math.min(MOST, Math.round(sentences.length / 45)));
  return pickDistinctItems(
    liftByNeighbours(settled).filter(({ score }) => score > THRESHOLD),
    limit,
    (a, b) => saysSame(a, b, salience, cues),
    { is: ({ isExplicit }) => isExplicit, limit: MOST_EXPLICIT },
  ).map(({ sentence }) => sentence);
}

/** Whether a proposal is put as a decision soon after, in words of its own; a decision is not put again, but by the same words. */
function restated(at: number, candidates: readonly Candidate[]): boolean {
  const candidate = candidates[at];
  if (!candidate) return false;
  const { index } = candidate.sentence;
  // Candidates come in the order of the meeting, so those soon after stand right behind.
  for (let next = at + 1; next < candidates.length; next += 1) {
    const later = candidates[next];
    if (!later || later.sentence.index > index + RESTATED_WITHIN) return false;
    if (later.sentence.index > index && saysAgain(candidate, later)) return true;
  }
  return false;
}

function saysAgain({ sentence, isExplicit, details }: Candidate, later: Candidate): boolean {
  if (later.sentence.isQuestion && !sentence.isQuestion) return false;
  if (isExplicit) return details.size > 0 && details.isSubsetOf(later.details);
  const shared = sentence.stems.filter((stem) => later.sentence.stems.includes(stem)).length;
  return shared * 2 >= Math.min(sentence.stems.length, later.sentence.stems.length);
}

/** Who opens and closes the meeting; null when no speaker is known. */
function chairOf(sentences: readonly Sentence[]): string | null {
  const counts = new Map<string, number>();
  for (const { speaker } of [...sentences.slice(0, 12), ...sentences.slice(-12)]) {
    if (speaker !== null) counts.set(speaker, (counts.get(speaker) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}
