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
  expect(retries[0]?.job).toMatchObject({ status: 'queued', error: null, finishedAt: null, turns: 1 });
  await expect(claim()).resolves.toMatchObject({ attempt: 2, turns: [samplePayload('kept')] });
  await expect(retryJob(db, workspaceId, jobId)).resolves.toMatchObject({ epoch: 1, queue: false });
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
  await expect(findSummary(db, workspaceId, meetingId, 3)).resolves.toBeUndefined();
  const versions = await listSummaries(db, workspaceId, meetingId);
  expect(versions.map(({ version, model }) => [version, model])).toEqual([
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
      durationMs: 12,
      usage: samplePayload('x').usage,
      toolCalls: [{ callId: 'call_1', name: 'read_lines', arguments: '{"from":1,"to":2}' }],
      createdAt: expect.any(String),
    },
  ]);
});
