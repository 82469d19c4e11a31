/** `slow` sends its headers after so long, its first events after as long again, and then an event every 5 ms for ever. */
export const SLOW_START_MS = 100;

/**
 * Answers that go wrong on purpose, asked for by the model's name. `endless` begins at once and never ends; `stall` sends a few events and
 * falls silent.
 */
export type ScenarioName = 'no-headers' | 'no-event' | 'stall' | 'slow' | 'endless';

/** A model that is refused once with this `Retry-After`, and served when it is asked for again. The serial keeps repeats apart. */
export function rateLimitedModel(seconds: number, serial: number): string {
  return `rate-limited-${seconds}#${serial}`;
}

export function findRetryAfterSeconds(model: string): number | undefined {
  const found = /^rate-limited-(\d+)#/.exec(model)?.[1];
  return found === undefined ? undefined : Number(found);
}
