import type { Database } from '../connect.ts';
import { eq, sql } from '../drizzle.ts';
import { workers } from '../schema/workers.ts';

/** Before the first claim: a job of a worker that is not known counts as lost. */
export async function registerWorker(
  db: Database,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await db
    .insert(workers)
    .values({ id, name })
    .onConflictDoUpdate({ target: workers.id, set: { name, heartbeatAt: sql`now()`, stoppedAt: null } });
  await db.delete(workers).where(sql`${workers.heartbeatAt} < now() - interval '7 days'`);
}

export async function heartbeatWorker(db: Database, id: string): Promise<void> {
  await db
    .update(workers)
    .set({ heartbeatAt: sql`now()` })
    .where(eq(workers.id, id));
}

/** After its jobs were released: those that still run under its id count as lost from now on. */
export async function stopWorker(db: Database, id: string): Promise<void> {
  await db
    .update(workers)
    .set({ stoppedAt: sql`now()` })
    .where(eq(workers.id, id));
}
