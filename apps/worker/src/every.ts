/**
 * Runs `task` now and then again `intervalMs` after each run has ended, until the signal aborts. A failure goes to
 * `onError` and the next round comes all the same.
 *
 * @returns a promise that resolves once the signal has aborted and the last run has ended
 */
export async function every(
  intervalMs: number,
  task: () => Promise<unknown>,
  { signal, onError }: { signal: AbortSignal; onError: (error: unknown) => void },
): Promise<void> {
  while (!signal.aborted) {
    try {
      await task();
    } catch (error) {
      onError(error);
    }
    await pause(intervalMs, signal);
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });
}
