import type { Database } from '../connect.ts';
import { and, eq, inArray, sql } from '../drizzle.ts';
import { jobs } from '../schema/jobs.ts';
import { workers } from '../schema/workers.ts';

/** Rows per sweep. What waits behind them is younger, and would not get its turn earlier either. */
const SWEEP_LIMIT = 10_000;

export type LostJob = {
  jobId: string;
  epoch: number;
  /**
   * `worker_lost`: it is running on a worker that is gone. `unqueued`: no word of it for long; whether the queue still
   * has its entry must be asked there before it is queued again.
   */
  reason: 'unqueued' | 'worker_lost';
};

/**
 * Unfinished jobs that nobody may be working on, the longest silent first. Times in milliseconds, by Postgres's clock.
 * Without `olderThanMs` only those of lost workers.
 */
export async function findLostJobs(
  db: Database,
  { olderThanMs, heartbeatTimeoutMs }: { olderThanMs?: number; heartbeatTimeoutMs: number },
): Promise<LostJob[]> {
  const { rows } = await db.execute<LostJob>(sql`
    select id as "jobId", epoch, reason from (
      select ${jobs.id}, ${jobs.epoch}, ${jobs.updatedAt}, case
        when ${jobs.status} = 'running' and (
          ${workers.id} is null or ${workers.stoppedAt} is not null
          or ${workers.heartbeatAt} < now() - ${heartbeatTimeoutMs}::float8 * interval '1 millisecond'
        ) then 'worker_lost'
        when ${jobs.updatedAt} < now() - ${olderThanMs ?? null}::float8 * interval '1 millisecond' then 'unqueued'
      end as reason
      from ${jobs} left join ${workers} on ${workers.id} = ${jobs.workerId}
      where ${jobs.status} in ('queued', 'running')
    ) unfinished
    where reason is not null
    order by reason = 'worker_lost' desc, updated_at
    limit ${SWEEP_LIMIT}`);
  return rows;
}

/**
 * Queues the job again under the next epoch, if it is unfinished and still in the epoch given: of several sweepers one
 * succeeds. A worker that runs it after all is refused from here on, and when it was the queue that lost it, its attempt does
 * not count as one without progress.
 */
export async function bumpEpoch(
  db: Database,
  { jobId, epoch, reason }: LostJob,
): Promise<number | undefined> {
  const running = sql`(${jobs.status} = 'running')::int`;
  const [bumped] = await db
    .update(jobs)
    .set({
      epoch: epoch + 1,
      status: 'queued',
      fence: sql`${jobs.fence} + ${running}`,
      ...(reason === 'unqueued' && {
        attemptsWithoutCheckpoint: sql`greatest(${jobs.attemptsWithoutCheckpoint} - ${running}, 0)`,
      }),
      workerId: null,
      updatedAt: sql`now()`,
    })
    .where(and(eq(jobs.id, jobId), eq(jobs.epoch, epoch), inArray(jobs.status, ['queued', 'running'])))
    .returning({ epoch: jobs.epoch });
  return bumped?.epoch;
}
