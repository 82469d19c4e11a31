import * as fc from 'fast-check';
import type { Response, ResponseStreamEvent } from 'openai/resources/responses/responses';
import { describe, expect, it } from 'vitest';
import { ResponsesError } from '../errors.ts';
import {
  eventsOf,
  functionCall,
  message,
  responseOf,
  type ScriptedItem,
} from '../testing/scripted-server.ts';
import { answerOf, STREAM_CHANGES, type StreamEvent } from '../testing/stream-changes.ts';
import { assembleResponse } from './response-assembler.ts';

function assemble(events: readonly unknown[]): Response | ResponsesError {
  try {
    return assembleResponse(events as ResponseStreamEvent[]);
  } catch (error) {
    if (error instanceof ResponsesError) return error;
    throw error;
  }
}

const TYPES = [
  'response.created',
  'response.in_progress',
  'response.queued',
  'response.output_item.added',
  'response.output_item.done',
  'response.content_part.added',
  'response.content_part.done',
  'response.output_text.delta',
  'response.output_text.done',
  'response.output_text.annotation.added',
  'response.refusal.delta',
  'response.refusal.done',
  'response.reasoning_summary_part.done',
  'response.reasoning_summary_text.delta',
  'response.reasoning_summary_text.done',
  'response.reasoning_text.delta',
  'response.reasoning_text.done',
  'response.function_call_arguments.delta',
  'response.function_call_arguments.done',
  'response.mcp_call_arguments.done',
  'response.custom_tool_call_input.done',
  'response.completed',
  'response.incomplete',
  'response.failed',
  'response.cancelled',
  'error',
  'ping',
  'codex.rate_limits',
];

const ITEM_TYPES = ['message', 'function_call', 'reasoning', 'mcp_call', 'custom_tool_call', 'new_kind'];

// Few values, so that names and indexes collide often.
const name = fc.constantFrom('a', 'b', 'c', '', null, undefined, 7);
const index = fc.constantFrom(0, 1, 5, -1, 1e300, null, undefined, '0', Number.NaN);
const text = fc.constantFrom('{"x":1}', '{"y":2}', '', 'text', null, undefined, 3, {}, { z: 1 }, ['list']);
const junk = fc.anything({ maxDepth: 2 });

const part = fc.record(
  {
    type: fc.constantFrom('output_text', 'refusal', 'summary_text', 'reasoning_text', null, 'image'),
    text,
    refusal: text,
  },
  { requiredKeys: [] },
);
const item = fc.record(
  {
    type: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...ITEM_TYPES) }, junk),
    id: name,
    call_id: name,
    name,
    arguments: text,
    status: fc.constantFrom('completed', 'in_progress', 'incomplete', null, undefined, 4),
    content: fc.oneof(fc.array(fc.oneof(part, junk), { maxLength: 3 }), junk),
    summary: fc.oneof(fc.array(part, { maxLength: 2 }), junk),
  },
  { requiredKeys: [] },
);
const response = fc.record(
  {
    id: name,
    status: fc.constantFrom('completed', 'failed', 'incomplete', 'cancelled', 'in_progress', null, 9),
    output: fc.oneof(fc.array(fc.oneof({ weight: 4, arbitrary: item }, junk), { maxLength: 4 }), junk),
    error: fc.oneof(fc.constant(null), junk),
    incomplete_details: junk,
    usage: fc.oneof(
      junk,
      fc.record(
        { input_tokens: index, output_tokens: index, input_tokens_details: junk },
        { requiredKeys: [] },
      ),
    ),
    ['__proto__']: junk,
  },
  { requiredKeys: [] },
);
const event = fc.record(
  {
    type: fc.constantFrom(...TYPES),
    item_id: name,
    call_id: name,
    output_index: index,
    content_index: index,
    summary_index: index,
    item: fc.oneof({ weight: 6, arbitrary: item }, junk),
    part: fc.oneof(part, junk),
    response: fc.oneof({ weight: 6, arbitrary: response }, junk),
    delta: text,
    text,
    refusal: text,
    arguments: text,
    name,
    error: junk,
    code: fc.oneof(text, junk),
    message: junk,
  },
  { requiredKeys: ['type'] },
);

const RUNS = { numRuns: 2_000 };

describe('whatever events come', () => {
  it('they make a response or an error of ours, and nothing else', () => {
    const outcomes = new Set<string>();
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        for (const each of [events, [...events, { type: 'response.completed' }]]) {
          const result = assemble(each);
          const error = result instanceof ResponsesError ? result : undefined;
          outcomes.add(error?.code ?? 'response');
          expect(error?.message.length ?? 0).toBeLessThan(2_000);
          expect(typeof (error?.retryable ?? false)).toBe('boolean');
        }
      }),
      RUNS,
    );
    // Otherwise the events would be too tame to show anything.
    expect([...outcomes].toSorted()).toEqual([
      'empty_response',
      'incomplete_response',
      'model_refusal',
      'response',
      'response_failed',
      'stream_cut',
      'unresolved_call',
    ]);
  });

  it('a call comes out with arguments that an event of that call brought, and never twice', () => {
    // Each item has names of its own; events leave some of them out, or name an item that does not exist.
    const calls = [0, 1, 2].map((at) => ({
      id: `item_${at}`,
      type: 'function_call',
      call_id: `call_${at}`,
      name: `tool_${at}`,
    }));
    const argumentsOf = (at: number): string => JSON.stringify({ at });
    const place = fc.record({
      at: fc.nat(2),
      byItemId: fc.boolean(),
      byCallId: fc.boolean(),
      byIndex: fc.boolean(),
      kind: fc.constantFrom('added', 'done', 'done without arguments', 'arguments', 'stranger', 'swapped'),
    });
    let resolved = 0;
    fc.assert(
      fc.property(fc.array(place, { minLength: 3, maxLength: 20 }), (places) => {
        const events = places.map(({ at, byItemId, byCallId, byIndex, kind }) => {
          const call = calls[at];
          const where = {
            ...(byItemId ? { item_id: call?.id } : {}),
            ...(byCallId ? { call_id: call?.call_id } : {}),
            ...(byIndex ? { output_index: at } : {}),
          };
          if (kind === 'arguments')
            return { type: 'response.function_call_arguments.done', ...where, arguments: argumentsOf(at) };
          // Belongs to no item, though its item id is the call id of one.
          if (kind === 'stranger')
            return {
              type: 'response.function_call_arguments.done',
              item_id: call?.call_id,
              arguments: '"none"',
            };
          if (kind === 'swapped')
            return {
              type: 'response.function_call_arguments.done',
              item_id: 'gone',
              output_index: at,
              arguments: '"none"',
            };
          return {
            type: `response.output_item.${kind === 'added' ? 'added' : 'done'}`,
            output_index: at,
            item: { ...call, arguments: kind === 'done' ? argumentsOf(at) : kind === 'added' ? '' : null },
          };
        });
        const result = assemble([...events, { type: 'response.completed', response: {} }]);
        if (result instanceof ResponsesError) return;
        resolved += 1;
        const got = answerOf(result.output).calls;
        expect(got).toEqual(
          calls.flatMap((call, at) =>
            got.some(({ call_id }) => call_id === call.call_id)
              ? [{ name: call.name, call_id: call.call_id, arguments: argumentsOf(at) }]
              : [],
          ),
        );
      }),
      RUNS,
    );
    expect(resolved).toBeGreaterThan(100);
  });
});

const goodItem = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }).map((words) => message(words)),
  fc.dictionary(fc.string(), fc.jsonValue()).map((args) => functionCall('tool', args)),
  fc.string().map((args) => functionCall('tool', args)),
);

function streamOf(items: readonly ScriptedItem[]): StreamEvent[] {
  return eventsOf(responseOf(items)).map((each) => ({ ...each, type: String(each['type']) }));
}

describe('a good stream', () => {
  it('gives the right answer under each of the benign changes, and under any two of them', () => {
    const change = fc.constantFrom(
      // Not both without deltas and without what would replace them.
      ...STREAM_CHANGES.filter(({ name: each }) => !/no item events|no done items|no added items/.test(each)),
    );
    fc.assert(
      fc.property(fc.array(goodItem, { minLength: 1, maxLength: 6 }), change, change, (items, one, two) => {
        const expected = answerOf(items);
        const events = two.apply(one.apply(streamOf(items)));
        const result = assemble(events);
        if (result instanceof ResponsesError) throw result;
        // A list whose call ids differ is not the one that counts, unless the other list is taken away.
        const sameIds = !/call ids/.test(one.name + two.name);
        const got = answerOf(result.output);
        const withoutIds = (answer: typeof got) => ({
          ...answer,
          calls: answer.calls.map((call) => ({ ...call, ...(sameIds ? {} : { call_id: '' }) })),
        });
        expect(withoutIds(got)).toEqual(withoutIds(expected));
      }),
      { numRuns: 1_000 },
    );
  });

  it('is an error when it is cut anywhere, and right when its events come twice', () => {
    fc.assert(
      fc.property(fc.array(goodItem, { minLength: 1, maxLength: 4 }), fc.nat(), (items, at) => {
        const events = streamOf(items);
        const cut = assemble(events.slice(0, at % events.length));
        expect(cut).toMatchObject({ code: 'stream_cut' });
        const emptied = { type: 'response.completed', response: { output: [] } };
        const twice = events
          .slice(0, -1)
          .flatMap((each) => (each.type.endsWith('.delta') ? [each] : [each, each]));
        for (const end of [events.slice(-1), [emptied]]) {
          const result = assemble([...twice, ...end]);
          if (result instanceof ResponsesError) throw result;
          expect(answerOf(result.output)).toEqual(answerOf(items));
        }
      }),
    );
  });

  it('in any order gives an error or its own calls, each with its own arguments', () => {
    fc.assert(
      fc.property(
        fc.array(goodItem, { minLength: 2, maxLength: 5 }).chain((items) => {
          const events = streamOf(items).slice(0, -1);
          return fc.record({
            items: fc.constant(items),
            events: fc.shuffledSubarray(events, { minLength: Math.ceil(events.length / 2) }),
          });
        }),
        ({ items, events }) => {
          const result = assemble([...events, { type: 'response.completed' }]);
          if (result instanceof ResponsesError) return;
          const own = new Map(answerOf(items).calls.map((call) => [call.call_id, call]));
          const got = answerOf(result.output).calls;
          expect(new Set(got.map((call) => call.call_id)).size).toBe(got.length);
          for (const call of got) expect(call).toEqual(own.get(call.call_id));
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
