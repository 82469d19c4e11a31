import type { Ending } from './exchange-files.ts';
import type { ExchangeWriter } from './exchange-writer.ts';

type BodyWatch = {
  /** Of the request. */
  signal: AbortSignal | undefined;
  /** The files are complete, or will never be. */
  onEnd: () => void;
  onFailure: (error: unknown) => void;
};

/**
 * The body, and on the way its record: each piece is written and then handed on. One piece is read ahead, because a connection that breaks
 * takes away what came and was not read.
 */
export function recordBody(
  body: ReadableStream<Uint8Array>,
  writer: ExchangeWriter,
  { signal, onEnd, onFailure }: BodyWatch,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let cancelled = false;
  let next: ReturnType<typeof reader.read>;
  const readAhead = (): void => {
    next = reader.read();
    next.catch(() => undefined); // whoever takes the piece hears of it
  };
  readAhead();
  const end = async (ending: Exclude<Ending, 'unfinished'>, error?: unknown): Promise<void> => {
    signal?.removeEventListener('abort', onAbort);
    try {
      await writer.end(ending, error);
    } catch (failure) {
      onFailure(failure);
      throw failure;
    } finally {
      onEnd();
    }
  };
  // Whoever aborts need not be reading at that moment. A failure has been noted.
  const onAbort = (): void => void end('aborted').catch(() => undefined);
  signal?.addEventListener('abort', onAbort, { once: true });

  const read = async (): Promise<Uint8Array | undefined> => {
    try {
      const { value, done } = await next;
      if (!done) readAhead();
      return value;
    } catch (error) {
      await end(signal?.aborted === true ? 'aborted' : 'cut', error);
      throw error;
    }
  };
  const record = async (piece: Uint8Array): Promise<void> => {
    try {
      await writer.write(piece);
    } catch (failure) {
      signal?.removeEventListener('abort', onAbort);
      onFailure(failure);
      onEnd();
      await reader.cancel(failure).catch(() => undefined);
      throw failure;
    }
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = await read();
        if (cancelled) return;
        if (piece === undefined) {
          await end('complete');
          // A reader may have gone while the last of it was written.
          if (!cancelled) controller.close();
          return;
        }
        await record(piece);
        if (!cancelled) controller.enqueue(piece);
      },
      async cancel(reason) {
        cancelled = true;
        await Promise.all([reader.cancel(reason), end('aborted')]);
      },
    },
    { highWaterMark: 0 },
  );
}
