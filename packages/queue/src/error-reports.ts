/** Repeats of one message inside this time are dropped: a backend that is away fails several times a second. */
const QUIET_MS = 10_000;

/** How many messages are remembered, so that messages which all differ cannot fill the memory. */
const REMEMBERED = 100;

/** Passes an error on unless the same message was passed on a moment ago. The callback's own failure is dropped. */
export function quietReporter(onError: ((error: Error) => void) | undefined): (error: unknown) => void {
  const lastReported = new Map<string, number>();
  return (thrown) => {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const now = Date.now();
    const last = lastReported.get(error.message);
    if (last !== undefined && now - last < QUIET_MS) return;
    if (lastReported.size >= REMEMBERED) lastReported.clear();
    lastReported.set(error.message, now);
    try {
      onError?.(error);
    } catch {
      // An emitter would turn it into the end of the process, and the error that it was about is not ours to lose a worker over.
    }
  };
}
