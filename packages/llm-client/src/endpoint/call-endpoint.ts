import { randomUUID } from 'node:crypto';
import type OpenAI from 'openai';
import { ResponseAssembler } from '../assemble/response-assembler.ts';
import { StreamCutError } from '../assemble/response-errors.ts';
import { ResponsesError } from '../errors.ts';
import { isOutput, isTerminal, type WireEvent } from '../wire-event.ts';
import { follow, raceAbort, waitFor } from './abort.ts';
import { classifyFailure } from './classify-failure.ts';
import {
  FirstEventTimeoutError,
  HeadersTimeoutError,
  RateLimitedError,
  TotalTimeoutError,
} from './endpoint-errors.ts';
import type { Retries, Timeouts } from './limits.ts';
import { readPieces } from './read-body.ts';
import { readEvents, type BodyFacts } from './response-body.ts';
import { Watchdog } from './watchdog.ts';

export type EndpointCall = {
  client: OpenAI;
  body: OpenAI.Responses.ResponseCreateParams;
  /** null takes a default header away. */
  headers: Record<string, string | null>;
  query: Record<string, unknown> | undefined;
  signal: AbortSignal | undefined;
  timeouts: Timeouts;
  retries: Retries;
};

export type EventBatch = { requestId: string | undefined; url: string; events: readonly WireEvent[] };

/**
 * The events of one model call. What fails before the first output is tried again here, with waits; nothing of an attempt is handed on
 * before its first output, so a retry never shows. After the first output every failure is thrown: only the caller knows that nothing was
 * executed. An abort ends it at once with the abort reason.
 */
export async function* callEndpoint(call: EndpointCall): AsyncGenerator<EventBatch, void, undefined> {
  const lifetime = new AbortController();
  const unfollow = follow(call.signal, lifetime);
  const { totalMs, headersMs } = call.timeouts;
  const total = setTimeout(() => lifetime.abort(new TotalTimeoutError(totalMs)), totalMs);
  try {
    for (let attempt = 1; ; attempt += 1) {
      let begun = false;
      const held: EventBatch[] = [];
      try {
        for await (const batch of attemptCall(call, lifetime.signal)) {
          if (!begun) {
            held.push(batch);
            if (!batch.events.some((event) => isOutput(event) || isTerminal(event))) continue;
            throwTransient(batch);
            begun = true;
            for (const early of held.splice(0)) yield early;
          } else yield batch;
        }
        return;
      } catch (thrown) {
        lifetime.signal.throwIfAborted();
        const failure = classifyFailure(thrown, endpointOf(call.client), headersMs);
        if (begun || !failure.retryHere) throw failure.error;
        const wait = waitBefore(attempt, failure.retryAfterMs, call, failure.error);
        if (wait === undefined) throw failure.error;
        await waitFor(wait, lifetime.signal);
      }
    }
  } finally {
    clearTimeout(total);
    unfollow();
  }
}

/** Milliseconds until the next attempt, or undefined when there is none. */
function waitBefore(
  attempt: number,
  retryAfterMs: number | undefined,
  call: EndpointCall,
  error: unknown,
): number | undefined {
  const { attempts, baseMs, capMs, longestRetryAfterMs } = call.retries;
  if (retryAfterMs !== undefined && retryAfterMs > longestRetryAfterMs) {
    if (error instanceof RateLimitedError) throw error;
    const facts = error instanceof ResponsesError ? error : undefined;
    throw new RateLimitedError({
      endpoint: endpointOf(call.client),
      retryAfterMs,
      status: facts?.status,
      requestId: facts?.requestId,
      cause: error,
    });
  }
  if (attempt >= attempts) return undefined;
  const jitter = Math.random() * Math.min(capMs, baseMs * 2 ** (attempt - 1));
  return retryAfterMs === undefined ? jitter : Math.max(retryAfterMs, jitter);
}

/** A failure that the endpoint reports in the stream before any output, and that is worth another attempt. */
function throwTransient(batch: EventBatch): void {
  if (batch.events.some(isOutput)) return;
  const terminal = batch.events.find(isTerminal);
  if (
    terminal === undefined ||
    terminal.type === 'response.completed' ||
    terminal.type === 'response.incomplete'
  )
    return;
  const assembler = new ResponseAssembler(batch.requestId);
  assembler.accept(terminal);
  assembler.finish();
}

async function* attemptCall(
  call: EndpointCall,
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
    const response = await watchdog.wait(raceAbort(send(call, signal), signal));
    facts = {
      status: response.status,
      contentType: response.headers.get('content-type') ?? undefined,
      requestId: response.headers.get('x-request-id') ?? undefined,
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
      settled = events.some(isTerminal);
      yield { requestId: facts.requestId, url: response.url, events };
      if (settled) return;
    }
    throw new StreamCutError({ lastEvent, requestId: facts.requestId });
  } catch (thrown) {
    signal.throwIfAborted();
    if (facts === undefined || thrown instanceof ResponsesError) throw thrown;
    throw new StreamCutError({ lastEvent, requestId: facts.requestId, cause: thrown });
  } finally {
    watchdog.stop();
    unfollow();
  }
}

/** The HTTP response as soon as its headers are there; its body is read by us, not by the SDK. */
async function send(call: EndpointCall, signal: AbortSignal): Promise<Response> {
  return await call.client.responses
    .create(call.body, {
      headers: { ...call.headers, 'X-Client-Request-Id': randomUUID() },
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
