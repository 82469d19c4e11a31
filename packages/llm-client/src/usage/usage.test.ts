import type { ModelRequest } from '@openai/agents';
import { pino } from 'pino';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createResponsesClient,
  findCallReport,
  ResponsesError,
  ResponsesModel,
  silenceTracing,
} from '../index.ts';
import type { ResponsesModelOptions } from '../model/responses-model.ts';
import {
  eventsOf,
  message,
  responseOf,
  startScriptedServer,
  textResponse,
  type Scripted,
  type ScriptedServer,
} from '../testing/scripted-server.ts';

const servers: ScriptedServer[] = [];
beforeAll(silenceTracing);
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function modelAt(
  answers: readonly Scripted[],
  options: Partial<ResponsesModelOptions> = {},
): Promise<ResponsesModel> {
  const server = await startScriptedServer(({ index }) => answers[index] ?? textResponse('x'));
  servers.push(server);
  const client = createResponsesClient({ baseURL: server.url, apiKey: 'sk-secret-key' });
  return new ResponsesModel({
    client,
    model: 'm',
    ...options,
    retries: { minDelayMs: 1, ...options.retries },
  });
}

/** A client that believes it talks to `baseURL`, and reaches the scripted server. */
async function modelBehind(baseURL: string, model: string, usage: object): Promise<ResponsesModel> {
  const server = await startScriptedServer(() => ({ response: responseOf([message('x')], { usage }) }));
  servers.push(server);
  const client = createResponsesClient({
    baseURL,
    apiKey: 'k',
    fetch: (_url, init) => fetch(`${server.url}/responses`, init),
  });
  return new ResponsesModel({ client, model });
}

const request: ModelRequest = {
  input: 'the quick brown prompt',
  modelSettings: {},
  tools: [],
  outputType: 'text',
  handoffs: [],
  tracing: false,
};

const usage = {
  input_tokens: 1_000,
  input_tokens_details: { cached_tokens: 400 },
  output_tokens: 100,
  output_tokens_details: { reasoning_tokens: 30 },
  total_tokens: 1_100,
};
const busy: Scripted = {
  events: [
    {
      type: 'response.created',
      response: responseOf([], { id: 'resp_busy', status: 'in_progress', usage: null }),
    },
    {
      type: 'response.failed',
      response: responseOf([], {
        id: 'resp_busy',
        status: 'failed',
        error: { code: 'server_error', message: 'again' },
        usage: { input_tokens: 7, input_tokens_details: { cached_tokens: 1 }, output_tokens: 2 },
      }),
    },
  ],
};
const answered: Scripted = { response: responseOf([message('x')], { usage }) };

describe.each([true, false])('usage (useStreaming %s)', (useStreaming) => {
  it('is that of every attempt, failed ones too', async () => {
    const model = await modelAt([{ body: '', status: 503 }, busy, answered], { useStreaming });
    const report = findCallReport(await model.getResponse(request));
    expect(report?.attempts.map(({ attempt, outcome, code }) => [attempt, outcome, code])).toEqual([
      [1, 'failed', 'endpoint_failed'],
      [2, 'failed', 'response_failed'],
      [3, 'answered', undefined],
    ]);
    expect(report?.attempts[1]).toMatchObject({ responseId: 'resp_busy', tokens: { input: 7, output: 2 } });
    // The second attempt does not say what it spent on reasoning.
    expect(report?.tokens).toEqual({ input: 1_007, cachedInput: 401, output: 102, reasoning: undefined });
  });

  it('stays unknown where the endpoint does not say', async () => {
    const quiet = responseOf([message('x')], { usage: { input_tokens: 5, output_tokens: 1 } });
    const report = findCallReport(
      await (await modelAt([{ response: quiet }], { useStreaming })).getResponse(request),
    );
    expect(report?.tokens).toEqual({ input: 5, cachedInput: undefined, output: 1, reasoning: undefined });
    const silent = responseOf([message('x')], { usage: null });
    const nothing = findCallReport(
      await (await modelAt([{ response: silent }], { useStreaming })).getResponse(request),
    );
    expect(nothing?.tokens.input).toBeUndefined();
  });

  it('of a call that failed is with its error', async () => {
    const cutShort = responseOf([message('half')], {
      id: 'resp_cut',
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      usage,
    });
    const model = await modelAt([{ response: cutShort, headers: { 'x-request-id': 'req_cut' } }], {
      useStreaming,
    });
    await expect(model.getResponse(request)).rejects.toMatchObject({
      code: 'incomplete_response',
      requestId: 'req_cut',
      responseId: 'resp_cut',
      attempt: 1,
      usage,
      report: { tokens: { input: 1_000, cachedInput: 400, output: 100, reasoning: 30 } },
    });
  });
});

it('usage is unknown after an attempt whose response had begun and was cut', async () => {
  const cut: Scripted = { events: eventsOf(responseOf([message('x')])).slice(0, 2), ending: 'cut' };
  const report = findCallReport(await (await modelAt([cut, answered])).getResponse(request));
  expect(report?.tokens.input).toBeUndefined();
  expect(report?.attempts[1]?.tokens.input).toBe(1_000);
});

describe('what a call costs', () => {
  it('is what the endpoint says, in a header or in the usage', async () => {
    const inHeader: Scripted = { ...answered, headers: { 'x-litellm-response-cost': '0.0125' } };
    const inUsage: Scripted = { response: responseOf([message('x')], { usage: { ...usage, cost: 0.5 } }) };
    for (const [scripted, usd] of [
      [inHeader, 0.0125],
      [inUsage, 0.5],
    ] as const) {
      const report = findCallReport(await (await modelAt([scripted])).getResponse(request));
      expect(report?.cost).toEqual({ usd, source: 'endpoint' });
    }
  });

  it('is by the price list where the address is that of a provider in it, less for cached input', async () => {
    const cached = await modelBehind('https://api.openai.com/v1', 'gpt-5', usage);
    const whole = await modelBehind('https://api.openai.com/v1', 'gpt-5', {
      ...usage,
      input_tokens_details: { cached_tokens: 0 },
    });
    const [less, more] = [
      findCallReport(await cached.getResponse(request))?.cost,
      findCallReport(await whole.getResponse(request))?.cost,
    ];
    expect([less?.source, more?.source]).toEqual(['price list', 'price list']);
    expect(less?.usd).toBeGreaterThan(0);
    expect(more?.usd).toBeGreaterThan(less?.usd ?? Infinity);
  });

  it('is unknown where the figures make no sense, and the answer is there all the same', async () => {
    const odd = await modelBehind('https://api.openai.com/v1', 'gpt-5', {
      input_tokens: -5,
      output_tokens: 1,
    });
    const response = await odd.getResponse(request);
    expect(findCallReport(response)?.cost).toBeUndefined();
    expect(response.output).toHaveLength(1);
  });

  it('is unknown for a model of that name elsewhere, for a model without a price, and without usage', async () => {
    const elsewhere = await modelAt([answered], { model: 'gpt-5' });
    const priceless = await modelBehind('https://api.openai.com/v1', 'no-such-model', usage);
    const silent = await modelBehind('https://api.openai.com/v1', 'gpt-5', { input_tokens: 3 });
    for (const model of [elsewhere, priceless, silent])
      expect(findCallReport(await model.getResponse(request))?.cost).toBeUndefined();
  });
});

describe('the log', () => {
  it('has a line for each attempt with its ids and figures, and no text of prompt, answer or key', async () => {
    const lines: { [key: string]: unknown }[] = [];
    const logger = pino({ level: 'trace' }, { write: (line: string) => lines.push(JSON.parse(line)) });
    const refused: Scripted = {
      body: JSON.stringify({ error: { message: 'no: the quick brown prompt, sk-secret-key' } }),
      status: 500,
      headers: { 'x-request-id': 'req_1' },
    };
    const model = await modelAt([refused, { ...answered, headers: { 'x-request-id': 'req_2' } }], {
      logger: logger.child({ jobId: 'job-1' }),
    });
    await model.getResponse(request);
    expect(lines).toMatchObject([
      {
        msg: 'model attempt failed',
        jobId: 'job-1',
        modelAttempt: 1,
        code: 'endpoint_failed',
        status: 500,
        requestId: 'req_1',
      },
      {
        msg: 'model attempt answered',
        jobId: 'job-1',
        modelAttempt: 2,
        requestId: 'req_2',
        tokens: { input: 1_000 },
      },
    ]);
    expect(lines[0]).toMatchObject({ retryInMs: expect.any(Number), clientRequestId: expect.any(String) });
    expect(lines[1]).toHaveProperty('responseId', expect.stringMatching(/^resp_/));
    expect(JSON.stringify(lines)).not.toMatch(/brown|sk-secret/);
  });

  it('notes events after the end of a response', async () => {
    const lines: { [key: string]: unknown }[] = [];
    const logger = pino({ level: 'trace' }, { write: (line: string) => lines.push(JSON.parse(line)) });
    const events = eventsOf(responseOf([message('x')]));
    const model = await modelAt([{ events: [...events, events.at(-1), events.at(-1)] }], { logger });
    const report = findCallReport(await model.getResponse(request));
    expect(report?.ignoredEvents).toBe(2);
    expect(lines).toContainEqual(expect.objectContaining({ ignoredEvents: 2 }));
  });
});

describe('the key of the endpoint', () => {
  const quoting = (status: number): Scripted => ({
    body: JSON.stringify({ error: { code: 'bad', message: 'The key sk-secret-key is wrong' } }),
    status,
  });
  const cases: [string, Scripted][] = [
    ['a refusal', quoting(401)],
    ['a failure', quoting(500)],
    ['an error inside a 200', { body: '{"error":{"code":"bad","message":"sk-secret-key is wrong"}}' }],
    ['a page', { body: '<p>sk-secret-key is wrong</p>' }],
    [
      'a response that failed',
      {
        response: responseOf([], {
          status: 'failed',
          error: { code: 'sk-secret-key', message: 'sk-secret-key' },
        }),
      },
    ],
  ];
  it.each(cases)('stands in no error, though the endpoint quotes it: %s', async (_name, scripted) => {
    const model = await modelAt([scripted], { retries: { maxAttempts: 1 } });
    const error: unknown = await model.getResponse(request).catch((thrown: unknown) => thrown);
    if (!(error instanceof Error)) throw new Error('There was no error');
    const everything = [error.message, error.stack, String(error.cause), ...Object.values(error).map(String)];
    expect(everything.join('\n')).not.toContain('sk-secret-key');
    expect(error.message).toMatch(/\[key\]/);
  });
});

describe('the outcome of an attempt', () => {
  const begun = eventsOf(responseOf([message('Hello there, everyone.')], { usage })).slice(0, 6);
  const failed = { code: 'server_error', message: 'broken' };
  const endings: [string, readonly unknown[], object][] = [
    ['an error event', [{ type: 'error', ...failed }], { outcome: 'failed', code: 'response_failed' }],
    [
      'a failed response',
      [{ type: 'response.failed', response: responseOf([], { status: 'failed', error: failed }) }],
      { outcome: 'failed', code: 'response_failed' },
    ],
    ['a cut', [], { outcome: 'failed', code: 'stream_cut' }],
    [
      'an incomplete response',
      [{ type: 'response.incomplete', response: responseOf([], { status: 'incomplete' }) }],
      { outcome: 'answered', code: undefined },
    ],
  ];
  it.each(endings)('after output is what its end says: %s', async (_name, end, expected) => {
    const model = await modelAt([{ events: [...begun, ...end] }]);
    const error: unknown = await model.getResponse(request).catch((thrown: unknown) => thrown);
    if (!(error instanceof ResponsesError)) throw new Error(String(error));
    expect(error.report?.attempts).toMatchObject([expected]);
  });

  it('is never without its paid tokens, whatever comes before the response', async () => {
    const [created] = eventsOf(responseOf([message('x')]));
    const pinged: Scripted = {
      events: [{ type: 'ping', response: { id: 'of a ping' } }, created],
      ending: 'cut',
    };
    const report = findCallReport(await (await modelAt([pinged, answered])).getResponse(request));
    expect(report?.tokens.input).toBeUndefined();
    expect(report?.attempts[0]?.responseId).toMatch(/^resp_/);
  });

  it('leaves the sum unknown when the endpoint had taken the request and never answered', async () => {
    const model = await modelAt([{ nothing: 'hang' }], { timeouts: { totalMs: 100 }, useStreaming: false });
    const error: unknown = await model.getResponse(request).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'total_timeout', report: { tokens: { input: undefined } } });
  });
});

it('the wait before another attempt is drawn from nothing up', async () => {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  try {
    const patient = { minDelayMs: 3_600_000, maxDelayMs: 3_600_000 };
    const model = await modelAt([{ body: '', status: 503 }, answered], { retries: patient });
    const report = findCallReport(await model.getResponse(request));
    expect(report?.attempts.map(({ retryInMs }) => retryInMs)).toEqual([0, undefined]);
  } finally {
    random.mockRestore();
  }
});
