import PQueue from 'p-queue';

/** How many calls one endpoint gets at once, shared by all models of a process that use it. */
export type ConcurrencyLimit = {
  /** Waits for a free place, first come, first served; on abort it throws the abort reason. Returns what gives the place back. */
  acquire(signal: AbortSignal | undefined): Promise<() => void>;
};

/** @param calls at least 1 */
export function createConcurrencyLimit(calls: number): ConcurrencyLimit {
  const queue = new PQueue({ concurrency: calls });
  return {
    acquire: (signal) =>
      new Promise((resolve, reject) => {
        const occupy = (): Promise<void> => new Promise((release) => resolve(release));
        queue.add(occupy, signal === undefined ? {} : { signal }).catch(reject);
      }),
  };
}
