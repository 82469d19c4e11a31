import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  connectEndpoint,
  endpointVariables,
  EndpointSettingsError,
  readEndpointSettings,
  silenceTracing,
  type EndpointSettings,
} from '../index.ts';
import { startScriptedServer, textResponse } from '../testing/scripted-server.ts';

beforeAll(silenceTracing);

function read(variables: Record<string, string>, wantedModel?: string): EndpointSettings {
  return readEndpointSettings(z.object(endpointVariables).parse(variables), wantedModel);
}

describe('an endpoint', () => {
  it('is where its URL says, or at OpenAI where there are a key and a model', () => {
    expect(read({ OPENAI_BASE_URL: 'http://localhost:4000/v1', AGENT_MODEL: 'm' }).endpoint).toEqual({
      baseURL: 'http://localhost:4000/v1',
      apiKey: '',
      model: 'm',
    });
    expect(read({ OPENAI_API_KEY: 'k', AGENT_MODEL: 'm' }).endpoint?.baseURL).toBe(
      'https://api.openai.com/v1',
    );
    expect(read({ OPENAI_API_KEY: 'k', AGENT_MODEL: 'm' }, 'other').endpoint?.model).toBe('other');
  });

  it('is not there because a shell happens to hold a key', () => {
    expect(read({ OPENAI_API_KEY: 'k' })).toMatchObject({ endpoint: undefined, keyIgnored: true });
    expect(read({})).toMatchObject({ endpoint: undefined, keyIgnored: false });
  });

  it('is never half configured', () => {
    expect(() => read({ OPENAI_BASE_URL: 'http://localhost:4000/v1' })).toThrow(EndpointSettingsError);
    expect(() => read({ AGENT_MODEL: 'm' })).toThrow('set OPENAI_BASE_URL');
  });
});

describe('the way of calling it', () => {
  it('is streaming unless the variable or its alias says otherwise, and the variable wins', () => {
    const streams = (variables: Record<string, string>): boolean => read(variables).calls.useStreaming;
    const alias = 'MeetingAssistant__Agent__UseStreaming';
    expect(streams({})).toBe(true);
    expect(streams({ AGENT_USE_STREAMING: 'false' })).toBe(false);
    expect(streams({ [alias]: 'False' })).toBe(false);
    expect(streams({ AGENT_USE_STREAMING: 'true', [alias]: 'false' })).toBe(true);
  });

  it('reaches the endpoint, each variable of it', async () => {
    const server = await startScriptedServer(() => textResponse('x'));
    const { endpoint, calls } = read({
      OPENAI_BASE_URL: server.url,
      AGENT_MODEL: 'm',
      AGENT_USE_STREAMING: 'no',
      AGENT_ENDPOINT_PROFILE: 'vllm',
      AGENT_STORE: 'true',
      AGENT_ENCRYPTED_REASONING: 'true',
      AGENT_INITIATOR_HEADER: 'true',
      AGENT_PROMPT_CACHE_KEY: 'false',
      AGENT_REASONING_EFFORT: 'high',
      AGENT_REASONING_SUMMARY: 'concise',
    });
    if (endpoint === undefined) throw new Error('no endpoint');
    const model = connectEndpoint({ ...endpoint, calls }).model('m', { promptCacheKey: 'job' });
    await model.getResponse({
      input: [
        { role: 'user', content: 'go' },
        { type: 'function_call', callId: 'c', name: 'n', arguments: 'x', status: 'completed' },
        { type: 'function_call_result', callId: 'c', name: 'n', output: 'o', status: 'completed' },
      ],
      modelSettings: {},
      tools: [],
      outputType: 'text',
      handoffs: [],
      tracing: false,
    });
    await server.close();
    const [sent] = server.requests;
    expect(sent?.body).toMatchObject({
      stream: false,
      store: true,
      include: ['reasoning.encrypted_content'],
      reasoning: { effort: 'high', summary: 'concise' },
    });
    // From the profile, since nothing else is said.
    expect(sent?.body.input?.[1]?.['arguments']).toBe('{}');
    expect(sent?.body).not.toHaveProperty('prompt_cache_key');
    expect(sent?.headers['x-initiator']).toBe('agent');
  });

  it('has the time limits and the limit of calls that were set', () => {
    const { calls } = read({
      AGENT_HEADERS_TIMEOUT_MS: '1',
      AGENT_FIRST_EVENT_TIMEOUT_MS: '2',
      AGENT_STALL_TIMEOUT_MS: '3',
      AGENT_TOTAL_TIMEOUT_MS: '4',
      AGENT_ENDPOINT_CONCURRENCY: '5',
    });
    expect(calls.timeouts).toEqual({ headersMs: 1, firstEventMs: 2, stallMs: 3, totalMs: 4 });
    expect(calls.concurrency).toBe(5);
  });

  it.each([
    ['AGENT_ENDPOINT_PROFILE', 'azure'],
    ['AGENT_REPLAY_INVALID_ARGUMENTS', 'empty'],
    ['AGENT_ENDPOINT_CONCURRENCY', '0'],
    ['AGENT_STALL_TIMEOUT_MS', 'soon'],
    ['AGENT_STORE', 'maybe'],
    ['AGENT_MODEL', ' '],
    ['OPENAI_BASE_URL', 'http://user:password@127.0.0.1/v1'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'nonsense'],
  ])('names the variable that is wrong: %s=%s', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(name);
  });
});

describe('a key', () => {
  it('is taken without the space around it', () => {
    expect(read({ OPENAI_API_KEY: ' sk-1234 \n', AGENT_MODEL: 'm' }).endpoint?.apiKey).toBe('sk-1234');
  });

  it.each(['sk-abc\nsecretline', 'sk-“quoted”', 'sk-a secretword'])(
    'that no header can carry is refused, and not quoted',
    (key) => {
      const read = (): unknown => z.object(endpointVariables).parse({ OPENAI_API_KEY: key });
      expect(read).toThrow('OPENAI_API_KEY');
      expect(read).not.toThrow(/secret|quoted/);
    },
  );
});
