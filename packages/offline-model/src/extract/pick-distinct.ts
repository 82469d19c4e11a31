import type { Salience } from './salience.ts';
import type { Sentence } from './sentences.ts';

export interface Scored {
  readonly sentence: Sentence;
  readonly score: number;
}

const NEIGHBOURHOOD = 5;
const LIFT = 0.15;
const SAME = 0.5;

/**
 * Decisions and tasks come in clusters: each lifts those within a few sentences of it.
 *
 * @param items in the order of the meeting
 */
export function liftByNeighbours<Item extends Scored>(items: readonly Item[]): Item[] {
  let first = 0;
  return items.map((item) => {
    const { index } = item.sentence;
    while ((items[first]?.sentence.index ?? index) < index - NEIGHBOURHOOD) first += 1;
    let nearby = 0;
    for (let at = first; at < items.length; at += 1) {
      const other = items[at];
      if (!other || other.sentence.index > index + NEIGHBOURHOOD) break;
      if (other.sentence.index !== index) nearby += Math.max(0, other.score);
    }
    return { ...item, score: item.score + LIFT * Math.min(nearby, 8) };
  });
}

type IsSame = (a: Sentence, b: Sentence) => boolean;

/**
 * The best of the items, none the same as another, in the order of the meeting. What is `sure` is taken beyond the limit as well, up to
 * one of its own.
 */
export function pickDistinctItems<Item extends Scored>(
  items: readonly Item[],
  limit: number,
  isSame: IsSame,
  sure?: { readonly is: (item: Item) => boolean; readonly limit: number },
): Item[] {
  const chosen: Item[] = [];
  for (const item of items.toSorted((a, b) => b.score - a.score || a.sentence.index - b.sentence.index)) {
    const most = sure?.is(item) ? Math.max(limit, sure.limit) : limit;
    if (chosen.length >= most) continue;
    if (chosen.every(({ sentence }) => !isSame(sentence, item.sentence))) chosen.push(item);
  }
  return chosen.toSorted((a, b) => a.sentence.index - b.sentence.index);
}

export function nearlySame(a: Sentence, b: Sentence, salience: Salience): boolean {
  return a.text.toLowerCase() === b.text.toLowerCase() || salience.similarity(a, b) >= SAME;
}
