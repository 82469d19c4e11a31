/** A list of samples in three numbers. */
export type Summary = { median: number; low: number; high: number };

export function summarise(samples: readonly number[]): Summary {
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  const lower = sorted.length % 2 === 0 ? sorted[middle - 1] : upper;
  const low = sorted[0];
  const high = sorted.at(-1);
  if (upper === undefined || lower === undefined || low === undefined || high === undefined)
    throw new Error('Nothing was measured');
  return { median: (lower + upper) / 2, low, high };
}

/** The ratio of two contenders round by round, so that what slows the machine in one round slows both sides of its ratio. */
export function summariseRatio(over: readonly number[], under: readonly number[]): Summary {
  return summarise(
    over.map((value, round) => {
      const base = under[round];
      if (base === undefined) throw new Error(`Round ${round} was measured on one side alone`);
      return value / base;
    }),
  );
}
