import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createWorkspace } from '../access/workspaces.ts';
import { FencedOutError } from '../errors.ts';
import { acceptTranscript } from '../queries/accept-transcript.ts';
import { cancelJob, createSummaryJob, findJob } from '../queries/jobs.ts';
import { deleteMeeting, findMeeting } from '../queries/meetings.ts';
import { listSummaries } from '../queries/summaries.ts';
import { connectTestDatabase, type ConnectedTestDatabase } from '../testing/connect-test-database.ts';
import { samplePayload, sampleSummary, sampleUpload } from '../testing/sample-data.ts';
import { claimJob } from './claim-job.ts';
import { finishJob } from './finish-job.ts';
import { bumpEpoch } from './lost-jobs.ts';
import { failJob, giveBackJob, releaseJob, storeTurn } from './write-under-fence.ts';

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

const tryClaim = () => claimJob(database.db, { jobId, epoch: 99, workerId: uuid() });
const claim = async () => {
  const claimed = await tryClaim();
  if (!claimed) throw new Error('The job could not be claimed');
  return claimed;
};

const error = { code: 'test', message: 'It broke.', advice: null };
const turn = (number: number, text = `turn ${number}`) => ({
  section: 'whole',
  turn: number,
  payload: samplePayload(text),
});

test('an entry of an earlier epoch claims nothing, and takes nothing from the attempt of the later one', async () => {
  await expect(bumpEpoch(database.db, { jobId, epoch: 0, reason: 'worker_lost' })).resolves.toBe(1);
  const held = await claim();
  await expect(claimJob(database.db, { jobId, epoch: 0, workerId: uuid() })).resolves.toBeUndefined();
  await expect(storeTurn(database.db, { ...held, ...turn(0) })).resolves.toBeUndefined();
});

test('a claim hands over all that the work needs', async () => {
  await expect(claim()).resolves.toMatchObject({
    jobId,
    workspaceId,
    meetingId,
    kind: 'summary',
    settings: { template: 'general' },
    fence: 1,
    epoch: 0,
    attempt: 1,
    lines: [{ line: 1 }, { line: 2 }, { line: 3 }],
    meeting: {
      title: 'launch planning',
      startedAt: null,
      durationMs: 3_000,
      language: null,
      template: 'general',
    },
    turns: [],
  });
});

test('a worker whose job was claimed by another can write nothing', async () => {
  const { db } = database;
  const stale = await claim();
  await storeTurn(db, { ...stale, ...turn(0) });
  const current = await claim();
  expect(current.turns).toEqual([turn(0).payload]);
  await expect(storeTurn(db, { ...stale, ...turn(1) })).rejects.toBeInstanceOf(FencedOutError);
  await expect(finishJob(db, { ...stale, summary: sampleSummary() })).rejects.toBeInstanceOf(FencedOutError);
  await expect(failJob(db, { ...stale, error })).rejects.toBeInstanceOf(FencedOutError);
  await expect(releaseJob(db, stale)).rejects.toBeInstanceOf(FencedOutError);
  await expect(giveBackJob(db, { ...stale, error, maxAttempts: 1 })).rejects.toBeInstanceOf(FencedOutError);
  await storeTurn(db, { ...current, ...turn(1) });
  await expect(findJob(db, workspaceId, jobId)).resolves.toMatchObject({
    status: 'running',
    turns: 2,
    attempts: 2,
  });
});

test('of claims at once each has a fence of its own, and the highest holds', async () => {
  const { db } = database;
  const claims = await Promise.all([claim(), claim(), claim()]);
  const results = await Promise.allSettled(
    claims.map((held) => storeTurn(db, { ...held, ...turn(held.fence) })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(new Set(claims.map(({ fence }) => fence))).toEqual(new Set([1, 2, 3]));
});

test('the same turn again under the same fence changes nothing', async () => {
  const { db } = database;
  const held = await claim();
  await storeTurn(db, { ...held, ...turn(0) });
  await storeTurn(db, { ...held, ...turn(0, 'another text') });
  await expect(claim()).resolves.toMatchObject({ turns: [turn(0).payload] });
});

test('a turn with characters that Postgres refuses is stored all the same', async () => {
  const { db } = database;
  const held = await claim();
  await storeTurn(db, { ...held, ...turn(0, 'half \ud83d and \0') });
  await expect(claim()).resolves.toMatchObject({ turns: [turn(0, 'half \uFFFD and \uFFFD').payload] });
});

test('a job finishes once; the same finish again answers with the same version', async () => {
  const { db } = database;
  const held = await claim();
  const finishes = await Promise.all([
    finishJob(db, { ...held, summary: sampleSummary() }),
    finishJob(db, { ...held, summary: sampleSummary() }),
  ]);
  expect(finishes).toEqual([{ version: 1 }, { version: 1 }]);
  await expect(listSummaries(db, workspaceId, meetingId)).resolves.toHaveLength(1);
  await expect(tryClaim()).resolves.toBeUndefined();
  await expect(storeTurn(db, { ...held, ...turn(9) })).rejects.toBeInstanceOf(FencedOutError);
});

test('jobs of one meeting that finish at once get versions of their own', async () => {
  const { db } = database;
  const others = await Promise.all(
    [1, 2, 3].map(() => createSummaryJob(db, workspaceId, meetingId, { template: 'general' })),
  );
  const claims = await Promise.all(
    [jobId, ...others.map((job) => job?.jobId ?? '')].map((id) =>
      claimJob(db, { jobId: id, epoch: 99, workerId: uuid() }),
    ),
  );
  const versions = await Promise.all(
    claims.map((held) =>
      finishJob(db, { jobId: held?.jobId ?? '', fence: held?.fence ?? 0, summary: sampleSummary() }),
    ),
  );
  expect(new Set(versions.map(({ version }) => version))).toEqual(new Set([1, 2, 3, 4]));
});

test('a cancelled job refuses its worker, and a deleted meeting too', async () => {
  const { db } = database;
  const held = await claim();
  await cancelJob(db, workspaceId, jobId);
  await expect(finishJob(db, { ...held, summary: sampleSummary() })).rejects.toBeInstanceOf(FencedOutError);
  await expect(tryClaim()).resolves.toBeUndefined();
  await deleteMeeting(db, workspaceId, meetingId);
  await expect(finishJob(db, { ...held, summary: sampleSummary() })).rejects.toBeInstanceOf(FencedOutError);
  await expect(tryClaim()).resolves.toBeUndefined();
});

test('finishing and deleting at once end in a deleted meeting, and in no deadlock', async () => {
  const { db } = database;
  for (let round = 0; round < 10; round++) {
    const accepted = await acceptTranscript(db, sampleUpload(workspaceId, `round ${round}`));
    const held = await claimJob(db, { jobId: accepted.jobId, epoch: 99, workerId: uuid() });
    const [finished, deleted] = await Promise.allSettled([
      finishJob(db, { jobId: accepted.jobId, fence: held?.fence ?? 0, summary: sampleSummary() }),
      deleteMeeting(db, workspaceId, accepted.meetingId),
    ]);
    expect(deleted).toMatchObject({ value: true });
    const refusal: unknown = finished.status === 'rejected' ? finished.reason : undefined;
    expect(refusal === undefined || refusal instanceof FencedOutError).toBe(true);
    await expect(findMeeting(db, workspaceId, accepted.meetingId)).resolves.toBeUndefined();
  }
});

test('five attempts in a row without a stored turn fail the job, with the last error as the cause', async () => {
  const { db } = database;
  for (let attempt = 1; attempt <= 5; attempt++) {
    await giveBackJob(db, { ...(await claim()), error, maxAttempts: 99 });
  }
  await expect(tryClaim()).resolves.toBeUndefined();
  await expect(findJob(db, workspaceId, jobId)).resolves.toMatchObject({
    status: 'failed',
    attempts: 5,
    error: { code: 'no_progress', message: expect.stringContaining('It broke.') },
  });
});

test('a stored turn, and a hand-over, do not count towards the five', async () => {
  const { db } = database;
  for (let attempt = 1; attempt <= 4; attempt++) await claim();
  for (let handOver = 1; handOver <= 8; handOver++) await releaseJob(db, await claim());
  const held = await claim();
  await storeTurn(db, { ...held, ...turn(0) });
  for (let attempt = 1; attempt <= 5; attempt++) await claim();
  await expect(tryClaim()).resolves.toBeUndefined();
});
