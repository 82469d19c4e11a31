type ErrorFacts = {
  requestId?: string | undefined;
  status?: number | undefined;
  cause?: unknown;
};

/** Base of every error of this package. `retryable`: the same request may succeed when it is sent again. */
export abstract class ResponsesError extends Error {
  abstract readonly code: string;
  abstract readonly retryable: boolean;
  readonly requestId: string | undefined;
  readonly status: number | undefined;

  constructor(message: string, facts: ErrorFacts = {}) {
    const request = facts.requestId === undefined ? '' : ` (request ${facts.requestId})`;
    super(message + request, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = new.target.name;
    this.requestId = facts.requestId;
    this.status = facts.status;
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
