import type { Database } from '../connect.ts';
import { eq, sql } from '../drizzle.ts';
import { checkpoints, jobs } from '../schema/jobs.ts';

/**
 * Queues a finished job again under the next epoch: from its checkpoints, or from the start when they are what it failed on.
 *
 * @param job its row, which the transaction has locked
 */
export async function requeue(
  tx: Database,
  { id, restart }: Pick<typeof jobs.$inferSelect, 'id' | 'restart'>,
): Promise<void> {
  if (restart) await tx.delete(checkpoints).where(eq(checkpoints.jobId, id));
  await tx
    .update(jobs)
    .set({
      status: 'queued',
      epoch: sql`${jobs.epoch} + 1`,
      attemptsWithoutCheckpoint: 0,
      restart: false,
      workerId: null,
      error: null,
      startedAt: null,
      finishedAt: null,
      updatedAt: sql`now()`,
    })
    .where(eq(jobs.id, id));
}
