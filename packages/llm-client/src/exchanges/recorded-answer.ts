import type { RecordedExchange } from './read-recording.ts';
import type { ResponseFile } from './exchange-files.ts';
import { REMOVED } from './secrets.ts';

/** Bytes handed over at a time. */
const PIECE = 65_536;

/** What `fetch` gave when the exchange was recorded: its response, its failure, or nothing until `signal` aborts. */
export async function answerFrom(
  { request, response, body }: RecordedExchange,
  signal: AbortSignal | undefined,
): Promise<Response> {
  if (response.ending === 'unanswered') throw failureOf(response);
  if (response.status === undefined) return await untilAbort(signal);
  const headers = Object.entries(response.headers ?? {}).filter(([, value]) => value !== REMOVED);
  const init = { status: response.status, statusText: response.statusText ?? '', headers };
  const answer = new Response(body === null ? null : play(body, response, signal), init);
  Object.defineProperty(answer, 'url', { value: request.url });
  return answer;
}

function play(
  body: Buffer,
  response: ResponseFile,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        signal?.throwIfAborted();
        if (at < body.length) {
          // A copy: whoever reads it may do with it what he likes.
          controller.enqueue(new Uint8Array(body.subarray(at, at + PIECE)));
          at += PIECE;
        } else if (response.ending === 'complete') controller.close();
        else if (response.ending === 'cut') controller.error(failureOf(response));
        else await untilAbort(signal);
      },
    },
    { highWaterMark: 0 },
  );
}

function failureOf({ error, ending }: ResponseFile): Error {
  const message = error?.message ?? (ending === 'cut' ? 'terminated' : 'fetch failed');
  if (error?.reason === undefined && error?.code === undefined) return new TypeError(message);
  const cause = new Error(error.reason ?? error.code);
  return new TypeError(message, {
    cause: error.code === undefined ? cause : Object.assign(cause, { code: error.code }),
  });
}

/** Whoever had asked for it gave up; so will whoever asks now. */
async function untilAbort(signal: AbortSignal | undefined): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal?.reason);
  if (signal?.aborted === true) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });
  return await promise;
}
