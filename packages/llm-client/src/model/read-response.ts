import type { Response } from 'openai/resources/responses/responses';
import { ResponseAssembler } from '../assemble/response-assembler.ts';
import { StreamCutError } from '../assemble/response-errors.ts';
import { callEndpoint, type EndpointCall } from '../endpoint/call-endpoint.ts';
import { prepareOutput } from './model-output.ts';
import type { CallObserver } from '../telemetry/call-observer.ts';
import { isTerminal, type WireEvent } from '../wire-event.ts';

export type ResponseReading = {
  call: EndpointCall;
  observer: CallObserver;
  /** Call ids of earlier turns. */
  usedCallIds: ReadonlySet<string>;
  /** Told where the request really went. */
  onURL: (url: string) => void;
};

/** The response to one call, when it is complete. */
export async function readResponse(reading: ResponseReading): Promise<Response> {
  try {
    let assembler = new ResponseAssembler();
    let requestId: string | undefined;
    let begun = false;
    for await (const batch of callEndpoint(reading.call)) {
      if (!begun) {
        begun = true;
        requestId = batch.requestId;
        assembler = new ResponseAssembler(requestId);
        reading.onURL(batch.url);
      }
      for (const event of batch.events) assembler.accept(event);
    }
    return conclude(reading, assembler, requestId);
  } catch (error) {
    reading.observer.failed(error);
    throw error;
  }
}

/**
 * The events of one call as they come, for whoever shows them, and at the end one terminal event that carries the assembled response. What
 * came as one JSON body is shown as the events that it would have been.
 */
export async function* followResponse(reading: ResponseReading): AsyncGenerator<WireEvent, void, undefined> {
  try {
    yield* followEvents(reading);
  } catch (error) {
    reading.observer.failed(error);
    throw error;
  } finally {
    reading.observer.abandoned();
  }
}

async function* followEvents(reading: ResponseReading): AsyncGenerator<WireEvent, void, undefined> {
  const { signal } = reading.call;
  const shown: Shown = { started: false, items: new Set() };
  let assembler: ResponseAssembler | undefined;
  let requestId: string | undefined;
  let terminal: WireEvent | undefined;
  for await (const batch of callEndpoint(reading.call)) {
    if (assembler === undefined) {
      requestId = batch.requestId;
      assembler = new ResponseAssembler(requestId);
      reading.onURL(batch.url);
    }
    for (const event of batch.events) {
      signal?.throwIfAborted();
      assembler.accept(event);
      if (terminal !== undefined) continue;
      if (isTerminal(event)) {
        terminal = event;
        continue;
      }
      if (event.type === 'response.created') shown.started = true;
      else if (event.type === 'response.output_text.delta') shown.items.add(event['output_index']);
      yield event;
    }
  }
  if (assembler === undefined || terminal === undefined)
    throw new StreamCutError({ lastEvent: undefined, requestId });
  const response = conclude(reading, assembler, requestId);
  yield* unshown(response, shown);
  yield { ...terminal, type: 'response.completed', response };
}

function conclude(
  { observer, usedCallIds }: ResponseReading,
  assembler: ResponseAssembler,
  requestId: string | undefined,
): Response {
  const response = prepareOutput(assembler.finish(), usedCallIds, requestId);
  observer.answered(response, assembler.ignoredEvents);
  return response;
}

/** What a reader of the stream has seen: whether it began, and the items whose text came in pieces, by output index. */
type Shown = { started: boolean; items: Set<unknown> };

function* unshown(response: Response, shown: Shown): Generator<WireEvent> {
  if (!shown.started)
    yield { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } };
  // Without indexes nobody can say which text was shown; repeating it would be worse than leaving it out.
  if (shown.items.has(undefined)) return;
  for (const [outputIndex, item] of response.output.entries()) {
    if (item.type !== 'message' || shown.items.has(outputIndex)) continue;
    for (const [contentIndex, part] of item.content.entries()) {
      if (part.type !== 'output_text') continue;
      yield {
        type: 'response.output_text.delta',
        item_id: item.id,
        output_index: outputIndex,
        content_index: contentIndex,
        delta: part.text,
      };
    }
  }
}
