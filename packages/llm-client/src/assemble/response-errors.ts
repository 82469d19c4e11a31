import type { ResponseUsage } from 'openai/resources/responses/responses';
import { ResponsesError } from '../errors.ts';

/**
 * The response stream ended, and no terminal event had come. Nothing of it was executed.
 *
 * @public
 */
export class StreamCutError extends ResponsesError {
  readonly code = 'stream_cut';
  readonly retryable = true;
  readonly lastEvent: string | undefined;

  constructor(facts: { lastEvent: string | undefined; requestId?: string | undefined; cause?: unknown }) {
    super(`The response stream ended after ${facts.lastEvent ?? 'no event'} without a terminal event`, facts);
    this.lastEvent = facts.lastEvent;
  }
}

/**
 * The response is complete and has no output: nothing can be done with such a turn but ask again.
 *
 * @public
 */
export class EmptyResponseError extends ResponsesError {
  readonly code = 'empty_response';
  readonly retryable = true;
  readonly outputTokens: number | undefined;

  constructor(facts: { outputTokens: number | undefined; requestId?: string | undefined }) {
    const tokens = facts.outputTokens ?? 'an unknown number of';
    super(`The response reports ${tokens} output tokens and holds 0 output items`, facts);
    this.outputTokens = facts.outputTokens;
  }
}

/**
 * The response was cut short by the endpoint (token limit, content filter). Its calls never run.
 *
 * @public
 */
export class IncompleteResponseError extends ResponsesError {
  readonly code = 'incomplete_response';
  readonly retryable = false;
  readonly reason: string;
  /** The text that had come. */
  readonly partialText: string;
  readonly usage: ResponseUsage | undefined;

  constructor(facts: {
    reason: string;
    partialText: string;
    usage: ResponseUsage | undefined;
    requestId?: string | undefined;
  }) {
    super(`The response is incomplete: ${facts.reason}`, facts);
    this.reason = facts.reason;
    this.partialText = facts.partialText;
    this.usage = facts.usage;
  }
}

/**
 * The model refused to answer.
 *
 * @public
 */
export class RefusalError extends ResponsesError {
  readonly code = 'model_refusal';
  readonly retryable = false;
  readonly refusal: string;
  readonly usage: ResponseUsage | undefined;

  constructor(facts: { refusal: string; usage: ResponseUsage | undefined; requestId?: string | undefined }) {
    super('The model refused to answer', facts);
    this.refusal = facts.refusal;
    this.usage = facts.usage;
  }
}

const TRANSIENT_SERVER_CODES = new Set([
  'server_error',
  'internal_error',
  'internal_server_error',
  'overloaded_error',
  'server_is_overloaded',
  'slow_down',
  'service_unavailable',
  'rate_limit_exceeded',
  'rate_limit_error',
  'vector_store_timeout',
]);

/**
 * The endpoint reported an error inside a 200: a `failed` response, an `error` event, or a body `{"error": …}`.
 *
 * @public
 */
export class ResponseFailedError extends ResponsesError {
  readonly code = 'response_failed';
  readonly retryable: boolean;
  readonly serverCode: string | undefined;
  readonly serverMessage: string | undefined;
  readonly usage: ResponseUsage | undefined;

  constructor(facts: {
    serverCode: string | undefined;
    serverMessage: string | undefined;
    usage?: ResponseUsage | undefined;
    status?: number | undefined;
    requestId?: string | undefined;
  }) {
    const code = facts.serverCode === undefined ? '' : ` with ${facts.serverCode}`;
    const said = facts.serverMessage === undefined ? '' : `: ${facts.serverMessage}`;
    super(`The response failed${code}${said}`, facts);
    this.serverCode = facts.serverCode;
    this.serverMessage = facts.serverMessage;
    this.usage = facts.usage;
    this.retryable = facts.serverCode !== undefined && TRANSIENT_SERVER_CODES.has(facts.serverCode);
  }
}

/**
 * A call was announced, and its arguments never came in a form that may run: neither in a `done` event nor in a final item.
 *
 * @public
 */
export class UnresolvedCallError extends ResponsesError {
  readonly code = 'unresolved_call';
  readonly retryable = true;
  readonly callNames: readonly string[];

  constructor(facts: { callNames: readonly string[]; requestId?: string | undefined }) {
    super(`The response announced calls whose arguments never came: ${facts.callNames.join(', ')}`, facts);
    this.callNames = facts.callNames;
  }
}
