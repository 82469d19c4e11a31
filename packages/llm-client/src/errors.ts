import type { ResponseUsage } from 'openai/resources/responses/responses';
import type { CallReport } from './usage/call-report.ts';

/** Where in which call it happened, as far as that is known. */
export type ErrorPlace = {
  requestId?: string | undefined;
  responseId?: string | undefined;
  /** From 1. */
  attempt?: number | undefined;
};

type ErrorFacts = ErrorPlace & {
  status?: number | undefined;
  usage?: ResponseUsage | undefined;
  cause?: unknown;
};

/** Base of every error of this package. `retryable`: the same request may succeed when it is sent again. */
export abstract class ResponsesError extends Error {
  abstract readonly code: string;
  abstract readonly retryable: boolean;
  readonly status: number | undefined;
  /** What the failed response had used, where the endpoint said so. */
  readonly usage: ResponseUsage | undefined;
  #place: ErrorPlace;
  #report: CallReport | undefined;

  constructor(message: string, facts: ErrorFacts = {}) {
    const request = facts.requestId === undefined ? '' : ` (request ${facts.requestId})`;
    super(message + request, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = new.target.name;
    this.status = facts.status;
    this.usage = facts.usage;
    this.#place = facts;
  }

  get requestId(): string | undefined {
    return this.#place.requestId;
  }

  get responseId(): string | undefined {
    return this.#place.responseId;
  }

  /** Which attempt of the call ended in this, from 1. */
  get attempt(): number | undefined {
    return this.#place.attempt;
  }

  /** All attempts of the call that ended in this error. */
  get report(): CallReport | undefined {
    return this.#report;
  }

  /** Adds what only the caller of the endpoint knows; what the error says already stays. */
  locate(place: ErrorPlace, report?: CallReport): void {
    const { requestId, responseId, attempt } = this.#place;
    this.#place = {
      requestId: requestId ?? place.requestId,
      responseId: responseId ?? place.responseId,
      attempt: attempt ?? place.attempt,
    };
    this.#report ??= report;
  }
}

/**
 * Our error inside what a run threw: the Agents SDK wraps what a tool throws into a `ToolCallError` with the original in
 * `error`; other layers use `cause`.
 */
export function findResponsesError(thrown: unknown): ResponsesError | undefined {
  const seen = new Set<unknown>();
  let current = thrown;
  while (current instanceof Error && !seen.has(current)) {
    if (current instanceof ResponsesError) return current;
    seen.add(current);
    current = 'error' in current && current.error instanceof Error ? current.error : current.cause;
  }
  return undefined;
}
