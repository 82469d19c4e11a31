import { l as longestCommon, n as sharedGrams } from 'js-rouge';

/** F1 scores, 0 to 1. */
export interface RougeScores {
  rouge1: number;
  rouge2: number;
  /** One longest common subsequence over the whole texts. */
  rougeL: number;
  /** For each sentence of the reference the union of what it has in common, in order, with each sentence of the candidate. */
  rougeLsum: number;
}

/** Lower-cased runs of letters and digits. No stemming. */
export function rougeWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

const sentences = (text: string): string[] => text.split(/\n+|(?<=[.!?])\s+/u);
const wholeText = (text: string): string[] => [text];

/** A text without a word scores 0: the library throws there. */
export function scoreRouge(candidate: string, reference: string): RougeScores {
  if (rougeWords(candidate).length === 0 || rougeWords(reference).length === 0)
    return { rouge1: 0, rouge2: 0, rougeL: 0, rougeLsum: 0 };
  // Our words are in lower case already; the library would fold sentence by sentence.
  const options = { tokenizer: rougeWords, caseSensitive: true };
  return {
    rouge1: sharedGrams(candidate, reference, { ...options, n: 1 }),
    rouge2: sharedGrams(candidate, reference, { ...options, n: 2 }),
    rougeL: longestCommon(candidate, reference, { ...options, segmenter: wholeText }),
    rougeLsum: longestCommon(candidate, reference, { ...options, segmenter: sentences }),
  };
}

/** Against several references: the best of each figure. Null without a reference. */
export function scoreAgainstAny(candidate: string, references: readonly string[]): RougeScores | null {
  const scores = references.map((reference) => scoreRouge(candidate, reference));
  if (scores.length === 0) return null;
  const best = (figure: keyof RougeScores): number => Math.max(...scores.map((score) => score[figure]));
  return {
    rouge1: best('rouge1'),
    rouge2: best('rouge2'),
    rougeL: best('rougeL'),
    rougeLsum: best('rougeLsum'),
  };
}
