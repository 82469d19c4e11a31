import type { LanguageCues } from '../cues/language-cues.ts';
import type { Sentence } from './sentences.ts';

export interface Reactions {
  /** How many others said yes. */
  readonly agreeing: number;
  /** Someone settled it: "agreed", "let's do that". */
  readonly confirmed: boolean;
  readonly refused: boolean;
  /** First sentence in which someone else said yes. */
  readonly accepted: Sentence | null;
}

/** Sentences that are looked at after a statement. */
const REACH = 7;
const LONGEST_CONFIRMATION = 14;

/** What the others say to a sentence, until the talk has gone on to something else. */
export function reactionsTo(
  sentence: Sentence,
  sentences: readonly Sentence[],
  cues: LanguageCues,
): Reactions {
  const agreeing = new Set<string>();
  let confirmed = false;
  let refused = false;
  let accepted: Sentence | null = null;
  let replies = 0;
  let previous = sentence.speaker;
  for (const next of sentences.slice(sentence.index + 1, sentence.index + 1 + REACH)) {
    const byOther = next.speaker === null || next.speaker !== sentence.speaker;
    const opensTurn = next.speaker === null || next.speaker !== previous;
    previous = next.speaker;
    const agrees = cues.agreementStart?.test(next.spoken) ?? false;
    const confirms =
      next.wordCount <= LONGEST_CONFIRMATION &&
      !next.isQuestion &&
      (cues.confirmation?.test(next.spoken) ?? false);
    const refuses = cues.refusalStart?.test(next.spoken) ?? false;
    if (confirms && !refuses && (byOther || agreeing.size > 0)) {
      confirmed = true;
      refused = false;
    }
    if (byOther && opensTurn) {
      replies += 1;
      if (refuses) refused ||= !confirmed;
      else if (agrees || confirms) {
        agreeing.add(next.speaker ?? `line ${next.from}`);
        accepted ??= next;
      }
    }
    const goesOn = next.isQuestion || (next.wordCount >= 6 && !agrees && !refuses && !confirms);
    if (goesOn && (replies > 0 || byOther)) break;
  }
  return { agreeing: agreeing.size, confirmed, refused, accepted };
}
