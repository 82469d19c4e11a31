import type { LineRange, Summary } from '@meeting-assistant/contracts';

/** Every line of some ranges, once. */
export function linesOfRanges(ranges: readonly LineRange[]): Set<number> {
  const lines = new Set<number>();
  for (const { from, to } of ranges) for (let line = from; line <= to; line++) lines.add(line);
  return lines;
}

export interface CitedClaim {
  text: string;
  lines: ReadonlySet<number>;
}

/** A claim that its lines do not back is never delivered, and counts for nothing but the rate of such claims. */
export function backedClaims(claims: readonly Summary['decisions'][number][]): CitedClaim[] {
  return claims
    .filter(({ support }) => support !== 'unsupported')
    .map(({ text, evidence }) => ({ text, lines: linesOfRanges(evidence) }));
}

/** All claims of a summary with lines that back them. */
export function claimsOf(summary: Summary): CitedClaim[] {
  const { topics, decisions, actionItems, openQuestions } = summary;
  return backedClaims([
    ...topics.flatMap(({ points }) => points),
    ...decisions,
    ...actionItems,
    ...openQuestions,
  ]);
}
