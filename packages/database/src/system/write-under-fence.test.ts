import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createWorkspace } from '../access/workspaces.ts';
import { acceptTranscript } from '../queries/accept-transcript.ts';
import { cancelJob, findJob } from '../queries/jobs.ts';
import { deleteMeeting } from '../queries/meetings.ts';
import { connectTestDatabase, type ConnectedTestDatabase } from '../testing/connect-test-database.ts';
import { samplePayload, sampleSummary, sampleUpload } from '../testing/sample-data.ts';
import { claimJob } from './claim-job.ts';
import { finishJob } from './finish-job.ts';
import { findRevokedJobs, giveBackJob, releaseJob, storeTurn } from './write-under-fence.ts';

let database: ConnectedTestDatabase;
let workspaceId: string;
let jobId: string;

beforeAll(async () => {
  database = await connectTestDatabase();
});
beforeEach(async () => {
  workspaceId = (await createWorkspace(database.db, uuid())).id;
  ({ jobId } = await acceptTranscript(database.db, sampleUpload(workspaceId)));
});
afterAll(() => database.drop());

const claim = async (id = jobId) => {
  const claimed = await claimJob(database.db, { jobId: id, epoch: 99, workerId: uuid() });
  if (!claimed) throw new Error('The job could not be claimed');
  return claimed;
};

const error = { code: 'test', message: 'It broke.', advice: null };
const turn = { section: 'whole', turn: 0, payload: samplePayload('x') };

test('an attempt that broke off gives its job back with the error, and the last one of them fails it', async () => {
  const { db } = database;
  const first = await giveBackJob(db, { ...(await claim()), error, maxAttempts: 2 });
  expect(first).toEqual({ status: 'queued', attemptsWithoutCheckpoint: 1 });
  await expect(findJob(db, workspaceId, jobId)).resolves.toMatchObject({
    status: 'queued',
    error,
    finishedAt: null,
  });
  const last = { code: 'last', message: 'It broke again.', advice: null };
  const second = await giveBackJob(db, { ...(await claim()), error: last, maxAttempts: 2 });
  expect(second).toEqual({ status: 'failed', attemptsWithoutCheckpoint: 2 });
  await expect(findJob(db, workspaceId, jobId)).resolves.toMatchObject({
    status: 'failed',
    error: last,
    finishedAt: expect.any(String),
  });
});

test('an attempt that stored a turn before it broke off begins the count anew', async () => {
  const { db } = database;
  for (let attempt = 1; attempt <= 2; attempt++) {
    await giveBackJob(db, { ...(await claim()), error, maxAttempts: 3 });
  }
  const third = await claim();
  expect(third.attemptsWithoutCheckpoint).toBe(3);
  await storeTurn(db, { ...third, ...turn });
  const given = await giveBackJob(db, { ...third, error, maxAttempts: 3 });
  expect(given).toEqual({ status: 'queued', attemptsWithoutCheckpoint: 0 });
});

test('what a job waits for is shown as its error, costs no attempt, and is gone after a hand-over', async () => {
  const { db } = database;
  for (let wait = 1; wait <= 8; wait++) await releaseJob(db, { ...(await claim()), waitingFor: error });
  await expect(findJob(db, workspaceId, jobId)).resolves.toMatchObject({ status: 'queued', error });
  const held = await claim();
  expect(held.attemptsWithoutCheckpoint).toBe(1);
  await releaseJob(db, held);
  await expect(findJob(db, workspaceId, jobId)).resolves.toMatchObject({ status: 'queued', error: null });
});

test('every claim knows when the first one was', async () => {
  const { db } = database;
  const first = await claim();
  await releaseJob(db, first);
  const second = await claim();
  expect(second.startedAt).toBe(first.startedAt);
  await expect(findJob(db, workspaceId, jobId)).resolves.toMatchObject({ startedAt: first.startedAt });
});

test('revoked are the jobs that are cancelled, finished, deleted or claimed by another; the others go on', async () => {
  const { db } = database;
  const [cancelled, finished, deleted, taken, going] = await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map(async (text) => {
      const accepted = await acceptTranscript(db, sampleUpload(workspaceId, text));
      return { ...(await claim(accepted.jobId)), meetingId: accepted.meetingId };
    }),
  );
  if (!cancelled || !finished || !deleted || !taken || !going) throw new Error('Five jobs were made');
  const holds = [cancelled, finished, deleted, taken, going];
  await expect(findRevokedJobs(db, holds)).resolves.toEqual([]);
  await cancelJob(db, workspaceId, cancelled.jobId);
  await finishJob(db, { ...finished, summary: sampleSummary() });
  await deleteMeeting(db, workspaceId, deleted.meetingId);
  await claim(taken.jobId);
  const revoked = await findRevokedJobs(db, holds);
  expect(new Set(revoked)).toEqual(new Set(holds.slice(0, 4).map(({ jobId }) => jobId)));
  await expect(findRevokedJobs(db, [])).resolves.toEqual([]);
});
