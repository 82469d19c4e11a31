import type { LanguageCues } from '../cues/language-cues.ts';
import type { Sentence } from './sentences.ts';

/** How many sentences back a reversal reaches. */
const REACH = 10;
/** One that names nothing means what was said just before. */
const NEAR = 3;
const SHORT = 9;

/**
 * Sentences whose decision or promise was taken back later on, and those that only take back. A reversal that shares words with a
 * candidate before it takes back that one; one without words of its own, the nearest.
 */
export function withdrawnSentences(
  candidates: readonly Sentence[],
  sentences: readonly Sentence[],
  cues: LanguageCues,
): ReadonlySet<number> {
  const withdrawn = new Set<number>();
  const isCandidate = new Set(candidates.map(({ index }) => index));
  for (const sentence of sentences) {
    const reverses = cues.reversal?.test(sentence.spoken) ?? false;
    const replaces = isCandidate.has(sentence.index) && (cues.replacement?.test(sentence.spoken) ?? false);
    if (!reverses && !replaces) continue;
    // One that is withdrawn already counts: "no, let's not" and then "fine, scratch that" are about the same.
    const before = candidates
      .filter(({ index }) => index < sentence.index && index >= sentence.index - REACH)
      .toReversed();
    const target =
      before.find(({ stems }) => stems.some((stem) => sentence.stems.includes(stem))) ??
      (sentence.wordCount <= SHORT || replaces
        ? before.find(({ index }) => index >= sentence.index - NEAR)
        : undefined);
    if (target !== undefined) withdrawn.add(target.index);
    if (cues.negatedCourse?.test(sentence.spoken)) withdrawn.add(sentence.index);
  }
  return withdrawn;
}
