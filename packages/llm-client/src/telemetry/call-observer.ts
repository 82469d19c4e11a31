import type { Response } from 'openai/resources/responses/responses';
import type { Logger } from 'pino';
import { removeKey } from '../endpoint/remove-key.ts';
import { ResponsesError } from '../errors.ts';
import { bindReport, sumAttempts, type AttemptReport, type CallReport } from '../usage/call-report.ts';
import type { CallSpan } from './call-span.ts';

/** Watches one model call: a line for each attempt, one span for all of them, one report. None holds text of prompt or answer. */
export class CallObserver {
  readonly #logger: Logger | undefined;
  readonly #span: CallSpan;
  readonly #apiKey: string;
  readonly #attempts: AttemptReport[] = [];
  #ended = false;

  constructor(call: { logger: Logger | undefined; span: CallSpan; apiKey: string }) {
    this.#logger = call.logger;
    this.#span = call.span;
    this.#apiKey = call.apiKey;
  }

  attemptEnded(report: AttemptReport): void {
    this.#attempts.push(report);
    // The job's own attempt is in its lines as well.
    const { outcome, attempt: modelAttempt, ...rest } = report;
    const facts = { modelAttempt, ...rest };
    if (outcome === 'failed') this.#logger?.warn(facts, 'model attempt failed');
    else
      this.#logger?.info(facts, outcome === 'answered' ? 'model attempt answered' : 'model attempt aborted');
  }

  answered(response: Response, ignoredEvents: number): void {
    const report = sumAttempts(this.#attempts, ignoredEvents);
    if (ignoredEvents > 0)
      this.#logger?.debug(
        { ignoredEvents, responseId: response.id, ...this.#placeOfLast() },
        'events after the end of the response',
      );
    bindReport(response, report);
    this.#end(() => this.#span.answered(response, report));
  }

  /** Gives the error its place in the call and the report, and takes the key out of it. */
  failed(error: unknown): void {
    const report: CallReport = sumAttempts(this.#attempts, 0);
    const last = this.#attempts.at(-1);
    if (error instanceof ResponsesError) {
      error.locate(last ?? {}, report);
      removeKey(error, this.#apiKey);
    }
    this.#end(() => this.#span.failed(error, report));
  }

  /** For a reader who walks away before the end. */
  abandoned(): void {
    if (!this.#ended) this.failed(undefined);
  }

  #placeOfLast(): { modelAttempt: number | undefined; requestId: string | undefined } {
    const last = this.#attempts.at(-1);
    return { modelAttempt: last?.attempt, requestId: last?.requestId };
  }

  #end(endSpan: () => void): void {
    if (this.#ended) return;
    this.#ended = true;
    endSpan();
  }
}
