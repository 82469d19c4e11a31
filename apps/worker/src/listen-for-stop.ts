/** What told the app to stop. */
export interface StopRequest {
  signal: AbortSignal;
  /** Resolves with the name of what asked for it. */
  requested: Promise<string>;
}

/**
 * The first SIGTERM, SIGINT or SIGHUP asks for an orderly stop, the second one ends the process at once. An app that has a
 * parent of ours leaves SIGINT and SIGHUP, which a terminal sends to all, to the parent, and stops when that has gone. The
 * listeners stay for good: a library that finds itself the last listener of a signal may take the exit into its own hands.
 */
export function listenForStop(): StopRequest {
  const stopping = new AbortController();
  const { promise, resolve } = Promise.withResolvers<string>();
  const stop = (cause: string) => {
    if (stopping.signal.aborted) process.exit(1);
    resolve(cause);
    stopping.abort();
  };
  const hasParent = process.connected;
  process.on('SIGTERM', () => stop('SIGTERM'));
  for (const signal of ['SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!hasParent) stop(signal);
    });
  }
  process.once('disconnect', () => {
    if (!stopping.signal.aborted) stop('disconnect');
  });
  return { signal: stopping.signal, requested: promise };
}
