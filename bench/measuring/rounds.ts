/** One round: everybody has one turn. */
export type Round<Name, Sample> = {
  measure: (name: Name) => Promise<Sample>;
  end: () => Promise<void>;
};

/**
 * One sample of each contender a round, in an order that turns by one from round to round, so that nobody always runs after the same
 * neighbour. A round may get everybody ready before it begins. Samples come back in the order of the rounds.
 */
export async function interleave<Name extends string, Sample>(
  names: readonly Name[],
  rounds: number,
  startRound: () => Promise<Round<Name, Sample>>,
): Promise<Map<Name, Sample[]>> {
  const samples = new Map<Name, Sample[]>(names.map((name) => [name, []]));
  for (let count = 0; count < rounds; count += 1) {
    const turn = count % names.length;
    const round = await startRound();
    try {
      for (const name of [...names.slice(turn), ...names.slice(0, turn)]) {
        samples.get(name)?.push(await round.measure(name));
      }
    } finally {
      await round.end();
    }
  }
  return samples;
}
