import { ResponsesError } from '../errors.ts';
import { shorten } from '../json-value.ts';

const TYPE_LIMIT = 100;

/**
 * No HTTP response came: name not found, connection refused or reset, TLS.
 *
 * @public
 */
export class EndpointUnreachableError extends ResponsesError {
  readonly code = 'endpoint_unreachable';
  readonly retryable = true;
  readonly endpoint: string;

  constructor(facts: { endpoint: string; reason: string; cause?: unknown }) {
    super(`The endpoint ${facts.endpoint} cannot be reached: ${facts.reason}`, { cause: facts.cause });
    this.endpoint = facts.endpoint;
  }
}

/**
 * The request could not be made, before anything was sent: a key that no header can carry, a library that stumbled.
 *
 * @public
 */
export class RequestFailedError extends ResponsesError {
  readonly code = 'request_failed';
  readonly retryable = false;
  readonly endpoint: string;

  constructor(facts: { endpoint: string; cause: Error }) {
    super(`The request to ${facts.endpoint} could not be made: ${facts.cause.message}`, facts);
    this.endpoint = facts.endpoint;
  }
}

export type RefusalCode =
  | 'endpoint_unauthorized'
  | 'endpoint_forbidden'
  | 'endpoint_not_found'
  | 'endpoint_quota_exhausted'
  | 'model_not_found'
  | 'context_too_long'
  | 'request_rejected';

/**
 * The endpoint answered that it will not serve this request (4xx). Sending it again changes nothing.
 *
 * @public
 */
export class EndpointRefusedError extends ResponsesError {
  readonly code: RefusalCode;
  readonly retryable = false;
  readonly endpoint: string;
  readonly serverCode: string | undefined;

  constructor(facts: {
    code: RefusalCode;
    endpoint: string;
    status: number;
    serverCode: string | undefined;
    serverMessage: string | undefined;
    requestId: string | undefined;
    cause?: unknown;
  }) {
    const said = facts.serverMessage === undefined ? '' : `: ${facts.serverMessage}`;
    super(`The endpoint ${facts.endpoint} refused the request with status ${facts.status}${said}`, facts);
    this.code = facts.code;
    this.endpoint = facts.endpoint;
    this.serverCode = facts.serverCode;
  }
}

/**
 * The endpoint sends the caller elsewhere (3xx). The prompt does not follow: where it may go is for the operator to say.
 *
 * @public
 */
export class EndpointRedirectedError extends ResponsesError {
  readonly code = 'endpoint_redirected';
  readonly retryable = false;
  readonly endpoint: string;
  readonly to: string | undefined;

  constructor(facts: {
    endpoint: string;
    to: string | undefined;
    status: number;
    requestId: string | undefined;
  }) {
    super(
      `The endpoint ${facts.endpoint} redirects to ${facts.to ?? 'nowhere'} (status ${facts.status}), which is not followed`,
      facts,
    );
    this.endpoint = facts.endpoint;
    this.to = facts.to;
  }
}

/**
 * The endpoint failed (408, 409, 5xx), and so did the retries.
 *
 * @public
 */
export class EndpointFailedError extends ResponsesError {
  readonly code = 'endpoint_failed';
  readonly retryable = true;
  readonly endpoint: string;
  readonly serverCode: string | undefined;

  constructor(facts: {
    endpoint: string;
    status: number;
    serverCode: string | undefined;
    serverMessage: string | undefined;
    requestId: string | undefined;
    cause?: unknown;
  }) {
    const said = facts.serverMessage === undefined ? '' : `: ${facts.serverMessage}`;
    super(`The endpoint ${facts.endpoint} failed with status ${facts.status}${said}`, facts);
    this.endpoint = facts.endpoint;
    this.serverCode = facts.serverCode;
  }
}

/**
 * The endpoint asks to come back later than is waited for here; the caller waits `retryAfterMs` (milliseconds).
 *
 * @public
 */
export class RateLimitedError extends ResponsesError {
  readonly code = 'rate_limited';
  readonly retryable = true;
  readonly retryAfterMs: number;

  constructor(facts: {
    endpoint: string;
    retryAfterMs: number;
    status: number | undefined;
    requestId: string | undefined;
    cause?: unknown;
  }) {
    super(
      `The endpoint ${facts.endpoint} asks to retry after ${Math.ceil(facts.retryAfterMs / 1000)} s`,
      facts,
    );
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/**
 * The request was sent, and no response headers came in time.
 *
 * @public
 */
export class HeadersTimeoutError extends ResponsesError {
  readonly code = 'headers_timeout';
  readonly retryable = true;
  readonly limitMs: number;

  constructor(limitMs: number) {
    super(`The endpoint sent no response headers within ${limitMs} ms`);
    this.limitMs = limitMs;
  }
}

/**
 * The response headers came, and not a byte of the body in time.
 *
 * @public
 */
export class FirstEventTimeoutError extends ResponsesError {
  readonly code = 'first_event_timeout';
  readonly retryable = true;
  readonly limitMs: number;

  constructor(limitMs: number) {
    super(`The response body did not start within ${limitMs} ms`);
    this.limitMs = limitMs;
  }
}

/**
 * The response body had started, and then nothing came for too long. Nothing of it was executed.
 *
 * @public
 */
export class StreamStalledError extends ResponsesError {
  readonly code = 'stream_stalled';
  readonly retryable = true;
  readonly limitMs: number;

  constructor(limitMs: number) {
    super(`The response stream stood still for ${limitMs} ms`);
    this.limitMs = limitMs;
  }
}

/**
 * The whole call, retries and waits included, took too long. Sent again it would take as long: not retryable.
 *
 * @public
 */
export class TotalTimeoutError extends ResponsesError {
  readonly code = 'total_timeout';
  readonly retryable = false;
  readonly limitMs: number;

  constructor(limitMs: number) {
    super(`The model call was not finished within ${limitMs} ms`);
    this.limitMs = limitMs;
  }
}

/**
 * A body with status 200 that is no Responses answer: a login page, another API's JSON, damaged JSON, damaged UTF-8.
 *
 * @public
 */
export class UnexpectedBodyError extends ResponsesError {
  readonly code = 'unexpected_body';
  /** True only when the body broke off in the middle of an event. */
  readonly retryable: boolean;
  readonly contentType: string | undefined;
  /** The first characters of what could not be read, 200 at most. */
  readonly prefix: string;

  constructor(facts: {
    reason: string;
    prefix: string;
    contentType: string | undefined;
    status: number;
    requestId: string | undefined;
    brokeOff?: boolean;
    cause?: unknown;
  }) {
    const type = facts.contentType === undefined ? 'no content type' : shorten(facts.contentType, TYPE_LIMIT);
    super(`${facts.reason} (status ${facts.status}, ${type}), starting with: ${facts.prefix}`, facts);
    this.retryable = facts.brokeOff ?? false;
    this.contentType = facts.contentType === undefined ? undefined : type;
    this.prefix = facts.prefix;
  }
}
