import { request as httpRequest, type IncomingMessage } from 'node:http';
import { problem } from '@meeting-assistant/contracts';
import {
  connectDatabase,
  createApiKey,
  createSignInLink,
  createWorkspace,
  findWorkspaceByName,
  type Connection,
} from '@meeting-assistant/database';
import { createTestDatabase, type TestDatabase } from '@meeting-assistant/database/testing';
import { openJobQueue, type JobQueue } from '@meeting-assistant/queue';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildServer } from './server.ts';

let database: TestDatabase;
let connection: Connection;
let queue: JobQueue;
let server: FastifyInstance;
let url: string;
let key: string;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connectDatabase(database.url, { max: 5 });
  queue = openJobQueue({ databaseUrl: database.url });
  server = await buildServer({
    db: connection.db,
    queue,
    logger: pino({ level: 'silent' }),
    rateLimitPerMinute: 10_000,
    trustProxy: false,
  });
  url = await server.listen({ host: '127.0.0.1', port: 0 });
  const { id } = await createWorkspace(connection.db, 'test');
  key = (
    await createApiKey(connection.db, {
      workspaceId: id,
      name: 'test',
      scopes: ['upload', 'read', 'operate'],
    })
  ).key;
});

afterAll(async () => {
  await server?.close();
  await queue?.close();
  await connection?.close();
  await database?.drop();
});

const authorized = () => ({ authorization: `Bearer ${key}` });

function form(bytes: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set('file', new Blob([bytes]), 'meeting.txt');
  return body;
}

const speech = 'Ana: Good morning.\nBo: Good morning, Ana.\nAna: Let us begin.\nBo: Yes.\n';
const absent = '01890000-0000-7000-8000-000000000000';
const json = { 'content-type': 'application/json' };

const refused: {
  what: string;
  path: string;
  init: () => { method?: string; body?: FormData | string; headers?: Record<string, string> };
  status: number;
  code: string;
}[] = [
  {
    what: 'an empty file',
    path: '/v1/transcripts',
    init: () => ({ method: 'POST', body: form('') }),
    status: 422,
    code: 'empty_file',
  },
  {
    what: 'an empty body',
    path: '/v1/transcripts',
    init: () => ({ method: 'POST' }),
    status: 422,
    code: 'empty_file',
  },
  {
    what: 'a binary file',
    path: '/v1/transcripts',
    init: () => ({
      method: 'POST',
      body: form(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 1, 2, 3])),
    }),
    status: 422,
    code: 'binary_file',
  },
  {
    what: 'a file of 30 MB in a form',
    path: '/v1/transcripts',
    init: () => ({ method: 'POST', body: form('Ana: word\n'.repeat(3_000_000)) }),
    status: 413,
    code: 'file_too_large',
  },
  {
    what: 'a file of 30 MB as a body',
    path: '/v1/transcripts',
    init: () => ({
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: 'Ana: word\n'.repeat(3_000_000),
    }),
    status: 413,
    code: 'file_too_large',
  },
  {
    what: 'a form without a file',
    path: '/v1/transcripts',
    init: () => ({ method: 'POST', body: formOf({ title: 'x' }) }),
    status: 400,
    code: 'file_missing',
  },
  {
    what: 'a setting that does not exist',
    path: '/v1/transcripts',
    init: () => ({ method: 'POST', body: form(speech, { colour: 'red' }) }),
    status: 400,
    code: 'invalid_request',
  },
  {
    what: 'a time zone that does not exist',
    path: '/v1/transcripts',
    init: () => ({ method: 'POST', body: form(speech, { timeZone: 'Mars/Base' }) }),
    status: 400,
    code: 'invalid_request',
  },
  {
    what: 'a glossary that is not JSON',
    path: '/v1/transcripts',
    init: () => ({ method: 'POST', body: form(speech, { glossary: '{' }) }),
    status: 400,
    code: 'invalid_json',
  },
  {
    what: 'two files in a form',
    path: '/v1/transcripts',
    init: () => {
      const body = form(speech);
      body.append('file', new Blob([speech]), 'second.txt');
      return { method: 'POST', body };
    },
    status: 400,
    code: 'invalid_form',
  },
  {
    what: 'a form that breaks off',
    path: '/v1/transcripts',
    init: () => ({
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=xx' },
      body: '--xx\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nAna: Hel',
    }),
    status: 400,
    code: 'invalid_form',
  },
  {
    what: 'a form without a boundary',
    path: '/v1/transcripts',
    init: () => ({ method: 'POST', headers: { 'content-type': 'multipart/form-data' }, body: 'x' }),
    status: 400,
    code: 'invalid_form',
  },
  {
    what: 'an unknown template',
    path: '/v1/transcripts',
    init: () => ({ method: 'POST', body: form(speech, { template: 'haiku' }) }),
    status: 400,
    code: 'invalid_request',
  },
  {
    what: 'JSON that is no transcript',
    path: '/v1/transcripts',
    init: () => ({ method: 'POST', headers: json, body: '{bad' }),
    status: 422,
    code: 'unknown_format',
  },
  {
    what: 'a filter that does not exist',
    path: '/v1/jobs?colour=red',
    init: () => ({}),
    status: 400,
    code: 'invalid_request',
  },
  {
    what: 'a broken percent-encoding',
    path: '/v1/jobs/%E0%A4%A',
    init: () => ({}),
    status: 400,
    code: 'invalid_request',
  },
  {
    what: 'a title with NUL',
    path: '/v1/transcripts?title=a%00b',
    init: () => ({ method: 'POST', headers: { 'content-type': 'text/plain' }, body: speech }),
    status: 400,
    code: 'invalid_request',
  },
  {
    what: 'a search for NUL',
    path: '/v1/jobs?q=a%00b',
    init: () => ({}),
    status: 400,
    code: 'invalid_request',
  },
  {
    what: 'a version beyond all',
    path: `/v1/meetings/${absent}/summary?version=3000000000`,
    init: () => ({}),
    status: 400,
    code: 'invalid_request',
  },
  {
    what: 'an unknown meeting',
    path: `/v1/meetings/${absent}`,
    init: () => ({}),
    status: 404,
    code: 'not_found',
  },
  {
    what: 'a change of an unknown meeting',
    path: `/v1/meetings/${absent}`,
    init: () => ({ method: 'PATCH', headers: json, body: '{"speakers":{"Ana":"Eve"}}' }),
    status: 404,
    code: 'not_found',
  },
  {
    what: 'a change of what cannot be changed',
    path: `/v1/meetings/${absent}`,
    init: () => ({ method: 'PATCH', headers: json, body: '{"colour":"red"}' }),
    status: 400,
    code: 'invalid_request',
  },
  {
    what: 'a change with a prototype',
    path: `/v1/meetings/${absent}`,
    init: () => ({ method: 'PATCH', headers: json, body: '{"speakers":{"__proto__":"Eve"}}' }),
    status: 400,
    code: 'invalid_json',
  },
  {
    what: 'a change that is no JSON at all',
    path: `/v1/meetings/${absent}`,
    init: () => ({ method: 'PATCH', headers: { 'content-type': 'text/html' }, body: 'title=x' }),
    status: 415,
    code: 'unsupported_media_type',
  },
  {
    what: 'the versions of an unknown meeting',
    path: `/v1/meetings/${absent}/summaries`,
    init: () => ({}),
    status: 404,
    code: 'not_found',
  },
  {
    what: 'a page of no versions',
    path: `/v1/meetings/${absent}/summaries?limit=0`,
    init: () => ({}),
    status: 400,
    code: 'invalid_request',
  },
  {
    what: 'a difference from nothing',
    path: `/v1/meetings/${absent}/summaries/difference?to=1`,
    init: () => ({}),
    status: 400,
    code: 'invalid_request',
  },
  {
    what: 'a wrong method on a difference',
    path: `/v1/meetings/${absent}/summaries/difference`,
    init: () => ({ method: 'PATCH', headers: json, body: '{}' }),
    status: 405,
    code: 'method_not_allowed',
  },
  { what: 'an unknown job', path: `/v1/jobs/${absent}`, init: () => ({}), status: 404, code: 'not_found' },
  { what: 'an id that is none', path: '/v1/jobs/42', init: () => ({}), status: 400, code: 'invalid_request' },
  {
    what: 'a cursor of another make',
    path: '/v1/jobs?cursor=abc',
    init: () => ({}),
    status: 400,
    code: 'invalid_cursor',
  },
  { what: 'an unknown path', path: '/v1/nothing', init: () => ({}), status: 404, code: 'not_found' },
  {
    what: 'bad JSON',
    path: `/v1/meetings/${absent}/jobs`,
    init: () => ({ method: 'POST', headers: json, body: '{"template":' }),
    status: 400,
    code: 'invalid_json',
  },
  {
    what: 'a wrong method',
    path: '/v1/transcripts',
    init: () => ({ method: 'GET' }),
    status: 405,
    code: 'method_not_allowed',
  },
  {
    what: 'a wrong method on an id',
    path: `/v1/jobs/${absent}`,
    init: () => ({ method: 'PUT', headers: json, body: '{}' }),
    status: 405,
    code: 'method_not_allowed',
  },
];

function formOf(fields: Record<string, string>): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return body;
}

const rows = async () => {
  const { rows } = await connection.pool.query(
    'select (select count(*) from uploads) + (select count(*) from meetings) + (select count(*) from jobs) as n',
  );
  return Number(rows[0].n);
};

describe('wrong input gets a problem with a stable code and stores nothing', () => {
  test.each(refused)('$what: $status $code', async ({ path, init, status, code }) => {
    const before = await rows();
    const { headers, ...rest } = init();
    const response = await fetch(`${url}${path}`, { ...rest, headers: { ...authorized(), ...headers } });
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    const body = problem.parse(await response.json());
    expect({ status: response.status, code: body.code }).toEqual({ status, code });
    expect(body.detail.length).toBeGreaterThan(10);
    expect(await rows()).toBe(before);
  });

  test.each([
    { what: 'no key', headers: {} },
    { what: 'a key that does not exist', headers: { authorization: 'Bearer ma_wrong' } },
    { what: 'another scheme', headers: { authorization: 'Basic eDp5' } },
    { what: 'a cookie that is no session', headers: { cookie: 'ma_session=abc' } },
  ])('$what: 401, before the body has come', async ({ headers }) => {
    const length = { 'content-type': 'text/plain', 'content-length': '20000000' };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = httpRequest(
        `${url}/v1/transcripts`,
        { method: 'POST', headers: { ...headers, ...length } },
        resolve,
      );
      request.on('error', reject).write('Ana: '); // and no more: nobody waits for the rest
    });
    const body = problem.parse(JSON.parse((await response.toArray()).join('')));
    expect([response.statusCode, body.code]).toEqual([401, 'unauthenticated']);
    expect(response.headers['www-authenticate']).toContain('Bearer');
    response.socket.destroy();
  });

  test('a wrong method names the right ones', async () => {
    const response = await fetch(`${url}/v1/transcripts`, { method: 'PUT', headers: authorized() });
    expect(response.headers.get('allow')).toBe('POST');
  });

  test('a browser whose session has ended sees the page for visitors, and loses the cookie', async () => {
    const response = await fetch(url, { headers: { cookie: 'ma_session=abc' } });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('You are not signed in');
    expect(response.headers.get('set-cookie')).toMatch(/^ma_session=;/);
  });

  test('the page lists no jobs to a key that may only upload', async () => {
    await fetch(`${url}/v1/transcripts`, {
      method: 'POST',
      body: form(speech, { title: 'Top secret' }),
      headers: authorized(),
    });
    const { id: uploader } = (await findWorkspaceByName(connection.db, 'test')) ?? { id: '' };
    const { key: only } = await createApiKey(connection.db, {
      workspaceId: uploader,
      name: 'only',
      scopes: ['upload'],
    });
    const page = (headers: Record<string, string>) =>
      fetch(url, { headers }).then((response) => response.text());
    expect(await page(authorized())).toContain('Top secret');
    expect(await page({ authorization: `Bearer ${only}` })).not.toContain('Top secret');
  });

  test('a look at the sign-in link with HEAD does not use it up', async () => {
    const { id } = (await findWorkspaceByName(connection.db, 'test')) ?? { id: '' };
    const { token } = await createSignInLink(connection.db, {
      workspaceId: id,
      scopes: ['admin'],
      ttlMs: 60_000,
    });
    const link = `${url}/sign-in?token=${token}`;
    expect((await fetch(link, { method: 'HEAD', redirect: 'manual' })).status).toBe(404);
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(303);
  });

  test('wrong keys and unknown paths are counted by address, right keys by key', async () => {
    const limited = await buildServer({
      db: connection.db,
      queue,
      logger: pino({ level: 'silent' }),
      rateLimitPerMinute: 5,
      trustProxy: false,
    });
    const get = async (path: string, headers: Record<string, string> = {}) =>
      (await limited.inject({ url: path, headers })).statusCode;
    const guesses = [];
    for (let guess = 0; guess < 6; guess += 1)
      guesses.push(await get('/v1/jobs', { authorization: `Bearer ma_${guess}` }));
    expect(guesses).toEqual([401, 401, 401, 401, 401, 429]);
    expect(await get('/nothing')).toBe(429);
    expect(await get('/v1/jobs', authorized())).toBe(200);
    await limited.close();
  });

  test('a signed-in browser changes nothing from a page of another origin', async () => {
    const { id } = (await findWorkspaceByName(connection.db, 'test')) ?? { id: '' };
    const { token } = await createSignInLink(connection.db, {
      workspaceId: id,
      scopes: ['admin'],
      ttlMs: 60_000,
    });
    const signedIn = await fetch(`${url}/sign-in?token=${token}`, { redirect: 'manual' });
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const cancel = (origin: Record<string, string>) =>
      fetch(`${url}/v1/jobs/${absent}/cancel`, { method: 'POST', headers: { cookie, ...origin } });
    expect((await cancel({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await cancel({})).status).toBe(403);
    expect((await cancel({ origin: url })).status).toBe(404);
  });

  test('a key without the scope is refused and told which it lacks', async () => {
    const { id } = await createWorkspace(connection.db, 'reader');
    const { key: reader } = await createApiKey(connection.db, {
      workspaceId: id,
      name: 'reader',
      scopes: ['read'],
    });
    const response = await fetch(`${url}/v1/transcripts`, {
      method: 'POST',
      body: form(speech),
      headers: { authorization: `Bearer ${reader}` },
    });
    expect([response.status, problem.parse(await response.json())]).toMatchObject([
      403,
      { code: 'forbidden', detail: expect.stringContaining('"upload"') },
    ]);
  });

  test('another workspace’s meeting is not found', async () => {
    const accepted = await fetch(`${url}/v1/transcripts`, {
      method: 'POST',
      body: form(speech),
      headers: authorized(),
    });
    const { meeting } = (await accepted.json()) as { meeting: { id: string } };
    const { id } = await createWorkspace(connection.db, 'other');
    const { key: other } = await createApiKey(connection.db, {
      workspaceId: id,
      name: 'other',
      scopes: ['admin'],
    });
    for (const path of [
      '',
      '/transcript',
      '/original',
      '/summary',
      '/summaries',
      '/summaries/difference?from=1&to=1',
    ]) {
      const response = await fetch(`${url}/v1/meetings/${meeting.id}${path}`, {
        headers: { authorization: `Bearer ${other}` },
      });
      expect([path, response.status]).toEqual([path, 404]);
    }
  });
});
