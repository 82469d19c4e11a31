import { createHash } from 'node:crypto';
import { OFFLINE_MODEL } from './model-name.ts';
import type { Turn } from './next-turn.ts';
import type { RequestBody } from './request-body.ts';

/** Characters of one delta. */
const DELTA = 200;
/** Characters that count as one token: a rough figure, since no tokeniser ran. */
const CHARACTERS_PER_TOKEN = 4;

type Json = Record<string, unknown>;

/** One answer: everything that the Responses API says of it, as one object or as a stream of events. */
export class ResponseOnWire {
  readonly #turn: Turn;
  readonly #body: RequestBody;
  readonly #hash: string;
  readonly #inputTokens: number;
  readonly #createdAt: number;

  /** `requestText` is the request as it came: the ids are made of it, so that the same request has the same answer. */
  constructor(turn: Turn, body: RequestBody, requestText: string, createdAt: number) {
    this.#turn = turn;
    this.#body = body;
    this.#hash = createHash('sha256').update(requestText).digest('hex').slice(0, 48);
    this.#inputTokens = countTokens(requestText);
    this.#createdAt = createdAt;
  }

  get id(): string {
    return `resp_${this.#hash}`;
  }

  completed(): Json {
    const text = this.#turn.kind === 'call' ? this.#turn.arguments : this.#turn.text;
    const outputTokens = countTokens(text);
    return {
      ...this.#envelope('completed'),
      completed_at: this.#createdAt,
      output: [this.#item('completed')],
      usage: {
        input_tokens: this.#inputTokens,
        input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
        output_tokens: outputTokens,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: this.#inputTokens + outputTokens,
      },
    };
  }

  *events(): Generator<Json> {
    let sequence = 0;
    for (const event of this.#unnumbered()) {
      yield { ...event, sequence_number: sequence };
      sequence += 1;
    }
  }

  *#unnumbered(): Generator<Json> {
    yield { type: 'response.created', response: this.#envelope('in_progress') };
    yield { type: 'response.in_progress', response: this.#envelope('in_progress') };
    yield { type: 'response.output_item.added', output_index: 0, item: this.#item('in_progress') };
    yield* this.#turn.kind === 'call'
      ? this.#argumentEvents(this.#turn.arguments)
      : this.#textEvents(this.#turn.text);
    yield { type: 'response.output_item.done', output_index: 0, item: this.#item('completed') };
    yield { type: 'response.completed', response: this.completed() };
  }

  *#argumentEvents(text: string): Generator<Json> {
    const at = { item_id: this.#itemId(), output_index: 0 };
    for (const delta of inPieces(text))
      yield { type: 'response.function_call_arguments.delta', ...at, delta };
    yield { type: 'response.function_call_arguments.done', ...at, arguments: text };
  }

  *#textEvents(text: string): Generator<Json> {
    const at = { item_id: this.#itemId(), output_index: 0, content_index: 0 };
    yield {
      type: 'response.content_part.added',
      ...at,
      part: { type: 'output_text', annotations: [], logprobs: [], text: '' },
    };
    for (const delta of inPieces(text))
      yield { type: 'response.output_text.delta', ...at, delta, logprobs: [] };
    yield { type: 'response.output_text.done', ...at, text, logprobs: [] };
    yield {
      type: 'response.content_part.done',
      ...at,
      part: { type: 'output_text', annotations: [], logprobs: [], text },
    };
  }

  #itemId(): string {
    return `${this.#turn.kind === 'call' ? 'fc' : 'msg'}_${this.#hash}`;
  }

  #item(status: 'in_progress' | 'completed'): Json {
    const done = status === 'completed';
    if (this.#turn.kind === 'call') {
      const { name, arguments: text } = this.#turn;
      return {
        id: this.#itemId(),
        type: 'function_call',
        status,
        call_id: `call_${this.#hash.slice(0, 24)}`,
        name,
        arguments: done ? text : '',
      };
    }
    const content = done
      ? [{ type: 'output_text', annotations: [], logprobs: [], text: this.#turn.text }]
      : [];
    return { id: this.#itemId(), type: 'message', status, role: 'assistant', content };
  }

  #envelope(status: 'in_progress' | 'completed'): Json {
    const {
      instructions,
      tools,
      tool_choice: toolChoice,
      metadata,
      parallel_tool_calls: parallel,
    } = this.#body;
    return {
      id: this.id,
      object: 'response',
      created_at: this.#createdAt,
      completed_at: null,
      status,
      error: null,
      incomplete_details: null,
      instructions: instructions ?? null,
      max_output_tokens: null,
      metadata: metadata ?? {},
      model: OFFLINE_MODEL,
      output: [],
      parallel_tool_calls: parallel ?? true,
      previous_response_id: null,
      reasoning: { effort: null, summary: null },
      store: false,
      temperature: null,
      text: { format: { type: 'text' } },
      tool_choice: toolChoice ?? 'auto',
      tools: tools ?? [],
      top_p: null,
      truncation: 'disabled',
      usage: null,
      user: null,
    };
  }
}

function countTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

/** Pieces of a text that cut no character in two. */
function* inPieces(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    let end = Math.min(text.length, start + DELTA);
    if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1)) && end < text.length) end += 1;
    yield text.slice(start, end);
    start = end;
  }
}
