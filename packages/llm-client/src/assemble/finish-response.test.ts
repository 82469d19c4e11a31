import type { Response, ResponseStreamEvent } from 'openai/resources/responses/responses';
import { describe, expect, it } from 'vitest';
import {
  eventsOf,
  functionCall,
  message,
  responseOf,
  type ScriptedItem,
} from '../testing/scripted-server.ts';
import { answerOf } from '../testing/stream-changes.ts';
import type { WireEvent } from '../wire-event.ts';
import { assembleResponse, ResponseAssembler } from './response-assembler.ts';

function assemble(events: readonly ScriptedItem[]): Response {
  return assembleResponse(events as unknown as ResponseStreamEvent[]);
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
const done = (index: number | undefined, item: ScriptedItem): ScriptedItem => ({
  type: 'response.output_item.done',
  output_index: index,
  item,
});

describe('an error of a response', () => {
  const started = {
    type: 'response.created',
    response: { id: 'resp_1', status: 'in_progress', output: [], usage: null },
  };
  const usage = { input_tokens: 9, output_tokens: 4, total_tokens: 13 };
  const refusal = message('', { content: [{ type: 'refusal', refusal: 'No.' }] });
  const cases: [string, ScriptedItem][] = [
    ['empty_response', completed({ id: undefined, usage })],
    ['model_refusal', completed({ id: undefined, usage, output: [refusal] })],
    [
      'unresolved_call',
      completed({ id: undefined, usage, output: [{ type: 'function_call', name: 'read' }] }),
    ],
    ['incomplete_response', { type: 'response.incomplete', response: { usage } }],
    ['response_failed', { type: 'response.failed', response: { usage, error: { code: 'x' } } }],
  ];
  it.each(cases)('carries the id and the usage of the response: %s', (code, end) => {
    expect(errorOf([started, end])).toMatchObject({ code, responseId: 'resp_1', usage });
    expect(errorOf([end])).toMatchObject({ code, responseId: undefined, usage });
  });

  it('carries the id of the response that was cut, and the usage where it was told', () => {
    expect(errorOf([started])).toMatchObject({ code: 'stream_cut', responseId: 'resp_1', usage: undefined });
    const counted = { type: 'response.in_progress', response: { id: 'resp_1', usage } };
    expect(errorOf([started, counted])).toMatchObject({ code: 'stream_cut', responseId: 'resp_1', usage });
  });

  it('carries the id of the final response where the two differ', () => {
    expect(errorOf([started, completed({ id: 'resp_2' })])).toMatchObject({ responseId: 'resp_2' });
  });

  it('quotes no more than the start of what the endpoint said', () => {
    const long = 'x'.repeat(100_000);
    const ends = [
      { type: 'error', code: long, message: long },
      { type: 'response.incomplete', response: { incomplete_details: { reason: long } } },
      completed({ output: Array.from({ length: 50 }, () => ({ type: 'function_call', name: long })) }),
    ];
    for (const end of ends) expect(String(errorOf([end])).length).toBeLessThan(2_000);
    expect(String(errorOf([{ type: long }])).length).toBeLessThan(300);
  });
});

describe('the end of a response', () => {
  it('decides by itself: what stood in the response when it started is no output', () => {
    const begun = {
      type: 'response.in_progress',
      response: { id: 'resp_1', output: [functionCall('read', '{}')], error: { code: 'old' } },
    };
    expect(errorOf([begun, { type: 'response.completed' }])).toMatchObject({ code: 'empty_response' });
    const foreign = { type: 'ping', response: { id: 'resp_of_a_ping', service_tier: 'none' } };
    expect(assemble([foreign, completed({ id: 'resp_1', output: [message('x')] })])).not.toHaveProperty(
      'service_tier',
    );
  });

  it('never gives a call that is cut short, though the response says that it is complete', () => {
    const call = functionCall('read', '{"a":1}', { status: 'incomplete' });
    for (const events of [[completed({ output: [call] })], [done(0, call), completed()]]) {
      expect(errorOf(events)).toMatchObject({ code: 'incomplete_response', reason: 'a call was cut short' });
    }
  });

  it.each([
    [
      'a reason why it is incomplete',
      { incomplete_details: { reason: 'content_filter' } },
      'incomplete_response',
    ],
    [
      'such a reason without a status',
      { status: null, incomplete_details: { reason: 'x' } },
      'incomplete_response',
    ],
    ['the status incomplete', { status: 'incomplete' }, 'incomplete_response'],
    ['an error', { error: { code: 'server_error', message: 'Gone' } }, 'response_failed'],
    ['the status failed', { status: 'failed' }, 'response_failed'],
  ])('never gives the calls of a response that is called complete and has %s', (_name, fields, code) => {
    const output = [functionCall('read', '{"a":1}')];
    expect(errorOf([completed({ output, ...fields })])).toMatchObject({ code });
    expect(errorOf([done(0, output[0] ?? {}), completed(fields)])).toMatchObject({ code });
  });

  it.each(['in_progress', 'queued', 'resting', null])(
    'is decided by its event where its status is %s',
    (status) => {
      const nothing = { status, error: { code: '', message: null }, incomplete_details: { reason: null } };
      const response = assemble([completed({ output: [message('x')], ...nothing })]);
      expect([textOf(response), response.status]).toEqual(['x', 'completed']);
    },
  );

  it('is the error that it names, where it is complete and has no output', () => {
    const end = completed({ error: { code: 'server_error', message: 'Gone' } });
    expect(errorOf([end])).toMatchObject({ code: 'response_failed', serverCode: 'server_error' });
  });

  it('is an error with the status of another server as its code, and retryable by that', () => {
    const busy = { type: 'error', error: { code: 503, message: 'busy' } };
    expect(errorOf([busy])).toMatchObject({ serverCode: '503', retryable: true });
    expect(errorOf([{ type: 'error', error: { code: 400 } }])).toMatchObject({ retryable: false });
  });

  it('ignores what comes later, and counts it', () => {
    const assembler = new ResponseAssembler();
    for (const event of eventsOf(responseOf([message('x')]))) assembler.accept(event as WireEvent);
    expect(assembler.ignoredEvents).toBe(0);
    assembler.accept({ type: 'response.failed' });
    assembler.accept({ type: 'ping' });
    expect(assembler.ignoredEvents).toBe(2);
    expect(textOf(assembler.finish())).toBe('x');
  });

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
