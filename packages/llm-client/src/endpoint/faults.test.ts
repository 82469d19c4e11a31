import { createServer } from 'node:net';
import type { ModelRequest, ModelResponse } from '@openai/agents';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createResponsesClient,
  EndpointFailedError,
  EndpointRedirectedError,
  ResponsesError,
  ResponsesModel,
  silenceTracing,
} from '../index.ts';
import type { ResponsesModelOptions } from '../model/responses-model.ts';
import {
  headOf,
  startFaultServer,
  type FaultAnswer,
  type FaultEnding,
  type FaultRequest,
  type FaultServer,
} from '../testing/fault-server.ts';
import { runAlone } from '../testing/run-alone.ts';
import {
  answerEnd,
  brokenOff,
  close,
  cutEarly,
  cutLate,
  endOfEvent,
  events,
  faults,
  firstOutput,
  headersEnd,
  html,
  json,
  jsonBody,
  retries,
  sent,
  sse,
  streamBytes,
  TEXT,
  unreachable,
  upTo,
  type Expected,
} from './faults.fixture.ts';

const KEY = 'sk-key-of-the-endpoint-0123456789';

let server: FaultServer;
const rejections: unknown[] = [];
const noteRejection = (reason: unknown): void => void rejections.push(reason);
let serial = 0;

beforeAll(async () => {
  silenceTracing();
  process.on('unhandledRejection', noteRejection);
  server = await startFaultServer();
  // The first call of a process takes longer than the short time limits of some faults.
  await ask(put(() => sent(streamBytes)).url);
});
afterEach(() => expect(rejections.splice(0)).toEqual([]));
afterAll(async () => {
  process.off('unhandledRejection', noteRejection);
  await server.close();
});

function put(answer: (request: FaultRequest) => FaultAnswer): { url: string; name: string } {
  serial += 1;
  const name = `fault-${serial}`;
  return { url: server.put(name, answer), name };
}

const request: ModelRequest = {
  input: 'hello',
  modelSettings: {},
  tools: [],
  outputType: 'text',
  handoffs: [],
  tracing: false,
};

async function ask(url: string, options: Partial<ResponsesModelOptions> = {}): Promise<ModelResponse> {
  const client = createResponsesClient({ baseURL: url, apiKey: KEY });
  return await new ResponsesModel({ client, model: 'm', retries, ...options }).getResponse(request);
}

/** The error that the call ends in, or the text of the answer. */
async function errorOf(url: string, options: Partial<ResponsesModelOptions> = {}): Promise<unknown> {
  return await ask(url, options).then(textOf, (error: unknown) => error);
}

function textOf(response: ModelResponse): string {
  return response.output
    .flatMap((item) => (item.type === 'message' && item.role === 'assistant' ? item.content : []))
    .map((part) => (part.type === 'output_text' ? part.text : ''))
    .join('');
}

function expectOutcome(outcome: unknown, expected: Expected): void {
  const right =
    expected === 'answered'
      ? { text: TEXT }
      : {
          constructor: expected.error,
          code: expected.code,
          retryable: expected.retryable,
          attempt: expected.requests,
          ...expected.more,
        };
  const seen: object = outcome instanceof Error ? outcome : { text: outcome };
  expect(Object.fromEntries(Object.keys(right).map((name) => [name, Reflect.get(seen, name)]))).toEqual(
    right,
  );
  expect(String(outcome).length).toBeLessThan(1_000);
}

/** Makes the calls one after the other, says how each ended, and then has nothing left to do. */
const PROGRAM = `
for (const { url, options } of input) {
  const client = createResponsesClient({ baseURL: url, apiKey: 'key-of-the-endpoint' });
  const model = new ResponsesModel({ client, model: 'm', ...options });
  say(await model.getResponse(request).then(() => 'answered', (error) => error.code ?? String(error)));
}
`;

describe('a fault of the endpoint', () => {
  it.each(faults)(
    '$name, with useStreaming $useStreaming',
    async ({ answer, useStreaming, expected, options }) => {
      const { url, name } = put(answer);
      const outcome = await errorOf(url, { useStreaming, ...options });
      expectOutcome(outcome, expected);
      expect(server.requestsOf(name)).toHaveLength(expected === 'answered' ? 1 : expected.requests);
      await expect.poll(() => server.countConnections(), { timeout: 10_000 }).toBe(0);
    },
  );

  it('leaves nothing in a process that has met all of them: it ends by itself', async () => {
    const calls = faults.map(({ answer, useStreaming, options, expected }) => ({
      url: put(answer).url,
      options: { useStreaming, retries, ...options },
      code: expected === 'answered' ? 'answered' : expected.code,
    }));
    const { said, timers, ended } = await runAlone(PROGRAM, calls);
    expect(said).toEqual(calls.map(({ code }) => code));
    expect({ timers, ...ended }).toEqual({ timers: 0, code: 0, signal: null });
  });
});

describe('a stream that breaks', () => {
  /** What is right when the bytes end here, framed in chunks. */
  function expectedAt(at: number): Expected {
    if (at < headersEnd) return unreachable;
    if (at < endOfEvent(firstOutput)) return cutEarly;
    return at < answerEnd ? cutLate : 'answered';
  }

  it.each<FaultEnding>(['end', 'reset'])(
    'at any byte is classified by what had come before (%s)',
    async (ending) => {
      const places = Array.from({ length: 80 }, (_, at) => Math.floor((at * streamBytes.length) / 80));
      const outcomes = places.map(async (at) => {
        const { url, name } = put(() => ({ pieces: upTo(streamBytes, at), ending }));
        const error = await errorOf(url);
        const outcome = error instanceof ResponsesError ? error.code : String(error);
        return { at, outcome, requests: server.requestsOf(name).length };
      });
      expect(await Promise.all(outcomes)).toEqual(
        places.map((at) => {
          const expected = expectedAt(at);
          return expected === 'answered'
            ? { at, outcome: TEXT, requests: 1 }
            : { at, outcome: expected.code, requests: expected.requests };
        }),
      );
      await expect.poll(() => server.countConnections()).toBe(0);
    },
  );

  it('names the last event that came', async () => {
    const { url } = put(() => sent(streamBytes.subarray(0, endOfEvent(firstOutput + 2))));
    expect(await errorOf(url)).toMatchObject({ code: 'stream_cut', lastEvent: 'response.output_text.delta' });
  });
});

describe('a reader of single events', () => {
  async function followed(url: string, options: Partial<ResponsesModelOptions>): Promise<unknown> {
    const client = createResponsesClient({ baseURL: url, apiKey: KEY });
    const model = new ResponsesModel({ client, model: 'm', retries, ...options });
    let last: unknown;
    for await (const event of model.getStreamedResponse(request))
      if (event.type === 'response_done') last = event.response.output;
    return last;
  }

  it.each(faults.filter(({ name }) => /^a (cut|reset|page)\b/.test(name)))(
    'gets the same error: $name, with useStreaming $useStreaming',
    async ({ answer, useStreaming, expected, options }) => {
      const { url, name } = put(answer);
      const outcome = await followed(url, { useStreaming, ...options }).then(
        (output) => (JSON.stringify(output).includes(TEXT) ? TEXT : output),
        (error: unknown) => error,
      );
      expectOutcome(outcome, expected);
      expect(server.requestsOf(name)).toHaveLength(expected === 'answered' ? 1 : expected.requests);
      await expect.poll(() => server.countConnections()).toBe(0);
    },
  );
});

describe('an error status', () => {
  const head = headOf({ ...json, 'Content-Length': '1000' }, '503 Service Unavailable');
  const failed = { error: EndpointFailedError, code: 'endpoint_failed', retryable: true, requests: 2 };

  it.each([true, false])(
    'is what is reported, though its body stands still (useStreaming %s)',
    async (useStreaming) => {
      const { url, name } = put(() => ({ pieces: [head, '{"error":'], ending: 'hang' }));
      const timeouts = { firstEventMs: 200, stallMs: 200, totalMs: 5_000 };
      expectOutcome(await errorOf(url, { useStreaming, timeouts }), failed);
      expect(server.requestsOf(name)).toHaveLength(2);
      await expect.poll(() => server.countConnections()).toBe(0);
    },
  );
});

describe('a body without a length, whose end is the end of the connection', () => {
  const open = headOf({ ...sse, ...close });
  const body = Buffer.from(events.join(''));
  const before = (count: number): number => Buffer.byteLength(events.slice(0, count).join(''));

  it('is an answer when it is whole, with the last blank line or without', async () => {
    for (const text of [body, body.subarray(0, body.length - 2)]) {
      const { url } = put(() => sent(open, text));
      expect(textOf(await ask(url))).toBe(TEXT);
    }
    const { url } = put(() => sent(headOf({ ...json, ...close }), jsonBody));
    expect(textOf(await ask(url, { useStreaming: false }))).toBe(TEXT);
  });

  it.each([
    ['after the headers', 0, cutEarly],
    ['between two events', before(events.length - 1), cutLate],
    ['inside an event', before(firstOutput + 3) - 20, brokenOff],
    ['inside a UTF-8 character', body.indexOf(Buffer.from('😀'), before(firstOutput + 1)) + 2, brokenOff],
  ])('is an error when it ends %s', async (_where, at, expected) => {
    const { url, name } = put(() => sent(open, body.subarray(0, at)));
    expectOutcome(await errorOf(url), expected);
    expect(server.requestsOf(name)).toHaveLength(expected.requests);
    await expect.poll(() => server.countConnections()).toBe(0);
  });
});

describe('an endpoint that cannot be reached', () => {
  it.each([true, false])('refuses the connection (useStreaming %s)', async (useStreaming) => {
    const closed = await startFaultServer();
    const url = closed.put('closed', () => sent(''));
    await closed.close();
    const error = await errorOf(url, { useStreaming });
    expectOutcome(error, unreachable);
    expect(String(error)).toContain('ECONNREFUSED');
  });

  it('has no address', async () => {
    const error = await errorOf('http://nowhere.invalid/v1');
    expectOutcome(error, unreachable);
    expect(error).toMatchObject({ endpoint: 'http://nowhere.invalid/v1/responses' });
    expect(String(error)).toMatch(/ENOTFOUND|EAI_AGAIN/);
  });

  it('does not speak TLS', async () => {
    const before = server.countAccepted();
    expectOutcome(await errorOf(`https://127.0.0.1:${server.port}/v1`), unreachable);
    expect(server.countAccepted() - before).toBe(2);
    await expect.poll(() => server.countConnections()).toBe(0);
  });

  it('closes each connection as soon as it is made', async () => {
    let accepted = 0;
    const closing = createServer((socket) => {
      accepted += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => closing.listen(0, '127.0.0.1', resolve));
    const address = closing.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    expectOutcome(await errorOf(`http://127.0.0.1:${port}/v1`), unreachable);
    expect(accepted).toBe(2);
    await new Promise((resolve) => closing.close(resolve));
  });
});

describe('an endpoint that sends one elsewhere', () => {
  it.each([
    ['302 Found', true],
    ['302 Found', false],
    ['307 Temporary Redirect', true],
    ['308 Permanent Redirect', false],
  ])(
    'is not followed: neither prompt nor key go there (%s, useStreaming %s)',
    async (status, useStreaming) => {
      const other = put(() => sent(headOf({ 'Content-Type': 'text/html', ...close }), html));
      const location = other.url.replace('127.0.0.1', 'localhost');
      const { url, name } = put(() => sent(headOf({ Location: location, ...close }, status)));
      const error = await errorOf(url, { useStreaming });
      const redirected = {
        error: EndpointRedirectedError,
        code: 'endpoint_redirected',
        retryable: false,
        requests: 1,
      };
      expectOutcome(error, { ...redirected, more: { to: location, status: Number(status.slice(0, 3)) } });
      expect(String(error)).toContain(location);
      expect(server.requestsOf(name)).toHaveLength(1);
      expect(server.requestsOf(other.name)).toEqual([]);
    },
  );
});

describe('an endpoint that asks to wait', () => {
  it.each([true, false])('two seconds is asked again no sooner (useStreaming %s)', async (useStreaming) => {
    let promised = false;
    const early: boolean[] = [];
    const { url } = put(({ index }) => {
      if (index > 0) {
        early.push(!promised);
        return sent(streamBytes);
      }
      // Timers of one length end in the order in which they began, so this one ends before any that the answer sets off.
      setTimeout(() => (promised = true), 2_000);
      return sent(headOf({ 'Retry-After': '2', ...close }, '429 Too Many Requests'), '{}');
    });
    expect(textOf(await ask(url, { useStreaming }))).toBe(TEXT);
    expect(early).toEqual([false]);
    await expect.poll(() => server.countConnections()).toBe(0);
  });
});
