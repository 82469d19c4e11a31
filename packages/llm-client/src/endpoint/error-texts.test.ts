import { inspect } from 'node:util';
import type { ModelRequest } from '@openai/agents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createResponsesClient, ResponsesError, ResponsesModel, silenceTracing } from '../index.ts';
import { headOf, startFaultServer, type FaultAnswer, type FaultServer } from '../testing/fault-server.ts';
import { encodeEvents, message, responseOf } from '../testing/scripted-server.ts';
import { close, hello, json, retries, sent, sse } from './faults.fixture.ts';

const KEY = 'sk-key-of-the-endpoint-0123456789';

let server: FaultServer;
beforeAll(async () => {
  silenceTracing();
  server = await startFaultServer();
});
afterAll(() => server.close());

const request: ModelRequest = {
  input: 'hello',
  modelSettings: {},
  tools: [],
  outputType: 'text',
  handoffs: [],
  tracing: false,
};

async function errorOf(answer: FaultAnswer, useStreaming = true): Promise<unknown> {
  const client = createResponsesClient({ baseURL: server.put('answer', () => answer), apiKey: KEY });
  return await new ResponsesModel({ client, model: 'm', retries, useStreaming }).getResponse(request).then(
    () => 'an answer',
    (error: unknown) => error,
  );
}

describe('an error', () => {
  /** Endpoints that quote the key in whatever they say. */
  const said = `Incorrect key: ${KEY}`;
  const error = JSON.stringify({ error: { code: KEY, message: said, type: KEY } });
  const echoes: [string, FaultAnswer][] = [
    ['a refusal', sent(headOf({ ...json, ...close }, '401 Unauthorized'), error)],
    ['a refusal as text', sent(headOf(close, '403 Forbidden'), said)],
    ['a failure', sent(headOf({ ...json, ...close }, '500 Internal Server Error'), error)],
    [
      'a failure with a long wait',
      sent(headOf({ ...json, ...close, 'Retry-After': '120' }, '503 Service Unavailable'), error),
    ],
    [
      'a rate limit',
      sent(headOf({ ...json, ...close, 'Retry-After': '120' }, '429 Too Many Requests'), error),
    ],
    ['an error body with status 200', sent(headOf({ ...json, ...close }), error)],
    ['an error event', sent(headOf({ ...sse, ...close }), `event: error\ndata: ${error}\n\n`)],
    ['a page', sent(headOf({ 'Content-Type': 'text/html', ...close }), `<p>${said}</p>`)],
    ['a content type', sent(headOf({ 'Content-Type': `text/${KEY}`, ...close }), '<p>')],
    [
      'a key at the end of the excerpt',
      sent(headOf({ 'Content-Type': 'text/html', ...close }), `<p>${'x'.repeat(170)} ${KEY}`),
    ],
    ['an event name', sent(headOf({ ...sse, ...close }), `data: {"type":"response.${KEY}"}\n\n`)],
    ['a damaged event', sent(headOf({ ...sse, ...close }), `data: {"a": "${KEY}"\n\n`)],
    [
      'damaged UTF-8',
      sent(headOf({ ...sse, ...close }), Buffer.from(`data: ${KEY}`), Uint8Array.of(0xff, 0xff, 10)),
    ],
    ['a status line', sent(`HTTP/1.1 401 ${KEY}\r\nConnection: close\r\n\r\n`)],
    ['something else than HTTP', sent(`${KEY}\r\n\r\n`)],
    [
      'a call that never came',
      sent(
        headOf({ ...sse, ...close }),
        encodeEvents([
          {
            type: 'response.output_item.added',
            output_index: 0,
            item: { type: 'function_call', id: 'a', call_id: 'b', name: KEY, arguments: '' },
          },
          { type: 'response.completed', response: { ...hello, output: [] } },
        ]),
      ),
    ],
    [
      'an incomplete response',
      sent(
        headOf({ ...json, ...close }),
        JSON.stringify({ ...hello, status: 'incomplete', incomplete_details: { reason: KEY } }),
      ),
    ],
    [
      'a refusal of the model',
      sent(
        headOf({ ...json, ...close }),
        JSON.stringify(responseOf([message('', { content: [{ type: 'refusal', refusal: said }] })])),
      ),
    ],
  ];
  it.each(echoes)('never holds the key of the endpoint, whatever quotes it: %s', async (_name, answer) => {
    for (const useStreaming of [true, false]) {
      const thrown = await errorOf(answer, useStreaming);
      expect(thrown).toBeInstanceOf(ResponsesError);
      // Half of a key is a secret too.
      const shown = `${String(thrown)} ${JSON.stringify(thrown)} ${inspect(thrown, { depth: 20, showHidden: true })}`;
      expect(shown).not.toContain(KEY.slice(0, 16));
    }
  });

  const huge = 'é'.repeat(2_000_000);
  const hugeError = JSON.stringify({ error: { code: huge, message: huge, type: huge } });
  const bodies: [string, FaultAnswer][] = [
    ['a refusal', sent(headOf({ ...json, ...close }, '400 Bad Request'), hugeError)],
    ['a refusal as text', sent(headOf(close, '400 Bad Request'), huge)],
    ['an error body with status 200', sent(headOf({ ...json, ...close }), hugeError)],
    ['an error event', sent(headOf({ ...sse, ...close }), `event: error\ndata: ${hugeError}\n\n`)],
    ['a page', sent(headOf({ 'Content-Type': 'text/html', ...close }), `<p>${huge}</p>`)],
    ['a damaged event', sent(headOf({ ...sse, ...close }), `data: {"a": "${huge}\n\n`)],
    ['an event name', sent(headOf({ ...sse, ...close }), `data: {"type":"response.${huge}"}\n\n`)],
    [
      'an incomplete response',
      sent(
        headOf({ ...json, ...close }),
        JSON.stringify({ ...hello, status: 'incomplete', incomplete_details: { reason: huge } }),
      ),
    ],
    [
      'a content type of 10,000 characters',
      sent(headOf({ 'Content-Type': `text/${'x'.repeat(10_000)}`, ...close }), '<p>'),
    ],
    ['damaged chunks', sent(headOf({ ...sse, 'Transfer-Encoding': 'chunked' }), 'z'.repeat(60_000))],
    [
      'a request id of 10,000 characters',
      sent(headOf({ 'X-Request-Id': 'x'.repeat(10_000), ...close }), '<p>'),
    ],
  ];
  it.each(bodies)('quotes a little of what came, however much it was: %s', async (_name, answer) => {
    const thrown = await errorOf(answer);
    expect(thrown).toBeInstanceOf(ResponsesError);
    expect(String(thrown).length).toBeLessThan(1_000);
    // With all that hangs on it.
    const shown = inspect(thrown, { depth: 20, showHidden: true, maxStringLength: null });
    expect(shown.length).toBeLessThan(20_000);
  });
});

describe('an error before anything is sent', () => {
  it('is one of ours, and holds no key that no header can carry', async () => {
    const client = createResponsesClient({ baseURL: 'http://127.0.0.1:1/v1', apiKey: 'sk-abc\nsecretline' });
    const model = new ResponsesModel({ client, model: 'm', retries });
    const thrown: unknown = await model.getResponse(request).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: 'request_failed', retryable: false });
    expect(inspect(thrown, { depth: 20, showHidden: true })).not.toContain('secretline');
  });

  it('holds no query of the address', async () => {
    const client = createResponsesClient({ baseURL: 'http://127.0.0.1:1/v1?api-key=qqqqqqqq', apiKey: 'k' });
    const thrown: unknown = await new ResponsesModel({ client, model: 'm', retries })
      .getResponse(request)
      .catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ResponsesError);
    expect(inspect(thrown, { depth: 20, showHidden: true })).not.toContain('qqqqqqqq');
  });
});
