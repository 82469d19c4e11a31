import { readFileSync } from 'node:fs';
import { meetingSettings } from '@meeting-assistant/contracts';
import {
  acceptTranscript,
  claimJob,
  connectDatabase,
  createWorkspace,
  registerWorker,
  type Connection,
} from '@meeting-assistant/database';
import { createTestDatabase, type TestDatabase } from '@meeting-assistant/database/testing';
import { openJobQueue, type JobQueue } from '@meeting-assistant/queue';
import { readTranscript } from '@meeting-assistant/transcripts';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSweeper, type Sweeper } from './sweeper.ts';

let database: TestDatabase;
let connection: Connection;
let queue: JobQueue;
let sweeper: Sweeper;
let jobId: string;

beforeEach(async () => {
  database = await createTestDatabase();
  connection = connectDatabase(database.url, { max: 3 });
  queue = openJobQueue({ databaseUrl: database.url });
  sweeper = createSweeper(connection.db, queue, pino({ level: 'silent' }), new AbortController().signal);
  const { id } = await createWorkspace(connection.db, 'test');
  const bytes = readFileSync('examples/standup.txt');
  const accepted = await acceptTranscript(connection.db, {
    workspaceId: id,
    bytes,
    fileName: 'standup.txt',
    mediaType: null,
    transcript: readTranscript(bytes),
    settings: meetingSettings.parse({}),
  });
  jobId = accepted.jobId;
});

afterEach(async () => {
  await queue.close();
  await connection.close();
  await database.drop();
});

const untouchedFor = (seconds: number) =>
  connection.pool.query(`update jobs set updated_at = now() - $1 * interval '1 second'`, [seconds]);

test('a job that never reached the queue is queued under the next epoch', async () => {
  await untouchedFor(31);
  expect(await sweeper.sweepAll()).toBe(1);
  expect(await queue.holds(jobId, 1)).toBe(true);
});

test('a job that the queue still holds is left alone, however long it waits', async () => {
  await queue.enqueue({ jobId, epoch: 0, kind: 'summary' });
  await untouchedFor(3600);
  expect(await sweeper.sweepAll()).toBe(0);
});

test('a fresh job is left alone: its queue entry may be on its way', async () => {
  expect(await sweeper.sweepAll()).toBe(0);
});

test('a job whose worker was not heard of for 15 seconds is queued again, and its attempt is fenced out', async () => {
  const workerId = crypto.randomUUID();
  await registerWorker(connection.db, { id: workerId, name: 'gone' });
  await queue.enqueue({ jobId, epoch: 0, kind: 'summary' });
  const claimed = await claimJob(connection.db, { jobId, epoch: 0, workerId });
  expect(await sweeper.sweepLostWorkers()).toBe(0);
  await connection.pool.query(`update workers set heartbeat_at = now() - interval '16 seconds'`);
  expect(await sweeper.sweepLostWorkers()).toBe(1);
  expect(await queue.holds(jobId, 1)).toBe(true);
  const next = await claimJob(connection.db, { jobId, epoch: 1, workerId: crypto.randomUUID() });
  expect(next?.fence).toBeGreaterThan(claimed?.fence ?? Infinity);
});

test('of two sweepers at the same moment one queues the job', async () => {
  await untouchedFor(31);
  const other = createSweeper(connection.db, queue, pino({ level: 'silent' }), new AbortController().signal);
  const queued = await Promise.all([sweeper.sweepAll(), other.sweepAll()]);
  expect(queued.toSorted((a, b) => a - b)).toEqual([0, 1]);
});
