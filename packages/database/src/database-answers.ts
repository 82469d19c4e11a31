import { type Database, withQueryTimeout } from './connect.ts';
import { sql } from './drizzle.ts';

/**
 * Resolves when the database answers a query: what a readiness probe asks. Rejects when it does not, also when it says nothing
 * for `timeoutMs` or no connection is free for so long.
 */
export async function databaseAnswers(db: Database, timeoutMs = 2_000): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`The database has not answered within ${timeoutMs} ms`)),
    timeoutMs,
  );
  try {
    // The limit of the query itself frees its connection.
    await Promise.race([withQueryTimeout(db, timeoutMs).execute(sql`select 1`), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
