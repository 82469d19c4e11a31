import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWorkspace } from '../access/workspaces.ts';
import { sql } from '../drizzle.ts';
import { connectTestDatabase, type ConnectedTestDatabase } from '../testing/connect-test-database.ts';
import { sampleUpload } from '../testing/sample-data.ts';
import { acceptTranscript } from './accept-transcript.ts';
import { deleteMeeting } from './meetings.ts';

let database: ConnectedTestDatabase;
let workspaceId: string;

beforeEach(async () => {
  database = await connectTestDatabase();
  workspaceId = (await createWorkspace(database.db, uuid())).id;
});
afterEach(() => database.drop());

const upload = (idempotencyKey: string) =>
  acceptTranscript(database.db, sampleUpload(workspaceId, 'contested', { idempotencyKey }));

/** Resolves once a statement waits for a lock of another transaction. */
const someoneWaits = () =>
  expect
    .poll(
      async () => {
        const { rowCount } = await database.db.execute(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
        return rowCount;
      },
      { timeout: 30_000 },
    )
    .toBe(1);

test('an upload locks the meeting before its job, as a deletion does', async () => {
  const { db } = database;
  const { meetingId, jobId } = await upload('first');
  let again: ReturnType<typeof upload> | undefined;
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from meetings where id = ${meetingId}::uuid for update`);
    again = upload('again');
    await someoneWaits();
    await tx.execute(sql`select from jobs where id = ${jobId}::uuid for update nowait`);
  });
  await expect(again).resolves.toMatchObject({ outcome: 'existing', jobId });
});

test('uploading and deleting one meeting at once always succeeds', async () => {
  const { db } = database;
  for (let round = 0; round < 25; round++) {
    const { meetingId } = await upload(`first ${round}`);
    const [again, , other] = await Promise.all([
      upload(`again ${round}`),
      deleteMeeting(db, workspaceId, meetingId),
      upload(`other ${round}`),
    ]);
    for (const { outcome } of [again, other]) expect(['created', 'existing']).toContain(outcome);
  }
});

test('an upload that fell victim to a deadlock is tried again', async () => {
  const { db } = database;
  const { meetingId, jobId } = await upload('first');
  let again: ReturnType<typeof upload> | undefined;
  await db.transaction(async (tx) => {
    // So that of the two the upload finds the deadlock, and is the one that ends.
    await tx.execute(sql`set local deadlock_timeout = '1min'`);
    await tx.execute(sql`select from jobs where id = ${jobId}::uuid for update`);
    again = upload('again');
    await someoneWaits();
    await tx.execute(sql`select from meetings where id = ${meetingId}::uuid for update`);
  });
  await expect(again).resolves.toMatchObject({ outcome: 'existing', meetingId, jobId });
});
