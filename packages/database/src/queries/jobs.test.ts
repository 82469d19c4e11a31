import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createWorkspace } from '../access/workspaces.ts';
import { claimJob } from '../system/claim-job.ts';
import { finishJob } from '../system/finish-job.ts';
import { failJob, storeTurn } from '../system/write-under-fence.ts';
import { connectTestDatabase, type ConnectedTestDatabase } from '../testing/connect-test-database.ts';
import { samplePayload, sampleSummary, sampleUpload } from '../testing/sample-data.ts';
import { acceptTranscript } from './accept-transcript.ts';
import { readJobTurns } from './job-turns.ts';
import { cancelJob, createSummaryJob, findJob, listJobs, retryJob } from './jobs.ts';
import { findMeeting } from './meetings.ts';
import { findSummary, listSummaries } from './summaries.ts';

let database: ConnectedTestDatabase;
let workspaceId: string;
let meetingId: string;
let jobId: string;

beforeAll(async () => {
  database = await connectTestDatabase();
});
beforeEach(async () => {
  workspaceId = (await createWorkspace(database.db, uuid())).id;
  ({ meetingId, jobId } = await acceptTranscript(database.db, sampleUpload(workspaceId)));
});
afterAll(() => database.drop());

const claim = async (id = jobId) => {
  const claimed = await claimJob(database.db, { jobId: id, epoch: 99, workerId: uuid() });
  if (!claimed) throw new Error('The job could not be claimed');
  return claimed;
};

const error = { code: 'test', message: 'It broke.', advice: 'Mend it.' };

test('cancelling ends a queued or running job once, and leaves a finished one as it is', async () => {
  const { db } = database;
  await claim();
  const first = await cancelJob(db, workspaceId, jobId);
  expect(first).toMatchObject({ status: 'cancelled', finishedAt: expect.any(String) });
  await expect(cancelJob(db, workspaceId, jobId)).resolves.toEqual(first);

  const again = await createSummaryJob(db, workspaceId, meetingId, { template: 'general' });
  const claimed = await claim(again?.jobId);
  await finishJob(db, { ...claimed, summary: sampleSummary() });
  await expect(cancelJob(db, workspaceId, claimed.jobId)).resolves.toMatchObject({ status: 'succeeded' });
});

test('a retry queues a failed job under the next epoch, once, and keeps its turns', async () => {
  const { db } = database;
  const claimed = await claim();
  await storeTurn(db, { ...claimed, section: 'whole', turn: 0, payload: samplePayload('kept') });
  await failJob(db, { ...claimed, error });
  await expect(findJob(db, workspaceId, jobId)).resolves.toMatchObject({ status: 'failed', error, turns: 1 });
  const retries = await Promise.all([retryJob(db, workspaceId, jobId), retryJob(db, workspaceId, jobId)]);
  expect(retries).toMatchObject([
    { epoch: 1, queue: true },
    { epoch: 1, queue: true },
  ]);
  expect(retries[0]?.job).toMatchObject({
    status: 'queued',
    error: null,
    startedAt: null,
    finishedAt: null,
    turns: 1,
  });
  await expect(claim()).resolves.toMatchObject({ attempt: 2, turns: [samplePayload('kept')] });
  await expect(retryJob(db, workspaceId, jobId)).resolves.toMatchObject({ epoch: 1, queue: false });
});

test('a retry of a job that failed on its stored turns begins without them, and keeps those of the next run', async () => {
  const { db } = database;
  const turn = { section: 'whole', turn: 0 };
  const first = await claim();
  await storeTurn(db, { ...first, ...turn, payload: samplePayload('useless') });
  await failJob(db, { ...first, error, restart: true });
  await expect(findJob(db, workspaceId, jobId)).resolves.toMatchObject({ status: 'failed', turns: 1 });
  await expect(retryJob(db, workspaceId, jobId)).resolves.toMatchObject({ job: { turns: 0 }, epoch: 1 });
  const second = await claim();
  expect(second.turns).toEqual([]);
  await storeTurn(db, { ...second, ...turn, payload: samplePayload('useful') });
  await cancelJob(db, workspaceId, jobId);
  await retryJob(db, workspaceId, jobId);
  await expect(claim()).resolves.toMatchObject({ turns: [samplePayload('useful')] });
});

test('a retry after too many attempts without progress keeps the turns', async () => {
  const { db } = database;
  await storeTurn(db, { ...(await claim()), section: 'whole', turn: 0, payload: samplePayload('kept') });
  for (let attempt = 1; attempt <= 5; attempt++) await claim();
  await expect(claim()).rejects.toThrow('could not be claimed');
  await expect(retryJob(db, workspaceId, jobId)).resolves.toMatchObject({ job: { turns: 1 }, queue: true });
});

test('a succeeded job is not run again: another summary is another job and another version', async () => {
  const { db } = database;
  await finishJob(db, { ...(await claim()), summary: sampleSummary('first') });
  await expect(retryJob(db, workspaceId, jobId)).resolves.toMatchObject({
    job: { status: 'succeeded' },
    queue: false,
  });
  const again = await createSummaryJob(db, workspaceId, meetingId, {
    template: 'sales-call',
    language: 'fr',
  });
  const claimed = await claim(again?.jobId);
  expect(claimed.meeting).toMatchObject({ template: 'sales-call', language: 'fr' });
  await finishJob(db, { ...claimed, summary: sampleSummary('second') });
  await expect(findSummary(db, workspaceId, meetingId)).resolves.toMatchObject({
    version: 2,
    summary: sampleSummary('second'),
  });
  await expect(findSummary(db, workspaceId, meetingId, 1)).resolves.toMatchObject({
    jobId,
    summary: { title: 'first' },
  });
  for (const version of [3, 0, -1, 1.5, 2 ** 31, -(2 ** 40), Infinity]) {
    await expect(findSummary(db, workspaceId, meetingId, version)).resolves.toBeUndefined();
  }
  const versions = await listSummaries(db, workspaceId, meetingId);
  expect(versions.map(({ version, summary: { model } }) => [version, model])).toEqual([
    [2, 'test-model'],
    [1, 'test-model'],
  ]);
  await expect(findMeeting(db, workspaceId, meetingId)).resolves.toMatchObject({
    summaryVersion: 2,
    language: 'en',
    title: 'launch planning',
  });
});

test('the list is filtered by status, kind, meeting and title', async () => {
  const { db } = database;
  await createSummaryJob(db, workspaceId, meetingId, { template: 'general' });
  await cancelJob(db, workspaceId, jobId);
  const idsOf = async (filter: object) =>
    (await listJobs(db, workspaceId, { limit: 9, ...filter })).items.map(({ id }) => id);
  await expect(idsOf({})).resolves.toHaveLength(2);
  await expect(idsOf({ status: 'cancelled' })).resolves.toEqual([jobId]);
  await expect(idsOf({ kind: 'workflow_edit' })).resolves.toEqual([]);
  await expect(idsOf({ q: 'LAUNCH', meetingId })).resolves.toHaveLength(2);
  await expect(idsOf({ q: 'lunch' })).resolves.toEqual([]);
  const first = await listJobs(db, workspaceId, { limit: 1 });
  const second = await listJobs(db, workspaceId, { limit: 1, cursor: first.nextCursor ?? '' });
  expect(second.items.map(({ id }) => id)).toEqual([jobId]);
  expect(second.nextCursor).toBeNull();
});

test('a search finds part of the title or of the error, and the beginning of the id', async () => {
  const { db } = database;
  const other = await createSummaryJob(db, workspaceId, meetingId, { template: 'general' });
  await failJob(db, {
    ...(await claim()),
    error: { code: 'rate_limited', message: '100% of the Übertragung was refused', advice: 'Wait.' },
  });
  const search = async (q: string) =>
    (await listJobs(db, workspaceId, { limit: 9, q })).items.map(({ id }) => id);
  const both = [other?.jobId, jobId];
  await expect(search('planning')).resolves.toEqual(both);
  await expect(search('RATE_lim')).resolves.toEqual([jobId]);
  await expect(search('übertragung')).resolves.toEqual([jobId]);
  await expect(search('100%')).resolves.toEqual([jobId]);
  await expect(search('Wait.')).resolves.toEqual([]);
  await expect(search(jobId)).resolves.toEqual([jobId]);
  await expect(search(jobId.toUpperCase())).resolves.toEqual([jobId]);
  await expect(search(jobId.slice(0, 8))).resolves.toEqual(both);
  await expect(search(jobId.slice(24))).resolves.toEqual([]);
  await expect(search('%')).resolves.toEqual([jobId]);
  await expect(search('_')).resolves.toEqual([jobId]);
  await expect(search('launch\0')).resolves.toEqual([]);
});

test('a trace shows the turns with their tool calls', async () => {
  const { db } = database;
  const claimed = await claim();
  await storeTurn(db, { ...claimed, section: 'whole', turn: 0, payload: samplePayload('x') });
  await expect(readJobTurns(db, workspaceId, jobId)).resolves.toEqual([
    {
      section: 'whole',
      turn: 0,
      model: 'test-model',
      responseId: 'resp_1',
      requestId: null,
      durationMs: 12,
      attempts: 1,
      costUsd: null,
      usage: samplePayload('x').usage,
      toolCalls: [{ callId: 'call_1', name: 'read_lines', arguments: '{"from":1,"to":2}' }],
      createdAt: expect.any(String),
    },
  ]);
});
