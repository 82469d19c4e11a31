import type { Response, ResponseStreamEvent } from 'openai/resources/responses/responses';
import { isJsonObject, type JsonObject } from '../json-value.ts';
import { isBeginning, isTerminal, type WireEvent } from '../wire-event.ts';
import { finishResponse, knownOf } from './finish-response.ts';
import { OutputSlots } from './output-slots.ts';
import { StreamCutError } from './response-errors.ts';
import type { PartKind } from './text-parts.ts';

const TEXT_DELTAS = new Map<string, PartKind>([
  ['response.output_text.delta', 'output_text'],
  ['response.refusal.delta', 'refusal'],
  ['response.reasoning_summary_text.delta', 'summary_text'],
  ['response.reasoning_text.delta', 'reasoning_text'],
]);

const TEXT_DONE = new Map<string, PartKind>([
  ['response.output_text.done', 'output_text'],
  ['response.refusal.done', 'refusal'],
  ['response.reasoning_summary_text.done', 'summary_text'],
  ['response.reasoning_text.done', 'reasoning_text'],
]);

const PART_DONE = new Set(['response.content_part.done', 'response.reasoning_summary_part.done']);

const PART_KINDS: readonly PartKind[] = ['output_text', 'refusal', 'summary_text', 'reasoning_text'];

/** One response out of its events. Each event costs the same, however many came before it; text is joined once, at the end. */
export class ResponseAssembler {
  readonly #slots = new OutputSlots();
  readonly #requestId: string | undefined;
  #started: JsonObject | undefined;
  #terminal: WireEvent | undefined;
  #lastEvent: string | undefined;
  #ignoredEvents = 0;

  constructor(requestId?: string) {
    this.#requestId = requestId;
  }

  /** How many events came after the terminal one. */
  get ignoredEvents(): number {
    return this.#ignoredEvents;
  }

  accept(event: WireEvent): void {
    if (this.#terminal !== undefined) {
      this.#ignoredEvents += 1;
      return;
    }
    this.#lastEvent = event.type;
    const delta = TEXT_DELTAS.get(event.type);
    if (delta !== undefined) {
      this.#slots.addText(event, delta);
      return;
    }
    const done = TEXT_DONE.get(event.type);
    if (done !== undefined) this.#slots.completeText(event, done, textOf(event, done));
    else if (PART_DONE.has(event.type)) this.#completePart(event);
    else if (event.type === 'response.output_item.added') this.#slots.add(event);
    else if (event.type === 'response.output_item.done') this.#slots.complete(event);
    else if (event.type === 'response.function_call_arguments.done') this.#slots.completeArguments(event);
    else if (isTerminal(event)) this.#terminal = event;
    else if (isBeginning(event) && isJsonObject(event['response'])) this.#started = event['response'];
  }

  /** The response, or the error that it amounts to. */
  finish(): Response {
    if (this.#terminal === undefined) {
      const known = { requestId: this.#requestId, ...knownOf(this.#started) };
      throw new StreamCutError({ lastEvent: this.#lastEvent, ...known });
    }
    return finishResponse({
      terminal: this.#terminal,
      started: this.#started,
      slots: this.#slots,
      requestId: this.#requestId,
    });
  }

  #completePart(event: WireEvent): void {
    const part = event['part'];
    if (!isJsonObject(part)) return;
    const kind = PART_KINDS.find((each) => each === part['type']);
    if (kind !== undefined) this.#slots.completeText(event, kind, textOf(part, kind));
  }
}

function textOf(said: JsonObject, kind: PartKind): unknown {
  return said[kind === 'refusal' ? 'refusal' : 'text'];
}

/**
 * One `Response` out of the events of a stream, as the first terminal event leaves it.
 *
 * Throws `StreamCutError` without a terminal event, `ResponseFailedError`, `IncompleteResponseError`, `RefusalError`, `EmptyResponseError`,
 * and `UnresolvedCallError` when the arguments of a call never came in a form that may run.
 */
export function assembleResponse(events: Iterable<ResponseStreamEvent>): Response {
  const assembler = new ResponseAssembler();
  // A wire event asks less of an event than the SDK's type says: a `type` and any fields.
  for (const event of events) assembler.accept(event as unknown as WireEvent);
  return assembler.finish();
}
