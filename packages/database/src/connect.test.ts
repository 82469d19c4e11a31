import { expect, test } from 'vitest';
import { connectDatabase, withQueryTimeout } from './connect.ts';
import { databaseAnswers } from './database-answers.ts';
import { sql } from './drizzle.ts';
import { QueryFailedError } from './errors.ts';
import { connectTestDatabase } from './testing/connect-test-database.ts';
import { startFreezableProxy } from './testing/freezable-proxy.ts';

test("a failed query's error holds neither the statement nor its parameters", async () => {
  await using database = await connectTestDatabase();
  const failure = await database.db
    .execute(sql`select ${'what they said'}::text from nowhere`)
    .catch((e: unknown) => e);
  expect(failure).toBeInstanceOf(QueryFailedError);
  expect(failure).toMatchObject({ code: '42P01', message: 'relation "nowhere" does not exist' });
  expect(JSON.stringify(failure)).not.toContain('what they said');
});

test('a connection cut inside a transaction is an error of that transaction alone', async () => {
  await using database = await connectTestDatabase();
  const told: Error[] = [];
  const connection = connectDatabase(database.url, { max: 1, onError: (error) => told.push(error) });
  const { db } = connection;
  const cut = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await database.db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`);
    await tx.execute(sql`select 1`);
  });
  await expect(cut).rejects.toBeInstanceOf(QueryFailedError);
  await expect(db.execute(sql`select 1`)).resolves.toMatchObject({ rowCount: 1 });
  expect(told.length).toBeGreaterThan(0);
  await connection.close();
});

test('an idle connection that is cut is replaced', async () => {
  await using database = await connectTestDatabase();
  const told = Promise.withResolvers<Error>();
  const connection = connectDatabase(database.url, { max: 1, onError: told.resolve });
  const { db } = connection;
  const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  await database.db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`);
  await told.promise;
  await expect(db.execute(sql`select 1`)).resolves.toMatchObject({ rowCount: 1 });
  await connection.close();
});

const add = (name: string) => sql`insert into workspaces (id, name) values (gen_random_uuid(), ${name})`;

test('a transaction that throws leaves nothing behind, and a nested one is a savepoint', async () => {
  await using database = await connectTestDatabase();
  await database.db.transaction(async (tx) => {
    await tx.execute(add('kept'));
    const inner = tx.transaction(async (nested) => {
      await nested.execute(add('undone'));
      throw new Error('changed our mind');
    });
    await expect(inner).rejects.toThrow('changed our mind');
  });
  const { rows } = await database.db.execute(sql`select name from workspaces`);
  expect(rows).toEqual([{ name: 'kept' }]);
});

const late = { name: 'QueryFailedError', code: 'ETIMEDOUT' };

test('a frozen server fails a query and a transaction in time, and neither connection is used again', async () => {
  await using database = await connectTestDatabase();
  await using proxy = await startFreezableProxy(database.url);
  const connection = connectDatabase(proxy.url, { max: 1, queryTimeoutMs: 1_000 });
  const { db, pool } = connection;
  await db.execute(sql`select 1`);
  proxy.freeze();
  await expect(db.execute(sql`select 1`)).rejects.toMatchObject(late);
  expect(pool.totalCount).toBe(0);
  proxy.thaw();
  const cut = db.transaction(async (tx) => {
    await tx.execute(add('undone'));
    proxy.freeze();
    await tx.execute(sql`select 1`);
  });
  await expect(cut).rejects.toMatchObject(late);
  expect(pool.totalCount).toBe(0);
  proxy.thaw();
  await expect(db.execute(sql`select from workspaces`)).resolves.toMatchObject({ rowCount: 0 });
  await connection.close();
});

test('the limit of a query can be another than that of its pool, in a transaction too', async () => {
  await using database = await connectTestDatabase();
  const connection = connectDatabase(database.url, { queryTimeoutMs: 1_000 });
  const { db } = connection;
  const patient = withQueryTimeout(db, 60_000);
  const wait = sql`select pg_advisory_xact_lock_shared(1)`;
  let waits: Promise<unknown>[] = [];
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(1)`);
    waits = [patient.execute(wait), patient.transaction((own) => own.execute(wait))];
    await expect(db.execute(wait)).rejects.toMatchObject(late);
  });
  await expect(Promise.all(waits)).resolves.toHaveLength(2);
  await connection.close();
});

test('a probe of a frozen or a busy database fails long before a query would', async () => {
  await using database = await connectTestDatabase();
  await using proxy = await startFreezableProxy(database.url);
  const connection = connectDatabase(proxy.url, { max: 1, queryTimeoutMs: 600_000 });
  const { db, pool } = connection;
  await databaseAnswers(db);
  await db.transaction(async () => {
    await expect(databaseAnswers(db, 50)).rejects.toThrow('not answered within 50 ms');
  });
  await databaseAnswers(db);
  proxy.freeze();
  await expect(databaseAnswers(db, 50)).rejects.toBeInstanceOf(Error);
  await expect.poll(() => pool.totalCount, { timeout: 30_000 }).toBe(0);
  proxy.thaw();
  await databaseAnswers(db);
  await connection.close();
});
