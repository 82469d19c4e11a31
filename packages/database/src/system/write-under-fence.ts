import type { FailedCall, JobError } from '@meeting-assistant/contracts';
import type { SQL } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import type { Database } from '../connect.ts';
import { and, eq, sql } from '../drizzle.ts';
import { FencedOutError } from '../errors.ts';
import { encodeJson } from '../json.ts';
import { checkpoints, failedCalls, jobs } from '../schema/jobs.ts';

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

/**
 * Keeps the account of a model call that gave no turn. It is no checkpoint: the attempt is where it was.
 *
 * @throws FencedOutError
 */
export async function storeFailedCall(
  db: Database,
  { payload, ...hold }: Hold & { payload: FailedCall },
): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into ${failedCalls} (id, job_id, workspace_id, payload)
    select ${uuid()}::uuid, id, workspace_id, ${encodeJson(payload)}::jsonb from ${jobs}
    where ${held(hold)}
    returning id`);
  if (rows.length === 0) throw new FencedOutError(hold.jobId, hold.fence);
}

/**
 * Ends the job.
 *
 * @param end `restart`: it failed on what its stored turns say, so a retry must not go on from them
 * @throws FencedOutError
 */
export async function failJob(
  db: Database,
  { error, restart = false, ...hold }: Hold & { error: JobError; restart?: boolean },
): Promise<void> {
  const failed = await db
    .update(jobs)
    .set({ status: 'failed', error, restart, workerId: null, finishedAt: sql`now()`, updatedAt: sql`now()` })
    .where(held(hold))
    .returning({ id: jobs.id });
  if (failed.length === 0) throw new FencedOutError(hold.jobId, hold.fence);
}

/**
 * After an attempt that broke off: back to `queued`, or `failed` when it was the last of `maxAttempts` in a row that stored no
 * turn. Either way the job keeps the error.
 *
 * @throws FencedOutError
 */
export async function giveBackJob(
  db: Database,
  { error, maxAttempts, ...hold }: Hold & { error: JobError; maxAttempts: number },
): Promise<{ status: 'queued' | 'failed'; attemptsWithoutCheckpoint: number }> {
  // Decided from the row as it is now: a turn stored in this attempt has set the counter back.
  const last = sql`${jobs.attemptsWithoutCheckpoint} >= ${maxAttempts}::int`;
  const [given] = await db
    .update(jobs)
    .set({
      status: sql`case when ${last} then 'failed' else 'queued' end`,
      error,
      workerId: null,
      finishedAt: sql`case when ${last} then now() end`,
      updatedAt: sql`now()`,
    })
    .where(held(hold))
    .returning({ status: jobs.status, attemptsWithoutCheckpoint: jobs.attemptsWithoutCheckpoint });
  if (!given) throw new FencedOutError(hold.jobId, hold.fence);
  const { status, attemptsWithoutCheckpoint } = given;
  return { status: status === 'failed' ? status : 'queued', attemptsWithoutCheckpoint };
}

/**
 * Back to `queued` for a hand-over or a wait: the attempt does not count as one without progress. `waitingFor` is shown as the
 * job's error until the next release.
 *
 * @throws FencedOutError
 */
export async function releaseJob(
  db: Database,
  { waitingFor, ...hold }: Hold & { waitingFor?: JobError },
): Promise<void> {
  const released = await db
    .update(jobs)
    .set({
      status: 'queued',
      workerId: null,
      attemptsWithoutCheckpoint: sql`greatest(${jobs.attemptsWithoutCheckpoint} - 1, 0)`,
      error: waitingFor ?? null,
      updatedAt: sql`now()`,
    })
    .where(held(hold))
    .returning({ id: jobs.id });
  if (released.length === 0) throw new FencedOutError(hold.jobId, hold.fence);
}

/** Ids of the jobs that are held no more: cancelled, finished, claimed by another or deleted since. */
export async function findRevokedJobs(db: Database, holds: Hold[]): Promise<string[]> {
  const asked = JSON.stringify(holds.map(({ jobId, fence }) => ({ jobId, fence })));
  const { rows } = await db.execute<{ jobId: string }>(sql`
    select hold."jobId" from json_to_recordset(${asked}::json) as hold("jobId" uuid, fence int)
    where not exists (
      select from ${jobs} where ${jobs.id} = hold."jobId" and ${jobs.fence} = hold.fence and ${jobs.status} = 'running'
    )`);
  return rows.map(({ jobId }) => jobId);
}
