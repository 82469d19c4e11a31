import type { RequestFile, ResponseFile } from './exchange-files.ts';
import { REMOVED } from './secrets.ts';

export type RecordedExchange = {
  number: number;
  request: RequestFile;
  response: ResponseFile;
  /** Null where the response had none. */
  body: Buffer | null;
};

/** Bytes handed over at a time. */
const PIECE = 65_536;

/** Of these, `fetch` accepts and gives no body. */
const BODYLESS = new Set([204, 205, 304]);

/** Whether `fetch` gives a body with every response of this status, be it an empty one. */
export function hasBody(status: number): boolean {
  return !BODYLESS.has(status);
}

/**
 * What `fetch` gave when the exchange was recorded: its response, its failure, or nothing until `signal` aborts. A response that cannot be
 * made is thrown at once, before there is a promise.
 */
export function answerFrom(exchange: RecordedExchange, signal: AbortSignal | undefined): Promise<Response> {
  const { response } = exchange;
  if (response.ending === 'unanswered') return Promise.reject(failureOf(response));
  const answer = makeResponse(exchange, signal);
  return answer === undefined ? untilAbort(signal) : Promise.resolve(answer);
}

/** What is wrong with an answer that was read from files, in words that follow the name of its file; undefined where nothing is. */
export function findProblem(exchange: RecordedExchange): string | undefined {
  const { status, bodyFile, ending } = exchange.response;
  if (status === undefined || ending === 'unanswered') return undefined;
  if (!hasBody(status) && bodyFile !== undefined)
    return `says status ${status}, which has no body, and names the body ${bodyFile}`;
  if (hasBody(status) && status < 300 && bodyFile === undefined)
    return `says status ${status} and names no bodyFile, which may be empty but has to be there`;
  try {
    makeResponse(exchange, undefined);
    return undefined;
  } catch (error) {
    return `is no answer that fetch could give: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Undefined where no headers came. */
function makeResponse(
  { request, response, body }: RecordedExchange,
  signal: AbortSignal | undefined,
): Response | undefined {
  if (response.status === undefined) return undefined;
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

/** What `fetch` or the reading of the body failed with. */
export function failureOf({ error, ending }: ResponseFile): Error {
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
