import type { LineRange } from './line.ts';

/** What two versions are compared by: a claim with its lines, or a topic with its range. */
type Statement = { text: string; evidence?: readonly LineRange[] | undefined };

/** Words count twice as much as lines: the same lines with no word in common are another statement. */
const EVIDENCE_WEIGHT = 0.5;
const ENOUGH = 0.7;
const FEWEST_SHARED_WORDS = 0.2;
/** Where words cannot be compared, so large a part of the lines has to be the same. */
const ENOUGH_LINES = 0.5;

/**
 * Which statement of one version is which of another, as pairs of indices; each is in one pair at most. Ids say nothing: each
 * version counts its own.
 *
 * Two can be the same when the share of their words in common (Dice, case ignored) plus half the share of their lines in common
 * (Jaccard) reaches 0.7, and the words alone 0.2. With `linesAlone`, half of the lines in common is enough as well: for
 * topics, whose titles are free, and for versions in two languages. Of the possible pairs those with the same words come first, then
 * those with the most in common, then those that stand at nearly the same place.
 */
export function matchStatements(
  before: readonly Statement[],
  after: readonly Statement[],
  linesAlone: boolean,
): Map<number, number> {
  const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
  const prepare = ({ text, evidence = [] }: Statement) => ({
    bag: wordBag(text, segmenter),
    ranges: merge(evidence),
  });
  const right = after.map(prepare);
  const places = placesOfWords(right.map(({ bag }) => bag));
  const candidates: { from: number; to: number; score: number }[] = [];
  for (const [from, { bag, ranges }] of before.map(prepare).entries()) {
    const shared = countShared(bag, places);
    for (const [to, other] of right.entries()) {
      const common = shared.get(to) ?? 0;
      if (common === 0 && !linesAlone) continue;
      const words = (2 * common) / (bag.size + other.bag.size);
      const lines = sharedLines(ranges, other.ranges);
      const score = words + EVIDENCE_WEIGHT * lines;
      const same = score >= ENOUGH && words >= FEWEST_SHARED_WORDS;
      if (same || (linesAlone && lines >= ENOUGH_LINES))
        candidates.push({ from, to, score: words === 1 ? score + 1 : score });
    }
  }
  candidates.sort(
    (a, b) => b.score - a.score || Math.abs(a.from - a.to) - Math.abs(b.from - b.to) || a.from - b.from,
  );
  const pairs = new Map<number, number>();
  const taken = new Set<number>();
  for (const { from, to } of candidates) {
    if (pairs.has(from) || taken.has(to)) continue;
    pairs.set(from, to);
    taken.add(to);
  }
  return pairs;
}

type Bag = { counts: Map<string, number>; size: number };

function wordBag(text: string, segmenter: Intl.Segmenter): Bag {
  const counts = new Map<string, number>();
  let size = 0;
  for (const { segment, isWordLike } of segmenter.segment(text.normalize('NFKC').toLowerCase())) {
    if (!isWordLike) continue;
    counts.set(segment, (counts.get(segment) ?? 0) + 1);
    size += 1;
  }
  // "???" or an emoji: the text itself is its only word.
  return size > 0 ? { counts, size } : { counts: new Map([[text, 1]]), size: 1 };
}

/** Each word → the bags that hold it, and how often. Counting by them keeps the work in proportion to what is shared. */
type Places = Map<string, { at: number; count: number }[]>;

function placesOfWords(bags: readonly Bag[]): Places {
  const places: Places = new Map();
  for (const [at, { counts }] of bags.entries()) {
    for (const [word, count] of counts) {
      const known = places.get(word);
      if (known) known.push({ at, count });
      else places.set(word, [{ at, count }]);
    }
  }
  return places;
}

/** How many words the bag has in common with each of the others; those with none are left out. */
function countShared({ counts }: Bag, places: Places): Map<number, number> {
  const shared = new Map<number, number>();
  for (const [word, count] of counts) {
    for (const other of places.get(word) ?? [])
      shared.set(other.at, (shared.get(other.at) ?? 0) + Math.min(count, other.count));
  }
  return shared;
}

function merge(ranges: readonly LineRange[]): LineRange[] {
  const merged: LineRange[] = [];
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to);
    else merged.push({ ...range });
  }
  return merged;
}

const lengthOf = (ranges: readonly LineRange[]) =>
  ranges.reduce((sum, { from, to }) => sum + (to - from + 1), 0);

/** Computed on the ranges: a topic may span 100,000 lines. */
function sharedLines(a: readonly LineRange[], b: readonly LineRange[]): number {
  let shared = 0;
  for (const one of a) {
    for (const other of b)
      shared += Math.max(0, Math.min(one.to, other.to) - Math.max(one.from, other.from) + 1);
  }
  return shared === 0 ? 0 : shared / (lengthOf(a) + lengthOf(b) - shared);
}
