import type { JobError } from '@meeting-assistant/contracts';
import type { SQL } from 'drizzle-orm';
import type { Database } from '../connect.ts';
import { and, eq, sql } from '../drizzle.ts';
import { FencedOutError } from '../errors.ts';
import { encodeJson } from '../json.ts';
import { checkpoints, jobs } from '../schema/jobs.ts';

/** What a claim gave the worker. */
export type Hold = { jobId: string; fence: number };

/** The job is still ours: nobody has claimed, cancelled or finished it since. */
export const held = ({ jobId, fence }: Hold): SQL | undefined =>
  and(eq(jobs.id, jobId), eq(jobs.fence, fence), eq(jobs.status, 'running'));

/**
 * Stores one turn; the same one again changes nothing.
 *
 * @throws FencedOutError
 */
export async function storeTurn(
  db: Database,
  turn: Hold & { section: string; turn: number; payload: unknown },
): Promise<void> {
  // One statement: the row lock that the update takes keeps a claim out until the turn is in.
  const { rows } = await db.execute<{ holders: number }>(sql`
    with holder as (
      update ${jobs} set attempts_without_checkpoint = 0, updated_at = now()
      where id = ${turn.jobId}::uuid and fence = ${turn.fence}::int and status = 'running'
      returning id, workspace_id
    ), stored as (
      insert into ${checkpoints} (job_id, workspace_id, section, turn, payload)
      select id, workspace_id, ${turn.section}::text, ${turn.turn}::int, ${encodeJson(turn.payload)}::jsonb from holder
      on conflict do nothing
    )
    select count(*)::int as holders from holder`);
  if (rows[0]?.holders !== 1) throw new FencedOutError(turn.jobId, turn.fence);
}

/** @throws FencedOutError */
export async function failJob(db: Database, { error, ...hold }: Hold & { error: JobError }): Promise<void> {
  const failed = await db
    .update(jobs)
    .set({ status: 'failed', error, workerId: null, finishedAt: sql`now()`, updatedAt: sql`now()` })
    .where(held(hold))
    .returning({ id: jobs.id });
  if (failed.length === 0) throw new FencedOutError(hold.jobId, hold.fence);
}

/**
 * Back to `queued`, for this or another worker to go on. Without an error it was a hand-over or a wait, and the attempt
 * does not count as one without progress; with one it does, and the error is kept until the next.
 *
 * @throws FencedOutError
 */
export async function releaseJob(
  db: Database,
  { error, ...hold }: Hold & { error?: JobError },
): Promise<void> {
  const released = await db
    .update(jobs)
    .set({
      status: 'queued',
      workerId: null,
      updatedAt: sql`now()`,
      ...(error
        ? { error }
        : { attemptsWithoutCheckpoint: sql`greatest(${jobs.attemptsWithoutCheckpoint} - 1, 0)` }),
    })
    .where(held(hold))
    .returning({ id: jobs.id });
  if (released.length === 0) throw new FencedOutError(hold.jobId, hold.fence);
}
