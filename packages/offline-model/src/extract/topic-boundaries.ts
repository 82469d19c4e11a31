import type { LanguageCues } from '../cues/language-cues.ts';
import type { Sentence } from './sentences.ts';

/** Fewer sentences than this are one topic. */
const SHORTEST_DIVIDED = 24;
const MOST_BLOCKS = 160;
const MOST_TOPICS = 10;
/** How much evidence one more topic has to bring, in units of log(words). */
const PENALTY = 3;
/** What an announced change of subject is worth, in the same units. */
const AGENDA_BONUS = 4;

/** First and last index of a topic's sentences. */
export type Span = readonly [number, number];

/**
 * The most probable segmentation of Utiyama and Isahara (2001): a topic is probable when its words are drawn from few, and a
 * dynamic programme over blocks of sentences finds the division of the whole meeting that is cheapest.
 */
export function findTopics(sentences: readonly Sentence[], cues: LanguageCues): Span[] {
  const count = sentences.length;
  if (count < SHORTEST_DIVIDED) return count === 0 ? [] : [[0, count - 1]];
  const blockSize = Math.max(count < 120 ? 1 : 3, Math.ceil(count / MOST_BLOCKS));
  const { blocks, vocabulary } = blockTerms(sentences, blockSize);
  const words = blocks.reduce((sum, block) => sum + block.length, 0);
  const price = Math.log(Math.max(2, words)) * PENALTY;
  const bonus = blocks.map((_block, at) =>
    sentences
      .slice(at * blockSize, at * blockSize + Math.min(blockSize, 2))
      .some((sentence) => opensTopic(sentence, cues))
      ? Math.log(Math.max(2, words)) * AGENDA_BONUS
      : 0,
  );
  const announced = bonus.filter((worth) => worth > 0).length;
  const limit = Math.min(
    MOST_TOPICS,
    Math.max(2, Math.round(Math.sqrt(count) / 4.5), Math.min(announced + 1, Math.round(count / 9))),
  );
  const cuts = cheapestCuts(
    segmentCosts(blocks, vocabulary),
    bonus,
    price,
    limit,
    Math.max(blockSize === 1 ? 5 : 2, Math.round(blocks.length * 0.03)),
  );
  const starts = cuts.map((block) => block * blockSize);
  return starts.map((start, at): Span => [start, (starts[at + 1] ?? count) - 1]);
}

function opensTopic(sentence: Sentence, cues: LanguageCues): boolean {
  return cues.agenda !== null && cues.agenda.test(sentence.spoken);
}

/** The blocks' words as numbers; words said once, or everywhere, tell nothing of topics. */
function blockTerms(
  sentences: readonly Sentence[],
  blockSize: number,
): { blocks: number[][]; vocabulary: number } {
  const sentencesWith = new Map<string, number>();
  for (const { stems } of sentences)
    for (const stem of new Set(stems)) sentencesWith.set(stem, (sentencesWith.get(stem) ?? 0) + 1);
  const ids = new Map<string, number>();
  const blocks: number[][] = [];
  for (let start = 0; start < sentences.length; start += blockSize) {
    const block: number[] = [];
    for (const { stems } of sentences.slice(start, start + blockSize)) {
      for (const stem of stems) {
        const seen = sentencesWith.get(stem) ?? 0;
        if (seen < 2 || seen >= sentences.length / 6) continue;
        const id = ids.get(stem) ?? ids.size;
        ids.set(stem, id);
        block.push(id);
      }
    }
    blocks.push(block);
  }
  return { blocks, vocabulary: ids.size };
}

/** `costs[i][j]` is minus the log probability of the blocks i to j (exclusive) as one topic. */
function segmentCosts(blocks: readonly number[][], vocabulary: number): Float64Array[] {
  const counts = new Uint32Array(vocabulary);
  return blocks.map((_block, first) => {
    const costs = new Float64Array(blocks.length + 1);
    counts.fill(0);
    let words = 0;
    let sum = 0;
    for (let last = first; last < blocks.length; last += 1) {
      for (const id of blocks[last] ?? []) {
        const seen = counts[id] ?? 0;
        sum += (seen + 1) * Math.log(seen + 2) - (seen === 0 ? 0 : seen * Math.log(seen + 1));
        counts[id] = seen + 1;
        words += 1;
      }
      costs[last + 1] = words * Math.log(words + vocabulary || 1) - sum;
    }
    return costs;
  });
}

/** First blocks of the topics of the cheapest division. */
function cheapestCuts(
  costs: readonly Float64Array[],
  bonus: readonly number[],
  price: number,
  limit: number,
  shortest: number,
): number[] {
  const blocks = costs.length;
  const best = [Float64Array.from({ length: blocks + 1 }, (_none, at) => (at === 0 ? 0 : Infinity))];
  const back: Int32Array[] = [new Int32Array(blocks + 1)];
  let chosen = 1;
  let cheapest = Infinity;
  for (let topics = 1; topics <= limit; topics += 1) {
    const row = new Float64Array(blocks + 1).fill(Infinity);
    const from = new Int32Array(blocks + 1);
    for (let end = topics * shortest; end <= blocks; end += 1) {
      for (let start = (topics - 1) * shortest; start <= end - shortest; start += 1) {
        const cost =
          (best[topics - 1]?.[start] ?? Infinity) +
          (costs[start]?.[end] ?? Infinity) -
          (start === 0 ? 0 : (bonus[start] ?? 0));
        if (cost < (row[end] ?? Infinity)) {
          row[end] = cost;
          from[end] = start;
        }
      }
    }
    best.push(row);
    back.push(from);
    const total = (row[blocks] ?? Infinity) + topics * price;
    if (total < cheapest) {
      cheapest = total;
      chosen = topics;
    }
  }
  const cuts: number[] = [];
  for (let topics = chosen, end = blocks; topics > 0; topics -= 1) {
    end = back[topics]?.[end] ?? 0;
    cuts.unshift(end);
  }
  return cuts;
}
