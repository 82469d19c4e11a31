import { meetingSettings } from '@meeting-assistant/contracts';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createWorkspace } from '../access/workspaces.ts';
import { sql } from '../drizzle.ts';
import { IdempotencyConflictError, NulCharacterError } from '../errors.ts';
import { claimJob } from '../system/claim-job.ts';
import { failJob, storeTurn } from '../system/write-under-fence.ts';
import { connectTestDatabase, type ConnectedTestDatabase } from '../testing/connect-test-database.ts';
import { samplePayload, sampleTranscript, sampleUpload } from '../testing/sample-data.ts';
import { acceptTranscript } from './accept-transcript.ts';
import { cancelJob, createSummaryJob, findJob } from './jobs.ts';
import { findMeeting, readLines, readUpload } from './meetings.ts';

let database: ConnectedTestDatabase;
let workspaceId: string;

beforeAll(async () => {
  database = await connectTestDatabase();
});
beforeEach(async () => {
  workspaceId = (await createWorkspace(database.db, uuid())).id;
});
afterAll(() => database.drop());

const count = async (table: string): Promise<number> => {
  const { rows } = await database.db.execute<{ n: number }>(
    sql`select count(*)::int as n from ${sql.identifier(table)} where workspace_id = ${workspaceId}::uuid`,
  );
  return rows[0]?.n ?? -1;
};

const acceptWith = (glossary: Record<string, string>) =>
  acceptTranscript(
    database.db,
    sampleUpload(workspaceId, 'settings', { settings: meetingSettings.parse({ glossary }) }),
  );

const withKey = (text: string) => sampleUpload(workspaceId, text, { idempotencyKey: 'the key' });

test('an upload is kept with its lines, settings and a queued job', async () => {
  const { db } = database;
  const settings = meetingSettings.parse({
    startedAt: '2026-11-30T23:30:00-08:00',
    language: 'de',
    template: 'stand-up',
    participants: ['Ana Ruiz'],
    glossary: { MA: 'Meeting Assistant' },
  });
  const upload = sampleUpload(workspaceId, 'the file', { settings });
  const accepted = await acceptTranscript(db, upload);
  expect(accepted).toMatchObject({ outcome: 'created', epoch: 0, queue: true });
  const { lines, ...imported } = upload.transcript;
  await expect(findMeeting(db, workspaceId, accepted.meetingId)).resolves.toMatchObject({
    title: 'launch planning',
    startedAt: '2026-11-30T23:30:00-08:00',
    language: 'de',
    participants: ['Ana Ruiz'],
    lineCount: 3,
    fileName: 'launch planning.vtt',
    import: { ...imported, lineCount: 3 },
    summaryVersion: null,
  });
  await expect(readLines(db, workspaceId, accepted.meetingId)).resolves.toEqual(lines);
  const original = await readUpload(db, workspaceId, accepted.meetingId);
  expect(Buffer.from(original?.bytes ?? []).toString()).toBe('the file');
  await expect(findJob(db, workspaceId, accepted.jobId)).resolves.toMatchObject({
    status: 'queued',
    settings: { template: 'stand-up', language: 'de' },
    meetingTitle: 'launch planning',
  });
});

test('the same bytes at once make one meeting', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, () => acceptTranscript(database.db, sampleUpload(workspaceId, 'at once'))),
  );
  expect(outcomes.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
  expect(new Set(outcomes.map(({ meetingId, jobId }) => `${meetingId} ${jobId}`)).size).toBe(1);
  await expect(count('uploads')).resolves.toBe(1);
});

test('the order of the settings changes nothing, another setting makes another meeting', async () => {
  const first = await acceptWith({ a: '1', b: '2' });
  await expect(acceptWith({ b: '2', a: '1' })).resolves.toMatchObject({
    outcome: 'existing',
    meetingId: first.meetingId,
  });
  await expect(acceptWith({ a: '1' })).resolves.toMatchObject({ outcome: 'created' });
});

test('the same bytes in another workspace are another meeting', async () => {
  const other = await createWorkspace(database.db, uuid());
  const first = await acceptTranscript(database.db, sampleUpload(workspaceId));
  const second = await acceptTranscript(database.db, sampleUpload(other.id));
  expect(second.outcome).toBe('created');
  expect(second.meetingId).not.toBe(first.meetingId);
});

test('uploading again retries a failed job, from epoch to epoch, and leaves a cancelled one alone', async () => {
  const { db } = database;
  const { jobId } = await acceptTranscript(db, sampleUpload(workspaceId));
  const claimed = await claimJob(db, { jobId, epoch: 99, workerId: uuid() });
  const error = { code: 'test', message: 'It broke.', advice: null };
  await failJob(db, { jobId, fence: claimed?.fence ?? 0, error });
  await expect(acceptTranscript(db, sampleUpload(workspaceId))).resolves.toMatchObject({
    outcome: 'retried',
    jobId,
    epoch: 1,
    queue: true,
  });
  await expect(findJob(db, workspaceId, jobId)).resolves.toMatchObject({ status: 'queued', error: null });
  await cancelJob(db, workspaceId, jobId);
  await expect(acceptTranscript(db, sampleUpload(workspaceId))).resolves.toMatchObject({
    outcome: 'existing',
    epoch: 1,
    queue: false,
  });
});

test('uploading again retries a job that failed on its stored turns without them', async () => {
  const { db } = database;
  const { jobId } = await acceptTranscript(db, sampleUpload(workspaceId));
  const claimed = await claimJob(db, { jobId, epoch: 99, workerId: uuid() });
  const hold = { jobId, fence: claimed?.fence ?? 0 };
  await storeTurn(db, { ...hold, section: 'whole', turn: 0, payload: samplePayload('useless') });
  const error = { code: 'test', message: 'It broke.', advice: null };
  await failJob(db, { ...hold, error, restart: true });
  await expect(acceptTranscript(db, sampleUpload(workspaceId))).resolves.toMatchObject({
    outcome: 'retried',
  });
  await expect(findJob(db, workspaceId, jobId)).resolves.toMatchObject({ turns: 0, startedAt: null });
});

test('the same upload again answers with the ids that it was given, also when the meeting was summarised again', async () => {
  const { db } = database;
  const { meetingId, jobId } = await acceptTranscript(db, withKey('a'));
  const newer = await createSummaryJob(db, workspaceId, meetingId, { template: 'general' });
  const again = { outcome: 'existing', meetingId, jobId };
  await expect(acceptTranscript(db, withKey('a'))).resolves.toMatchObject(again);
  await expect(acceptTranscript(db, sampleUpload(workspaceId, 'a'))).resolves.toMatchObject(again);
  await database.db.execute(sql`
    update idempotency_keys set job_id = ${newer?.jobId}::uuid where workspace_id = ${workspaceId}::uuid`);
  await expect(acceptTranscript(db, withKey('a'))).resolves.toMatchObject({ meetingId, jobId: newer?.jobId });
  await expect(acceptTranscript(db, sampleUpload(workspaceId, 'a'))).resolves.toMatchObject(again);
});

test('an idempotency key names one upload for ever', async () => {
  const { db } = database;
  const outcomes = await Promise.all([
    acceptTranscript(db, withKey('a')),
    acceptTranscript(db, withKey('a')),
  ]);
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['created', 'existing']);
  await expect(acceptTranscript(db, withKey('b'))).rejects.toBeInstanceOf(IdempotencyConflictError);
  await expect(count('meetings')).resolves.toBe(1);
});

test('of uploads that race for one idempotency key, one is taken and the others are refused', async () => {
  const results = await Promise.allSettled(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((text) =>
      acceptTranscript(database.db, { ...withKey(text), transcript: sampleTranscript(3_000) }),
    ),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await expect(count('meetings')).resolves.toBe(1);
});

test('a NUL character is refused with its place, and nothing is stored', async () => {
  const transcript = sampleTranscript();
  transcript.lines.push({ line: 4, speaker: null, startMs: null, endMs: null, text: 'a\0b' });
  const upload = sampleUpload(workspaceId, 'nul', { transcript });
  await expect(acceptTranscript(database.db, upload)).rejects.toMatchObject({ place: 'line 4' });
  const named = sampleUpload(workspaceId, 'nul', {
    settings: { ...meetingSettings.parse({}), title: 'a\0' },
  });
  await expect(acceptTranscript(database.db, named)).rejects.toBeInstanceOf(NulCharacterError);
  await expect(count('meetings')).resolves.toBe(0);
});

test('a transcript of 200,000 lines is stored whole', async () => {
  const transcript = sampleTranscript(200_000);
  const { meetingId } = await acceptTranscript(
    database.db,
    sampleUpload(workspaceId, 'long', { transcript }),
  );
  const lines = await readLines(database.db, workspaceId, meetingId);
  expect(lines).toHaveLength(200_000);
  expect(lines.at(-1)).toEqual(transcript.lines.at(-1));
});

test('interpolated times stay marked', async () => {
  const transcript = sampleTranscript(1);
  transcript.lines.push({ line: 2, speaker: null, startMs: 5, endMs: 9, text: 'x', approximate: true });
  const { meetingId } = await acceptTranscript(
    database.db,
    sampleUpload(workspaceId, 'guessed', { transcript }),
  );
  await expect(readLines(database.db, workspaceId, meetingId)).resolves.toEqual(transcript.lines);
});
