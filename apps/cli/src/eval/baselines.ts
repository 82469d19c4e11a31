import type { Line } from '@meeting-assistant/contracts';
import { countWords, splitWords } from './count-words.ts';
import type { RankedSentence } from './rank-sentences.ts';
import { scoreAgainstAny, type RougeScores } from './rouge.ts';

export const BASELINE_LENGTHS = [100, 150, 200];

/** A summary that nobody had to think for. */
export interface BaselineScores {
  system: 'lead' | 'lexrank';
  /** How long it was to be, in words. */
  length: number;
  /** How long it is. */
  words: number;
  rouge: RougeScores | null;
}

/** @param ranked undefined: there is no ranking of this meeting, and no figure of it */
export function scoreBaselines(
  { lines, summaries }: { lines: readonly Line[]; summaries: readonly string[] },
  ranked: readonly RankedSentence[] | undefined,
): BaselineScores[] {
  const score = (system: BaselineScores['system'], length: number, text: string): BaselineScores => ({
    system,
    length,
    words: countWords(text),
    rouge: scoreAgainstAny(text, summaries),
  });
  return [
    ...BASELINE_LENGTHS.map((length) => score('lead', length, leadWords(lines, length))),
    ...(ranked === undefined
      ? []
      : BASELINE_LENGTHS.map((length) => score('lexrank', length, bestSentences(ranked, length)))),
  ];
}

/** The first words that were said, each line a row of its own: the summary-level figure compares sentences. */
export function leadWords(lines: readonly Line[], length: number): string {
  let left = length;
  const rows: string[] = [];
  for (const { text } of lines) {
    const words = splitWords(text).slice(0, left);
    left -= words.length;
    if (words.length > 0) rows.push(words.join(' '));
    if (left === 0) break;
  }
  return rows.join('\n');
}

/** The highest ranked sentences that fit into a number of words, whole, in the order of the meeting. */
export function bestSentences(ranked: readonly RankedSentence[], length: number): string {
  const chosen: RankedSentence[] = [];
  let words = 0;
  for (const sentence of ranked.toSorted((a, b) => (b.weight ?? -1) - (a.weight ?? -1))) {
    const more = countWords(sentence.text);
    if (more === 0 || words + more > length) continue;
    chosen.push(sentence);
    words += more;
  }
  return chosen
    .toSorted((a, b) => a.index - b.index)
    .map(({ text }) => text)
    .join('\n');
}
