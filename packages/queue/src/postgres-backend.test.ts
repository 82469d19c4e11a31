import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '@meeting-assistant/database/testing';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openJobQueue, QueueRefusedError, startJobWorker, waitForQueue } from './index.ts';
import { until } from './testing/until.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});

afterEach(() => database.drop());

async function query(text: string, url = database.url): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

test('a producer and a worker hold 6 connections at most, whatever the concurrency', async () => {
  const url = new URL(database.url);
  url.searchParams.set('application_name', 'queue_under_test');
  const settings = { databaseUrl: url.href };
  const counts: number[] = [];
  const queue = openJobQueue(settings);
  const worker = startJobWorker({ ...settings, concurrency: 20 }, async () => {
    // The connection that LISTENs is named after the queue.
    const open = await query(
      `select 1 from pg_stat_activity where datname = current_database() and application_name in ('queue_under_test', 'jobs')`,
    );
    counts.push(open.length);
    return { outcome: 'done' };
  });
  const entries = Array.from(
    { length: 40 },
    () => ({ jobId: randomUUID(), epoch: 0, kind: 'summary' }) as const,
  );
  await Promise.all(entries.map((entry) => queue.enqueue(entry)));
  await until(() => counts.length === 40);
  expect(Math.max(...counts)).toBeLessThanOrEqual(6);
  expect(Math.max(...counts)).toBeGreaterThan(3);
  await worker.close();
  await queue.close();
});

test('the tables are made in the schema of the settings, by several processes at once', async () => {
  const settings = { databaseUrl: database.url, schema: 'another_queue' };
  await Promise.all(Array.from({ length: 4 }, () => waitForQueue(settings)));
  const tables = await query(
    `select 1 from pg_tables where schemaname = 'another_queue' and tablename = 'job'`,
  );
  expect(tables).toHaveLength(1);

  const jobId = randomUUID();
  const queue = openJobQueue(settings);
  await queue.enqueue({ jobId, epoch: 0, kind: 'summary' });
  expect(await query('select id from another_queue.job')).toEqual([{ id: `${jobId}-0` }]);
  await queue.close();
});

test('startup options inside the URL are kept beside the one that the queue needs', async () => {
  const url = new URL(database.url);
  url.searchParams.set('options', '-c search_path=public -c statement_timeout=7777');
  const queue = openJobQueue({ databaseUrl: url.href });
  const jobId = randomUUID();
  await queue.enqueue({ jobId, epoch: 0, kind: 'summary' });
  expect(await queue.holds(jobId, 0)).toBe(true);
  await queue.close();
});

test('a role that may use the tables but not make them can work, and one without tables is told what to grant', async () => {
  const role = `queue_user_${randomUUID().replaceAll('-', '')}`;
  await query(`create role ${role} login password '${role}'`);
  const url = new URL(database.url);
  url.username = role;
  url.password = role;
  const settings = { databaseUrl: url.href };
  const refused = await waitForQueue(settings).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(QueueRefusedError);
  expect(String(refused)).toContain('GRANT CREATE ON DATABASE');

  await waitForQueue({ databaseUrl: database.url });
  await query(
    `grant usage on schema bullmq to ${role}; grant all on all tables in schema bullmq to ${role}; grant all on all sequences in schema bullmq to ${role}`,
  );
  const queue = openJobQueue(settings);
  await queue.ping();
  await queue.close();
  await query(`drop owned by ${role}; drop role ${role}`);
});
