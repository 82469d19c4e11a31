import { performance } from 'node:perf_hooks';
import { randomUUID } from 'node:crypto';
import type OpenAI from 'openai';
import { ResponsesError, type ErrorPlace } from '../errors.ts';
import { findText, isJsonObject, shorten, type JsonObject } from '../json-value.ts';
import { findCost, findReportedCost } from '../usage/call-cost.ts';
import type { AttemptReport } from '../usage/call-report.ts';
import { readTokenCounts } from '../usage/token-counts.ts';
import type { WireEvent } from '../wire-event.ts';
import { findRequestId } from './request-id.ts';

/** What is known of one attempt while it runs. */
export class AttemptRecord {
  readonly clientRequestId = randomUUID();
  readonly #attempt: number;
  readonly #client: OpenAI;
  readonly #model: string;
  readonly #startedAt = performance.now();
  #headers: Headers | undefined;
  #status: number | undefined;
  #requestId: string | undefined;
  #responseId: string | undefined;
  #usage: unknown;
  #firstOutputAt: number | undefined;
  #answered = false;

  constructor(attempt: number, client: OpenAI, model: string) {
    this.#attempt = attempt;
    this.#client = client;
    this.#model = model;
  }

  get place(): ErrorPlace {
    return { attempt: this.#attempt, requestId: this.#requestId, responseId: this.#responseId };
  }

  sawHeaders(response: Response): void {
    this.#headers = response.headers;
    this.#status = response.status;
    this.#requestId = findRequestId(response.headers);
  }

  /** `terminal` is the event among them that ends the response. */
  sawEvents(events: readonly WireEvent[], terminal: WireEvent | undefined): void {
    const first = events[0]?.['response'];
    if (this.#responseId === undefined && isJsonObject(first)) this.#responseId = findId(first);
    if (terminal === undefined) return;
    const response = terminal['response'];
    if (isJsonObject(response)) {
      this.#responseId ??= findId(response);
      this.#usage = response['usage'];
    }
    this.#answered = terminal.type !== 'error';
  }

  sawOutput(): void {
    this.#firstOutputAt ??= performance.now();
  }

  /** Without an error it was answered, or its reader walked away. */
  end(error: unknown, aborted: boolean, retryInMs: number | undefined): AttemptReport {
    const ours = error instanceof ResponsesError ? error : undefined;
    const usage = this.#usage ?? ours?.usage;
    const tokens = readTokenCounts(usage);
    return {
      attempt: this.#attempt,
      outcome: outcomeOf(error, aborted, this.#answered),
      code: ours?.code,
      status: this.#status ?? ours?.status,
      clientRequestId: this.clientRequestId,
      requestId: this.#requestId ?? ours?.requestId,
      responseId: this.#responseId,
      tokens,
      cost: findCost({
        reportedUsd: findReportedCost(this.#headers, usage),
        baseURL: this.#client.baseURL,
        model: this.#model,
        tokens,
      }),
      firstOutputMs:
        this.#firstOutputAt === undefined ? undefined : Math.round(this.#firstOutputAt - this.#startedAt),
      durationMs: Math.round(performance.now() - this.#startedAt),
      retryInMs,
    };
  }
}

function outcomeOf(error: unknown, aborted: boolean, answered: boolean): AttemptReport['outcome'] {
  if (aborted) return 'aborted';
  if (error !== undefined) return 'failed';
  return answered ? 'answered' : 'aborted';
}

function findId(response: JsonObject): string | undefined {
  const id = findText(response['id']);
  return id === undefined ? undefined : shorten(id);
}
