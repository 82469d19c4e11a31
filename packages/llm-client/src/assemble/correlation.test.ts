import type { ResponseStreamEvent } from 'openai/resources/responses/responses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silenceTracing } from '../telemetry/silence-tracing.ts';
import { startAnswerReader, type AnswerReader } from '../testing/answer-reader.ts';
import {
  eventsOf,
  functionCall,
  message,
  responseOf,
  type ScriptedItem,
} from '../testing/scripted-server.ts';
import { answerOf, type AnsweredCall } from '../testing/stream-changes.ts';
import { assembleResponse } from './response-assembler.ts';

let reader: AnswerReader;
beforeAll(async () => {
  silenceTracing();
  reader = await startAnswerReader();
});
afterAll(() => reader.close());

type Events = readonly ScriptedItem[];

/** The two ways to read the same events: as a list, and over HTTP through the model. */
const WAYS: [string, (events: Events) => Promise<AnsweredCall[]>][] = [
  [
    'assembleResponse',
    async (events) => answerOf(assembleResponse(events as unknown as ResponseStreamEvent[]).output).calls,
  ],
  ['HTTP', async (events) => answerOf((await reader.read({ events })).output).calls],
];

const read = { type: 'function_call', id: 'item_1', call_id: 'call_1', name: 'read', arguments: '' };
const search = { type: 'function_call', id: 'item_2', call_id: 'call_2', name: 'search', arguments: '' };

function added(index: number | undefined, item: ScriptedItem): ScriptedItem {
  return { type: 'response.output_item.added', output_index: index, item };
}

function done(index: number | undefined, item: ScriptedItem): ScriptedItem {
  return { type: 'response.output_item.done', output_index: index, item };
}

function argumentsDone(fields: ScriptedItem): ScriptedItem {
  return { type: 'response.function_call_arguments.done', ...fields };
}

function argumentsDelta(fields: ScriptedItem): ScriptedItem {
  return { type: 'response.function_call_arguments.delta', ...fields };
}

function completed(output: readonly ScriptedItem[] = []): ScriptedItem {
  return { type: 'response.completed', response: responseOf(output) };
}

const READ = { name: 'read', call_id: 'call_1', arguments: '{"a":1}' };
const SEARCH = { name: 'search', call_id: 'call_2', arguments: '{"b":2}' };

describe.each(WAYS)('arguments of calls (%s)', (_way, callsOf) => {
  it('go by item id', async () => {
    const events = [
      added(0, read),
      added(1, search),
      argumentsDone({ item_id: 'item_2', arguments: '{"b":2}' }),
      argumentsDone({ item_id: 'item_1', arguments: '{"a":1}' }),
      completed(),
    ];
    expect(await callsOf(events)).toEqual([READ, SEARCH]);
  });

  it('go by item id, whatever the call id and the index beside it say', async () => {
    const events = [
      added(0, read),
      added(1, search),
      argumentsDone({ item_id: 'item_2', call_id: 'call_1', output_index: 0, arguments: '{"b":2}' }),
      argumentsDone({ item_id: 'item_1', call_id: 'call_2', output_index: 1, arguments: '{"a":1}' }),
      completed(),
    ];
    expect(await callsOf(events)).toEqual([READ, SEARCH]);
  });

  it('go by call id alone when it names exactly one item', async () => {
    const events = [
      added(0, read),
      added(1, search),
      argumentsDone({ call_id: 'call_2', arguments: '{"b":2}' }),
      argumentsDone({ item_id: 'rotated', call_id: 'call_1', arguments: '{"a":1}' }),
      completed(),
    ];
    expect(await callsOf(events)).toEqual([READ, SEARCH]);
  });

  it('go to neither of two items that one call id names', async () => {
    const events = [
      added(0, { ...read, call_id: 'same' }),
      added(1, { ...search, call_id: 'same' }),
      argumentsDone({ call_id: 'same', arguments: '{"a":1}' }),
      completed(),
    ];
    await expect(callsOf(events)).rejects.toMatchObject({
      code: 'unresolved_call',
      callNames: ['read', 'search'],
      retryable: true,
    });
  });

  it('go to no earlier item either when a later one turns out to share its call id', async () => {
    const events = [
      added(0, { ...read, call_id: 'same' }),
      argumentsDone({ call_id: 'same', arguments: '{"b":2}' }),
      added(1, { ...search, call_id: 'same' }),
      completed(),
    ];
    await expect(callsOf(events)).rejects.toMatchObject({ callNames: ['read', 'search'] });
  });

  it('find an item that is announced after them', async () => {
    const events = [argumentsDone({ item_id: 'item_1', arguments: '{"a":1}' }), added(0, read), completed()];
    expect(await callsOf(events)).toEqual([READ]);
  });

  it('of an item whose id is the call id of another stay with that item', async () => {
    const events = [
      added(0, { ...read, id: 'call_2' }),
      added(1, search),
      argumentsDone({ item_id: 'call_2', arguments: '{"a":1}' }),
      argumentsDone({ item_id: 'item_2', arguments: '{"b":2}' }),
      completed(),
    ];
    expect(await callsOf(events)).toEqual([READ, SEARCH]);
  });

  it('for an unknown item id that is the call id of a call do not go to that call', async () => {
    const events = [
      added(0, search),
      argumentsDone({ item_id: 'call_2', arguments: '{"a":1}' }),
      completed(),
    ];
    await expect(callsOf(events)).rejects.toMatchObject({ code: 'unresolved_call', callNames: ['search'] });
  });

  it('for an unknown item go nowhere, also where an index is beside it', async () => {
    const events = [
      added(0, read),
      argumentsDone({ item_id: 'nobody', output_index: 0, arguments: '{"x":1}' }),
      completed(),
    ];
    await expect(callsOf(events)).rejects.toMatchObject({ code: 'unresolved_call', callNames: ['read'] });
  });

  it('go by index where the endpoint gives no id at all, unless it numbers two items alike', async () => {
    const nameless = { ...read, id: null };
    const byIndex = argumentsDone({ item_id: null, output_index: 0, arguments: '{"a":1}' });
    expect(await callsOf([added(0, nameless), byIndex, completed()])).toEqual([READ]);
    const two = [added(0, nameless), added(0, { ...search, id: null }), byIndex, completed()];
    await expect(callsOf(two)).rejects.toMatchObject({ callNames: ['read', 'search'] });
  });

  it('never go to an item that is no call', async () => {
    const text = message('Hello', { id: 'item_1' });
    const events = [
      added(0, text),
      argumentsDone({ item_id: 'item_1', arguments: '{"a":1}' }),
      done(0, text),
      completed(),
    ];
    expect(await callsOf(events)).toEqual([]);
  });

  it('that belong to nothing fail no response whose calls all have theirs', async () => {
    const stranger = argumentsDone({ item_id: 'nobody', call_id: 'none', arguments: '{"x":1}' });
    const call = { ...read, arguments: '{"a":1}' };
    expect(await callsOf([stranger, done(0, call), completed()])).toEqual([READ]);
    expect(await callsOf([stranger, added(0, read), completed([call])])).toEqual([READ]);
    const byDone = [added(0, read), argumentsDone({ item_id: 'item_1', arguments: '{"a":1}' }), stranger];
    expect(await callsOf([...byDone, completed()])).toEqual([READ]);
  });

  it('complete a done item and a final item that came without them', async () => {
    const bare = { ...read, arguments: null };
    const byId = argumentsDone({ item_id: 'item_1', arguments: '{"a":1}' });
    expect(await callsOf([added(0, read), byId, done(0, bare), completed()])).toEqual([READ]);
    expect(await callsOf([added(0, read), byId, completed([bare])])).toEqual([READ]);
    await expect(callsOf([done(0, bare), completed()])).rejects.toMatchObject({ code: 'unresolved_call' });
  });

  it('of two calls in turns stay apart', async () => {
    const turns = ['{"', '":', '}'].flatMap((delta) => [
      argumentsDelta({ item_id: 'item_1', output_index: 0, delta }),
      argumentsDelta({ item_id: 'item_2', output_index: 1, delta }),
    ]);
    const events = [
      added(0, read),
      added(1, search),
      ...turns,
      argumentsDone({ item_id: 'item_2', output_index: 1, arguments: '{"b":2}' }),
      argumentsDone({ item_id: 'item_1', output_index: 0, arguments: '{"a":1}' }),
    ];
    expect(await callsOf([...events, completed()])).toEqual([READ, SEARCH]);
    const items = [done(1, { ...search, arguments: '{"b":2}' }), done(0, { ...read, arguments: '{"a":1}' })];
    expect(await callsOf([...events, ...items, completed()])).toEqual([READ, SEARCH]);
  });

  it('are those of the end, not the deltas', async () => {
    const delta = argumentsDelta({ item_id: 'item_1', output_index: 0, delta: '{"a":"x8Jq"}' });
    const events = [
      added(0, read),
      delta,
      argumentsDone({ item_id: 'item_1', arguments: '{"a":1}' }),
      completed(),
    ];
    expect(await callsOf(events)).toEqual([READ]);
    await expect(callsOf([added(0, read), delta, completed()])).rejects.toMatchObject({
      code: 'unresolved_call',
      callNames: ['read'],
    });
  });

  it('of a megabyte come whole in deltas of ten bytes', async () => {
    const words = 'Zoë agreed to the plan. '.repeat(42_000);
    const args = JSON.stringify({ words });
    const events = eventsOf(responseOf([functionCall('read', args, { call_id: 'call_1' })]));
    expect(events.length).toBeGreaterThan(100_000);
    const emptied = [...events.slice(0, -1), completed()];
    const withoutDone = emptied.filter((event) => event['type'] !== 'response.output_item.done');
    for (const each of [events, emptied, withoutDone]) {
      const calls = await callsOf(each);
      expect(calls.map((call) => call.arguments === args)).toEqual([true]);
    }
  });

  it('are kept byte for byte', async () => {
    const text = '{ "a":1.0,\n"b" : "\\u00e9", "a":2 }';
    expect(await callsOf(eventsOf(responseOf([functionCall('read', text)])))).toMatchObject([
      { arguments: text },
    ]);
  });
});

describe.each(WAYS)('items (%s)', (_way, callsOf) => {
  it('are joined by their index, though their ids and call ids differ', async () => {
    const events = [
      added(3, read),
      added(9, search),
      done(9, { ...search, id: 'x', call_id: 'other_2', arguments: '{"b":2}' }),
      done(3, { ...read, id: 'y', call_id: 'other_1', arguments: '{"a":1}' }),
      completed(),
    ];
    expect(await callsOf(events)).toEqual([
      { ...READ, call_id: 'other_1' },
      { ...SEARCH, call_id: 'other_2' },
    ]);
  });

  it('are all kept where the endpoint numbers everything 0', async () => {
    const again = { ...read, id: 'item_3', call_id: 'call_3' };
    const all = [
      [read, '{"a":1}'],
      [search, '{"b":2}'],
      [again, '{"a":3}'],
    ] as const;
    const expected = [READ, SEARCH, { ...READ, call_id: 'call_3', arguments: '{"a":3}' }];
    const inTurn = all.flatMap(([item, args]) => [added(0, item), done(0, { ...item, arguments: args })]);
    expect(await callsOf([...inTurn, completed()])).toEqual(expected);
    const allAdded = all.map(([item]) => added(0, item));
    const allDone = all.map(([item, args]) => done(0, { ...item, arguments: args }));
    expect(await callsOf([...allAdded, ...allDone, completed()])).toEqual(expected);
    const byArguments = all.map(([item, args]) => argumentsDone({ item_id: item.id, arguments: args }));
    expect(await callsOf([...allAdded, ...byArguments, completed()])).toEqual(expected);
  });

  it('are all kept where two calls have one call id', async () => {
    const items = [
      { ...read, arguments: '{"a":1}' },
      { ...read, id: 'item_2', arguments: '{"a":2}' },
    ];
    for (const index of [undefined, 1]) {
      const [first, second] = items.map((item, at) => done(index === undefined ? undefined : at, item));
      const calls = await callsOf([first ?? {}, second ?? {}, completed()]);
      expect(calls.map((call) => call.arguments)).toEqual(['{"a":1}', '{"a":2}']);
    }
  });

  it('that repeat one call under one call id are one call, in the final list too', async () => {
    const call = { ...read, arguments: '{"a":1}' };
    expect(await callsOf([completed([call, { ...call, id: 'rotated' }])])).toEqual([READ]);
    expect(await callsOf([done(0, call), done(0, { ...call, id: 'rotated' }), completed()])).toEqual([READ]);
  });

  it('that were announced as calls and never came fail the response', async () => {
    const events = [added(0, read), done(1, message('and so')), completed()];
    await expect(callsOf(events)).rejects.toMatchObject({ code: 'unresolved_call', callNames: ['read'] });
    const other = [added(0, read), done(1, { ...search, arguments: '{}' }), completed()];
    await expect(callsOf(other)).rejects.toMatchObject({ code: 'unresolved_call', callNames: ['read'] });
  });
});
