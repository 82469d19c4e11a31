import { meetingSettings } from '@meeting-assistant/contracts';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createWorkspace } from '../access/workspaces.ts';
import { sql } from '../drizzle.ts';
import { InvalidCursorError } from '../errors.ts';
import { claimJob } from '../system/claim-job.ts';
import { finishJob } from '../system/finish-job.ts';
import { storeTurn } from '../system/write-under-fence.ts';
import { connectTestDatabase, type ConnectedTestDatabase } from '../testing/connect-test-database.ts';
import { samplePayload, sampleSummary, sampleUpload } from '../testing/sample-data.ts';
import { acceptTranscript } from './accept-transcript.ts';
import { listJobs } from './jobs.ts';
import { deleteMeeting, findMeeting, listMeetings } from './meetings.ts';

let database: ConnectedTestDatabase;
let workspaceId: string;

beforeAll(async () => {
  database = await connectTestDatabase();
});
beforeEach(async () => {
  workspaceId = (await createWorkspace(database.db, uuid())).id;
});
afterAll(() => database.drop());

const addMeeting = (title: string) =>
  acceptTranscript(
    database.db,
    sampleUpload(workspaceId, title, { settings: meetingSettings.parse({ title }), idempotencyKey: title }),
  );

async function titlesPageByPage(limit: number): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null = null;
  do {
    const page = await listMeetings(database.db, workspaceId, { limit, ...(cursor && { cursor }) });
    pages.push(page.items.map(({ title }) => title));
    cursor = page.nextCursor;
  } while (cursor);
  return pages;
}

const search = async (q: string) =>
  (await listMeetings(database.db, workspaceId, { limit: 9, q })).items.map(({ title }) => title);

test('pages hold every meeting once, newest first, also those of one millisecond', async () => {
  for (const title of ['a', 'b', 'c', 'd']) await addMeeting(title);
  await database.db.execute(
    sql`update meetings set created_at = now() where workspace_id = ${workspaceId}::uuid`,
  );
  await expect(titlesPageByPage(2)).resolves.toEqual([
    ['d', 'c'],
    ['b', 'a'],
  ]);
  await expect(titlesPageByPage(3)).resolves.toEqual([['d', 'c', 'b'], ['a']]);
});

test('a cursor of our own making is refused', async () => {
  const times = [
    'x',
    '0000-01-01T00:00:00.000Z',
    '0000-12-31T23:59:59.999Z',
    '999999-01-01T00:00:00.000Z',
    '+999999-01-01T00:00:00.000Z',
    '-000001-01-01T00:00:00.000Z',
    '2026-02-30T00:00:00.000Z',
    '2026-01-01T00:00:00Z',
    'infinity',
  ];
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const forged = [
    '',
    'nonsense',
    '\0',
    encode(null),
    encode(['2026-01-01T00:00:00.000Z', 'y']),
    ...times.map((time) => encode([time, uuid()])),
  ];
  for (const cursor of forged) {
    await expect(listMeetings(database.db, workspaceId, { limit: 2, cursor })).rejects.toBeInstanceOf(
      InvalidCursorError,
    );
    await expect(listJobs(database.db, workspaceId, { limit: 2, cursor })).rejects.toBeInstanceOf(
      InvalidCursorError,
    );
  }
});

test('a cursor of the first and of the last year is one', async () => {
  await addMeeting('now');
  for (const [year, found] of [
    ['0001', 0],
    ['9999', 1],
  ] as const) {
    const cursor = Buffer.from(JSON.stringify([`${year}-01-01T00:00:00.000Z`, uuid()])).toString('base64url');
    const page = await listMeetings(database.db, workspaceId, { limit: 2, cursor });
    expect(page.items).toHaveLength(found);
  }
});

test('a search looks anywhere in the title, ignores case beyond ASCII, and takes wildcards for themselves', async () => {
  for (const title of ['Übergabe 100%', 'Planung 100', 'snake_case']) await addMeeting(title);
  await expect(search('ÜBER')).resolves.toEqual(['Übergabe 100%']);
  await expect(search('100%')).resolves.toEqual(['Übergabe 100%']);
  await expect(search('e_c')).resolves.toEqual(['snake_case']);
  await expect(search('_')).resolves.toEqual(['snake_case']);
  await expect(search('\\')).resolves.toEqual([]);
  await expect(search('100\0')).resolves.toEqual([]);
});

test('deleting a meeting takes everything of it along', async () => {
  const { db } = database;
  const { meetingId, jobId } = await addMeeting('short-lived');
  const claimed = await claimJob(db, { jobId, epoch: 99, workerId: uuid() });
  const hold = { jobId, fence: claimed?.fence ?? 0 };
  await storeTurn(db, { ...hold, section: 'whole', turn: 0, payload: samplePayload('x') });
  await finishJob(db, { ...hold, summary: sampleSummary() });
  await expect(deleteMeeting(db, workspaceId, meetingId)).resolves.toBe(true);
  await expect(deleteMeeting(db, workspaceId, meetingId)).resolves.toBe(false);
  await expect(findMeeting(db, workspaceId, meetingId)).resolves.toBeUndefined();
  const tables = ['uploads', 'meetings', 'lines', 'jobs', 'checkpoints', 'summaries', 'idempotency_keys'];
  const left = await Promise.all(
    tables.map(async (table) => {
      const one = sql`select 1 from ${sql.identifier(table)} where workspace_id = ${workspaceId}::uuid`;
      return [table, (await db.execute(one)).rowCount];
    }),
  );
  expect(left).toEqual(tables.map((table) => [table, 0]));
});

test('no row can point into another workspace', async () => {
  const { meetingId } = await addMeeting('theirs');
  const other = await createWorkspace(database.db, uuid());
  const stray = database.db.execute(sql`
    insert into jobs (id, workspace_id, meeting_id, kind, settings)
    values (${uuid()}::uuid, ${other.id}::uuid, ${meetingId}::uuid, 'summary', '{}')`);
  await expect(stray).rejects.toMatchObject({ constraint: 'jobs_meeting' });
});
