/** How well the cited lines hit the gold ones, beside as many lines drawn at random. */
export interface EvidenceLift {
  citedLines: number;
  /** Of them in gold ranges. */
  citedGoldLines: number;
  /** Share of the cited lines that are gold. */
  share: number | null;
  /** Share of all lines that are gold: what lines drawn at random have on average, however many they are. */
  chance: number | null;
  /** `share` divided by `chance`; 1 is no better than drawing lines. Null where nothing is cited, or nothing is gold. */
  lift: number | null;
}

/** @param lines how many the meeting has */
export function measureLift(
  cited: ReadonlySet<number>,
  gold: ReadonlySet<number>,
  lines: number,
): EvidenceLift {
  const citedGoldLines = cited.intersection(gold).size;
  const share = cited.size === 0 ? null : citedGoldLines / cited.size;
  const chance = gold.size === 0 ? null : gold.size / lines;
  return {
    citedLines: cited.size,
    citedGoldLines,
    share,
    chance,
    lift: share === null || chance === null ? null : share / chance,
  };
}
