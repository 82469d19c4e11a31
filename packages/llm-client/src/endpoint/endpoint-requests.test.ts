import { Agent, Runner, tool, type ModelRequest } from '@openai/agents';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  createConcurrencyLimit,
  createResponsesClient,
  guardTools,
  ResponsesModel,
  silenceTracing,
} from '../index.ts';
import type { ResponsesModelOptions } from '../model/responses-model.ts';
import {
  callResponse,
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

async function serve(
  script: (request: ScriptedRequest) => Scripted | Promise<Scripted>,
): Promise<ScriptedServer> {
  const server = await startScriptedServer(script);
  servers.push(server);
  return server;
}

function modelOf(server: ScriptedServer, options: Partial<ResponsesModelOptions> = {}): ResponsesModel {
  const client = createResponsesClient({ baseURL: server.url, apiKey: 'k' });
  return new ResponsesModel({ client, model: 'm', ...options });
}

const request: ModelRequest = {
  input: 'hello',
  modelSettings: {},
  tools: [],
  outputType: 'text',
  handoffs: [],
  tracing: false,
};

const look = tool({ name: 'look', description: 'd', parameters: z.object({}), execute: () => 'seen' });

const reasoning = {
  type: 'reasoning',
  id: 'rs_1',
  summary: [{ type: 'summary_text', text: 'I look first.' }],
  encrypted_content: 'gAAAA-sealed',
};

/** The request of the second turn, after one with reasoning and a call. */
async function secondRequest(
  options: Partial<ResponsesModelOptions>,
  first: readonly ScriptedItem[] = [reasoning, functionCall('look', '{}', { id: 'fc_1', call_id: 'call_1' })],
): Promise<ScriptedRequest> {
  const server = await serve(({ index }) =>
    index === 0 ? { response: responseOf(first) } : textResponse('Done.'),
  );
  const agent = new Agent({ name: 'a', model: modelOf(server, options), tools: guardTools([look]) });
  await new Runner().run(agent, 'go');
  const second = server.requests[1];
  if (second === undefined) throw new Error('There was no second request');
  return second;
}

function itemsOf({ body }: ScriptedRequest, type: string): unknown[] {
  return (body.input ?? []).filter((item) => item['type'] === type);
}

describe('an endpoint of the profile', () => {
  it('openai keeps no meeting, and gets the reasoning back encrypted and without ids', async () => {
    const second = await secondRequest({ profile: 'openai', model: 'gpt-5-mini' });
    expect(second.body).toMatchObject({ store: false, include: ['reasoning.encrypted_content'] });
    const { id: _id, ...withoutId } = reasoning;
    expect(itemsOf(second, 'reasoning')).toEqual([withoutId]);
    expect((second.body.input ?? []).filter((item) => 'id' in item)).toEqual([]);
    expect((second.body.input ?? []).map((item) => item['type'])).toEqual([
      'message',
      'reasoning',
      'function_call',
      'function_call_output',
    ]);
  });

  it.each(['gpt-4.1', 'gpt-4o-mini', 'gpt-5-chat-latest'])(
    'openai is not asked for reasoning of a model that has none: %s',
    async (model) => {
      const server = await serve(() => textResponse('x'));
      await modelOf(server, { profile: 'openai', model }).getResponse(request);
      expect(server.requests[0]?.body).not.toHaveProperty('include.0');
    },
  );

  it.each(['o3', 'o4-mini', 'gpt-5', 'gpt-5.2-codex', 'codex-mini-latest'])(
    'openai is asked for the reasoning of %s',
    async (model) => {
      const server = await serve(() => textResponse('x'));
      await modelOf(server, { profile: 'openai', model }).getResponse(request);
      expect(server.requests[0]?.body['include']).toEqual(['reasoning.encrypted_content']);
    },
  );

  it('vllm gets no encrypted content, no stored responses and no arguments that it cannot parse', async () => {
    const thinking = { ...reasoning, content: [{ type: 'reasoning_text', text: 'Look.' }] };
    const second = await secondRequest({ profile: 'vllm' }, [thinking, functionCall('look', '{"a":')]);
    expect(second.body).toMatchObject({ store: false });
    expect(JSON.stringify(second.body)).not.toMatch(/encrypted_content|sealed/);
    expect(itemsOf(second, 'reasoning')).toMatchObject([
      { content: [{ type: 'reasoning_text', text: 'Look.' }] },
    ]);
    expect(itemsOf(second, 'function_call')).toMatchObject([{ arguments: '{}' }]);
  });

  it('litellm gets what the provider behind it may store, and no arguments that it cannot parse', async () => {
    const second = await secondRequest({ profile: 'litellm' }, [
      reasoning,
      functionCall('look', '[]', { id: 'fc_1' }),
    ]);
    expect(second.body).not.toHaveProperty('store');
    expect(itemsOf(second, 'function_call')).toMatchObject([{ arguments: '{}', id: 'fc_1' }]);
    expect(itemsOf(second, 'reasoning')).toMatchObject([{ id: 'rs_1' }]);
  });

  it('custom gets the plain API, and everything back as it came', async () => {
    const second = await secondRequest({}, [reasoning, functionCall('look', 'null', { id: 'fc_1' })]);
    for (const field of ['store', 'include.0', 'reasoning', 'prompt_cache_key'])
      expect(second.body).not.toHaveProperty(field);
    expect(second.headers).not.toHaveProperty('x-initiator');
    expect(itemsOf(second, 'function_call')).toMatchObject([{ arguments: 'null', id: 'fc_1' }]);
  });

  it('is overridden switch by switch', async () => {
    const second = await secondRequest(
      {
        profile: 'openai',
        model: 'gpt-5',
        switches: { store: undefined, encryptedReasoning: false, replayInvalidArguments: 'emptyObject' },
      },
      [reasoning, functionCall('look', 'x', { id: 'fc_1' })],
    );
    expect(second.body).not.toHaveProperty('store');
    expect(itemsOf(second, 'function_call')).toMatchObject([{ arguments: '{}', id: 'fc_1' }]);
    expect(JSON.stringify(second.body)).not.toContain('encrypted_content');
  });

  it('that stores nothing gets no reasoning that only names what it does not have', async () => {
    const { encrypted_content: _sealed, ...named } = reasoning;
    const second = await secondRequest({ switches: { store: false } }, [named, functionCall('look', '{}')]);
    expect(itemsOf(second, 'reasoning')).toEqual([]);
    expect(itemsOf(second, 'function_call')).toHaveLength(1);
  });
});

describe('a request', () => {
  it('says who began it where that is wanted', async () => {
    const server = await serve(({ index }) =>
      index === 0 ? callResponse('look', {}) : textResponse('Done.'),
    );
    const model = modelOf(server, { switches: { initiatorHeader: true } });
    await new Runner().run(new Agent({ name: 'a', model, tools: guardTools([look]) }), 'go');
    expect(server.requests.map(({ headers }) => headers['x-initiator'])).toEqual(['user', 'agent']);
  });

  it('carries the cache key of its job in every turn, unless the endpoint is not to get one', async () => {
    const first = await secondRequest({ promptCacheKey: 'job-1' });
    expect(first.body['prompt_cache_key']).toBe('job-1');
    const without = await secondRequest({ promptCacheKey: 'job-1', switches: { promptCacheKey: false } });
    expect(without.body).not.toHaveProperty('prompt_cache_key');
  });

  it('carries the reasoning settings, which those of the caller go before', async () => {
    const server = await serve(() => textResponse('x'));
    const model = modelOf(server, { reasoning: { effort: 'low', summary: 'auto' } });
    await model.getResponse(request);
    await model.getResponse({ ...request, modelSettings: { reasoning: { effort: 'high' } } });
    expect(server.requests.map(({ body }) => body['reasoning'])).toEqual([
      { effort: 'low', summary: 'auto' },
      { effort: 'high', summary: 'auto' },
    ]);
  });

  it('keeps what the caller said of store, include and the cache key', async () => {
    const server = await serve(() => textResponse('x'));
    const model = modelOf(server, { profile: 'openai', model: 'gpt-5', promptCacheKey: 'ours' });
    const providerData = { include: ['message.output_text.logprobs'], prompt_cache_key: 'theirs' };
    await model.getResponse({ ...request, modelSettings: { store: true, providerData } });
    expect(server.requests[0]?.body).toMatchObject({
      store: true,
      include: ['message.output_text.logprobs', 'reasoning.encrypted_content'],
      prompt_cache_key: 'theirs',
    });
  });
});

describe('what the environment and this machine have', () => {
  it('does not go to the endpoint: neither headers for another one nor what runs here', async () => {
    const server = await serve(() => textResponse('x'));
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'Authorization: Bearer sk-of-another-vendor\nX-Tenant: acme');
    try {
      await modelOf(server).getResponse(request);
    } finally {
      vi.unstubAllEnvs();
    }
    const headers = server.requests[0]?.headers ?? {};
    expect(headers.authorization).toBe('Bearer k');
    expect(Object.keys(headers).filter((name) => /^x-(tenant|stainless)/.test(name))).toEqual([]);
  });
});

describe('a limit of calls at once', () => {
  it('holds for all models that share it, and gives the place on after success, error and abort', async () => {
    let open = 0;
    let most = 0;
    const server = await serve(async ({ index }) => {
      open += 1;
      most = Math.max(most, open);
      await new Promise((resolve) => setTimeout(resolve, 20));
      open -= 1;
      return index % 3 === 1 ? { body: '{}', status: 400 } : textResponse('x');
    });
    const concurrencyLimit = createConcurrencyLimit(2);
    const streaming = modelOf(server, { concurrencyLimit });
    const whole = modelOf(server, { concurrencyLimit, useStreaming: false });
    const calls = Array.from({ length: 12 }, (_, at) =>
      (at % 2 === 0 ? streaming : whole).getResponse(request),
    );
    const ended = await Promise.allSettled(calls);
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(8);
    expect([most, server.requests.length]).toEqual([2, 12]);
  });

  it('lets a waiting call be aborted, which is then never sent', async () => {
    const server = await serve(({ index }) => (index === 0 ? { nothing: 'hang' } : textResponse('x')));
    const concurrencyLimit = createConcurrencyLimit(1);
    const model = modelOf(server, { concurrencyLimit });
    const first = new AbortController();
    const second = new AbortController();
    const hanging = model.getResponse({ ...request, signal: first.signal });
    await expect.poll(() => server.requests.length).toBe(1);
    const waiting = model.getResponse({ ...request, signal: second.signal });
    const third = model.getResponse(request);
    const reason = new Error('cancelled');
    second.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    first.abort(reason);
    await expect(hanging).rejects.toBe(reason);
    await expect(third).resolves.toMatchObject({ output: [expect.anything()] });
    expect(server.requests).toHaveLength(2);
  });

  it('counts the waiting towards no time limit', async () => {
    let finish = (): void => undefined;
    const server = await serve(async ({ index }) => {
      if (index === 0) await new Promise<void>((resolve) => (finish = resolve));
      return { response: responseOf([message('x')]) };
    });
    const concurrencyLimit = createConcurrencyLimit(1);
    const first = modelOf(server, { concurrencyLimit }).getResponse(request);
    await expect.poll(() => server.requests.length).toBe(1);
    const second = modelOf(server, { concurrencyLimit, timeouts: { totalMs: 1_000 } }).getResponse(request);
    // Longer than the second call may take by itself.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    finish();
    await first;
    await expect(second).resolves.toBeDefined();
  });
});
