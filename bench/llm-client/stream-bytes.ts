import { contentOf, DELTA_LENGTH, type StreamShape } from './stream-shape.ts';

/** The events of a stream as they go over the wire, with those that real endpoints send around the deltas. */
export function encodeEvents(shape: StreamShape): string[] {
  return eventsOf(shape).map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
}

type StreamEvent = { readonly type: string; readonly [field: string]: unknown };

function eventsOf(shape: StreamShape): StreamEvent[] {
  const content = contentOf(shape);
  const item = shape.kind === 'text' ? messageOf(content) : callOf(content);
  const response = {
    id: 'resp_1',
    object: 'response',
    created_at: 1_700_000_000,
    status: 'completed',
    error: null,
    incomplete_details: null,
    model: 'bench',
    output: [item],
    usage: {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: shape.deltas,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: shape.deltas + 10,
    },
  };
  const started = { ...response, status: 'in_progress', output: [], usage: null };
  const events: StreamEvent[] = [
    { type: 'response.created', response: started },
    { type: 'response.in_progress', response: started },
    ...(shape.kind === 'text' ? textEvents(shape, content, item) : callEvents(shape, content, item)),
    { type: 'response.completed', response },
  ];
  return events.map((event, at) => ({ ...event, sequence_number: at }));
}

type Item = { readonly id: string; readonly [field: string]: unknown };

function messageOf(text: string): Item {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
  };
}

function callOf(text: string): Item {
  return {
    id: 'fc_1',
    type: 'function_call',
    status: 'completed',
    call_id: 'call_1',
    name: 'submit',
    arguments: text,
  };
}

function textEvents(shape: StreamShape, text: string, item: Item): StreamEvent[] {
  const at = { item_id: item.id, output_index: 0, content_index: 0 };
  const part = { type: 'output_text', text, annotations: [], logprobs: [] };
  return [
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: { ...item, status: 'in_progress', content: [] },
    },
    { type: 'response.content_part.added', ...at, part: { ...part, text: '' } },
    ...piecesOf(shape, text).map((delta) => ({
      type: 'response.output_text.delta',
      ...at,
      delta,
      logprobs: [],
    })),
    { type: 'response.output_text.done', ...at, text, logprobs: [] },
    { type: 'response.content_part.done', ...at, part },
    { type: 'response.output_item.done', output_index: 0, item },
  ];
}

function callEvents(shape: StreamShape, text: string, item: Item): StreamEvent[] {
  const at = { item_id: item.id, output_index: 0 };
  return [
    {
      type: 'response.output_item.added',
      output_index: 0,
      item: { ...item, status: 'in_progress', arguments: '' },
    },
    ...piecesOf(shape, text).map((delta) => ({
      type: 'response.function_call_arguments.delta',
      ...at,
      delta,
    })),
    { type: 'response.function_call_arguments.done', ...at, name: item['name'], arguments: text },
    { type: 'response.output_item.done', output_index: 0, item },
  ];
}

function piecesOf(shape: StreamShape, content: string): string[] {
  const length = DELTA_LENGTH[shape.kind];
  return Array.from({ length: shape.deltas }, (_, n) => content.slice(n * length, (n + 1) * length));
}
