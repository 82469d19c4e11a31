/** Where a command writes: results on stdout, for programs; progress on stderr, for people. */
export interface Output {
  result: (text: string) => void;
  progress: (line: string) => void;
  /** Aborts when the person presses ctrl-c. */
  signal: AbortSignal;
}

export function processOutput(): Output {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // For good: a library that finds itself the last listener of a signal may take the exit into its own hands.
    process.on(signal, () => {
      if (interrupted.signal.aborted) process.exit(1);
      interrupted.abort(new Error(`Stopped by ${signal}`));
    });
  }
  // A reader that has seen enough (`| head`) closes the pipe: that is no failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  return {
    result: (text) => void process.stdout.write(text),
    progress: (line) => void process.stderr.write(`${line}\n`),
    signal: interrupted.signal,
  };
}
