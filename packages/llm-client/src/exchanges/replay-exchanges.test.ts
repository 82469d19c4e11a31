import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { Agent, Runner, tool, type ModelRequest } from '@openai/agents';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createResponsesClient } from '../endpoint/create-client.ts';
import { ResponsesError } from '../errors.ts';
import { guardTools } from '../guard/guard-tool.ts';
import { ResponsesModel, type ResponsesModelOptions } from '../model/responses-model.ts';
import { silenceTracing } from '../telemetry/silence-tracing.ts';
import {
  callResponse,
  encodeEvents,
  eventsOf,
  message,
  responseOf,
  startScriptedServer,
  textResponse,
  type Scripted,
  type ScriptedRequest,
} from '../testing/scripted-server.ts';
import { BrokenRecordingError, UnrecordedRequestError } from './recording-errors.ts';
import { recordExchanges } from './record-exchanges.ts';
import { replayExchanges, type Replay } from './replay-exchanges.ts';

const KEY = 'sk-0123456789abcdef';
const REQUEST: ModelRequest = {
  input: 'hello',
  modelSettings: {},
  tools: [],
  outputType: 'text',
  handoffs: [],
  tracing: false,
};
const hello = responseOf([message('Hello there, everyone.')]);
const sse = { 'content-type': 'text/event-stream' };

let folder: string;
beforeAll(silenceTracing);
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'replay-exchanges-'));
});
afterEach(async () => {
  for (const each of [folder, `${folder}-elsewhere`]) await rm(each, { recursive: true, force: true });
});

type Options = Partial<ResponsesModelOptions>;

function modelOf(target: { baseURL: string; fetch: typeof fetch }, options: Options = {}): ResponsesModel {
  const client = createResponsesClient({ ...target, apiKey: KEY });
  return new ResponsesModel({ client, model: 'm', retries: { minDelayMs: 1 }, ...options });
}

/** What `work` gives with a recorded model. Afterwards the server is gone. */
async function record<T>(
  script: (request: ScriptedRequest) => Scripted,
  work: (target: { baseURL: string; fetch: typeof fetch }) => Promise<T>,
): Promise<T> {
  const server = await startScriptedServer(script);
  try {
    const recording = await recordExchanges(folder);
    const result = await work({ baseURL: server.url, fetch: recording.fetch });
    await recording.finish();
    return result;
  } finally {
    await server.close();
  }
}

/** The text, or all that tells one error from another. */
async function outcomeOf(model: ResponsesModel, signal?: AbortSignal): Promise<unknown> {
  try {
    return (await model.getResponse({ ...REQUEST, ...(signal === undefined ? {} : { signal }) })).output;
  } catch (error) {
    if (!(error instanceof ResponsesError)) return error;
    const { name, message, code, status, requestId, retryable } = error;
    return { name, message, code, status, requestId, retryable };
  }
}

async function editJson(name: string, edit: (value: Record<string, unknown>) => object): Promise<void> {
  const file = path.join(folder, name);
  // A file of the recorder's, which is an object.
  const value = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  await writeFile(file, JSON.stringify(edit(value)));
}

function post(
  replay: Replay,
  body: unknown,
  url = 'http://elsewhere.invalid/v1/responses',
): Promise<Response> {
  return replay.fetch(url, { method: 'POST', body: JSON.stringify(body) });
}

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return await work.then(
    (value) => `no error but ${String(value)}`,
    (error: unknown) => error,
  );
}

describe('a replay', () => {
  const cut = { body: encodeEvents(eventsOf(hello).slice(0, 5)), headers: sse, ending: 'cut' } as const;
  const cases: {
    what: string;
    script: (request: ScriptedRequest) => Scripted;
    options?: Options;
    exchanges: number;
  }[] = [
    { what: 'a streamed answer', script: () => ({ response: hello }), exchanges: 1 },
    {
      what: 'an unstreamed answer',
      script: () => ({ response: hello }),
      options: { useStreaming: false },
      exchanges: 1,
    },
    {
      what: 'a stream with CRLF, BOM and gzip',
      script: () => ({
        body: gzipSync(`\uFEFF: hi\r\n\r\n${encodeEvents(eventsOf(hello)).replaceAll('\n', '\r\n')}`),
        headers: { ...sse, 'content-encoding': 'gzip' },
      }),
      exchanges: 1,
    },
    {
      what: 'a page in place of an answer',
      script: () => ({
        body: '<html>Sign in</html>',
        headers: { 'content-type': 'text/html', 'x-request-id': 'req_9' },
      }),
      exchanges: 1,
    },
    {
      what: 'invalid UTF-8',
      script: () => ({ body: Buffer.from([100, 97, 0xff, 0xfe]), headers: sse }),
      exchanges: 1,
    },
    { what: 'a stream that is cut after the first output', script: () => cut, exchanges: 1 },
    {
      what: 'a connection that is reset, again and again',
      script: () => ({ nothing: 'reset' }),
      exchanges: 4,
    },
    {
      what: 'a rate limit, then an answer',
      script: ({ index }) =>
        index === 0 ? { body: '{}', status: 429, headers: { 'retry-after-ms': '1' } } : { response: hello },
      exchanges: 2,
    },
    {
      what: 'a rate limit that is too long',
      script: () => ({ body: '{}', status: 429, headers: { 'retry-after': '120' } }),
      exchanges: 1,
    },
    {
      what: 'a reset, then a failure, then an answer',
      script: ({ index }) =>
        index === 0 ? { nothing: 'reset' } : index === 1 ? { body: 'oh', status: 503 } : { response: hello },
      exchanges: 3,
    },
    {
      what: 'a stall',
      script: () => ({ ...cut, ending: 'hang' }),
      options: { timeouts: { stallMs: 100 } },
      exchanges: 1,
    },
    {
      what: 'no first byte',
      script: () => ({ body: '', headers: sse, ending: 'hang' }),
      options: { timeouts: { firstEventMs: 100 } },
      exchanges: 1,
    },
    {
      what: 'no headers',
      script: () => ({ nothing: 'hang' }),
      options: { timeouts: { headersMs: 100 } },
      exchanges: 1,
    },
  ];
  it.each(cases)('gives what the endpoint gave: $what', async ({ script, options = {}, exchanges }) => {
    const recorded = await record(script, (target) => outcomeOf(modelOf(target, options)));
    const replay = await replayExchanges(folder);
    expect(replay).toMatchObject({ model: 'm', useStreaming: options.useStreaming ?? true, exchanges });
    expect(await outcomeOf(modelOf(replay, options))).toEqual(recorded);
    expect(replay.countPlayed()).toBe(exchanges);
    expect(replay.failed.aborted).toBe(false);
  });

  it('of a refusal that quotes the key says the same without it', async () => {
    const body = JSON.stringify({
      error: { message: `Incorrect API key provided: ${KEY}`, code: 'invalid_api_key' },
    });
    await record(
      () => ({ body, status: 401 }),
      (target) => outcomeOf(modelOf(target)),
    );
    const replay = await replayExchanges(folder);
    expect(await outcomeOf(modelOf(replay))).toMatchObject({
      code: 'endpoint_unauthorized',
      message: expect.stringContaining('Incorrect API key provided: ***removed***'),
    });
  });

  it('of an abort waits for the next abort', async () => {
    const aborting = () => AbortSignal.timeout(50);
    const recorded = await record(
      () => ({ body: encodeEvents(eventsOf(hello).slice(0, 5)), headers: sse, ending: 'hang' }),
      (target) => outcomeOf(modelOf(target), aborting()),
    );
    expect(recorded).toMatchObject({ name: 'TimeoutError' });
    expect(await outcomeOf(modelOf(await replayExchanges(folder)), aborting())).toMatchObject({
      name: 'TimeoutError',
    });
    const controller = new AbortController();
    controller.abort(new Error('before'));
    expect(await outcomeOf(modelOf(await replayExchanges(folder)), controller.signal)).toEqual(
      new Error('before'),
    );
  });

  it.each([true, false])(
    'of a run takes the same turns, whatever the order of keys (useStreaming %s)',
    async (useStreaming) => {
      const look = (seen: unknown[]) =>
        guardTools([
          tool({
            name: 'look',
            description: 'd',
            parameters: z.object({ a: z.number() }),
            execute: ({ a }) => seen.push(a),
          }),
        ]);
      const run = async (target: { baseURL: string; fetch: typeof fetch }) => {
        const seen: unknown[] = [];
        const agent = new Agent({ name: 'a', model: modelOf(target, { useStreaming }), tools: look(seen) });
        const result = await new Runner().run(agent, 'go');
        return { seen, output: result.finalOutput, history: result.history };
      };
      const recorded = await record(
        ({ index }) => (index < 2 ? callResponse('look', { a: index }) : textResponse('Done.')),
        run,
      );
      expect(recorded).toMatchObject({ seen: [0, 1], output: 'Done.' });
      await editJson('0002-request.json', ({ body, ...rest }) => ({
        ...rest,
        // The body of a Responses request is an object.
        body: Object.fromEntries(Object.entries(body as object).toReversed()),
      }));
      expect(await run(await replayExchanges(folder))).toEqual(recorded);
    },
  );

  it('answers parallel calls by their content, and equal ones in the recorded order', async () => {
    const bodies = ['a', 'b', 'a', 'c', 'a'].map((input) => ({ model: 'm', input }));
    await record(
      ({ index, body }) => ({ body: `${JSON.stringify(body['input'])}${index}` }),
      async ({ baseURL, fetch }) => {
        for (const body of bodies)
          await (await fetch(`${baseURL}/responses`, { method: 'POST', body: JSON.stringify(body) })).text();
      },
    );
    const replay = await replayExchanges(folder);
    const texts = await Promise.all(
      bodies.toReversed().map(async (body) => (await post(replay, body)).text()),
    );
    expect(texts).toEqual(['"a"0', '"c"3', '"a"2', '"b"1', '"a"4']);
    const error = await errorOf(post(replay, { input: 'a', model: 'm' }));
    expect(error).toMatchObject({ nearest: '0005-request.json', path: undefined });
    expect(String(error)).toContain('played already');
  });

  it('plays what a person wrote into the files', async () => {
    await record(
      () => ({ response: hello }),
      (target) => outcomeOf(modelOf(target)),
    );
    const body = path.join(folder, '0001-body.sse');
    await writeFile(body, (await readFile(body, 'utf8')).replaceAll('everyone', 'somebody'));
    const edited = await replayExchanges(folder);
    expect(JSON.stringify(await outcomeOf(modelOf(edited)))).toContain('Hello there, somebody.');
    await editJson('0001-response.json', (file) => ({ ...file, status: 400 }));
    expect(await outcomeOf(modelOf(await replayExchanges(folder)))).toMatchObject({
      code: 'request_rejected',
    });
    await editJson('0001-response.json', () => ({ ending: 'unanswered' }));
    const once = { retries: { maxAttempts: 1 } };
    expect(await outcomeOf(modelOf(await replayExchanges(folder), once))).toMatchObject({
      code: 'endpoint_unreachable',
    });
    // No second attempt was recorded.
    expect(await outcomeOf(modelOf(await replayExchanges(folder)))).toMatchObject({
      code: 'request_not_recorded',
    });
  });

  it('takes any text where a secret was removed, and gives back the settings of the model', async () => {
    const server = await startScriptedServer(() => ({ body: 'x' }));
    const settings = {
      profile: 'litellm',
      switches: { store: false },
      reasoning: { effort: 'low' },
    } as const;
    const recording = await recordExchanges(folder, { settings });
    const body = { model: 'm', input: `a ${KEY} b ${KEY} b ${KEY} c` };
    const headers = { authorization: `Bearer ${KEY}` };
    await (
      await recording.fetch(`${server.url}/responses`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
    ).text();
    await server.close();
    const replay = await replayExchanges(folder);
    expect(replay).toMatchObject({ settings, baseURL: server.url, useStreaming: false });
    expect(await errorOf(post(replay, { ...body, input: 'a X b Y c' }))).toBeInstanceOf(
      UnrecordedRequestError,
    );
    expect(await (await post(replay, { ...body, input: 'a X b Y b Z c' })).text()).toBe('x');
  });
});

describe('a request that was not recorded', () => {
  const long = 'The quick brown fox. '.repeat(40);
  const recorded = [
    { model: 'm', input: [{ role: 'user', content: `${long}first${long}` }], tools: [{ name: 'a' }] },
    { model: 'm', input: [{ role: 'user', content: 'second' }, { role: 'assistant' }] },
  ];
  beforeEach(async () => {
    await record(
      () => ({ body: 'x' }),
      async ({ baseURL, fetch }) => {
        for (const body of recorded)
          await (await fetch(`${baseURL}/responses`, { method: 'POST', body: JSON.stringify(body) })).text();
      },
    );
  });

  const changes: { what: string; now: unknown; nearest: string; path: string; says: string[] }[] = [
    {
      what: 'a word deep in a long text',
      now: { ...recorded[0], input: [{ role: 'user', content: `${long}other${long}` }] },
      nearest: '0001-request.json',
      path: `body.input[0].content, character ${long.length + 1}`,
      says: ['brown fox. first', 'brown fox. other'],
    },
    {
      what: 'another model',
      now: { ...recorded[1], model: 'other' },
      nearest: '0002-request.json',
      path: 'body.model',
      says: ['recorded "m", now "other"'],
    },
    {
      what: 'an item more',
      now: { ...recorded[1], input: [...(recorded[1]?.input ?? []), { role: 'user', content: long }] },
      nearest: '0002-request.json',
      path: 'body.input[2]',
      says: ['recorded nothing, now {"role":"user"'],
    },
    {
      what: 'a field less, one with an odd name more',
      now: { model: 'm', input: recorded[1]?.input, 'x y': null },
      nearest: '0002-request.json',
      path: 'body["x y"]',
      says: ['recorded nothing, now null'],
    },
    { what: 'no JSON at all', now: 'text', nearest: '0001-request.json', path: 'body', says: ['now "text"'] },
  ];
  it.each(changes)('is told from the nearest one: $what', async ({ now, nearest, path, says }) => {
    const replay = await replayExchanges(folder);
    const error = await errorOf(post(replay, now));
    expect(error).toBeInstanceOf(UnrecordedRequestError);
    expect(error).toMatchObject({ nearest, path, folder });
    for (const part of says) expect(String(error)).toContain(part);
    expect(String(error)).toContain('record again');
    expect(String(error).length).toBeLessThan(600);
    expect(replay.failed.reason).toBe(error);
    expect(replay.countPlayed()).toBe(0);
  });

  it('may differ in path and method as well', async () => {
    const replay = await replayExchanges(folder);
    const other = await errorOf(post(replay, recorded[0], 'http://elsewhere.invalid/v2/responses'));
    expect(other).toMatchObject({ path: 'path' });
    expect(String(other)).toContain('recorded "/v1/responses", now "/v2/responses"');
    expect(await errorOf(replay.fetch('http://elsewhere.invalid/v1/responses'))).toMatchObject({
      path: 'method',
    });
  });

  it('is told from the next one, not from those that were played', async () => {
    const replay = await replayExchanges(folder);
    await post(replay, recorded[0]);
    expect(await errorOf(post(replay, { ...recorded[0], model: 'n' }))).toMatchObject({
      nearest: '0002-request.json',
    });
  });
});

describe('a recording that is damaged is refused, and the message names the file', () => {
  beforeEach(async () => {
    await record(
      () => ({ response: hello }),
      async (target) => {
        await outcomeOf(modelOf(target));
        await outcomeOf(modelOf(target));
      },
    );
  });
  const damages: { what: string; damage: () => Promise<unknown>; says: string }[] = [
    {
      what: 'no request',
      damage: () => rm(path.join(folder, '0001-request.json')),
      says: '0001-request.json is missing',
    },
    {
      what: 'no answer',
      damage: () => rm(path.join(folder, '0002-response.json')),
      says: '0002-response.json is missing',
    },
    {
      what: 'no body',
      damage: () => rm(path.join(folder, '0001-body.sse')),
      says: '0001-body.sse is missing',
    },
    {
      what: 'no settings',
      damage: () => rm(path.join(folder, 'recording.json')),
      says: 'recording.json is missing',
    },
    {
      what: 'half a file',
      damage: () => writeFile(path.join(folder, '0002-request.json'), '{"method":'),
      says: '0002-request.json is not JSON',
    },
    {
      what: 'another file',
      damage: () => writeFile(path.join(folder, '0002-request.json'), '[]'),
      says: '0002-request.json is not as it was recorded',
    },
    {
      what: 'a status that is none',
      damage: () => editJson('0001-response.json', (file) => ({ ...file, status: 'good' })),
      says: '0001-response.json is not as it was recorded: status',
    },
    {
      what: 'an answer without status',
      damage: () => editJson('0001-response.json', ({ status: _none, ...file }) => file),
      says: '0001-response.json is not as it was recorded: status',
    },
    {
      what: 'an unknown ending',
      damage: () => editJson('0001-response.json', (file) => ({ ...file, ending: 'well' })),
      says: '0001-response.json is not as it was recorded: ending',
    },
    {
      what: 'a body elsewhere',
      damage: () => editJson('0001-response.json', (file) => ({ ...file, bodyFile: '../secret.txt' })),
      says: '0001-response.json is not as it was recorded: bodyFile',
    },
    {
      what: 'a body that is a folder',
      damage: async () => {
        await rm(path.join(folder, '0001-body.sse'));
        await mkdir(path.join(folder, '0001-body.sse'));
      },
      says: '0001-body.sse is not a file',
    },
    {
      what: 'a body where the status allows none',
      damage: () => editJson('0002-response.json', (file) => ({ ...file, status: 204 })),
      says: '0002-response.json says status 204, which has no body, and names the body 0002-body.sse',
    },
    {
      what: 'no body where the status has one',
      damage: () => editJson('0002-response.json', ({ bodyFile: _none, ...file }) => file),
      says: '0002-response.json says status 200 and names no bodyFile',
    },
    {
      what: 'a header whose name is none',
      damage: () => editJson('0002-response.json', (file) => ({ ...file, headers: { 'a b': 'c' } })),
      says: '0002-response.json is no answer that fetch could give',
    },
    {
      what: 'a header whose value is none',
      damage: () => editJson('0002-response.json', (file) => ({ ...file, headers: { a: 'b\nc' } })),
      says: '0002-response.json is no answer that fetch could give',
    },
    {
      what: 'a status text that is none',
      damage: () => editJson('0002-response.json', (file) => ({ ...file, statusText: 'a\nb' })),
      says: '0002-response.json is no answer that fetch could give',
    },
    ...['recording.json', '0001-request.json', '0001-response.json', '0001-body.sse'].map((name) => ({
      what: `a symbolic link in place of ${name}`,
      damage: async () => {
        await rename(path.join(folder, name), `${folder}-elsewhere`);
        await symlink(`${folder}-elsewhere`, path.join(folder, name));
      },
      says: `${name} is a symbolic link`,
    })),
    {
      what: 'an answer that was still coming',
      damage: () => editJson('0002-response.json', (file) => ({ ...file, ending: 'unfinished' })),
      says: '0002-response.json says that the answer was "unfinished"',
    },
    {
      what: 'requests without a model',
      damage: async () => {
        for (const n of [1, 2]) await editJson(`000${n}-request.json`, (file) => ({ ...file, body: {} }));
      },
      says: '0001-request.json names no model',
    },
    {
      what: 'an exchange left out',
      damage: async () => {
        for (const name of await readdir(folder))
          if (name.startsWith('0001')) await rm(path.join(folder, name));
      },
      says: '0001-request.json is missing',
    },
    {
      what: 'an empty folder',
      damage: async () => {
        for (const name of await readdir(folder)) await rm(path.join(folder, name));
      },
      says: 'the folder holds no recording',
    },
    { what: 'no folder', damage: () => rm(folder, { recursive: true }), says: 'there is no such folder' },
    {
      what: 'a file in its place',
      damage: async () => {
        await rm(folder, { recursive: true });
        await writeFile(folder, '');
      },
      says: 'this is not a folder',
    },
  ];
  it.each(damages)('$what', async ({ damage, says }) => {
    await replayExchanges(folder);
    await damage();
    const error = await errorOf(replayExchanges(folder));
    expect(error).toBeInstanceOf(BrokenRecordingError);
    expect(String(error)).toContain(`The recording in ${folder} cannot be played back: `);
    expect(String(error)).toContain(says);
  });

  it('an unfinished answer is played as a broken connection once a person says that it is one', async () => {
    await editJson('0001-response.json', (file) => ({ ...file, ending: 'cut' }));
    await writeFile(path.join(folder, '0001-body.sse'), encodeEvents(eventsOf(hello).slice(0, 5)));
    expect(await outcomeOf(modelOf(await replayExchanges(folder)))).toMatchObject({ name: 'StreamCutError' });
  });
});

describe('an answer that was changed and can still be read is played, and what is wrong with it is said', () => {
  const begun = encodeEvents(eventsOf(hello).slice(0, 1));
  const changes: { what: string; change: () => Promise<unknown>; cause: object; says: string }[] = [
    {
      what: 'a stream without its end',
      change: () => writeFile(path.join(folder, '0001-body.sse'), begun),
      cause: { name: 'StreamCutError', lastEvent: 'response.created' },
      says: 'The response stream ended after response.created without a terminal event',
    },
    {
      what: 'an empty body',
      change: () => writeFile(path.join(folder, '0001-body.sse'), ''),
      cause: { name: 'StreamCutError' },
      says: 'The response stream ended after no event without a terminal event',
    },
    {
      what: 'a stream that breaks',
      change: async () => {
        await writeFile(path.join(folder, '0001-body.sse'), begun);
        await editJson('0001-response.json', (file) => ({ ...file, ending: 'cut' }));
      },
      cause: { name: 'StreamCutError', cause: new TypeError('terminated') },
      says: 'The response stream ended after response.created without a terminal event',
    },
    {
      what: 'another status',
      change: () => editJson('0001-response.json', (file) => ({ ...file, status: 503 })),
      cause: { message: 'The endpoint answered with status 503' },
      says: 'The endpoint answered with status 503',
    },
    {
      what: 'no connection',
      change: () =>
        editJson('0001-response.json', () => ({ ending: 'unanswered', error: { message: 'gone' } })),
      cause: new TypeError('gone'),
      says: 'gone',
    },
  ];
  it.each(changes)('$what', async ({ change, cause, says }) => {
    await record(
      () => ({ response: hello }),
      (target) => outcomeOf(modelOf(target)),
    );
    await change();
    const replay = await replayExchanges(folder);
    // The next attempt finds no second answer.
    const error = await errorOf(modelOf(replay).getResponse(REQUEST));
    expect(error).toBeInstanceOf(UnrecordedRequestError);
    expect(error).toMatchObject({ nearest: '0001-request.json', path: undefined, cause });
    expect(String(error)).toContain(`has no other. The answer that was played had failed: ${says}. Play it`);
    expect(replay.failed.reason).toBe(error);
    expect(replay.countPlayed()).toBe(1);
    const once = modelOf(await replayExchanges(folder), { retries: { maxAttempts: 1 } });
    expect(await outcomeOf(once)).not.toMatchObject({ code: 'request_not_recorded' });
  });

  it('but of a whole answer that is asked for twice nothing is said to be wrong', async () => {
    await record(
      () => ({ response: hello }),
      (target) => outcomeOf(modelOf(target)),
    );
    const replay = await replayExchanges(folder);
    await outcomeOf(modelOf(replay));
    const error = await errorOf(modelOf(replay).getResponse(REQUEST));
    expect(error).toMatchObject({ code: 'request_not_recorded' });
    expect(error).not.toHaveProperty('cause');
    expect(String(error)).not.toContain('had failed');
  });
});
