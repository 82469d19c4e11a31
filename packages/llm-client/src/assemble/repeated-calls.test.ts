import type { ResponseStreamEvent } from 'openai/resources/responses/responses';
import { describe, expect, it } from 'vitest';
import { responseOf, type ScriptedItem } from '../testing/scripted-server.ts';
import { answerOf } from '../testing/stream-changes.ts';
import { assembleResponse } from './response-assembler.ts';

type Fields = { id?: string | null; call_id?: string | null; name?: string; arguments: unknown };

function call(fields: Fields): ScriptedItem {
  return { type: 'function_call', name: 'read', ...fields };
}

function done(index: number | undefined, fields: Fields): ScriptedItem {
  return { type: 'response.output_item.done', output_index: index, item: call(fields) };
}

function argumentsOf(events: readonly ScriptedItem[], output: readonly ScriptedItem[] = []): string[] {
  const all = [...events, { type: 'response.completed', response: responseOf(output) }];
  const response = assembleResponse(all as unknown as ResponseStreamEvent[]);
  return answerOf(response.output).calls.map(({ name, arguments: text }) => `${name} ${text}`);
}

const ONE = '{"n":1,"m":"é"}';
const AGAIN = '{ "m": "\\u00e9", "n": 1 }';

/** The ids of the first and of the second time. */
const IDS: [string, Omit<Fields, 'arguments'>, Omit<Fields, 'arguments'>][] = [
  ['the same ids', { id: 'a', call_id: 'c' }, { id: 'a', call_id: 'c' }],
  ['id null', { id: null, call_id: 'c' }, { id: null, call_id: 'c' }],
  ['ids that rotate', { id: 'a', call_id: 'c' }, { id: 'b', call_id: 'c' }],
  ['call ids that rotate', { id: 'a', call_id: 'c' }, { id: 'a', call_id: 'd' }],
];

describe('a call that comes twice, its arguments spelled differently', () => {
  it.each(IDS)('is one call by its done items: %s', (_name, first, second) => {
    for (const index of [undefined, 0]) {
      const events = [
        done(index, { ...first, arguments: ONE }),
        done(index, { ...second, arguments: AGAIN }),
      ];
      expect(argumentsOf(events)).toEqual([`read ${ONE}`]);
    }
  });

  it.each(IDS)('is one call in the final output: %s', (_name, first, second) => {
    const output = [call({ ...first, arguments: ONE }), call({ ...second, arguments: AGAIN })];
    expect(argumentsOf([], output)).toEqual([`read ${ONE}`]);
  });

  it('is one call without any id where nothing came between, and two with other arguments', () => {
    for (const index of [undefined, 0]) {
      const [a, again, b] = [ONE, AGAIN, '{"n":2}'].map((text) => done(index, { arguments: text }));
      const events = [a, again, b, b].filter((event) => event !== undefined);
      expect(argumentsOf(events)).toEqual([`read ${ONE}`, 'read {"n":2}']);
    }
  });
});

describe('two done items in one place under one call id', () => {
  it('are two calls where their ids and what they say differ', () => {
    const first = done(0, { id: 'a', call_id: 'c', arguments: '{"n":1}' });
    const other = done(0, { id: 'b', call_id: 'c', name: 'search', arguments: '{"n":2}' });
    expect(argumentsOf([first, other])).toEqual(['read {"n":1}', 'search {"n":2}']);
    const more = done(0, { id: 'b', call_id: 'c', arguments: '{"n":2}' });
    expect(argumentsOf([first, more])).toEqual(['read {"n":1}', 'read {"n":2}']);
  });

  it('fail the response where nothing but their arguments differs', () => {
    for (const id of ['a', null]) {
      const events = [1, 2].map((n) => done(0, { id, call_id: 'c', arguments: `{"n":${n}}` }));
      expect(() => argumentsOf(events)).toThrow(expect.objectContaining({ code: 'unresolved_call' }));
    }
  });
});

describe('arguments nested deeper than the stack', () => {
  it('are one call with arguments that never run, however often they come', () => {
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`);
    const item = { id: 'a', call_id: 'c', arguments: deep };
    expect(argumentsOf([done(0, item), done(0, item)])).toEqual(['read "too deep"']);
    expect(argumentsOf([], [call(item)])).toEqual(['read "too deep"']);
  });
});
