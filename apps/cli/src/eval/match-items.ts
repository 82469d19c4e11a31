import type { GoldItem } from './gold-meeting.ts';
import type { CitedClaim } from './line-sets.ts';

/** Decisions or action items: how many of the gold ones the summary has, and what else it has. */
export interface ItemScores {
  found: number;
  missed: number;
  extra: number;
  /** found / (found + extra); null where the summary names none. */
  precision: number | null;
  /** found / (found + missed); null where there were none. */
  recall: number | null;
  missedTexts: string[];
  extraTexts: string[];
}

/**
 * A claim can stand for a gold item that it shares a line with. Each stands for one other at most, and as many as possible are paired:
 * two claims on one decision are one found and one extra, and so is a claim that cites the whole meeting.
 */
export function matchItems(claims: readonly CitedClaim[], gold: readonly GoldItem[]): ItemScores {
  const claimOf = pairUp(claims, gold);
  const taken = new Set(claimOf.values());
  const missedTexts = gold.filter((_, at) => !claimOf.has(at)).map(({ text }) => text);
  const extraTexts = claims.filter((_, at) => !taken.has(at)).map(({ text }) => text);
  return { ...countItems(claimOf.size, missedTexts.length, extraTexts.length), missedTexts, extraTexts };
}

/** The scores of counts, such as those of several meetings together. */
export function countItems(found: number, missed: number, extra: number) {
  return {
    found,
    missed,
    extra,
    precision: found + extra === 0 ? null : found / (found + extra),
    recall: found + missed === 0 ? null : found / (found + missed),
  };
}

/** Which claim stands for which gold item, by augmenting paths. */
function pairUp(claims: readonly CitedClaim[], gold: readonly GoldItem[]): Map<number, number> {
  const goldOf = new Map<number, number>();
  const place = (item: number, tried: Set<number>): boolean =>
    claims.some(({ lines }, claim) => {
      if (tried.has(claim) || gold[item]?.lines.isDisjointFrom(lines) !== false) return false;
      tried.add(claim);
      const other = goldOf.get(claim);
      if (other !== undefined && !place(other, tried)) return false;
      goldOf.set(claim, item);
      return true;
    });
  gold.forEach((_, item) => place(item, new Set()));
  return new Map([...goldOf].map(([claim, item]) => [item, claim]));
}
