import { expect, test } from 'vitest';
import { connectDatabase } from './connect.ts';
import { sql } from './drizzle.ts';
import { QueryFailedError } from './errors.ts';
import { connectTestDatabase } from './testing/connect-test-database.ts';

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
