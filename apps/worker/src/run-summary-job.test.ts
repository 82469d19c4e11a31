import { readFileSync } from 'node:fs';
import { meetingSettings, type Job } from '@meeting-assistant/contracts';
import {
  acceptTranscript,
  cancelJob,
  connectDatabase,
  createWorkspace,
  findJob,
  findSummary,
  listSummaries,
  readFailedCalls,
  readJobTurns,
  registerWorker,
  retryJob,
  type Connection,
} from '@meeting-assistant/database';
import { createTestDatabase, type TestDatabase } from '@meeting-assistant/database/testing';
import { endpointVariables, readEndpointSettings } from '@meeting-assistant/llm-client';
import {
  callResponse,
  functionCall,
  responseOf,
  startScriptedServer,
  textResponse,
  type Scripted,
  type ScriptedServer,
} from '@meeting-assistant/llm-client/testing';
import { JobCancelledError, ShutdownError, type JobOutcome } from '@meeting-assistant/queue';
import { readTranscript } from '@meeting-assistant/transcripts';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { cancelRevokedJobs } from './cancel-revoked-jobs.ts';
import { connectModelEndpoint } from './model-endpoint.ts';
import { runSummaryJob } from './run-summary-job.ts';

let database: TestDatabase;
let connection: Connection;
let workspaceId: string;
let meetingId: string;
let jobId: string;
let server: ScriptedServer;
let answer: (index: number) => Scripted | Promise<Scripted>;

const log: string[] = [];
const workerId = crypto.randomUUID();

beforeEach(async () => {
  log.length = 0;
  database = await createTestDatabase();
  connection = connectDatabase(database.url, { max: 3 });
  workspaceId = (await createWorkspace(connection.db, 'test')).id;
  await registerWorker(connection.db, { id: workerId, name: 'test' });
  const bytes = readFileSync('examples/standup.txt');
  ({ meetingId, jobId } = await acceptTranscript(connection.db, {
    workspaceId,
    bytes,
    fileName: 'standup.txt',
    mediaType: null,
    transcript: readTranscript(bytes),
    settings: meetingSettings.parse({}),
  }));
  server = await startScriptedServer(({ index }) => answer(index));
});

afterEach(async () => {
  await server.close();
  await connection.close();
  await database.drop();
});

function attempt(
  signal = new AbortController().signal,
  settings: { maxAttempts?: number; apiKey?: string; epoch?: number; running?: Map<string, number> } = {},
): Promise<JobOutcome> {
  const variables = { OPENAI_BASE_URL: server.url, AGENT_MODEL: 'scripted', OPENAI_API_KEY: settings.apiKey };
  const endpoint = connectModelEndpoint(readEndpointSettings(z.object(endpointVariables).parse(variables)));
  const logger = pino({ level: 'trace' }, { write: (line: string) => void log.push(line) });
  const runner = {
    db: connection.db,
    endpoint,
    workerId,
    running: settings.running ?? new Map<string, number>(),
    logger,
    maxTurns: 6,
    maxAttempts: settings.maxAttempts ?? 5,
    retryBaseMs: 0,
  };
  return runSummaryJob(runner, { jobId, epoch: settings.epoch ?? 0, kind: 'summary', attempt: 1, signal });
}

async function job(): Promise<Job | undefined> {
  return findJob(connection.db, workspaceId, jobId);
}

const draft = {
  title: 'Stand-up',
  language: 'en',
  overview: 'The team told where they stand, and kept the meeting short.',
  topics: [],
  decisions: [{ text: "Let's keep it quick today.", evidence: [{ from: 1, to: 1 }] }],
  actionItems: [],
  openQuestions: [],
  quotes: [],
};

test('an accepted summary is stored as the next version, and a late entry of the same job does nothing', async () => {
  answer = () => callResponse('submit_summary', draft);
  expect(await attempt()).toEqual({ outcome: 'done' });
  expect(await job()).toMatchObject({ status: 'succeeded', attempts: 1, turns: 1 });
  expect(await attempt()).toEqual({ outcome: 'done' });
  expect(await listSummaries(connection.db, workspaceId, meetingId)).toMatchObject([{ version: 1 }]);
  expect(server.requests).toHaveLength(1);
});

test('malformed arguments go back to the model, and the corrected call is stored', async () => {
  answer = (index) => callResponse('submit_summary', index === 0 ? '{"title": "Stand-up", ' : draft);
  expect(await attempt()).toEqual({ outcome: 'done' });
  expect(JSON.stringify(server.requests[1]?.body.input)).toContain('invalid_tool_arguments');
  expect(await findSummary(connection.db, workspaceId, meetingId)).toMatchObject({ version: 1, jobId });
});

describe('the account of a job', () => {
  const usage = {
    input_tokens: 1_000,
    input_tokens_details: { cached_tokens: 400 },
    output_tokens: 50,
    output_tokens_details: { reasoning_tokens: 7 },
    cost: 0.0123,
  };

  test('has the attempts, tokens and costs of each turn, and one cache key goes with all its requests', async () => {
    answer = (index) => {
      if (index === 0) return { status: 503, body: '' };
      const call =
        index === 1
          ? functionCall('search_lines', { query: 'quick' })
          : functionCall('submit_summary', draft);
      return { response: responseOf([call], { usage }), headers: { 'x-request-id': `req_${index}` } };
    };
    expect(await attempt()).toEqual({ outcome: 'done' });
    const used = { inputTokens: 1_000, cachedInputTokens: 400, outputTokens: 50, reasoningTokens: 7 };
    expect(await readJobTurns(connection.db, workspaceId, jobId)).toMatchObject([
      { turn: 0, attempts: 2, usage: used, costUsd: 0.0123, requestId: 'req_1' },
      { turn: 1, attempts: 1, usage: used, costUsd: 0.0123, requestId: 'req_2' },
    ]);
    expect(server.requests.map(({ body }) => body['prompt_cache_key'])).toEqual([jobId, jobId, jobId]);
  });

  test('has a call that gave no turn as well, and the job of another workspace has nothing of it', async () => {
    answer = () => ({
      response: responseOf([], {
        id: 'resp_cut',
        status: 'incomplete',
        incomplete_details: { reason: 'max_output_tokens' },
        usage,
      }),
    });
    expect(await attempt()).toEqual({ outcome: 'done' });
    expect(await job()).toMatchObject({ status: 'failed', turns: 0, error: { code: 'incomplete_response' } });
    expect(await readFailedCalls(connection.db, workspaceId, jobId)).toMatchObject([
      {
        section: 'whole',
        turn: 0,
        code: 'incomplete_response',
        responseId: 'resp_cut',
        attempts: 1,
        usage: { inputTokens: 1_000, outputTokens: 50 },
        costUsd: 0.0123,
      },
    ]);
    expect(await readFailedCalls(connection.db, crypto.randomUUID(), jobId)).toEqual([]);
  });
});

describe('a cause that no attempt can mend fails the job at once, and says what to do', () => {
  test.each([
    { status: 401, code: 'endpoint_unauthorized', advice: 'OPENAI_API_KEY' },
    { status: 403, code: 'endpoint_forbidden', advice: 'key may not use this model' },
    { status: 404, code: 'endpoint_not_found', advice: 'OPENAI_BASE_URL' },
  ])('$status: $code', async ({ status, code, advice }) => {
    answer = () => ({
      status,
      body: JSON.stringify({ error: { message: 'no' } }),
      headers: { 'content-type': 'application/json' },
    });
    expect(await attempt()).toEqual({ outcome: 'done' });
    const failed = await job();
    expect(failed).toMatchObject({
      status: 'failed',
      attempts: 1,
      error: { code, advice: expect.stringContaining(advice) },
    });
    expect(failed?.error?.message).toContain(server.url);
  });
});

test('a long Retry-After delays the job, says why, and uses up no attempt', async () => {
  answer = () => ({ status: 429, body: '{}', headers: { 'retry-after': '120' } });
  for (let round = 0; round < 7; round += 1) {
    expect(await attempt()).toEqual({ outcome: 'later', delayMs: 120_000, countsAsAttempt: false });
  }
  expect(await job()).toMatchObject({ status: 'queued', error: { code: 'rate_limited' } });
});

test('an endpoint that asks to be asked again at once is not asked in a loop', async () => {
  answer = () => ({ status: 429, body: '{}', headers: { 'retry-after': '0' } });
  expect(await attempt()).toMatchObject({ outcome: 'later', delayMs: 5_000 });
  expect(await attempt()).toMatchObject({ outcome: 'later', delayMs: 10_000 });
});

test('a key that the endpoint quotes is not stored with the error', async () => {
  answer = () => ({
    status: 401,
    body: JSON.stringify({ error: { message: 'Incorrect API key provided: sk-very-secret' } }),
  });
  await attempt(undefined, { apiKey: 'sk-very-secret' });
  const failed = await job();
  expect(failed?.error?.message).toContain('Incorrect API key provided: [key]');
});

test('no Retry-After delays a job by more than an hour, or for more than a day in all', async () => {
  answer = () => ({ status: 429, body: '{}', headers: { 'retry-after': '999999999' } });
  expect(await attempt()).toMatchObject({ outcome: 'later', delayMs: 3_600_000 });
  await connection.pool.query(`update jobs set started_at = now() - interval '25 hours'`);
  expect(await attempt()).toEqual({ outcome: 'done' });
  expect(await job()).toMatchObject({ status: 'failed', error: { code: 'rate_limited' } });
});

test('a retry after a run without a summary asks the model afresh', async () => {
  answer = () => textResponse('I would rather talk about the weather.');
  await attempt();
  expect(await job()).toMatchObject({ status: 'failed', error: { code: 'no_summary' } });
  await retryJob(connection.db, workspaceId, jobId);
  answer = () => callResponse('submit_summary', draft);
  expect(await attempt(undefined, { epoch: 1 })).toEqual({ outcome: 'done' });
  expect(await job()).toMatchObject({ status: 'succeeded' });
});

test('an attempt that stored a turn before it broke off counts as progress', async () => {
  answer = (index) =>
    index === 0 ? callResponse('read_lines', { from: 1, to: 3 }) : { events: [], ending: 'cut' };
  expect(await attempt(undefined, { maxAttempts: 1 })).toMatchObject({ outcome: 'later' });
  expect(await job()).toMatchObject({ status: 'queued', turns: 1 });
});

test('a cause that may pass is tried again, and fails the job with that cause when the attempts are used up', async () => {
  answer = () => ({ events: [], ending: 'cut' });
  expect(await attempt(undefined, { maxAttempts: 2 })).toMatchObject({ outcome: 'later' });
  expect(await job()).toMatchObject({ status: 'queued', attempts: 1 });
  expect(await attempt(undefined, { maxAttempts: 2 })).toEqual({ outcome: 'done' });
  expect(await job()).toMatchObject({ status: 'failed', attempts: 2, error: { code: 'stream_cut' } });
});

test('a shutdown hands the job over, and the next attempt goes on from the stored turn', async () => {
  const stopping = new AbortController();
  answer = (index) => {
    if (index === 0) return callResponse('read_lines', { from: 1, to: 3 });
    if (index > 1) return callResponse('submit_summary', draft);
    stopping.abort(new ShutdownError('SIGTERM'));
    return { nothing: 'hang' };
  };
  expect(await attempt(stopping.signal)).toEqual({ outcome: 'hand-over' });
  expect(await job()).toMatchObject({ status: 'queued', turns: 1 });
  expect(await attempt()).toEqual({ outcome: 'done' });
  expect(await job()).toMatchObject({ status: 'succeeded', turns: 2 });
  expect(server.requests).toHaveLength(3);
});

test('a job that is cancelled in mid-call stores nothing more', async () => {
  answer = async () => {
    await cancelJob(connection.db, workspaceId, jobId);
    return callResponse('submit_summary', draft);
  };
  expect(await attempt()).toEqual({ outcome: 'done' });
  expect(await job()).toMatchObject({ status: 'cancelled', turns: 0 });
  expect(await findSummary(connection.db, workspaceId, meetingId)).toBeUndefined();
});

test('the watch aborts the call in flight of a job that was cancelled', async () => {
  const cancelled = new AbortController();
  const running = new Map<string, number>();
  const watch = async () => {
    await cancelJob(connection.db, workspaceId, jobId);
    await cancelRevokedJobs(connection.db, running, {
      cancel: (id) => {
        cancelled.abort(new JobCancelledError(id));
        return true;
      },
    });
  };
  answer = async () => {
    await watch();
    return { nothing: 'hang' };
  };
  expect(await attempt(cancelled.signal, { running })).toEqual({ outcome: 'done' });
  expect(await job()).toMatchObject({ status: 'cancelled' });
  expect(running.size).toBe(0);
});

test('neither the key nor what was said in the meeting is in the log, at the most talkative level', async () => {
  answer = (index) =>
    index === 0
      ? callResponse('read_lines', { from: 1, to: 40 })
      : { status: 500, body: 'Noor Haddad: Morning all', headers: { 'retry-after': '60' } };
  await attempt(undefined, { apiKey: 'sk-very-secret' });
  answer = () => ({
    status: 400,
    body: JSON.stringify({ error: { message: 'bad input: Noor Haddad: Morning all' } }),
  });
  await attempt(undefined, { apiKey: 'sk-very-secret' });
  const text = log.join('');
  expect(text).toContain(jobId);
  expect(text).not.toContain('sk-very-secret');
  expect(text).not.toMatch(/Morning all|Noor Haddad/);
});
