import type { CallCost } from './call-cost.ts';
import { addKnown, addTokenCounts, type TokenCounts } from './token-counts.ts';

/** One request to the endpoint. Holds no text of prompt or answer. */
export type AttemptReport = {
  /** From 1. */
  attempt: number;
  /**
   * `answered`: a response came to its end; what it is worth (incomplete, refused, empty) is for the call to say. `aborted`: the caller gave
   * up, by its signal or by not reading on.
   */
  outcome: 'answered' | 'failed' | 'aborted';
  /** Code of the error that a failed attempt ended in. */
  code: string | undefined;
  /** HTTP status; undefined when no headers came. */
  status: number | undefined;
  /** Sent as `X-Client-Request-Id`. */
  clientRequestId: string;
  requestId: string | undefined;
  responseId: string | undefined;
  tokens: TokenCounts;
  cost: CallCost | undefined;
  /** Milliseconds from sending to the first output. */
  firstOutputMs: number | undefined;
  durationMs: number;
  /** Milliseconds until the next attempt; undefined when there is none. */
  retryInMs: number | undefined;
};

/** One model call: all its attempts, and what they used together. */
export type CallReport = {
  attempts: readonly AttemptReport[];
  tokens: TokenCounts;
  cost: CallCost | undefined;
  /** Events after the end of the response, which are ignored. */
  ignoredEvents: number;
};

/**
 * What several attempts used together. One that the endpoint refused, or that had no connection, used nothing; one that was taken and does
 * not say what it used makes the sum unknown, since the answer may have been written and paid for.
 */
export function sumAttempts(attempts: readonly AttemptReport[], ignoredEvents: number): CallReport {
  const begun = attempts.filter(wasTaken);
  return {
    attempts,
    tokens: addTokenCounts(begun.map(({ tokens }) => tokens)),
    cost: sumCosts(begun.map(({ cost }) => cost)),
    ignoredEvents,
  };
}

function wasTaken({ code, status, responseId, tokens }: AttemptReport): boolean {
  if (responseId !== undefined || tokens.input !== undefined) return true;
  return code !== 'endpoint_unreachable' && (status === undefined || status < 300);
}

function sumCosts(costs: readonly (CallCost | undefined)[]): CallCost | undefined {
  const usd = addKnown(costs.map((cost) => cost?.usd));
  if (usd === undefined || costs.length === 0) return undefined;
  const reported = costs.every((cost) => cost?.source === 'endpoint');
  return { usd, source: reported ? 'endpoint' : 'price list' };
}

const reports = new WeakMap<object, CallReport>();

/** Binds a report to the response that the call gave, which the SDK hands on as `providerData`. */
export function bindReport(response: object, report: CallReport): void {
  reports.set(response, report);
}

/**
 * The attempts behind what `ResponsesModel.getResponse` returned; undefined for what came from elsewhere, such as a stored turn. For a call
 * that failed, see `report` of its error.
 */
export function findCallReport(response: { providerData?: unknown }): CallReport | undefined {
  const { providerData } = response;
  return typeof providerData === 'object' && providerData !== null ? reports.get(providerData) : undefined;
}
