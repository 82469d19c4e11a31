import type { Response } from 'openai/resources/responses/responses';
import { ResponseAssembler } from './assemble/response-assembler.ts';
import { callEndpoint, type EndpointCall } from './endpoint/call-endpoint.ts';
import { prepareOutput } from './model-output.ts';
import { isTerminal, type WireEvent } from './wire-event.ts';

export type ResponseReading = {
  call: EndpointCall;
  /** Call ids of earlier turns. */
  usedCallIds: ReadonlySet<string>;
  /** Told where the request really went. */
  onURL: (url: string) => void;
};

/** The response to one call, when it is complete. */
export async function readResponse(reading: ResponseReading): Promise<Response> {
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
  return prepareOutput(assembler.finish(), reading.usedCallIds, requestId);
}

/**
 * The events of one call as they come, for whoever shows them, and at the end one terminal event that carries the assembled response. What
 * came as one JSON body is shown as the events that it would have been.
 */
export async function* followResponse(reading: ResponseReading): AsyncGenerator<WireEvent, void, undefined> {
  const { signal } = reading.call;
  let assembler: ResponseAssembler | undefined;
  const shown = { started: false, text: false };
  for await (const batch of callEndpoint(reading.call)) {
    if (assembler === undefined) {
      assembler = new ResponseAssembler(batch.requestId);
      reading.onURL(batch.url);
    }
    for (const event of batch.events) {
      signal?.throwIfAborted();
      assembler.accept(event);
      if (isTerminal(event)) {
        const response = prepareOutput(assembler.finish(), reading.usedCallIds, batch.requestId);
        yield* unshown(response, shown);
        yield { ...event, type: 'response.completed', response };
        return;
      }
      if (event.type === 'response.created') shown.started = true;
      else if (event.type === 'response.output_text.delta') shown.text = true;
      yield event;
    }
  }
}

function* unshown(response: Response, shown: { started: boolean; text: boolean }): Generator<WireEvent> {
  if (!shown.started)
    yield { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } };
  if (shown.text) return;
  for (const [outputIndex, item] of response.output.entries()) {
    if (item.type !== 'message') continue;
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
