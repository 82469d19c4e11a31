import type { Response, ResponseStreamEvent } from 'openai/resources/responses/responses';
import { describe, expect, it } from 'vitest';
import {
  eventsOf,
  functionCall,
  message,
  responseOf,
  type ScriptedItem,
} from '../testing/scripted-server.ts';
import { assembleResponse } from './response-assembler.ts';

function assemble(events: readonly ScriptedItem[]): Response {
  return assembleResponse(events as unknown as ResponseStreamEvent[]);
}

function callsOf(response: Response): { name: string; call_id: string; arguments: string }[] {
  return response.output.flatMap((item) =>
    item.type === 'function_call'
      ? [{ name: item.name, call_id: item.call_id, arguments: item.arguments }]
      : [],
  );
}

function textOf(response: Response): string {
  return response.output
    .flatMap((item) => (item.type === 'message' ? item.content : []))
    .map((part) => (part.type === 'output_text' ? part.text : ''))
    .join('');
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
const argumentsDone = (fields: ScriptedItem): ScriptedItem => ({
  type: 'response.function_call_arguments.done',
  ...fields,
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
      argumentsDone({ item_id: 'f', output_index: 1, arguments: '{"a":1}' }),
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

describe('correlation', () => {
  const first = { type: 'function_call', id: 'item_1', call_id: 'call_1', name: 'read', arguments: '' };
  const second = { type: 'function_call', id: 'item_2', call_id: 'call_2', name: 'search', arguments: '' };

  it('keeps interleaved calls apart by item id', () => {
    const events = [
      added(0, first),
      added(1, second),
      argumentsDone({ item_id: 'item_2', arguments: '{"b":2}' }),
      argumentsDone({ item_id: 'item_1', arguments: '{"a":1}' }),
      completed(),
    ];
    expect(callsOf(assemble(events)).map((call) => [call.name, call.arguments])).toEqual([
      ['read', '{"a":1}'],
      ['search', '{"b":2}'],
    ]);
  });

  it('does not take an item id for the call id of another call', () => {
    const events = [
      added(0, { ...first, id: 'call_2' }),
      added(1, { ...second, call_id: 'call_2' }),
      argumentsDone({ item_id: 'call_2', arguments: '{"a":1}' }),
      argumentsDone({ item_id: 'item_2', arguments: '{"b":2}' }),
      completed(),
    ];
    expect(callsOf(assemble(events)).map((call) => [call.name, call.arguments])).toEqual([
      ['read', '{"a":1}'],
      ['search', '{"b":2}'],
    ]);
  });

  it('falls back to a call id that names one item, and attaches to nothing when it names two', () => {
    const byCallId = [
      added(0, first),
      argumentsDone({ call_id: 'call_1', arguments: '{"a":1}' }),
      completed(),
    ];
    expect(callsOf(assemble(byCallId))[0]?.arguments).toBe('{"a":1}');
    const twice = [
      added(0, { ...first, call_id: 'same' }),
      added(1, { ...second, call_id: 'same' }),
      argumentsDone({ call_id: 'same', arguments: '{"a":1}' }),
      completed(),
    ];
    expect(errorOf(twice)).toMatchObject({ code: 'unresolved_call', callNames: ['read', 'search'] });
  });

  it('ignores arguments that belong to nothing when the done items hold all arguments', () => {
    const events = [
      argumentsDone({ item_id: 'nobody', arguments: '{"x":1}' }),
      done(0, functionCall('read', { a: 1 })),
      completed(),
    ];
    expect(callsOf(assemble(events))[0]?.arguments).toBe('{"a":1}');
  });

  it('never runs a call on deltas alone', () => {
    const delta = {
      type: 'response.function_call_arguments.delta',
      item_id: 'item_1',
      output_index: 0,
      delta: '{"a":1}',
    };
    expect(errorOf([added(0, first), delta, completed()])).toMatchObject({
      code: 'unresolved_call',
      retryable: true,
    });
  });

  it('fails a response that lost an announced call rather than dropping it', () => {
    const events = [added(0, first), done(1, message('and so')), completed()];
    expect(errorOf(events)).toMatchObject({ code: 'unresolved_call', callNames: ['read'] });
  });

  it('keeps the arguments string as it came', () => {
    const text = '{ "a":1.0,\n"b" : "\\u00e9" }';
    expect(callsOf(assemble(eventsOf(responseOf([functionCall('read', text)]))))[0]?.arguments).toBe(text);
  });
});

describe('the end of a response', () => {
  it('is the first terminal event', () => {
    const events = [
      { type: 'response.completed', response: responseOf([message('yes')]) },
      {
        type: 'response.failed',
        response: responseOf([], { status: 'failed', error: { code: 'server_error', message: 'no' } }),
      },
    ];
    expect(textOf(assemble(events))).toBe('yes');
  });

  it('keeps the final metadata, and does not make an unknown number of cached tokens 0', () => {
    const usage = { input_tokens: 3, output_tokens: 2, total_tokens: 5 };
    const created = {
      type: 'response.created',
      response: { id: 'resp_a', model: 'first', service_tier: 'auto' },
    };
    const response = assemble([
      created,
      completed({ id: null, model: 'last', usage, output: [message('x')] }),
    ]);
    expect(response).toMatchObject({ id: 'resp_a', model: 'last', service_tier: 'auto' });
    expect(response.usage).toEqual(usage);
  });

  it('is an error without a terminal event', () => {
    const cut = eventsOf(responseOf([message('hello')])).slice(0, -1);
    expect(errorOf(cut)).toMatchObject({
      code: 'stream_cut',
      retryable: true,
      lastEvent: 'response.output_item.done',
    });
    expect(errorOf([])).toMatchObject({ code: 'stream_cut', message: expect.stringContaining('no event') });
  });

  it('is an error that names both numbers when tokens were paid for and nothing came', () => {
    const error = errorOf([completed({ usage: { input_tokens: 1, output_tokens: 57, total_tokens: 58 } })]);
    expect(error).toMatchObject({ code: 'empty_response', outputTokens: 57 });
    expect(String(error)).toMatch(/57 output tokens.*0 output items/);
  });

  it('never gives the calls of an incomplete response, and says why with the partial text and usage', () => {
    const response = responseOf([message('so far'), functionCall('read', '{"a"')], {
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
    });
    expect(errorOf([{ type: 'response.incomplete', response }])).toMatchObject({
      code: 'incomplete_response',
      reason: 'max_output_tokens',
      partialText: 'so far',
      usage: { output_tokens: 5 },
    });
  });

  it('is an error of its own when the model refuses', () => {
    const refusal = {
      id: 'm',
      type: 'message',
      role: 'assistant',
      content: [{ type: 'refusal', refusal: 'I will not.' }],
    };
    expect(errorOf([completed({ output: [refusal] })])).toMatchObject({
      code: 'model_refusal',
      refusal: 'I will not.',
    });
    const streamed = [
      {
        type: 'response.refusal.delta',
        item_id: 'm',
        output_index: 0,
        content_index: 0,
        delta: 'I will not.',
      },
    ];
    expect(errorOf([...streamed, completed()])).toMatchObject({
      code: 'model_refusal',
      refusal: 'I will not.',
    });
  });

  it('keeps the server code and message of a failure, flat or nested', () => {
    const said = { code: 'server_error', message: 'The model is busy' };
    const failures = [
      { type: 'response.failed', response: responseOf([], { status: 'failed', error: said }) },
      { type: 'error', ...said },
      { type: 'error', error: said },
    ];
    for (const failed of failures) {
      expect(errorOf([failed])).toMatchObject({
        code: 'response_failed',
        serverCode: 'server_error',
        serverMessage: 'The model is busy',
        retryable: true,
      });
    }
    expect(errorOf([{ type: 'error', code: 'invalid_prompt', message: 'no' }])).toMatchObject({
      retryable: false,
    });
  });
});

describe('the cost of assembling', () => {
  it('keeps nothing of arguments that come in pieces, and joins text once', () => {
    const index = { item_id: 'm', output_index: 0, content_index: 0 };
    const deltas = Array.from({ length: 100_000 }, () => ({
      type: 'response.output_text.delta',
      ...index,
      delta: 'ten chars.',
    }));
    expect(textOf(assemble([...deltas, completed()]))).toHaveLength(1_000_000);
  });
});
