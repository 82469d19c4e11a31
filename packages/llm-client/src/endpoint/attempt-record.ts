import { performance } from 'node:perf_hooks';
import { randomUUID } from 'node:crypto';
import type OpenAI from 'openai';
import { ResponsesError, type ErrorPlace } from '../errors.ts';
import { findText, isJsonObject, shorten, type JsonObject } from '../json-value.ts';
import { findCost, findReportedCost } from '../usage/call-cost.ts';
import type { AttemptReport } from '../usage/call-report.ts';
import { readTokenCounts } from '../usage/token-counts.ts';
import { isBeginning, isFailure, type WireEvent } from '../wire-event.ts';
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
  #terminal: WireEvent | undefined;

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
    if (this.#responseId === undefined) {
      const begun = events.find(isBeginning)?.['response'];
      if (isJsonObject(begun)) this.#responseId = findId(begun);
    }
    if (terminal === undefined) return;
    this.#terminal = terminal;
    const response = terminal['response'];
    if (!isJsonObject(response)) return;
    this.#responseId ??= findId(response);
    this.#usage = response['usage'];
  }

  sawOutput(): void {
    this.#firstOutputAt ??= performance.now();
  }

  /** Without an error its response came to an end, or its reader walked away. */
  end(error: unknown, aborted: boolean, retryInMs: number | undefined): AttemptReport {
    const ours = error instanceof ResponsesError ? error : undefined;
    const usage = this.#usage ?? ours?.usage;
    const tokens = readTokenCounts(usage);
    return {
      attempt: this.#attempt,
      ...outcomeOf(error, aborted, this.#terminal),
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

function outcomeOf(
  error: unknown,
  aborted: boolean,
  terminal: WireEvent | undefined,
): Pick<AttemptReport, 'outcome' | 'code'> {
  const code = error instanceof ResponsesError ? error.code : undefined;
  if (aborted) return { outcome: 'aborted', code };
  if (error !== undefined) return { outcome: 'failed', code };
  if (terminal === undefined) return { outcome: 'aborted', code };
  return isFailure(terminal)
    ? { outcome: 'failed', code: 'response_failed' }
    : { outcome: 'answered', code: undefined };
}

function findId(response: JsonObject): string | undefined {
  const id = findText(response['id']);
  return id === undefined ? undefined : shorten(id);
}
