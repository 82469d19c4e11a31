import type { Database } from './connect.ts';
import { sql } from './drizzle.ts';

/** Resolves when the database answers a query, rejects when it does not: what a readiness probe asks. */
export async function databaseAnswers(db: Database): Promise<void> {
  await db.execute(sql`select 1`);
}
