import { createServer, type Server, type ServerResponse } from 'node:http';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startScriptedServer, type Scripted, type ScriptedRequest } from '../testing/scripted-server.ts';
import { RecordingFailedError } from './recording-errors.ts';
import { recordExchanges } from './record-exchanges.ts';
import { replayExchanges } from './replay-exchanges.ts';

const KEY = 'sk-proj-a/b+c"d-0123456789';
let folder: string;
const closing: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  const parent = await mkdtemp(path.join(tmpdir(), 'record-exchanges-'));
  closing.push(() => rm(parent, { recursive: true, force: true }));
  folder = path.join(parent, 'recordings', 'first');
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function serve(script: (request: ScriptedRequest) => Scripted | Promise<Scripted>): Promise<string> {
  const server = await startScriptedServer(script);
  closing.push(() => server.close());
  return server.url;
}

/** A server whose answer the test writes as it likes. */
async function serveByHand(): Promise<{ url: string; next: () => Promise<ServerResponse> }> {
  const waiting: ServerResponse[] = [];
  const server: Server = createServer((_request, response) => waiting.push(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    next: async () => {
      await expect.poll(() => waiting.length).toBeGreaterThan(0);
      const [response] = waiting.splice(0, 1);
      if (response === undefined) throw new Error('no request');
      return response;
    },
  };
}

function ask(
  send: typeof fetch,
  url: string,
  body: unknown = { model: 'm', stream: true },
  { signal = null, key = KEY }: { signal?: AbortSignal | null; key?: string } = {},
): Promise<Response> {
  return send(`${url}/responses`, {
    method: 'POST',
    body: JSON.stringify(body),
    signal,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
  });
}

function watchClose(response: ServerResponse): () => boolean {
  let closed = false;
  response.on('close', () => (closed = true));
  return () => closed;
}

async function readText(name: string): Promise<string> {
  return await readFile(path.join(folder, name), 'utf8');
}

async function readJson(name: string): Promise<unknown> {
  return JSON.parse(await readText(name));
}

const sse = { 'content-type': 'text/event-stream' };

describe('the files', () => {
  it('hold request, answer and body, and nobody else may read them', async () => {
    const body = '\uFEFF: hi\r\n\r\ndata: {"type":"ä😀"}\r\n\r\ndata: [DONE]\n\n';
    const url = await serve(() => ({
      body: gzipSync(body),
      headers: {
        ...sse,
        'content-encoding': 'gzip',
        'x-request-id': 'req_1',
        'retry-after': '2',
        'retry-after-ms': '2000',
        'x-ratelimit-remaining-tokens': '17',
      },
    }));
    const recording = await recordExchanges(folder, { settings: { profile: 'vllm' } });
    const response = await ask(recording.fetch, url);
    expect(response.url).toBe(`${url}/responses`);
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(body))).toBe(true);

    expect((await readdir(folder)).toSorted()).toEqual([
      '0001-body.sse',
      '0001-request.json',
      '0001-response.json',
      'recording.json',
    ]);
    expect((await readFile(path.join(folder, '0001-body.sse'))).equals(Buffer.from(body))).toBe(true);
    expect(await readJson('recording.json')).toEqual({ profile: 'vllm' });
    expect(await readJson('0001-request.json')).toEqual({
      method: 'POST',
      url: `${url}/responses`,
      headers: { 'content-type': 'application/json', authorization: '***removed***' },
      body: { model: 'm', stream: true },
    });
    const answer = await readJson('0001-response.json');
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        ...sse,
        'x-request-id': 'req_1',
        'retry-after': '2',
        'retry-after-ms': '2000',
        'x-ratelimit-remaining-tokens': '17',
      },
      bodyFile: '0001-body.sse',
      ending: 'complete',
    });
    expect(answer).not.toHaveProperty('headers.content-encoding');
    expect(answer).not.toHaveProperty('headers.transfer-encoding');
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    for (const name of await readdir(folder))
      expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600);
  });

  it('are named after the kind of body, and hold a request body that is no JSON as text', async () => {
    const types = ['application/json', 'application/problem+json; charset=utf-8', 'text/html', undefined];
    const url = await serve(({ index }) => ({
      body: 'x',
      headers: types[index] === undefined ? {} : { 'content-type': types[index] },
    }));
    const recording = await recordExchanges(folder);
    for (const _type of types) await (await recording.fetch(`${url}/models`)).text();
    const names = (await readdir(folder)).filter((name) => name.includes('body'));
    expect(names).toEqual(['0001-body.json', '0002-body.json', '0003-body.txt', '0004-body.txt']);
    expect(await readJson('0001-request.json')).toEqual({ method: 'GET', url: `${url}/models`, headers: {} });

    const echo = await serveByHand();
    const sent = recording.fetch(`${echo.url}/files`, { method: 'POST', body: 'no {json' });
    (await echo.next()).end();
    await (await sent).text();
    expect(await readJson('0005-request.json')).toMatchObject({ bodyText: 'no {json' });
  });

  it('hold the body of a request that is a stream or a Request, and the endpoint gets it as well', async () => {
    const bodies: unknown[] = [];
    const url = await serve(({ body }) => {
      bodies.push(body);
      return { body: 'x' };
    });
    const recording = await recordExchanges(folder);
    const stream = new Blob(['{"a":1}']).stream();
    await (await recording.fetch(url, { method: 'POST', body: stream, duplex: 'half' })).text();
    await (await recording.fetch(new Request(url, { method: 'POST', body: '{"a":2}' }))).text();
    expect(bodies).toEqual([{ a: 1 }, { a: 2 }]);
    expect(await readJson('0001-request.json')).toMatchObject({ method: 'POST', body: { a: 1 } });
    expect(await readJson('0002-request.json')).toMatchObject({ method: 'POST', body: { a: 2 } });
  });

  it('of an answer without a body name none, and where a fetch leaves out an empty body there is one', async () => {
    const answers = [new Response(null, { status: 204 }), new Response(null)];
    const recording = await recordExchanges(folder, {
      fetch: async () => answers.shift() ?? Response.error(),
    });
    for (const body of ['first', 'second']) {
      const answer = await ask(recording.fetch, 'http://127.0.0.1:9/v1', { model: 'm', body });
      expect(await answer.text()).toBe('');
    }
    expect(await readJson('0001-response.json')).toEqual({ status: 204, headers: {}, ending: 'complete' });
    expect(await readJson('0002-response.json')).toMatchObject({ bodyFile: '0002-body.txt' });
    expect(await readText('0002-body.txt')).toBe('');
    const replay = await replayExchanges(folder);
    for (const [body, status] of [['first', 204] as const, ['second', 200] as const]) {
      const answer = await ask(replay.fetch, 'http://127.0.0.1:9/v1', { model: 'm', body });
      expect([answer.status, await answer.text()]).toEqual([status, '']);
    }
  });

  it('of an exchange are complete before the reader sees the end', async () => {
    const url = await serve(() => ({ body: 'data: {}\n\n', headers: sse }));
    const recording = await recordExchanges(folder);
    const reader = (await ask(recording.fetch, url)).body?.getReader();
    while ((await reader?.read())?.done === false);
    expect(await readJson('0001-response.json')).toMatchObject({ ending: 'complete' });
    expect(await readText('0001-body.sse')).toBe('data: {}\n\n');
  });

  it('say so while an answer is still coming, and each piece reaches the reader when it comes', async () => {
    const server = await serveByHand();
    const recording = await recordExchanges(folder);
    const asked = ask(recording.fetch, server.url);
    const outgoing = await server.next();
    outgoing.writeHead(200, sse);
    outgoing.write('data: first\n\n');
    const reader = (await asked).body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('data: first\n\n');
    expect(await readJson('0001-response.json')).toMatchObject({ ending: 'unfinished' });
    outgoing.end('data: second\n\n');
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('data: second\n\n');
    expect((await reader?.read())?.done).toBe(true);
    expect(await recording.finish()).toBe(1);
    expect(await readText('0001-body.sse')).toBe('data: first\n\ndata: second\n\n');
  });

  it('get a number of their own for each of several calls at once', async () => {
    const url = await serve((request) => ({
      body: `data: ${JSON.stringify(request.body['input'])}\n\n`.repeat(200),
      headers: sse,
    }));
    const recording = await recordExchanges(folder);
    const numbers = Array.from({ length: 8 }, (_, at) => at);
    const answers = await Promise.all(
      numbers.map(async (at) => (await ask(recording.fetch, url, { input: `question ${at}` })).text()),
    );
    expect(await recording.finish()).toBe(8);
    for (const at of numbers) {
      expect(await readJson(`000${at + 1}-request.json`)).toMatchObject({
        body: { input: `question ${at}` },
      });
      expect(await readText(`000${at + 1}-body.sse`)).toBe(answers[at]);
    }
  });
});

describe('an ending', () => {
  it('that is a cut is recorded with what had come', async () => {
    const url = await serve(() => ({ body: 'data: {}\n\n', headers: sse, ending: 'cut' }));
    const recording = await recordExchanges(folder);
    const response = await ask(recording.fetch, url);
    await expect(response.text()).rejects.toThrow('terminated');
    expect(await readJson('0001-response.json')).toMatchObject({
      ending: 'cut',
      error: { message: 'terminated', reason: 'other side closed' },
    });
    expect(await readText('0001-body.sse')).toBe('data: {}\n\n');
  });

  it('before any answer is recorded with its reason', async () => {
    const url = await serve(() => ({ nothing: 'reset' }));
    const recording = await recordExchanges(folder);
    await expect(ask(recording.fetch, url)).rejects.toThrow('fetch failed');
    await expect(ask(recording.fetch, 'http://127.0.0.1:1/v1')).rejects.toThrow(/fetch failed|bad port/);
    expect(await readJson('0001-response.json')).toEqual({
      ending: 'unanswered',
      error: { message: 'fetch failed', reason: 'read ECONNRESET', code: 'ECONNRESET' },
    });
    expect(await readJson('0002-response.json')).toMatchObject({ ending: 'unanswered' });
    expect(await recording.finish()).toBe(2);
  });

  it('by an abort before the headers is recorded as one', async () => {
    const server = await serveByHand();
    const recording = await recordExchanges(folder);
    const controller = new AbortController();
    const asked = ask(recording.fetch, server.url, {}, { signal: controller.signal });
    const isClosed = watchClose(await server.next());
    controller.abort(new Error('enough'));
    await expect(asked).rejects.toThrow('enough');
    expect(await recording.finish()).toBe(1);
    expect(await readJson('0001-response.json')).toMatchObject({ ending: 'aborted' });
    await expect.poll(isClosed).toBe(true);
  });

  type Walk = { reader: ReadableStreamDefaultReader<Uint8Array>; controller: AbortController };
  const walks: { how: string; leave: (walk: Walk) => Promise<unknown> }[] = [
    {
      how: 'the signal while a piece is waited for',
      leave: async ({ reader, controller }) => {
        const next = reader.read().catch((error: unknown) => error);
        controller.abort(new Error('enough'));
        return await next;
      },
    },
    {
      how: 'the signal while nobody reads',
      leave: async ({ reader, controller }) => {
        controller.abort(new Error('enough'));
        return await reader.read().catch((error: unknown) => error);
      },
    },
    {
      how: 'a cancelled body',
      leave: async ({ reader }) => {
        await reader.cancel();
        return new Error('enough');
      },
    },
    {
      how: 'a body cancelled while a piece is waited for',
      leave: async ({ reader }) => {
        const next = reader.read();
        await reader.cancel();
        return (await next).done ? new Error('enough') : undefined;
      },
    },
  ];
  it.each(walks)('by $how is recorded as an abort and closes the connection', async ({ leave }) => {
    const server = await serveByHand();
    const recording = await recordExchanges(folder);
    const controller = new AbortController();
    const asked = ask(recording.fetch, server.url, {}, { signal: controller.signal });
    const outgoing = await server.next();
    const isClosed = watchClose(outgoing);
    outgoing.writeHead(200, sse).write('data: first\n\n');
    const { body } = await asked;
    if (body === null) throw new Error('no body');
    const reader = body.getReader();
    await reader.read();
    expect(await leave({ reader, controller })).toEqual(new Error('enough'));
    expect(await recording.finish()).toBe(1);
    expect(await readText('0001-body.sse')).toBe('data: first\n\n');
    expect(await readJson('0001-response.json')).toMatchObject({ ending: 'aborted' });
    await expect.poll(isClosed).toBe(true);
  });
});

describe('secrets', () => {
  it('are in no recorded byte, whoever sends or quotes them', async () => {
    const secrets = [
      KEY,
      'cookie-value-0123456789',
      'set-cookie-0123456789',
      'org-0123456789',
      'query-sig-0123456789',
      'mcp-token-0123456789',
      'x-goog-0123456789',
    ];
    const quoted = JSON.stringify({
      error: { message: `Incorrect API key provided: ${KEY}. ${secrets.join(' ')}` },
    });
    const body = `${quoted}\n${quoted.replaceAll('/', String.raw`\/`)}\n${encodeURIComponent(KEY)}`;
    const url = await serve(() => ({
      body,
      status: 401,
      headers: {
        'content-type': 'application/json',
        'set-cookie': 'session=set-cookie-0123456789; HttpOnly',
        'openai-organization': 'org-0123456789',
        'x-debug': `key was ${encodeURIComponent(KEY)}`,
      },
    }));
    const recording = await recordExchanges(folder);
    const tools = [{ type: 'mcp', server_label: 's', authorization: 'mcp-token-0123456789' }];
    const response = await recording.fetch(`${url}/responses?api-version=7&sig=query-sig-0123456789`, {
      method: 'POST',
      headers: {
        'api-key': KEY,
        cookie: 'a=1; b=cookie-value-0123456789',
        'x-goog-api-key': 'x-goog-0123456789',
        'openai-organization': 'org-0123456789',
      },
      body: JSON.stringify({ tools, input: `my key is ${KEY}` }),
    });
    expect(await response.text()).toBe(body);
    const written = await allText();
    for (const secret of secrets) {
      const quotedForm = JSON.stringify(secret).slice(1, -1);
      const slashes = quotedForm.replaceAll('/', String.raw`\/`);
      for (const form of [secret, quotedForm, slashes, encodeURIComponent(secret)])
        expect(written).not.toContain(form);
    }
    expect(await readJson('0001-request.json')).toMatchObject({
      url: `${url}/responses?api-version=7&sig=***removed***`,
      body: { input: 'my key is ***removed***' },
    });
    expect(await readJson('0001-body.json').catch(String)).toContain('SyntaxError');
    expect(await readText('0001-body.json')).toContain('Incorrect API key provided: ***removed***.');
  });

  it('are found across the borders of pieces, and pieces still come one by one', async () => {
    const server = await serveByHand();
    const recording = await recordExchanges(folder);
    const asked = ask(recording.fetch, server.url);
    const outgoing = await server.next();
    outgoing.writeHead(200, sse).flushHeaders();
    const reader = (await asked).body?.getReader();
    for (const piece of ['data: your ', KEY.slice(0, 5), KEY.slice(5, 6), KEY.slice(6), ' is wrong\n\n']) {
      outgoing.write(piece);
      expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(piece);
    }
    outgoing.end();
    await reader?.read();
    expect(await readText('0001-body.sse')).toBe('data: your ***removed*** is wrong\n\n');
  });

  it('in a URL are in no recorded byte, and the real fetch says what it makes of them', async () => {
    const recording = await recordExchanges(folder);
    const url = 'http://someone:password-0123456789@127.0.0.1:1/v1/responses';
    await expect(recording.fetch(url, { method: 'POST', body: '{}' })).rejects.toThrow('credentials');
    expect(await allText()).not.toMatch(/password-0|someone/);
    expect(await readJson('0001-response.json')).toMatchObject({ ending: 'unanswered' });
  });

  it('that are no more than placeholders leave the text alone', async () => {
    const url = await serve(() => ({ body: 'none of it', headers: sse }));
    const recording = await recordExchanges(folder);
    await (await ask(recording.fetch, url, { effort: 'none' }, { key: 'none' })).text();
    expect(await readJson('0001-request.json')).toMatchObject({
      headers: { authorization: '***removed***' },
      body: { effort: 'none' },
    });
    expect(await readText('0001-body.sse')).toBe('none of it');
  });
});

describe('a folder', () => {
  it('that holds anything is refused and left as it is', async () => {
    await recordExchanges(folder);
    await chmod(folder, 0o755);
    await expect(recordExchanges(folder)).rejects.toThrow(
      new RecordingFailedError({
        folder,
        problem: 'it holds a recording already; name another folder, or empty that one',
      }),
    );
    await rm(path.join(folder, 'recording.json'));
    await writeFile(path.join(folder, 'notes.md'), 'mine');
    await expect(recordExchanges(folder)).rejects.toThrow(
      new RecordingFailedError({
        folder,
        problem: 'it is not empty; name another folder, or empty that one',
      }),
    );
    expect(await readdir(folder)).toEqual(['notes.md']);
    expect((await stat(folder)).mode & 0o777).toBe(0o755);
  });

  it('that is empty becomes its owner’s alone', async () => {
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o755);
    await recordExchanges(folder);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it('that is a file is refused by name', async () => {
    await mkdir(path.dirname(folder));
    await writeFile(folder, '');
    await expect(recordExchanges(folder)).rejects.toThrow(
      new RecordingFailedError({ folder, problem: 'a file stands in its place' }),
    );
    await expect(recordExchanges(path.join(folder, 'below'))).rejects.toThrow(RecordingFailedError);
  });

  it('that cannot be written any longer fails the call before anything is sent, and all calls after it', async () => {
    let asked = 0;
    const url = await serve(() => {
      asked += 1;
      return { body: 'x' };
    });
    const recording = await recordExchanges(folder);
    await rm(folder, { recursive: true });
    await expect(ask(recording.fetch, url)).rejects.toThrow(`Nothing can be recorded in ${folder}`);
    expect(recording.failed.reason).toBeInstanceOf(RecordingFailedError);
    await mkdir(folder);
    await expect(ask(recording.fetch, url)).rejects.toThrow('0001-request.json could not be written');
    await expect(recording.finish()).rejects.toThrow(RecordingFailedError);
    expect(asked).toBe(0);
  });

  it('that fails while a body comes breaks the body, and the record never looks whole', async () => {
    const server = await serveByHand();
    const recording = await recordExchanges(folder);
    const asked = ask(recording.fetch, server.url);
    const outgoing = await server.next();
    const isClosed = watchClose(outgoing);
    // The body's place is taken, as by another process.
    await mkdir(path.join(folder, '0001-body.sse'));
    outgoing.writeHead(200, sse);
    outgoing.write('data: {}\n\n');
    await expect(asked).rejects.toThrow('0001-body.sse could not be written');
    await expect.poll(isClosed).toBe(true);
    expect(await readJson('0001-response.json')).toMatchObject({ ending: 'unfinished' });
  });

  it('that goes away before the end is an error in place of the end', async () => {
    const server = await serveByHand();
    const recording = await recordExchanges(folder);
    const asked = ask(recording.fetch, server.url);
    const outgoing = await server.next();
    outgoing.writeHead(200, sse);
    outgoing.write('data: {}\n\n');
    const response = await asked;
    await rm(folder, { recursive: true });
    outgoing.end();
    await expect(response.text()).rejects.toThrow('0001-response.json could not be written');
    expect(recording.failed.aborted).toBe(true);
    await expect(recording.finish()).rejects.toThrow(RecordingFailedError);
  });
});

async function allText(): Promise<string> {
  const names = await readdir(folder);
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'latin1')));
  return texts.join('\n');
}
