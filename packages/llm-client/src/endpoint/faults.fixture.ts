import { gzipSync } from 'node:zlib';
import {
  EndpointFailedError,
  EndpointUnreachableError,
  FirstEventTimeoutError,
  HeadersTimeoutError,
  RateLimitedError,
  StreamStalledError,
  TotalTimeoutError,
  UnexpectedBodyError,
} from './endpoint-errors.ts';
import { StreamCutError } from '../assemble/response-errors.ts';
import type { ResponsesError } from '../errors.ts';
import type { ResponsesModelOptions } from '../model/responses-model.ts';
import {
  chunkOf,
  headOf,
  slowly,
  type FaultAnswer,
  type FaultEnding,
  type FaultRequest,
} from '../testing/fault-server.ts';
import { encodeEvents, eventsOf, message, responseOf } from '../testing/scripted-server.ts';

export const TEXT = 'Grüße, 😀 and all the rest of it.';
export const hello = responseOf([message(TEXT)]);
export const events = eventsOf(hello).map((event) => encodeEvents([event]));
export const sse = { 'Content-Type': 'text/event-stream' };
export const json = { 'Content-Type': 'application/json' };
export const html = '<!doctype html><html><body><form action="/login">Sign in</form></body></html>';
export const close = { Connection: 'close' };

/** The answer as a stream, an event a chunk, and the places in it where it may break. */
export const streamHead = headOf({ ...sse, 'Transfer-Encoding': 'chunked' });
export const streamBytes = Buffer.from(`${streamHead}${events.map(chunkOf).join('')}0\r\n\r\n`);
/** Where in the bytes the event of this index ends. */
export function endOfEvent(index: number): number {
  const chunks = events.slice(0, index + 1).map(chunkOf);
  // The event is complete before the line end of its chunk.
  return Buffer.byteLength(streamHead + chunks.join('')) - 2;
}
export const firstOutput = eventsOf(hello).findIndex(({ type }) => type === 'response.output_item.added');
export const headersEnd = Buffer.byteLength(streamHead);
const smiley = streamBytes.indexOf(Buffer.from('😀'), endOfEvent(firstOutput));
export const answerEnd = endOfEvent(events.length - 1);

/** The answer as one JSON body of a known length. */
export const jsonBody = JSON.stringify(hello);
const jsonBytes = Buffer.from(
  headOf({ ...json, 'Content-Length': String(Buffer.byteLength(jsonBody)) }) + jsonBody,
);
const jsonHeadersEnd = jsonBytes.indexOf('\r\n\r\n') + 4;

type ErrorClass = abstract new (...facts: never[]) => ResponsesError;
export type Expected =
  | { error: ErrorClass; code: string; retryable: boolean; requests: number; more?: Record<string, unknown> }
  | 'answered';

type Fault = {
  name: string;
  useStreaming: boolean;
  expected: Expected;
  answer: (request: FaultRequest) => FaultAnswer;
  options?: Partial<ResponsesModelOptions>;
};

/** Two attempts, so that the number of requests tells whether it was tried again. */
export const retries = { maxAttempts: 2, minDelayMs: 1 };

export const unreachable = {
  error: EndpointUnreachableError,
  code: 'endpoint_unreachable',
  retryable: true,
  requests: 2,
};
export const cutEarly = { error: StreamCutError, code: 'stream_cut', retryable: true, requests: 2 };
export const cutLate = { ...cutEarly, requests: 1 };
const noHeaders = { error: HeadersTimeoutError, code: 'headers_timeout', retryable: true, requests: 1 };
const noFirst = { error: FirstEventTimeoutError, code: 'first_event_timeout', retryable: true, requests: 1 };
const stalled = { error: StreamStalledError, code: 'stream_stalled', retryable: true, requests: 1 };
const tooLong = { error: TotalTimeoutError, code: 'total_timeout', retryable: false, requests: 1 };
const noAnswer = {
  error: UnexpectedBodyError,
  code: 'unexpected_body',
  retryable: false,
  requests: 1,
};
export const brokenOff = { ...noAnswer, retryable: true };

export const sent = (...pieces: (string | Uint8Array)[]): FaultAnswer => ({ pieces, ending: 'end' });

type Place = { where: string; at: number; broken: Expected; silent: Expected };

const streamPlaces: Place[] = [
  { where: 'inside the headers', at: headersEnd - 9, broken: unreachable, silent: noHeaders },
  { where: 'right after the headers', at: headersEnd, broken: cutEarly, silent: noFirst },
  { where: 'inside the first event', at: endOfEvent(0) - 40, broken: cutEarly, silent: stalled },
  { where: 'before the first output', at: endOfEvent(firstOutput - 1), broken: cutEarly, silent: stalled },
  {
    where: 'inside an event with output',
    at: endOfEvent(firstOutput + 2) - 30,
    broken: cutLate,
    silent: stalled,
  },
  { where: 'inside a UTF-8 character', at: smiley + 2, broken: cutLate, silent: stalled },
  {
    where: 'right before the terminal event',
    at: endOfEvent(events.length - 2) + 2,
    broken: cutLate,
    silent: stalled,
  },
  { where: 'inside the terminal event', at: answerEnd - 20, broken: cutLate, silent: stalled },
  { where: 'right after the terminal event', at: answerEnd, broken: 'answered', silent: 'answered' },
  { where: 'inside the end of the chunks', at: answerEnd + 3, broken: 'answered', silent: 'answered' },
];

const jsonPlaces: Place[] = [
  { where: 'inside the headers', at: jsonHeadersEnd - 9, broken: unreachable, silent: tooLong },
  { where: 'right after the headers', at: jsonHeadersEnd, broken: cutEarly, silent: noFirst },
  {
    where: 'inside a UTF-8 character',
    at: jsonBytes.indexOf(Buffer.from('😀')) + 2,
    broken: cutEarly,
    silent: stalled,
  },
  { where: 'before the last byte', at: jsonBytes.length - 1, broken: cutEarly, silent: stalled },
];

/** Only the limit that is to end the call is short; a busy machine must not reach another. */
function shortLimit(expected: Expected): Partial<ResponsesModelOptions> {
  if (expected === noHeaders) return { timeouts: { headersMs: 200 } };
  if (expected === noFirst) return { timeouts: { firstEventMs: 200 } };
  if (expected === stalled) return { timeouts: { stallMs: 200 } };
  if (expected === tooLong) return { timeouts: { totalMs: 300 } };
  return {};
}

/** The bytes up to a place, in two pieces, so that something has been read when it breaks. */
export function upTo(bytes: Buffer, at: number): Buffer[] {
  const half = Math.floor(at / 2);
  return [bytes.subarray(0, half), bytes.subarray(half, at)];
}

function breaksOf(bytes: Buffer, places: readonly Place[], useStreaming: boolean): Fault[] {
  const endings: FaultEnding[] = ['end', 'reset', 'hang'];
  return places.flatMap(({ where, at, broken, silent }) =>
    endings.map((ending) => {
      const expected = ending === 'hang' ? silent : broken;
      const what = { end: 'a cut', reset: 'a reset', hang: 'silence' }[ending];
      return {
        name: `${what} ${where}`,
        useStreaming,
        expected,
        answer: () => ({ pieces: upTo(bytes, at), ending }),
        options: shortLimit(expected),
      };
    }),
  );
}

/** Faults that do not care what was asked for. */
function eitherWay(
  name: string,
  expected: Expected,
  answer: Fault['answer'],
  options?: Fault['options'],
): Fault[] {
  return [true, false].map((useStreaming) => ({
    name,
    useStreaming,
    expected,
    answer,
    ...(options === undefined ? {} : { options }),
  }));
}

function* pings(): Generator<string> {
  for (;;) yield chunkOf('event: ping\ndata: {"type":"ping"}\n\n');
}

const gzipped = gzipSync(events.join(''));
const damagedGzip = Buffer.concat([
  gzipped.subarray(0, 20),
  Buffer.from('not at all gzip'),
  gzipped.subarray(40),
]);
const limited = { error: RateLimitedError, code: 'rate_limited', retryable: true, requests: 1 };
const failed = { error: EndpointFailedError, code: 'endpoint_failed', retryable: true, requests: 2 };
const tenMegabytes = 'x'.repeat(10_000_000);

const otherFaults: Fault[] = [
  ...eitherWay('a page', noAnswer, () => sent(headOf({ 'Content-Type': 'text/html', ...close }), html)),
  ...eitherWay('a page that calls itself a stream', noAnswer, () => sent(headOf({ ...sse, ...close }), html)),
  ...eitherWay('a page that calls itself JSON', noAnswer, () => sent(headOf({ ...json, ...close }), html)),
  ...eitherWay(
    '429 with a Retry-After of two minutes',
    { ...limited, more: { retryAfterMs: 120_000, status: 429 } },
    () => sent(headOf({ 'Retry-After': '120', ...close }, '429 Too Many Requests'), '{}'),
  ),
  ...eitherWay(
    '503 with a Retry-After of two minutes',
    { ...limited, more: { retryAfterMs: 120_000, status: 503 } },
    () => sent(headOf({ 'Retry-After': '120', ...close }, '503 Service Unavailable'), '{}'),
  ),
  ...eitherWay('503 whose body never ends', { ...failed, more: { status: 503 } }, () =>
    sent(headOf({ 'Content-Length': '100', ...close }, '503 Service Unavailable'), '{"error":'),
  ),
  ...eitherWay('204', cutEarly, () => sent(headOf(close, '204 No Content'))),
  ...eitherWay('an empty body', cutEarly, () => sent(headOf({ ...sse, ...close }))),
  ...eitherWay('damaged gzip', cutEarly, () =>
    sent(headOf({ ...sse, 'Content-Encoding': 'gzip', ...close }), damagedGzip),
  ),
  ...eitherWay('damaged chunks before the first output', cutEarly, () =>
    sent(streamHead, chunkOf(events[0] ?? ''), 'no chunk at all\r\n'),
  ),
  ...eitherWay('damaged chunks after the first output', cutLate, () =>
    sent(streamHead, ...events.slice(0, firstOutput + 3).map(chunkOf), 'no chunk at all\r\n'),
  ),
  ...eitherWay(
    'pings without end',
    tooLong,
    () => ({ pieces: join(streamHead, slowly(pings(), 5)), ending: 'end' }),
    {
      timeouts: { totalMs: 300 },
    },
  ),
  ...eitherWay('ten megabytes of one line', { ...brokenOff, requests: 2 }, () =>
    sent(headOf({ ...sse, ...close }), `data: ${tenMegabytes}`),
  ),
  ...eitherWay('ten megabytes of nothing known', noAnswer, () =>
    sent(headOf({ ...sse, ...close }), tenMegabytes),
  ),
  ...eitherWay('headers one byte at a time', 'answered', () =>
    sent(...Array.from(streamHead), streamBytes.subarray(headersEnd)),
  ),
  // Node's fetch takes the answer for broken then.
  ...eitherWay('100 Continue before the answer', unreachable, () =>
    sent('HTTP/1.1 100 Continue\r\n\r\n', streamBytes),
  ),
  ...eitherWay('103 Early Hints before the answer', 'answered', () =>
    sent('HTTP/1.1 103 Early Hints\r\n\r\n', streamBytes),
  ),
  ...eitherWay('something else than HTTP', unreachable, () => sent('SSH-2.0-OpenSSH_9.9\r\n')),
  ...eitherWay('a stream shorter than its Content-Length says', 'answered', () =>
    sent(headOf({ ...sse, 'Content-Length': '1000000' }), events.join('')),
  ),
  ...eitherWay('a stream longer than its Content-Length says', brokenOff, () =>
    sent(
      headOf({ ...sse, 'Content-Length': String(Buffer.byteLength(events.join('')) - 20) }),
      events.join(''),
    ),
  ),
  ...eitherWay('JSON shorter than its Content-Length says', cutEarly, () =>
    sent(headOf({ ...json, 'Content-Length': '1000000' }), jsonBody),
  ),
  ...eitherWay('JSON longer than its Content-Length says', noAnswer, () =>
    sent(headOf({ ...json, 'Content-Length': String(Buffer.byteLength(jsonBody) - 20) }), jsonBody),
  ),
  {
    name: 'headers that dribble for too long',
    useStreaming: true,
    expected: noHeaders,
    answer: () => ({ pieces: slowly(Array.from(streamHead), 15), ending: 'end' }),
    options: { timeouts: { headersMs: 100 } },
  },
];

export const faults: Fault[] = [
  ...breaksOf(streamBytes, streamPlaces, true),
  ...breaksOf(jsonBytes, jsonPlaces, false),
  ...otherFaults,
];

async function* join(
  first: string,
  rest: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<string | Uint8Array, void, undefined> {
  yield first;
  yield* rest;
}
