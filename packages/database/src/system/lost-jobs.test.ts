import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWorkspace } from '../access/workspaces.ts';
import { sql } from '../drizzle.ts';
import { FencedOutError } from '../errors.ts';
import { acceptTranscript } from '../queries/accept-transcript.ts';
import { cancelJob, findJob } from '../queries/jobs.ts';
import { connectTestDatabase, type ConnectedTestDatabase } from '../testing/connect-test-database.ts';
import { sampleUpload } from '../testing/sample-data.ts';
import { claimJob } from './claim-job.ts';
import { bumpEpoch, findLostJobs } from './lost-jobs.ts';
import { heartbeatWorker, registerWorker, stopWorker } from './workers.ts';
import { storeTurn } from './write-under-fence.ts';

let database: ConnectedTestDatabase;
let workspaceId: string;
let jobId: string;
const worker = { id: uuid(), name: 'worker under test' };

beforeEach(async () => {
  database = await connectTestDatabase();
  workspaceId = (await createWorkspace(database.db, 'w')).id;
  ({ jobId } = await acceptTranscript(database.db, sampleUpload(workspaceId)));
  await registerWorker(database.db, worker);
});
afterEach(() => database.drop());

const sweep = () => findLostJobs(database.db, { olderThanMs: 30_000, heartbeatTimeoutMs: 15_000 });
const age = (table: 'jobs' | 'workers', column: string, seconds: number) =>
  database.db.execute(
    sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = now() - ${seconds}::int * interval '1 second'`,
  );

test('fresh jobs, and a running one whose worker beats, are not lost', async () => {
  await expect(sweep()).resolves.toEqual([]);
  await claimJob(database.db, { jobId, epoch: 99, workerId: worker.id });
  await expect(sweep()).resolves.toEqual([]);
});

test('a job without a word for long is named unqueued, queued or running; a finished one never', async () => {
  await age('jobs', 'updated_at', 31);
  await expect(sweep()).resolves.toEqual([{ jobId, epoch: 0, reason: 'unqueued' }]);
  await expect(findLostJobs(database.db, { heartbeatTimeoutMs: 15_000 })).resolves.toEqual([]);
  await claimJob(database.db, { jobId, epoch: 99, workerId: worker.id });
  await age('jobs', 'updated_at', 31);
  await expect(sweep()).resolves.toEqual([{ jobId, epoch: 0, reason: 'unqueued' }]);
  await cancelJob(database.db, workspaceId, jobId);
  await age('jobs', 'updated_at', 31);
  await expect(sweep()).resolves.toEqual([]);
});

test('a running job is lost with its worker: silent, stopped or unknown', async () => {
  const lost = [{ jobId, epoch: 0, reason: 'worker_lost' }];
  await claimJob(database.db, { jobId, epoch: 99, workerId: worker.id });
  await age('workers', 'heartbeat_at', 16);
  await expect(sweep()).resolves.toEqual(lost);
  await heartbeatWorker(database.db, worker.id);
  await expect(sweep()).resolves.toEqual([]);
  await stopWorker(database.db, worker.id);
  await expect(sweep()).resolves.toEqual(lost);
  await claimJob(database.db, { jobId, epoch: 99, workerId: uuid() });
  await expect(sweep()).resolves.toEqual(lost);
});

test('of two sweepers one queues the job again, and the stopped worker that wakes up is refused', async () => {
  const { db } = database;
  const held = await claimJob(db, { jobId, epoch: 99, workerId: worker.id });
  const lost = { jobId, epoch: 0, reason: 'worker_lost' as const };
  const bumps = await Promise.all([bumpEpoch(db, lost), bumpEpoch(db, lost)]);
  expect(bumps.filter((epoch) => epoch !== undefined)).toEqual([1]);
  await expect(findJob(db, workspaceId, jobId)).resolves.toMatchObject({ status: 'queued' });
  const turn = { jobId, fence: held?.fence ?? 0, section: 'whole', turn: 0, payload: {} };
  await expect(storeTurn(db, turn)).rejects.toBeInstanceOf(FencedOutError);
  await cancelJob(db, workspaceId, jobId);
  await expect(bumpEpoch(db, { ...lost, epoch: 1 })).resolves.toBeUndefined();
});

test('losing the queue over and over never fails a job', async () => {
  const { db } = database;
  const claim = () => claimJob(db, { jobId, epoch: 99, workerId: worker.id });
  const lose = (epoch: number) => bumpEpoch(db, { jobId, epoch, reason: 'unqueued' });
  for (let epoch = 0; epoch < 20; epoch++) await lose(epoch);
  for (let epoch = 20; epoch < 30; epoch++) {
    const held = await claim();
    await lose(epoch);
    const turn = { jobId, fence: held?.fence ?? 0, section: 'whole', turn: 0, payload: {} };
    await expect(storeTurn(db, turn)).rejects.toBeInstanceOf(FencedOutError);
  }
  await expect(claim()).resolves.toMatchObject({
    epoch: 30,
    fence: 21,
    attempt: 11,
    attemptsWithoutCheckpoint: 1,
  });
});

test('losing the worker counts as an attempt without progress', async () => {
  const { db } = database;
  const claim = () => claimJob(db, { jobId, epoch: 99, workerId: worker.id });
  for (let epoch = 0; epoch < 5; epoch++) {
    await claim();
    await bumpEpoch(db, { jobId, epoch, reason: 'worker_lost' });
  }
  await expect(claim()).resolves.toBeUndefined();
  await expect(findJob(db, workspaceId, jobId)).resolves.toMatchObject({ error: { code: 'no_progress' } });
});

test('a worker that registers forgets those that have been silent for a week', async () => {
  await age('workers', 'heartbeat_at', 8 * 24 * 60 * 60);
  const fresh = { id: uuid(), name: 'fresh' };
  await registerWorker(database.db, fresh);
  const { rows } = await database.db.execute(sql`select id from workers`);
  expect(rows).toEqual([{ id: fresh.id }]);
});
