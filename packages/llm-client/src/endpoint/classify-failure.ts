import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import { ResponseFailedError, StreamCutError } from '../assemble/response-errors.ts';
import { ResponsesError } from '../errors.ts';
import { findText, isJsonObject, shorten } from '../json-value.ts';
import { bareCause } from './bare-cause.ts';
import {
  EndpointFailedError,
  EndpointRedirectedError,
  EndpointRefusedError,
  EndpointUnreachableError,
  HeadersTimeoutError,
  RateLimitedError,
  RequestFailedError,
  UnexpectedBodyError,
  type RefusalCode,
} from './endpoint-errors.ts';
import { findRequestId } from './request-id.ts';

const MESSAGE_LIMIT = 300;
const CODE_LIMIT = 100;

/** A week: what asks for more names no time that anybody would wait for. */
const LONGEST_RETRY_AFTER_MS = 604_800_000;
const NUMBER = /^\d+(\.\d+)?$/;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** What a rate limit without `Retry-After` amounts to, once the retries are used up. */
const DEFAULT_RETRY_AFTER_MS = 20_000;

const QUOTA_CODES = new Set(['insufficient_quota', 'billing_hard_limit_reached', 'billing_not_active']);
const CONTEXT_CODES = new Set(['context_length_exceeded', 'string_above_max_length']);

export type Failure = {
  error: unknown;
  /** Whether it is tried again here, as long as no output has come. */
  retryHere: boolean;
  /** What the endpoint asked for, in milliseconds. */
  retryAfterMs: number | undefined;
};

/** What a failed attempt means: one of our errors, and whether trying again here is right. */
export function classifyFailure(thrown: unknown, endpoint: string, headersMs: number): Failure {
  // Thrown by a fetch of ours: a recording that cannot go on.
  if (thrown instanceof APIConnectionError && thrown.cause instanceof ResponsesError)
    return { error: thrown.cause, retryHere: false, retryAfterMs: undefined };
  if (thrown instanceof APIConnectionTimeoutError) {
    return { error: new HeadersTimeoutError(headersMs), retryHere: false, retryAfterMs: undefined };
  }
  if (thrown instanceof APIConnectionError) {
    const cause = bareCause(thrown.cause ?? thrown);
    const error = new EndpointUnreachableError({ endpoint, reason: reasonOf(cause), cause });
    return { error, retryHere: true, retryAfterMs: undefined };
  }
  if (thrown instanceof APIError && typeof thrown.status === 'number')
    return classifyStatus(thrown, thrown.status, endpoint);
  if (!(thrown instanceof ResponsesError)) {
    const error = new RequestFailedError({ endpoint, cause: bareCause(thrown) });
    return { error, retryHere: false, retryAfterMs: undefined };
  }
  const retryHere =
    thrown instanceof StreamCutError ||
    ((thrown instanceof ResponseFailedError || thrown instanceof UnexpectedBodyError) && thrown.retryable);
  return { error: thrown, retryHere, retryAfterMs: undefined };
}

function classifyStatus(thrown: APIError, status: number, endpoint: string): Failure {
  const headers: Headers | undefined = thrown.headers;
  const body = isJsonObject(thrown.error) ? thrown.error : undefined;
  const code = findText(body?.['code']) ?? findText(body?.['type']) ?? findText(thrown.code);
  const serverCode = code === undefined ? undefined : shorten(code, CODE_LIMIT);
  const said = findText(body?.['message']) ?? findText(thrown.error) ?? thrown.message;
  const facts = {
    endpoint,
    status,
    serverCode,
    serverMessage: shorten(said, MESSAGE_LIMIT),
    requestId: findRequestId(headers),
  };
  const retryAfterMs = retryAfter(headers);
  if (status === 429 && !QUOTA_CODES.has(serverCode ?? '')) {
    const error = new RateLimitedError({ ...facts, retryAfterMs: retryAfterMs ?? DEFAULT_RETRY_AFTER_MS });
    return { error, retryHere: true, retryAfterMs };
  }
  if (status === 408 || status === 409 || status >= 500) {
    return { error: new EndpointFailedError(facts), retryHere: true, retryAfterMs };
  }
  if (status >= 300 && status < 400) {
    const to = headers?.get('location') ?? undefined;
    return {
      error: new EndpointRedirectedError({ ...facts, to: to === undefined ? undefined : shorten(to) }),
      retryHere: false,
      retryAfterMs: undefined,
    };
  }
  const error = new EndpointRefusedError({ ...facts, code: refusalCode(status, serverCode, said) });
  return { error, retryHere: false, retryAfterMs: undefined };
}

function refusalCode(status: number, serverCode: string | undefined, message: string): RefusalCode {
  if (status === 401) return 'endpoint_unauthorized';
  if (status === 429 || status === 402) return 'endpoint_quota_exhausted';
  if (status === 403) return 'endpoint_forbidden';
  if (serverCode === 'model_not_found' || (status === 404 && /\bmodel\b/i.test(message)))
    return 'model_not_found';
  if (status === 404 || status === 405) return 'endpoint_not_found';
  if (status === 413 || CONTEXT_CODES.has(serverCode ?? '')) return 'context_too_long';
  return 'request_rejected';
}

/** `Retry-After` in seconds or as a date, or the finer `retry-after-ms`, in milliseconds from now. */
function retryAfter(headers: Headers | undefined): number | undefined {
  const fine = headers?.get('retry-after-ms') ?? '';
  if (NUMBER.test(fine)) return Math.min(Number(fine), LONGEST_RETRY_AFTER_MS);
  const given = headers?.get('retry-after') ?? '';
  if (NUMBER.test(given)) return Math.min(Number(given) * 1000, LONGEST_RETRY_AFTER_MS);
  if (!HTTP_DATE.test(given)) return undefined;
  return Math.min(Math.max(0, Date.parse(given) - Date.now()), LONGEST_RETRY_AFTER_MS);
}

/** The innermost cause, which names what really happened (`connect ECONNREFUSED 127.0.0.1:1`). */
function reasonOf(cause: Error): string {
  let current = cause;
  while (current.cause instanceof Error) current = current.cause;
  const code = 'code' in current ? findText(current.code) : undefined;
  return findText(current.message) ?? code ?? current.name;
}
