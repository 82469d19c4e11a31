import { gzipSync } from 'node:zlib';
import { Agent, handoff, Runner, tool, type ModelRequest, type ModelResponse } from '@openai/agents';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createResponsesClient, guardTools, ResponsesModel, silenceTracing } from '../index.ts';
import type { ResponsesModelOptions } from './responses-model.ts';
import {
  callResponse,
  encodeEvents,
  eventsOf,
  functionCall,
  message,
  responseOf,
  startScriptedServer,
  textResponse,
  type Scripted,
  type ScriptedItem,
  type ScriptedRequest,
  type ScriptedServer,
} from '../testing/scripted-server.ts';

const servers: ScriptedServer[] = [];
beforeAll(silenceTracing);
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(script: (request: ScriptedRequest) => Scripted): Promise<ScriptedServer> {
  const server = await startScriptedServer(script);
  servers.push(server);
  return server;
}

function modelOf(server: { url: string }, options: Partial<ResponsesModelOptions> = {}): ResponsesModel {
  const client = createResponsesClient({ baseURL: server.url, apiKey: 'k' });
  return new ResponsesModel({
    client,
    model: 'm',
    ...options,
    retries: { minDelayMs: 1, ...options.retries },
  });
}

function requestOf(fields: Partial<ModelRequest> = {}): ModelRequest {
  return {
    input: 'hello',
    modelSettings: {},
    tools: [],
    outputType: 'text',
    handoffs: [],
    tracing: false,
    ...fields,
  };
}

function textOf(response: ModelResponse): string {
  return response.output
    .flatMap((item) => (item.type === 'message' && item.role === 'assistant' ? item.content : []))
    .map((part) => (part.type === 'output_text' ? part.text : ''))
    .join('');
}

async function ask(scripted: Scripted, options: Partial<ResponsesModelOptions> = {}): Promise<string> {
  const server = await serve(() => scripted);
  return textOf(await modelOf(server, options).getResponse(requestOf()));
}

async function errorOf(scripted: Scripted, options: Partial<ResponsesModelOptions> = {}): Promise<unknown> {
  return await ask(scripted, options).then(
    (text) => `no error but: ${text}`,
    (error: unknown) => error,
  );
}

const hello = responseOf([message('Hello there, everyone.')]);
const sse = { 'content-type': 'text/event-stream' };
const BOTH = [true, false];

describe('a response', () => {
  it.each(BOTH)('is read whatever the endpoint made of `stream: %s`', async (useStreaming) => {
    const bodies: Scripted[] = [
      { response: hello },
      { events: eventsOf(hello) },
      { body: JSON.stringify(hello), headers: { 'content-type': 'application/json' } },
      { body: JSON.stringify(hello), headers: sse },
      { body: `\uFEFF  ${JSON.stringify(hello)}` },
      { body: encodeEvents(eventsOf(hello)), headers: { 'content-type': 'application/json' } },
      { body: `: hi\r\n\r\n${encodeEvents(eventsOf(hello)).replaceAll('\n', '\r\n')}` },
      { body: `\uFEFF${encodeEvents(eventsOf(hello)).trimEnd()}`, headers: sse },
      { body: gzipSync(encodeEvents(eventsOf(hello))), headers: { ...sse, 'content-encoding': 'gzip' } },
    ];
    for (const body of bodies) expect(await ask(body, { useStreaming })).toBe('Hello there, everyone.');
  });

  it('is read past pings, comments, empty data, null data and unknown events', async () => {
    const noise = `: keep\n\ndata:\n\ndata: null\n\nevent: ping\ndata: {}\n\n${encodeEvents([{ type: 'codex.rate_limits' }, { type: 'keepalive' }])}`;
    const body = eventsOf(hello).map((event) => noise + encodeEvents([event]));
    expect(await ask({ body: body.join('') + noise, headers: sse })).toBe('Hello there, everyone.');
  });

  it('is complete when the terminal event is there, though the connection stays open', async () => {
    expect(await ask({ events: eventsOf(hello), ending: 'hang' })).toBe('Hello there, everyone.');
  });

  it('carries the request id, the response id and the usage', async () => {
    const server = await serve(() => ({
      response: responseOf([message('x')], { id: 'resp_7' }),
      headers: { 'x-request-id': 'req_7' },
    }));
    for (const useStreaming of BOTH) {
      const response = await modelOf(server, { useStreaming }).getResponse(requestOf());
      expect(response).toMatchObject({ responseId: 'resp_7', requestId: 'req_7' });
      expect(response.usage).toMatchObject({
        inputTokens: 10,
        outputTokens: 5,
        inputTokensDetails: [{ cached_tokens: 4 }],
      });
    }
  });

  it('gets an id, lists and call ids where the endpoint leaves them out', async () => {
    const output = [
      { type: 'reasoning', id: null },
      { type: 'message', id: null, role: 'assistant', content: null },
      functionCall('look', '{}', { id: null, call_id: '' }),
      functionCall('look', '{}', { id: null, call_id: null }),
    ];
    const server = await serve(() => ({ response: responseOf(output, { id: null }) }));
    const response = await modelOf(server).getResponse(requestOf());
    expect(response.responseId).toMatch(/^resp_/);
    const ids = response.output.flatMap((item) => (item.type === 'function_call' ? [item.callId] : []));
    expect(new Set(ids).size).toBe(2);
  });
});

describe('a run', () => {
  const parameters = z.object({ a: z.number() });
  function add(ran: number[]) {
    return guardTools([tool({ name: 'add', description: 'd', parameters, execute: ({ a }) => ran.push(a) })]);
  }

  it.each(BOTH)(
    'goes on after a final `output: []` behind good done items (useStreaming %s)',
    async (useStreaming) => {
      const emptied = (response: ScriptedItem): Scripted => ({
        events: eventsOf(response).map((event) =>
          event['type'] === 'response.completed'
            ? { ...event, response: { ...response, output: [] } }
            : event,
        ),
      });
      const server = await serve(({ index }) =>
        emptied(responseOf([index === 0 ? functionCall('add', { a: 4 }) : message('Added.')])),
      );
      const ran: number[] = [];
      const agent = new Agent({ name: 'a', model: modelOf(server, { useStreaming }), tools: add(ran) });
      const result = await new Runner().run(agent, 'go');
      expect([result.finalOutput, ran, server.requests.length]).toEqual(['Added.', [4], 2]);
    },
  );

  it('renames a call id that an earlier turn used, in call and result alike', async () => {
    const server = await serve(({ index }) =>
      index < 2
        ? { response: responseOf([functionCall('add', { a: index }, { call_id: 'same' })]) }
        : textResponse('Done.'),
    );
    const ran: number[] = [];
    const agent = new Agent({ name: 'a', model: modelOf(server), tools: add(ran) });
    await new Runner().run(agent, 'go');
    expect(ran).toEqual([0, 1]);
    const ids = (server.requests[2]?.body.input ?? []).flatMap((item) => item['call_id'] ?? []);
    expect(new Set(ids).size).toBe(2);
    expect(ids).toHaveLength(4);
  });

  it.each(BOTH)(
    'shows the text as it comes and ends with the same text (useStreaming %s)',
    async (useStreaming) => {
      const server = await serve(() => ({ response: hello }));
      const agent = new Agent({ name: 'a', model: modelOf(server, { useStreaming }) });
      const result = await new Runner().run(agent, 'go', { stream: true });
      let shown = '';
      for await (const event of result) {
        if (event.type === 'raw_model_stream_event' && event.data.type === 'output_text_delta')
          shown += event.data.delta;
      }
      await result.completed;
      expect([shown, result.finalOutput]).toEqual(['Hello there, everyone.', 'Hello there, everyone.']);
    },
  );
});

describe('what is sent', () => {
  it('gives every message item its type, and leaves null ids out', async () => {
    const server = await serve(({ index }) =>
      index === 0
        ? { response: responseOf([message('first', { id: null }), functionCall('look', '{}', { id: null })]) }
        : textResponse('second'),
    );
    const look = tool({ name: 'look', description: 'd', parameters: z.object({}), execute: () => 'seen' });
    const agent = new Agent({ name: 'a', model: modelOf(server), tools: guardTools([look]) });
    await new Runner().run(agent, [
      { role: 'system', content: 's' },
      { role: 'user', content: [{ type: 'input_text', text: 'u' }] },
    ]);
    const input = server.requests[1]?.body.input ?? [];
    expect(input.map((item) => item['type'])).toEqual([
      'message',
      'message',
      'message',
      'function_call',
      'function_call_output',
    ]);
    expect(input.filter((item) => 'id' in item)).toEqual([]);
    expect(server.requests[0]?.body.input?.map((item) => item['type'])).toEqual(['message', 'message']);
  });

  it.each([
    ['raw', '{"a":'],
    ['emptyObject', '{}'],
  ] as const)(
    'replays invalid arguments as the endpoint can take them: %s',
    async (replayInvalidArguments, expected) => {
      const server = await serve(({ index }) =>
        index === 0 ? callResponse('look', '{"a":') : textResponse('Done.'),
      );
      const look = tool({ name: 'look', description: 'd', parameters: z.object({}), execute: () => 'seen' });
      const agent = new Agent({
        name: 'a',
        model: modelOf(server, { switches: { replayInvalidArguments } }),
        tools: guardTools([look]),
      });
      const result = await new Runner().run(agent, 'go');
      expect(
        server.requests[1]?.body.input?.find((item) => item['type'] === 'function_call')?.['arguments'],
      ).toBe(expected);
      expect(JSON.stringify(result.history)).toContain(JSON.stringify('{"a":'));
    },
  );

  it('has an id of its own for each attempt', async () => {
    const server = await serve(({ index }) => (index === 0 ? { body: '', status: 503 } : textResponse('x')));
    await modelOf(server).getResponse(requestOf());
    expect(new Set(server.requests.map(({ headers }) => headers['x-client-request-id'])).size).toBe(2);
  });

  it('is nothing when a tool is not guarded, when there is a handoff, or when the history does not add up', async () => {
    const server = await serve(() => textResponse('x'));
    const model = modelOf(server);
    const bare = tool({ name: 'bare', description: 'd', parameters: z.object({}), execute: () => 'ran' });
    const run = (agent: Agent) => new Runner().run(agent, 'go');
    await expect(run(new Agent({ name: 'a', model, tools: [bare] }))).rejects.toMatchObject({
      code: 'unguarded_tool',
      toolNames: ['bare'],
    });
    const other = new Agent({ name: 'other', model });
    await expect(run(new Agent({ name: 'a', model, handoffs: [handoff(other)] }))).rejects.toMatchObject({
      code: 'handoff_refused',
    });
    const call = {
      type: 'function_call',
      callId: 'twice',
      name: 'look',
      arguments: '{}',
      status: 'completed',
    } as const;
    const result = {
      type: 'function_call_result',
      callId: 'lonely',
      name: 'look',
      output: 'x',
      status: 'completed',
    } as const;
    await expect(model.getResponse(requestOf({ input: [call, call, result] }))).rejects.toMatchObject({
      code: 'invalid_history',
      orphanOutputs: ['lonely'],
      repeatedIds: ['twice'],
    });
    expect(server.requests).toEqual([]);
  });
});

describe('a body that is no response', () => {
  const cases: [string, Scripted, object][] = [
    [
      'a login page',
      {
        body: '<html><title>Sign in</title>',
        headers: { 'content-type': 'text/html', 'x-request-id': 'req_1' },
      },
      {
        code: 'unexpected_body',
        status: 200,
        contentType: 'text/html',
        requestId: 'req_1',
        prefix: expect.stringContaining('Sign in'),
      },
    ],
    ['prose', { body: 'upstream timed out', headers: sse }, { code: 'unexpected_body' }],
    ['another API', { body: '{"choices":[]}' }, { code: 'unexpected_body' }],
    [
      'an error object',
      { body: '{"error":{"code":"bad_thing","message":"No."}}' },
      { code: 'response_failed', serverCode: 'bad_thing', serverMessage: 'No.' },
    ],
    [
      'an error event, nested',
      { body: 'data: {"error":{"code":"bad_thing","message":"No."}}\n\n', headers: sse },
      { code: 'response_failed', serverCode: 'bad_thing' },
    ],
    [
      'an error event, flat',
      {
        body: 'event: error\ndata: {"type":"bad_request","code":"bad_thing","message":"No."}\n\n',
        headers: sse,
      },
      { code: 'response_failed', serverCode: 'bad_thing' },
    ],
    [
      'two objects in one event',
      { body: 'data: {"type":"a"}{"type":"b"}\n\n', headers: sse },
      { code: 'unexpected_body', retryable: false },
    ],
    [
      'an unfinished event',
      { body: 'data: {"type":"response.cre', headers: sse },
      { code: 'unexpected_body', retryable: true },
    ],
    [
      'damaged UTF-8',
      { body: Buffer.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0x20, 0xff, 0xfe, 0x0a, 0x0a]), headers: sse },
      { code: 'unexpected_body' },
    ],
    ['nothing', { body: '', headers: sse }, { code: 'stream_cut' }],
  ];
  it.each(cases)('is an error that says what came: %s', async (_name, scripted, expected) => {
    const error = await errorOf(scripted, { retries: { maxAttempts: 1 } });
    expect(error).toMatchObject(expected);
  });

  it('is quoted to 200 characters at most', async () => {
    const error = await errorOf({ body: `<${'x'.repeat(100_000)}` });
    expect(String(error).length).toBeLessThan(400);
  });
});

describe('a refusal by the endpoint', () => {
  const cases: [number, string, string][] = [
    [401, '{"error":{"message":"Bad key"}}', 'endpoint_unauthorized'],
    [403, '{}', 'endpoint_forbidden'],
    [404, '{"error":{"code":"model_not_found","message":"No such model"}}', 'model_not_found'],
    [404, 'not found', 'endpoint_not_found'],
    [400, '{"error":{"code":"context_length_exceeded","message":"Too long"}}', 'context_too_long'],
    [422, '{"detail":"no"}', 'request_rejected'],
    [429, '{"error":{"code":"insufficient_quota","message":"Pay"}}', 'endpoint_quota_exhausted'],
  ];
  it.each(cases)('with status %i and body %s is final', async (status, body, code) => {
    const server = await serve(() => ({ body, status }));
    const error = modelOf(server).getResponse(requestOf());
    await expect(error).rejects.toMatchObject({
      code,
      status,
      retryable: false,
      endpoint: `${server.url}/responses`,
    });
    await expect(error).rejects.toThrow(new RegExp(`${server.url}/responses.*${status}`));
    expect(server.requests).toHaveLength(1);
  });
});

describe('retries', () => {
  const transient: Scripted[] = [
    { body: '', status: 408 },
    { body: '', status: 409 },
    { body: '{}', status: 429, headers: { 'retry-after': '0' } },
    { body: 'busy', status: 500 },
    { body: '', status: 529 },
    { nothing: 'reset' },
    { events: eventsOf(hello).slice(0, 2), ending: 'cut' },
    { events: [{ type: 'error', code: 'server_error', message: 'again' }] },
    { events: [{ type: 'response.error', error: { code: 'server_error', message: 'again' } }] },
  ];
  it.each(transient.map((scripted) => ({ scripted })))(
    'repeat what failed before the first output: $scripted',
    async ({ scripted }) => {
      for (const useStreaming of BOTH) {
        const server = await serve(({ index }) => (index < 2 ? scripted : { response: hello }));
        expect(textOf(await modelOf(server, { useStreaming }).getResponse(requestOf()))).toBe(
          'Hello there, everyone.',
        );
        expect(server.requests).toHaveLength(3);
      }
    },
  );

  it('never show in a streamed run', async () => {
    const server = await serve(({ index }) =>
      index === 0 ? { events: eventsOf(hello).slice(0, 2), ending: 'cut' } : { response: hello },
    );
    let started = 0;
    for await (const event of modelOf(server).getStreamedResponse(requestOf()))
      if (event.type === 'response_started') started += 1;
    expect([started, server.requests.length]).toEqual([1, 2]);
  });

  it('end with the last error when the attempts are used up', async () => {
    const server = await serve(() => ({
      body: '{"error":{"code":"busy","message":"Come later"}}',
      status: 503,
      headers: { 'x-request-id': 'req_9' },
    }));
    await expect(
      modelOf(server, { retries: { maxAttempts: 3 } }).getResponse(requestOf()),
    ).rejects.toMatchObject({
      code: 'endpoint_failed',
      status: 503,
      serverCode: 'busy',
      requestId: 'req_9',
      retryable: true,
    });
    expect(server.requests).toHaveLength(3);
  });

  it('wait as long as the endpoint asks for', async () => {
    const asked = Date.now() + 2_000;
    const server = await serve(({ index }) =>
      index === 0
        ? { body: '{}', status: 429, headers: { 'retry-after': new Date(asked).toUTCString() } }
        : { response: hello },
    );
    await modelOf(server).getResponse(requestOf());
    // The date has whole seconds.
    expect(Date.now()).toBeGreaterThanOrEqual(Math.floor(asked / 1000) * 1000 - 5);
  });

  it.each(['wait 2030', 'in 2099', '-5', 'soon', ''])(
    'take no time from what names none: "%s"',
    async (given) => {
      const server = await serve(({ index }) =>
        index === 0 ? { body: '{}', status: 429, headers: { 'retry-after': given } } : { response: hello },
      );
      await modelOf(server).getResponse(requestOf());
      expect(server.requests).toHaveLength(2);
    },
  );

  it('name a week at most', async () => {
    const server = await serve(() => ({
      body: '{}',
      status: 429,
      headers: { 'retry-after': '9'.repeat(400) },
    }));
    await expect(modelOf(server).getResponse(requestOf())).rejects.toMatchObject({
      retryAfterMs: 604_800_000,
    });
  });

  it.each([429, 503])('leave a longer wait to the caller (status %i)', async (status) => {
    const server = await serve(() => ({ body: '{}', status, headers: { 'retry-after': '21' } }));
    await expect(modelOf(server).getResponse(requestOf())).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterMs: 21_000,
      status,
    });
    expect(server.requests).toHaveLength(1);
  });

  it('stop at the first output: a cut after it is thrown', async () => {
    const cut = eventsOf(hello).slice(0, 6);
    const server = await serve(() => ({ events: cut, ending: 'cut' }));
    await expect(modelOf(server).getResponse(requestOf())).rejects.toMatchObject({
      code: 'stream_cut',
      retryable: true,
      lastEvent: 'response.output_text.delta',
    });
    expect(server.requests).toHaveLength(1);
  });

  it('name the endpoint and the cause when it cannot be reached', async () => {
    const closed = await startScriptedServer(() => textResponse('x'));
    await closed.close();
    const { url } = closed;
    const error = modelOf({ url }, { retries: { maxAttempts: 2 } }).getResponse(requestOf());
    await expect(error).rejects.toMatchObject({
      code: 'endpoint_unreachable',
      endpoint: `${url}/responses`,
      retryable: true,
    });
    await expect(error).rejects.toThrow(/ECONNREFUSED/);
    const withPassword = modelOf({ url: url.replace('//', '//user:secret@') }).getResponse(requestOf());
    await expect(withPassword).rejects.toMatchObject({
      code: 'endpoint_unreachable',
      message: expect.not.stringContaining('secret'),
    });
  });
});

describe('time limits', () => {
  const started = eventsOf(hello).slice(0, 4);
  it('are four, with an error each', async () => {
    const timeouts = { headersMs: 60, firstEventMs: 60, stallMs: 60 };
    expect(await errorOf({ nothing: 'hang' }, { timeouts })).toMatchObject({
      code: 'headers_timeout',
      retryable: true,
    });
    expect(await errorOf({ body: '', headers: sse, ending: 'hang' }, { timeouts })).toMatchObject({
      code: 'first_event_timeout',
      retryable: true,
    });
    expect(await errorOf({ events: started, ending: 'hang' }, { timeouts })).toMatchObject({
      code: 'stream_stalled',
      retryable: true,
    });
    expect(await errorOf({ nothing: 'hang' }, { timeouts: { totalMs: 60 } })).toMatchObject({
      code: 'total_timeout',
      retryable: false,
    });
  });

  it('hold for an unstreamed answer as well, whose headers come when it is finished', async () => {
    const options = { useStreaming: false, timeouts: { headersMs: 1, totalMs: 80 } };
    expect(await errorOf({ nothing: 'hang' }, options)).toMatchObject({ code: 'total_timeout' });
    const stalled = { body: '{"object":"resp', ending: 'hang' } as const;
    expect(await errorOf(stalled, { useStreaming: false, timeouts: { stallMs: 60 } })).toMatchObject({
      code: 'stream_stalled',
    });
  });

  it('count the waits between attempts', async () => {
    const options = { timeouts: { totalMs: 60 } };
    expect(await errorOf({ body: '', status: 503, headers: { 'retry-after': '19' } }, options)).toMatchObject(
      { code: 'total_timeout' },
    );
  });
});

describe('an abort', () => {
  const reason = new Error('shutdown');
  const moments: [string, Scripted][] = [
    ['before the headers', { nothing: 'hang' }],
    ['before the first event', { body: '', headers: sse, ending: 'hang' }],
    ['in the middle', { events: eventsOf(hello).slice(0, 5), ending: 'hang' }],
    ['while it waits to retry', { body: '', status: 503, headers: { 'retry-after': '15' } }],
  ];
  it.each(moments)(
    'ends the call with its reason, and leaves no connection open: %s',
    async (_name, scripted) => {
      for (const useStreaming of BOTH) {
        const controller = new AbortController();
        const server = await serve(() => {
          // The answer is on its way when the abort comes.
          setTimeout(() => controller.abort(reason), 30);
          return scripted;
        });
        const model = modelOf(server, { useStreaming });
        await expect(model.getResponse(requestOf({ signal: controller.signal }))).rejects.toBe(reason);
        if ('status' in scripted) continue;
        await expect.poll(() => server.countConnections()).toBe(0);
      }
    },
  );

  it('before the call sends nothing', async () => {
    const server = await serve(() => ({ response: hello }));
    await expect(modelOf(server).getResponse(requestOf({ signal: AbortSignal.abort(reason) }))).rejects.toBe(
      reason,
    );
    expect(server.requests).toEqual([]);
  });

  it('ends a call through a fetch that is deaf to signals', async () => {
    const controller = new AbortController();
    const client = createResponsesClient({
      baseURL: 'http://nowhere.invalid/v1',
      apiKey: '',
      fetch: () => {
        setTimeout(() => controller.abort(reason), 5);
        return new Promise(() => undefined);
      },
    });
    const model = new ResponsesModel({ client, model: 'm' });
    await expect(model.getResponse(requestOf({ signal: controller.signal }))).rejects.toBe(reason);
  });

  it('by a reader who walks away closes the connection', async () => {
    const server = await serve(() => ({ events: eventsOf(hello).slice(0, 6), ending: 'hang' }));
    for await (const event of modelOf(server).getStreamedResponse(requestOf()))
      if (event.type === 'output_text_delta') break;
    await expect.poll(() => server.countConnections()).toBe(0);
  });
});
