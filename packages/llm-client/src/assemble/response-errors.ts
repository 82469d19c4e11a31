import type { ResponseUsage } from 'openai/resources/responses/responses';
import { ResponsesError } from '../errors.ts';
import { shorten } from '../json-value.ts';

/** What is known of the response that failed; usage counts whether it failed or not. */
type ResponseFacts = {
  requestId?: string | undefined;
  responseId?: string | undefined;
  usage?: ResponseUsage | undefined;
};

/** Names, codes and reasons are the endpoint's words: a message quotes no more of them than this. */
const WORD_LIMIT = 100;

/** So many names stand in a message. */
const NAMES_LIMIT = 10;

/**
 * The response stream ended, and no terminal event had come. Nothing of it was executed.
 *
 * @public
 */
export class StreamCutError extends ResponsesError {
  readonly code = 'stream_cut';
  readonly retryable = true;
  readonly lastEvent: string | undefined;

  constructor(facts: ResponseFacts & { lastEvent: string | undefined; cause?: unknown }) {
    const last = facts.lastEvent === undefined ? 'no event' : shorten(facts.lastEvent, WORD_LIMIT);
    super(`The response stream ended after ${last} without a terminal event`, facts);
    this.lastEvent = facts.lastEvent === undefined ? undefined : last;
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

  constructor(facts: ResponseFacts & { outputTokens: number | undefined }) {
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

  constructor(facts: ResponseFacts & { reason: string; partialText: string }) {
    const reason = shorten(facts.reason, WORD_LIMIT);
    super(`The response is incomplete: ${reason}`, facts);
    this.reason = reason;
    this.partialText = facts.partialText;
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

  constructor(facts: ResponseFacts & { refusal: string }) {
    super('The model refused to answer', facts);
    this.refusal = facts.refusal;
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
  // Proxies put the HTTP status of the endpoint behind them where a code is expected.
  '408',
  '409',
  '429',
  '500',
  '502',
  '503',
  '504',
  '529',
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

  constructor(
    facts: ResponseFacts & {
      serverCode: string | undefined;
      serverMessage: string | undefined;
      status?: number | undefined;
    },
  ) {
    const serverCode = facts.serverCode === undefined ? undefined : shorten(facts.serverCode, WORD_LIMIT);
    const code = serverCode === undefined ? '' : ` with ${serverCode}`;
    const said = facts.serverMessage === undefined ? '' : `: ${facts.serverMessage}`;
    super(`The response failed${code}${said}`, facts);
    this.serverCode = serverCode;
    this.serverMessage = facts.serverMessage;
    this.retryable = serverCode !== undefined && TRANSIENT_SERVER_CODES.has(serverCode);
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
  /** At most 10. */
  readonly callNames: readonly string[];

  constructor(facts: ResponseFacts & { callNames: readonly string[] }) {
    const names = facts.callNames.slice(0, NAMES_LIMIT).map((name) => shorten(name, WORD_LIMIT));
    super(`The response announced calls whose arguments never came: ${names.join(', ')}`, facts);
    this.callNames = names;
  }
}
