import type { Salience } from './salience.ts';
import type { Sentence } from './sentences.ts';

export interface Scored {
  readonly sentence: Sentence;
  readonly score: number;
}

const NEIGHBOURHOOD = 5;
const LIFT = 0.15;
const SAME = 0.5;

/** Decisions and tasks come in clusters: each lifts those within a few sentences of it. */
export function liftByNeighbours<Item extends Scored>(items: readonly Item[]): Item[] {
  return items.map((item) => {
    let nearby = 0;
    for (const other of items) {
      const distance = Math.abs(other.sentence.index - item.sentence.index);
      if (distance > 0 && distance <= NEIGHBOURHOOD) nearby += Math.max(0, other.score);
    }
    return { ...item, score: item.score + LIFT * Math.min(nearby, 8) };
  });
}

/** The best of the items, none nearly the same as another, in the order of the meeting. */
export function pickDistinctItems<Item extends Scored>(
  items: readonly Item[],
  limit: number,
  salience: Salience,
): Item[] {
  const chosen: Item[] = [];
  for (const item of items.toSorted((a, b) => b.score - a.score || a.sentence.index - b.sentence.index)) {
    if (chosen.length >= limit) break;
    if (chosen.every(({ sentence }) => !nearlySame(sentence, item.sentence, salience))) chosen.push(item);
  }
  return chosen.toSorted((a, b) => a.sentence.index - b.sentence.index);
}

export function pickDistinct(items: readonly Scored[], limit: number, salience: Salience): Sentence[] {
  return pickDistinctItems(items, limit, salience).map(({ sentence }) => sentence);
}

export function nearlySame(a: Sentence, b: Sentence, salience: Salience): boolean {
  return a.text.toLowerCase() === b.text.toLowerCase() || salience.similarity(a, b) >= SAME;
}
