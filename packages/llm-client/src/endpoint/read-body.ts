import { shorten } from '../json-value.ts';
import { bareCause } from './bare-cause.ts';
import { StreamStalledError, UnexpectedBodyError } from './endpoint-errors.ts';
import type { BodyFacts } from './response-body.ts';
import type { Watchdog } from './watchdog.ts';

/** After the terminal event the rest is read for so long, so that the connection can be used again. */
const DRAIN_MS = 1_000;

type Reading = {
  body: ReadableStream<Uint8Array> | null;
  facts: BodyFacts;
  watchdog: Watchdog;
  stallMs: number;
  signal: AbortSignal;
  /** Whether all that matters has been read. */
  isSettled: () => boolean;
};

/** The text of a body, piece by piece; on abort it ends at once with the reason. */
export async function* readPieces(reading: Reading): AsyncGenerator<string, void, undefined> {
  const { body, facts, watchdog, signal } = reading;
  if (body === null) return;
  const reader = body.getReader();
  // A cancelled reader answers a pending read at once, also where the source is deaf to the signal.
  const onAbort = (): void => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener('abort', onAbort, { once: true });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let ended = false;
  let started = false;
  try {
    for (;;) {
      signal.throwIfAborted();
      const { done, value } = await watchdog.wait(reader.read());
      signal.throwIfAborted();
      if (!started) {
        started = true;
        watchdog.expect(reading.stallMs, (limit) => new StreamStalledError(limit));
      }
      if (done) break;
      yield decode(decoder, value, facts);
    }
    ended = true;
    decode(decoder, undefined, facts);
  } finally {
    signal.removeEventListener('abort', onAbort);
    if (!ended) release(reader, reading.isSettled() && !signal.aborted);
  }
}

function decode(
  decoder: InstanceType<typeof TextDecoder>,
  bytes: Uint8Array | undefined,
  facts: BodyFacts,
): string {
  try {
    return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
  } catch (thrown) {
    const cause = bareCause(thrown);
    if (bytes === undefined) {
      const reason = 'The answer breaks off inside a character';
      throw new UnexpectedBodyError({ reason, prefix: '', brokeOff: true, cause, ...facts });
    }
    const prefix = shorten(new TextDecoder().decode(bytes.subarray(0, 800)));
    throw new UnexpectedBodyError({ reason: 'The answer is not valid UTF-8', prefix, cause, ...facts });
  }
}

function release(reader: ReadableStreamDefaultReader<Uint8Array>, drain: boolean): void {
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  if (!drain) {
    cancel();
    return;
  }
  const timer = setTimeout(cancel, DRAIN_MS).unref();
  const readOn = async (): Promise<void> => {
    while (!(await reader.read()).done);
  };
  readOn()
    .catch(() => undefined)
    .finally(() => clearTimeout(timer));
}
