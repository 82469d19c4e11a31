import type OpenAI from 'openai';
import { ResponseAssembler } from '../assemble/response-assembler.ts';
import { StreamCutError } from '../assemble/response-errors.ts';
import { ResponsesError } from '../errors.ts';
import type { AttemptReport } from '../usage/call-report.ts';
import { isFailure, isOutput, isTerminal, type WireEvent } from '../wire-event.ts';
import { follow, raceAbort, waitFor } from '../abort.ts';
import { AttemptRecord } from './attempt-record.ts';
import { bareCause } from './bare-cause.ts';
import { classifyFailure } from './classify-failure.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import {
  FirstEventTimeoutError,
  HeadersTimeoutError,
  RateLimitedError,
  TotalTimeoutError,
} from './endpoint-errors.ts';
import type { Retries, Timeouts } from './limits.ts';
import { readPieces } from './read-body.ts';
import { findRequestId } from './request-id.ts';
import { readEvents, type BodyFacts } from './response-body.ts';
import { Watchdog } from './watchdog.ts';

export type EndpointCall = {
  client: OpenAI;
  model: string;
  body: OpenAI.Responses.ResponseCreateParams;
  /** null takes a default header away. */
  headers: Record<string, string | null>;
  query: Record<string, unknown> | undefined;
  signal: AbortSignal | undefined;
  timeouts: Timeouts;
  retries: Retries;
  /** The time spent waiting for a place counts towards no limit. */
  limit: ConcurrencyLimit | undefined;
  /** Told of each attempt when it is over. */
  onAttempt: (report: AttemptReport) => void;
};

export type EventBatch = { requestId: string | undefined; url: string; events: readonly WireEvent[] };

/**
 * The events of one model call. What fails before the first output is tried again here, with waits; nothing of an attempt is handed on
 * before its first output, so a retry never shows. After the first output every failure is thrown: only the caller knows that nothing was
 * executed. An abort ends it at once with the abort reason.
 */
export async function* callEndpoint(call: EndpointCall): AsyncGenerator<EventBatch, void, undefined> {
  const release = await call.limit?.acquire(call.signal);
  const lifetime = new AbortController();
  const unfollow = follow(call.signal, lifetime);
  const { totalMs } = call.timeouts;
  const total = setTimeout(() => lifetime.abort(new TotalTimeoutError(totalMs)), totalMs);
  try {
    for (let attempt = 1; ; attempt += 1) {
      const record = new AttemptRecord(attempt, call.client, call.model);
      const held: EventBatch[] = [];
      let begun = false;
      let failure: AttemptFailure | undefined;
      try {
        for await (const batch of attemptCall(call, record, lifetime.signal)) {
          if (begun) {
            yield batch;
            continue;
          }
          held.push(batch);
          if (!batch.events.some((event) => isOutput(event) || isTerminal(event))) continue;
          throwReportedFailure(held);
          begun = true;
          record.sawOutput();
          for (const early of held.splice(0)) yield early;
        }
        return;
      } catch (thrown) {
        failure = failureOf(thrown, { call, attempt, begun, lifetime: lifetime.signal });
        if (failure.waitMs === undefined) throw failure.error;
      } finally {
        if (failure?.error instanceof ResponsesError) failure.error.locate(record.place);
        call.onAttempt(record.end(failure?.error, call.signal?.aborted === true, failure?.waitMs));
      }
      await waitFor(failure.waitMs, lifetime.signal);
    }
  } finally {
    clearTimeout(total);
    unfollow();
    release?.();
  }
}

type AttemptFailure = {
  error: unknown;
  /** Milliseconds until the next attempt; undefined when there is none. */
  waitMs: number | undefined;
};

/** What a failed attempt comes to: an error, and whether there is another attempt. */
function failureOf(
  thrown: unknown,
  {
    call,
    attempt,
    begun,
    lifetime,
  }: { call: EndpointCall; attempt: number; begun: boolean; lifetime: AbortSignal },
): AttemptFailure {
  if (lifetime.aborted) return { error: lifetime.reason, waitMs: undefined };
  const { error, retryHere, retryAfterMs } = classifyFailure(
    thrown,
    endpointOf(call.client),
    call.timeouts.headersMs,
  );
  if (begun || !retryHere) return { error, waitMs: undefined };
  const wait = waitBefore(attempt, retryAfterMs, call, error);
  return wait instanceof RateLimitedError ? { error: wait, waitMs: undefined } : { error, waitMs: wait };
}

/** Milliseconds until the next attempt, or undefined when there is none; an error where the endpoint asks for too long a wait. */
function waitBefore(
  attempt: number,
  retryAfterMs: number | undefined,
  call: EndpointCall,
  error: unknown,
): number | RateLimitedError | undefined {
  const { maxAttempts, minDelayMs, maxDelayMs, maxRetryAfterMs } = call.retries;
  if (retryAfterMs !== undefined && retryAfterMs > maxRetryAfterMs) {
    if (error instanceof RateLimitedError) return error;
    const facts = error instanceof ResponsesError ? error : undefined;
    return new RateLimitedError({
      endpoint: endpointOf(call.client),
      retryAfterMs,
      status: facts?.status,
      requestId: facts?.requestId,
      cause: error,
    });
  }
  if (attempt >= maxAttempts) return undefined;
  const jitter = Math.random() * Math.min(maxDelayMs, minDelayMs * 2 ** (attempt - 1));
  return retryAfterMs === undefined ? jitter : Math.max(retryAfterMs, jitter);
}

/** Throws the failure that the endpoint reports in the stream before any output: it is the attempt's, and may be tried again. */
function throwReportedFailure(held: readonly EventBatch[]): void {
  const events = held.flatMap((batch) => batch.events);
  if (events.some(isOutput)) return;
  const terminal = events.find(isTerminal);
  if (terminal === undefined || !isFailure(terminal)) return;
  const assembler = new ResponseAssembler(held[0]?.requestId);
  for (const event of events) assembler.accept(event);
  assembler.finish();
}

async function* attemptCall(
  call: EndpointCall,
  record: AttemptRecord,
  lifetime: AbortSignal,
): AsyncGenerator<EventBatch, void, undefined> {
  const controller = new AbortController();
  const { signal } = controller;
  const unfollow = follow(lifetime, controller);
  const watchdog = new Watchdog(controller);
  const streaming = call.body.stream === true;
  let facts: BodyFacts | undefined;
  let lastEvent: string | undefined;
  let settled = false;
  try {
    if (streaming) watchdog.expect(call.timeouts.headersMs, (limit) => new HeadersTimeoutError(limit));
    const response = await watchdog.wait(raceAbort(send(call, record, signal), signal));
    record.sawHeaders(response);
    facts = {
      status: response.status,
      contentType: response.headers.get('content-type') ?? undefined,
      requestId: findRequestId(response.headers),
    };
    watchdog.expect(call.timeouts.firstEventMs, (limit) => new FirstEventTimeoutError(limit));
    const { stallMs } = call.timeouts;
    const pieces = readPieces({
      body: response.body,
      facts,
      watchdog,
      stallMs,
      signal,
      isSettled: () => settled,
    });
    for await (const events of readEvents(pieces, facts)) {
      if (events.length === 0) continue;
      lastEvent = events.at(-1)?.type;
      const terminal = events.find(isTerminal);
      settled = terminal !== undefined;
      record.sawEvents(events, terminal);
      yield { requestId: facts.requestId, url: response.url, events };
      if (settled) return;
    }
    throw new StreamCutError({ lastEvent, requestId: facts.requestId });
  } catch (thrown) {
    signal.throwIfAborted();
    if (facts === undefined || thrown instanceof ResponsesError) throw thrown;
    throw new StreamCutError({ lastEvent, requestId: facts.requestId, cause: bareCause(thrown) });
  } finally {
    watchdog.stop();
    unfollow();
  }
}

/** The HTTP response as soon as its headers are there; its body is read by us, not by the SDK. */
async function send(call: EndpointCall, record: AttemptRecord, signal: AbortSignal): Promise<Response> {
  return await call.client.responses
    .create(call.body, {
      headers: { ...call.headers, 'X-Client-Request-Id': record.clientRequestId },
      signal,
      maxRetries: 0,
      timeout: call.timeouts.totalMs,
      ...(call.query === undefined ? {} : { query: call.query }),
    })
    .asResponse();
}

/** Origin and path alone: a URL may carry credentials. */
function endpointOf(client: OpenAI): string {
  const base = URL.parse(client.baseURL);
  return base === null ? client.baseURL : `${base.origin}${base.pathname.replace(/\/$/, '')}/responses`;
}
