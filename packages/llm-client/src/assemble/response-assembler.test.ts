import type { Response, ResponseStreamEvent } from 'openai/resources/responses/responses';
import { describe, expect, it } from 'vitest';
import { functionCall, message, responseOf, type ScriptedItem } from '../testing/scripted-server.ts';
import { answerOf, type AnsweredCall } from '../testing/stream-changes.ts';
import { assembleResponse } from './response-assembler.ts';

function assemble(events: readonly ScriptedItem[]): Response {
  return assembleResponse(events as unknown as ResponseStreamEvent[]);
}

function callsOf(response: Response): AnsweredCall[] {
  return answerOf(response.output).calls;
}

function textOf(response: Response): string {
  return answerOf(response.output).text;
}

function errorOf(events: readonly ScriptedItem[]): unknown {
  try {
    return assemble(events);
  } catch (error) {
    return error;
  }
}

const completed = (fields: ScriptedItem = {}): ScriptedItem => ({
  type: 'response.completed',
  response: responseOf([], fields),
});
const added = (index: number | undefined, item: ScriptedItem): ScriptedItem => ({
  type: 'response.output_item.added',
  output_index: index,
  item,
});
const done = (index: number | undefined, item: ScriptedItem): ScriptedItem => ({
  type: 'response.output_item.done',
  output_index: index,
  item,
});
describe('the authoritative list', () => {
  it('is the final output as a whole when it holds anything, whatever the done items say', () => {
    const events = [
      done(0, functionCall('read', { a: 1 }, { call_id: 'call_done' })),
      {
        type: 'response.completed',
        response: responseOf([functionCall('read', { a: 1 }, { call_id: 'call_final' })]),
      },
    ];
    expect(callsOf(assemble(events)).map((call) => call.call_id)).toEqual(['call_final']);
  });

  it('is the done items in the order of their indexes when the final output is empty, null or absent', () => {
    const items = [done(7, message('second')), done(2, message('first '))];
    for (const output of [[], null, undefined])
      expect(textOf(assemble([...items, completed({ output })]))).toBe('first second');
  });

  it('is made of the other events when there are no done items', () => {
    const events = [
      added(0, { type: 'message', id: 'm', role: 'assistant', content: [] }),
      { type: 'response.output_text.delta', item_id: 'm', output_index: 0, content_index: 0, delta: 'Hel' },
      { type: 'response.output_text.delta', item_id: 'm', output_index: 0, content_index: 0, delta: 'lo' },
      added(1, { type: 'function_call', id: 'f', call_id: 'c', name: 'read', arguments: '' }),
      {
        type: 'response.function_call_arguments.done',
        item_id: 'f',
        output_index: 1,
        arguments: '{"a":1}',
      },
      completed(),
    ];
    const response = assemble(events);
    expect(textOf(response)).toBe('Hello');
    expect(callsOf(response)).toEqual([{ name: 'read', call_id: 'c', arguments: '{"a":1}' }]);
  });

  it('counts a done item that comes twice once', () => {
    const call = functionCall('read', { a: 1 });
    expect(callsOf(assemble([done(0, call), done(0, call), completed()]))).toHaveLength(1);
    expect(callsOf(assemble([done(undefined, call), done(undefined, call), completed()]))).toHaveLength(1);
  });

  it('keeps two calls of one tool apart, also where the endpoint numbers everything 0', () => {
    const calls = [functionCall('read', { a: 1 }), functionCall('read', { a: 2 })];
    const events = calls.flatMap((call) => [added(0, { ...call, arguments: '' }), done(0, call)]);
    expect(callsOf(assemble([...events, completed()])).map((call) => call.arguments)).toEqual([
      '{"a":1}',
      '{"a":2}',
    ]);
  });
});

describe('what the other events make up', () => {
  const place = { item_id: 'm', output_index: 0, content_index: 0 };

  it('is whole where only the end of a part was told, part by part', () => {
    const parts = ['One ', 'two'].map((text, at) => ({
      type: 'response.content_part.done',
      ...place,
      content_index: at,
      part: { type: 'output_text', text, annotations: [] },
    }));
    expect(textOf(assemble([...parts.toReversed(), completed()]))).toBe('One two');
  });

  it('is the done text of a part rather than its deltas', () => {
    const deltas = ['a', 'b'].map((delta) => ({ type: 'response.output_text.delta', ...place, delta }));
    const text = { type: 'response.output_text.done', ...place, text: 'right' };
    expect(textOf(assemble([...deltas, text, deltas[0] ?? {}, completed()]))).toBe('right');
  });

  it('is text in the message, though the endpoint numbers everything 0 and ids rotate', () => {
    const events = [
      added(0, { type: 'reasoning', id: 'r', summary: [] }),
      added(0, { type: 'message', id: 'm', role: 'assistant', content: [] }),
      { type: 'response.output_text.delta', item_id: 'rotated', output_index: 0, delta: 'Hello' },
      completed(),
    ];
    expect(assemble(events).output.map((item) => item.type)).toEqual(['reasoning', 'message']);
    expect(textOf(assemble(events))).toBe('Hello');
  });

  it('is a message that was complete when it was announced', () => {
    expect(textOf(assemble([added(0, message('Here.')), completed()]))).toBe('Here.');
  });

  it('stays in the order of the indexes, and what has none stands behind what came before it', () => {
    const items = [
      done(5, message('c')),
      done(undefined, message('d')),
      done(2, message('a')),
      done(undefined, message('b')),
    ];
    expect(textOf(assemble([...items, completed()]))).toBe('abcd');
  });

  it('counts an item that is done twice once, though nothing names it', () => {
    const nameless = { ...message('only once'), id: null };
    const items = [done(undefined, nameless), done(undefined, nameless)];
    expect(textOf(assemble([...items, completed()]))).toBe('only once');
  });

  it('keeps two messages apart, also where the endpoint numbers everything 0', () => {
    const items = [message('one '), message('two')];
    const events = items.flatMap((item) => [added(0, { ...item, content: [] }), done(0, item)]);
    expect(textOf(assemble([...events, completed()]))).toBe('one two');
  });
});

describe('the cost of assembling', () => {
  /** How often items are looked into while as many texts as calls come, in turns, without place or name. */
  function countReads(items: number): number {
    let reads = 0;
    const counted = (item: ScriptedItem): ScriptedItem =>
      new Proxy(item, {
        get: (target, key) => {
          reads += 1;
          return typeof key === 'string' ? target[key] : undefined;
        },
      });
    const events = Array.from({ length: items }, (_, at) => [
      added(undefined, counted(functionCall('read', '', { id: `i_${at}`, call_id: `c_${at}` }))),
      { type: 'response.output_text.delta', delta: 'x' },
      { type: 'response.reasoning_text.delta', delta: 'y' },
      done(0, counted(message(`${at}`))),
    ]).flat();
    errorOf([...events, completed()]);
    return reads;
  }

  it('is the same for each event, however many items there are', () => {
    expect(countReads(100)).toBeGreaterThan(100);
    expect(countReads(2_000)).toBeLessThan(21 * countReads(100));
  });

  it('is for a piece of arguments that its type is looked at, and nothing else', () => {
    const seen = new Set<string | symbol>();
    const piece = new Proxy<ScriptedItem>(
      { type: 'response.function_call_arguments.delta', item_id: 'f', output_index: 0, delta: '{"a":1}' },
      {
        get: (target, key) => {
          seen.add(key);
          return typeof key === 'string' ? target[key] : undefined;
        },
        ownKeys: (target) => {
          seen.add('all keys');
          return Reflect.ownKeys(target);
        },
      },
    );
    const call = functionCall('read', { a: 2 }, { id: 'f', call_id: 'c' });
    const events = [added(0, { ...call, arguments: '' }), piece, piece, done(0, call), completed()];
    expect(callsOf(assemble(events))).toEqual([{ name: 'read', call_id: 'c', arguments: '{"a":2}' }]);
    expect([...seen]).toEqual(['type']);
  });
});
