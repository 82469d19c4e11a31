import type { LanguageCues } from '../cues/language-cues.ts';
import type { Sentence } from './sentences.ts';

export interface Salience {
  /** Combined score of each sentence, over the whole meeting. */
  readonly scores: Float64Array;
  /** Standard score of the sentence's share of the meeting's frequent words. */
  readonly frequency: Float64Array;
  /** Weight of a stem: how unevenly it is spread over the meeting. */
  rarity(stem: string): number;
  similarity(a: Sentence, b: Sentence): number;
}

/** Sentences per window that document frequency is counted over. */
const WINDOW = 20;
const ITERATIONS = 20;
const DAMPING = 0.15;
const WEIGHTS = { centrality: 1, frequency: 1, cue: 0.7, early: 0.5 };

/** Scores by centrality (LexRank), frequent words, cue phrases and, a little, by an early place. */
export function measureSalience(sentences: readonly Sentence[], cues: LanguageCues): Salience {
  const { termCount, rarity } = countTerms(sentences);
  const vectors = sentences.map((sentence) =>
    sentence.substantial ? unitVector(sentence.stems, rarity) : EMPTY_VECTOR,
  );
  const centrality = standardise(rankByCentrality(sentences, vectors), sentences);
  const frequency = standardise(
    Float64Array.from(sentences, ({ stems }) =>
      stems.length === 0
        ? 0
        : stems.reduce((sum, stem) => sum + Math.log(termCount(stem)), 0) / Math.sqrt(stems.length + 3),
    ),
    sentences,
  );
  const scores = new Float64Array(sentences.length);
  for (const [at, sentence] of sentences.entries()) {
    const cue = cues.salient !== null && cues.salient.test(sentence.spoken) ? 1 : 0;
    const early = Math.max(0, 1 - at / Math.max(1, sentences.length * 0.15));
    scores[at] = sentence.substantial
      ? WEIGHTS.centrality * (centrality[at] ?? 0) +
        WEIGHTS.frequency * (frequency[at] ?? 0) +
        WEIGHTS.cue * cue +
        WEIGHTS.early * early
      : -10;
  }
  return {
    scores,
    frequency,
    rarity,
    similarity: (a, b) => cosine(vectors[a.index] ?? EMPTY_VECTOR, vectors[b.index] ?? EMPTY_VECTOR),
  };
}

type Vector = ReadonlyMap<string, number>;
const EMPTY_VECTOR: Vector = new Map();

function countTerms(sentences: readonly Sentence[]) {
  const counts = new Map<string, number>();
  const windowsWith = new Map<string, number>();
  const windows = Math.max(1, Math.ceil(sentences.length / WINDOW));
  for (let start = 0; start < sentences.length; start += WINDOW) {
    const seen = new Set<string>();
    for (const { stems } of sentences.slice(start, start + WINDOW)) {
      for (const stem of stems) {
        counts.set(stem, (counts.get(stem) ?? 0) + 1);
        seen.add(stem);
      }
    }
    for (const stem of seen) windowsWith.set(stem, (windowsWith.get(stem) ?? 0) + 1);
  }
  return {
    termCount: (stem: string) => counts.get(stem) ?? 1,
    rarity: (stem: string) => Math.log(1 + windows / (windowsWith.get(stem) ?? 1)),
  };
}

function unitVector(stems: readonly string[], rarity: (stem: string) => number): Vector {
  const vector = new Map<string, number>();
  for (const stem of stems) vector.set(stem, (vector.get(stem) ?? 0) + rarity(stem));
  const length = Math.hypot(...vector.values());
  for (const [stem, weight] of vector) vector.set(stem, weight / length);
  return vector;
}

function cosine(a: Vector, b: Vector): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let sum = 0;
  for (const [stem, weight] of small) sum += weight * (large.get(stem) ?? 0);
  return sum;
}

/**
 * LexRank with every cosine as an edge. The matrix of cosines is the product of the sentence-by-term matrix with its transpose, so that
 * each step goes over the terms and back: time and memory grow with the words, never with the pairs of sentences.
 */
function rankByCentrality(sentences: readonly Sentence[], vectors: readonly Vector[]): Float64Array {
  const count = sentences.length;
  const multiply = (values: Float64Array): Float64Array => {
    const terms = new Map<string, number>();
    for (const [at, vector] of vectors.entries()) {
      for (const [stem, weight] of vector)
        terms.set(stem, (terms.get(stem) ?? 0) + weight * (values[at] ?? 0));
    }
    const product = new Float64Array(count);
    for (const [at, vector] of vectors.entries()) {
      let sum = 0;
      for (const [stem, weight] of vector) sum += weight * (terms.get(stem) ?? 0);
      product[at] = sum;
    }
    return product;
  };
  const degrees = multiply(new Float64Array(count).fill(1));
  let rank = new Float64Array(count).fill(1 / Math.max(1, count));
  for (let step = 0; step < ITERATIONS; step += 1) {
    const shared = rank.map((value, at) => (degrees[at] ? value / (degrees[at] ?? 1) : 0));
    rank = multiply(shared).map((value) => DAMPING / count + (1 - DAMPING) * value);
  }
  return rank;
}

/** Standard scores over the substantial sentences; the others get the lowest. */
function standardise(values: Float64Array, sentences: readonly Sentence[]): Float64Array {
  const kept = values.filter((_value, at) => sentences[at]?.substantial);
  const mean = kept.reduce((sum, value) => sum + value, 0) / Math.max(1, kept.length);
  const deviation =
    Math.sqrt(kept.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, kept.length)) || 1;
  return values.map((value, at) => (sentences[at]?.substantial ? (value - mean) / deviation : -1));
}
