import { meetingSettings, type Summary } from '@meeting-assistant/contracts';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createWorkspace } from '../access/workspaces.ts';
import { sql } from '../drizzle.ts';
import { claimJob } from '../system/claim-job.ts';
import { finishJob } from '../system/finish-job.ts';
import { storeTurn } from '../system/write-under-fence.ts';
import { connectTestDatabase, type ConnectedTestDatabase } from '../testing/connect-test-database.ts';
import { samplePayload, sampleSummary, sampleUpload } from '../testing/sample-data.ts';
import { acceptTranscript } from './accept-transcript.ts';
import { changeMeeting } from './change-meeting.ts';
import { createSummaryJob, retryJob } from './jobs.ts';
import { findMeeting, readLines, readUpload } from './meetings.ts';
import { findSummary } from './summaries.ts';

let database: ConnectedTestDatabase;
let workspaceId: string;
let meetingId: string;
let jobId: string;

const upload = () =>
  sampleUpload(workspaceId, 'WEBVTT', {
    settings: meetingSettings.parse({ participants: ['Ana Ruiz', 'Cem Ak'] }),
  });

beforeAll(async () => {
  database = await connectTestDatabase();
});
beforeEach(async () => {
  workspaceId = (await createWorkspace(database.db, uuid())).id;
  ({ meetingId, jobId } = await acceptTranscript(database.db, upload()));
});
afterAll(() => database.drop());

const rename = (speakers: Record<string, string>) =>
  changeMeeting(database.db, workspaceId, meetingId, { speakers });

async function claim(id = jobId) {
  const claimed = await claimJob(database.db, { jobId: id, epoch: 99, workerId: uuid() });
  if (!claimed) throw new Error('the job could not be claimed');
  return claimed;
}

const owned = (name: string): Summary => ({
  ...sampleSummary(),
  actionItems: [
    {
      id: 'a1',
      text: 'Send the plan.',
      owner: { name, kind: 'participant' },
      due: null,
      evidence: [{ from: 1, to: 1 }],
      support: 'supported',
    },
  ],
});

const ownerOf = async (version?: number) =>
  (await findSummary(database.db, workspaceId, meetingId, version))?.summary.actionItems[0]?.owner.name;

const speakersOf = (lines: { speaker: string | null }[]) => lines.map(({ speaker }) => speaker);

test('title and names are changed, each without the other', async () => {
  const { db } = database;
  await expect(changeMeeting(db, workspaceId, meetingId, { title: 'Planning' })).resolves.toMatchObject({
    title: 'Planning',
    speakers: ['Ana Ruiz', 'Bo Diaz'],
    speakerNames: {},
  });
  await expect(rename({ 'Bo Diaz': 'Bo Díaz' })).resolves.toMatchObject({
    title: 'Planning',
    speakers: ['Ana Ruiz', 'Bo Díaz'],
    speakerNames: { 'Bo Diaz': 'Bo Díaz' },
  });
  const changed = await findMeeting(db, workspaceId, meetingId);
  await expect(changeMeeting(db, workspaceId, meetingId, {})).resolves.toEqual(changed);
});

test('lines are read with the new names, and stay stored with those of the file', async () => {
  await rename({ 'Ana Ruiz': 'Ana R.' });
  expect(speakersOf(await readLines(database.db, workspaceId, meetingId))).toEqual([
    'Ana R.',
    'Bo Diaz',
    'Ana R.',
  ]);
  const { rows } = await database.db.execute<{ speaker: string }>(
    sql`select speaker from lines where meeting_id = ${meetingId}::uuid order by line`,
  );
  expect(rows.map(({ speaker }) => speaker)).toEqual(['Ana Ruiz', 'Bo Diaz', 'Ana Ruiz']);
  const original = await readUpload(database.db, workspaceId, meetingId);
  expect(Uint8Array.from(original?.bytes ?? [])).toEqual(upload().bytes);
});

test('announced participants who are speakers are called as these are', async () => {
  await expect(rename({ 'Ana Ruiz': 'Ana R.' })).resolves.toMatchObject({
    participants: ['Ana R.', 'Cem Ak'],
  });
  await expect(rename({ 'Ana R.': 'Cem Ak' })).resolves.toMatchObject({
    participants: ['Cem Ak'],
    speakers: ['Cem Ak', 'Bo Diaz'],
  });
});

test('a renamed meeting is still the same upload', async () => {
  await changeMeeting(database.db, workspaceId, meetingId, { title: 'x', speakers: { 'Ana Ruiz': 'Eve' } });
  await expect(acceptTranscript(database.db, upload())).resolves.toMatchObject({
    outcome: 'existing',
    meetingId,
  });
});

test('a refused renaming changes nothing, not even the title', async () => {
  const before = await findMeeting(database.db, workspaceId, meetingId);
  const refused = changeMeeting(database.db, workspaceId, meetingId, {
    title: 'Planning',
    speakers: { 'Bo Diaz': 'Bo', Eve: 'Eva' },
  });
  await expect(refused).rejects.toMatchObject({ code: 'unknown_speaker', unknown: ['Eve'] });
  await expect(findMeeting(database.db, workspaceId, meetingId)).resolves.toEqual(before);
});

test('changes at once do not undo each other', async () => {
  await Promise.all([
    rename({ 'Ana Ruiz': 'Ana R.' }),
    rename({ 'Bo Diaz': 'Bo D.' }),
    changeMeeting(database.db, workspaceId, meetingId, { title: 'Planning' }),
  ]);
  await expect(findMeeting(database.db, workspaceId, meetingId)).resolves.toMatchObject({
    title: 'Planning',
    speakers: ['Ana R.', 'Bo D.'],
  });
});

test('a job works with the names of its first turn, also when speakers are renamed before it is resumed', async () => {
  const { db } = database;
  await rename({ 'Ana Ruiz': 'Ana' });
  expect(speakersOf((await claim()).lines)).toEqual(['Ana', 'Bo Diaz', 'Ana']);
  // No turn is stored yet, so that the next attempt begins afresh.
  await rename({ 'Ana Ruiz': 'Ana R.' });
  const second = await claim();
  expect(speakersOf(second.lines)).toEqual(['Ana R.', 'Bo Diaz', 'Ana R.']);
  expect(second.meeting.participants).toEqual(['Ana R.', 'Cem Ak']);
  await storeTurn(db, { ...second, section: 'whole', turn: 0, payload: samplePayload('x') });
  await rename({ 'Ana Ruiz': 'Ana Maria' });
  const resumed = await claim();
  expect(speakersOf(resumed.lines)).toEqual(['Ana R.', 'Bo Diaz', 'Ana R.']);
  expect(resumed.meeting.participants).toEqual(['Ana R.', 'Cem Ak']);
  await finishJob(db, { ...resumed, summary: owned('Ana R.') });
  await expect(ownerOf()).resolves.toBe('Ana Maria');
});

test('a job that starts over takes the names of the day', async () => {
  const { db } = database;
  const first = await claim();
  await storeTurn(db, { ...first, section: 'whole', turn: 0, payload: samplePayload('x') });
  await db.execute(sql`update jobs set status = 'failed', restart = true where id = ${jobId}::uuid`);
  await rename({ 'Ana Ruiz': 'Ana' });
  await retryJob(db, workspaceId, jobId);
  expect(speakersOf((await claim()).lines)).toEqual(['Ana', 'Bo Diaz', 'Ana']);
});

test('each version is shown with the names of today, whatever they were when it was written', async () => {
  const { db } = database;
  await finishJob(db, { ...(await claim()), summary: owned('Ana Ruiz') });
  await rename({ 'Ana Ruiz': 'Ana' });
  await expect(ownerOf()).resolves.toBe('Ana');
  const again = await createSummaryJob(db, workspaceId, meetingId, { template: 'general' });
  await finishJob(db, { ...(await claim(again?.jobId)), summary: owned('Ana') });
  await rename({ Ana: 'Ana Maria Ruiz' });
  await expect(Promise.all([ownerOf(1), ownerOf(2)])).resolves.toEqual(['Ana Maria Ruiz', 'Ana Maria Ruiz']);
  await rename({ 'Ana Maria Ruiz': 'Ana Ruiz' });
  await expect(Promise.all([ownerOf(1), ownerOf(2)])).resolves.toEqual(['Ana Ruiz', 'Ana Ruiz']);
  const { rows } = await db.execute<{ name: string }>(sql`
    select body #>> '{actionItems,0,owner,name}' as name from summaries
    where meeting_id = ${meetingId}::uuid order by version`);
  expect(rows.map(({ name }) => name)).toEqual(['Ana Ruiz', 'Ana']);
});
