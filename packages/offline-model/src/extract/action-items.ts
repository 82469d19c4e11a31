import type { LanguageCues } from '../cues/language-cues.ts';
import type { ActionItem, Owner } from '../summary-draft.ts';
import { findDuePhrase } from './due-phrases.ts';
import { isConditional } from './conditions.ts';
import { saysSame } from './details.ts';
import type { People } from './people.ts';
import { liftByNeighbours, nearlySame, pickDistinctItems, type Scored } from './pick-distinct.ts';
import { reactionsTo, type Reactions } from './reactions.ts';
import type { Salience } from './salience.ts';
import type { Sentence } from './sentences.ts';
import type { TaskWording } from './tasks.ts';

/** Sentences after a task in which its owner or its deadline may still be said. */
const FOLLOW_UP = 4;
const LONGEST_FOLLOW_UP = 14;
const THRESHOLD = 1.9;
const MOST = 40;

export interface TaskCandidate {
  readonly sentence: Sentence;
  readonly wording: TaskWording;
}

export interface FoundTask extends Scored {
  readonly item: ActionItem;
}

interface Meeting {
  readonly sentences: readonly Sentence[];
  readonly people: People;
  readonly salience: Salience;
  readonly cues: LanguageCues;
}

/** What someone is to do, in the order of the meeting. Refused and withdrawn tasks are none. */
export function findActionItems(
  candidates: readonly TaskCandidate[],
  withdrawn: ReadonlySet<number>,
  meeting: Meeting,
): FoundTask[] {
  const { sentences, salience, cues } = meeting;
  const found: FoundTask[] = [];
  for (const { sentence, wording } of candidates) {
    if (withdrawn.has(sentence.index)) continue;
    const reactions = reactionsTo(sentence, sentences, cues);
    const taker = findTaker(sentence, sentences, cues);
    if (reactions.refused && taker === null) continue;
    const due = findDue(sentence, sentences, cues);
    if (sentence.stems.length < 2 && due === null) continue;
    if (isUnclaimed(sentence, wording, taker, reactions)) continue;
    const { owner, spokenIn } = ownerOf(sentence, wording, reactions, taker, meeting);
    found.push({
      sentence,
      score:
        wording.weight +
        (due === null ? 0 : 1.3) +
        0.3 * Math.min(2, reactions.agreeing) +
        (taker === null ? 0 : 1) +
        0.3 * Math.max(-1, Math.min(2, salience.frequency[sentence.index] ?? 0)) +
        0.7 * (sentence.index / sentences.length),
      item: {
        text: sentence.text,
        owner,
        due: due === null ? null : { phrase: due.phrase },
        evidence: evidenceOf([
          sentence,
          ...[spokenIn, due?.spokenIn].filter((other) => other !== null && other !== undefined),
        ]),
      },
    });
  }
  const limit = Math.max(10, Math.min(MOST, Math.round(sentences.length / 40)));
  return pickDistinctItems(
    liftByNeighbours(found).filter(({ score }) => score > THRESHOLD),
    limit,
    (a, b) => saysSame(a, b, salience, cues) || isAnswered(a, b, salience),
  );
}

/** "Can you make an estimate?" and "I can give you a rough estimate" right after it are one task. */
function isAnswered(a: Sentence, b: Sentence, salience: Salience): boolean {
  return (
    a.isQuestion !== b.isQuestion && Math.abs(a.index - b.index) <= FOLLOW_UP && nearlySame(a, b, salience)
  );
}

/** Questions for someone to do something that nobody said yes to: they are open, and no task. */
export function unclaimedQuestions(
  candidates: readonly TaskCandidate[],
  { sentences, cues }: Pick<Meeting, 'sentences' | 'cues'>,
): ReadonlySet<number> {
  const unclaimed = candidates.filter(({ sentence, wording }) =>
    isUnclaimed(
      sentence,
      wording,
      findTaker(sentence, sentences, cues),
      reactionsTo(sentence, sentences, cues),
    ),
  );
  return new Set(unclaimed.map(({ sentence }) => sentence.index));
}

/** "Who …?" needs one who takes it on, since a yes to it names nobody; what is asked of one by name is a task without an answer. */
function isUnclaimed(
  { isQuestion }: Sentence,
  { bearer }: TaskWording,
  taker: Sentence | null,
  { accepted }: Reactions,
): boolean {
  if (!isQuestion || taker !== null) return false;
  return bearer === 'nobody' || (bearer === 'addressee' && accepted === null);
}

/** Ranges of the sentences' lines, in order, each line once. */
export function evidenceOf(sentences: readonly Sentence[]): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  for (const { from, to } of sentences.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = ranges.at(-1);
    if (last === undefined || from > last.to) ranges.push({ from, to });
    else last.to = Math.max(last.to, to);
  }
  return ranges;
}

/** Who says "I'll do it" right after, the first to do so. */
function findTaker(sentence: Sentence, sentences: readonly Sentence[], cues: LanguageCues): Sentence | null {
  for (const next of sentences.slice(sentence.index + 1, sentence.index + 1 + FOLLOW_UP + 1)) {
    if (
      (next.speaker === null || next.speaker !== sentence.speaker) &&
      next.wordCount <= LONGEST_FOLLOW_UP &&
      cues.takesOn?.test(next.spoken)
    )
      return next;
  }
  return null;
}

function findDue(
  sentence: Sentence,
  sentences: readonly Sentence[],
  cues: LanguageCues,
): { phrase: string; spokenIn: Sentence | null } | null {
  const own = findDuePhrase(sentence.text, cues);
  if (own !== null) return { phrase: own, spokenIn: null };
  for (const next of sentences.slice(sentence.index + 1, sentence.index + 1 + FOLLOW_UP)) {
    if (next.wordCount > LONGEST_FOLLOW_UP || isConditional(next.spoken, next.spoken.length, cues)) break;
    const takesOn = cues.takesOn?.test(next.spoken) ?? false;
    const phrase = findDuePhrase(next.text, cues);
    const isOnlyDue = phrase !== null && next.wordCount <= phrase.split(/\s+/).length + 2;
    if (phrase !== null && !next.isQuestion && (takesOn || isOnlyDue)) return { phrase, spokenIn: next };
    // Another task or subject: a deadline from here on is not this one's.
    if (!next.isQuestion && !takesOn && next.wordCount > 7) break;
  }
  return null;
}

function participant(name: string | null): Owner {
  return name === null ? { name: null, kind: 'unassigned' } : { name, kind: 'participant' };
}

function ownerOf(
  sentence: Sentence,
  wording: TaskWording,
  reactions: Reactions,
  taker: Sentence | null,
  { people, cues }: Meeting,
): { owner: Owner; spokenIn: Sentence | null } {
  if (wording.bearer === 'speaker') return { owner: participant(sentence.speaker), spokenIn: null };
  if (wording.bearer === 'named' && wording.person !== null) {
    const { name, kind } = wording.person;
    // Asked of one, and another said "I'll do it" after a no.
    if (reactions.refused && taker !== null) return { owner: participant(taker.speaker), spokenIn: taker };
    return { owner: { name, kind }, spokenIn: null };
  }
  if (taker !== null) return { owner: participant(taker.speaker), spokenIn: taker };
  if (wording.bearer === 'team')
    return { owner: { name: wording.team ?? cues.groupName, kind: 'group' }, spokenIn: null };
  if (wording.bearer === 'group') return { owner: { name: cues.groupName, kind: 'group' }, spokenIn: null };
  if (wording.bearer === 'addressee') {
    const { accepted } = reactions;
    if (accepted !== null && accepted.speaker !== null)
      return { owner: participant(accepted.speaker), spokenIn: accepted };
    const other = people.speakers.find((name) => name !== sentence.speaker);
    if (people.speakers.length === 2 && sentence.speaker !== null)
      return { owner: participant(other ?? null), spokenIn: null };
  }
  return { owner: { name: null, kind: 'unassigned' }, spokenIn: null };
}
