import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createWorkspace } from '../access/workspaces.ts';
import { claimJob } from '../system/claim-job.ts';
import { finishJob } from '../system/finish-job.ts';
import { connectTestDatabase, type ConnectedTestDatabase } from '../testing/connect-test-database.ts';
import { sampleSummary, sampleUpload } from '../testing/sample-data.ts';
import { acceptTranscript } from './accept-transcript.ts';
import { createSummaryJob } from './jobs.ts';
import { findSummary, listSummaries } from './summaries.ts';

let database: ConnectedTestDatabase;
let workspaceId: string;
let meetingId: string;

beforeAll(async () => {
  database = await connectTestDatabase();
});
beforeEach(async () => {
  workspaceId = (await createWorkspace(database.db, uuid())).id;
  ({ meetingId } = await acceptTranscript(database.db, sampleUpload(workspaceId)));
});
afterAll(() => database.drop());

/** As a worker has it: claimed, with its summary worked out. */
async function claimNew() {
  const job = await createSummaryJob(database.db, workspaceId, meetingId, { template: 'general' });
  const claimed = job && (await claimJob(database.db, { ...job, workerId: uuid() }));
  if (!claimed) throw new Error('the job could not be claimed');
  return claimed;
}

const finish = ({ jobId, fence }: { jobId: string; fence: number }, title = jobId) =>
  finishJob(database.db, { jobId, fence, summary: sampleSummary(title) });

test('jobs that finish at once get a version each, without a gap, and each version is the summary of its job', async () => {
  const jobs = await Promise.all(Array.from({ length: 8 }, claimNew));
  const finished = await Promise.all(jobs.map((job) => finish(job)));
  expect(finished.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  for (const [index, { version }] of finished.entries()) {
    const stored = await findSummary(database.db, workspaceId, meetingId, version);
    expect([stored?.jobId, stored?.summary.title]).toEqual([jobs[index]?.jobId, jobs[index]?.jobId]);
  }
});

test('a job whose end is told twice has one version, the one that it had', async () => {
  const job = await claimNew();
  await expect(finish(job, 'first')).resolves.toEqual({ version: 1 });
  await expect(finish(job, 'second')).resolves.toEqual({ version: 1 });
  const versions = await listSummaries(database.db, workspaceId, meetingId);
  expect(versions.map(({ version, summary }) => [version, summary.title])).toEqual([[1, 'first']]);
});

test('versions are listed newest first, so many at most, and those before one when asked', async () => {
  for (const title of ['one', 'two', 'three', 'four']) await finish(await claimNew(), title);
  const titles = async (filter?: { limit?: number; before?: number }) =>
    (await listSummaries(database.db, workspaceId, meetingId, filter)).map(({ summary }) => summary.title);
  await expect(titles()).resolves.toEqual(['four', 'three', 'two', 'one']);
  await expect(titles({ limit: 2 })).resolves.toEqual(['four', 'three']);
  await expect(titles({ limit: 2, before: 3 })).resolves.toEqual(['two', 'one']);
  await expect(titles({ before: 1 })).resolves.toEqual([]);
});
