import type { Job, JobStatus, SummaryJobSettings } from '@meeting-assistant/contracts';
import { v7 as uuid } from 'uuid';
import type { SQL } from 'drizzle-orm';
import type { Database } from '../connect.ts';
import { and, desc, eq, ilike, inArray, or, sql } from '../drizzle.ts';
import { checkpoints, jobs, type JobKind } from '../schema/jobs.ts';
import { meetings } from '../schema/meetings.ts';
import { after, containing, holdsNul, type Page, startingWith, toPage } from './page-cursor.ts';
import { requeue } from './requeue.ts';

export type JobFilter = {
  /** Rows per page. */
  limit: number;
  cursor?: string | undefined;
  status?: JobStatus | undefined;
  kind?: JobKind | undefined;
  meetingId?: string | undefined;
  /** Part of the meeting's title, of the error's code or message, or the beginning of the job's id; case ignored. */
  q?: string | undefined;
};

const jobColumns = {
  id: jobs.id,
  kind: jobs.kind,
  status: jobs.status,
  meetingId: jobs.meetingId,
  meetingTitle: meetings.title,
  settings: jobs.settings,
  attempts: jobs.attempts,
  turns: sql<number>`(
    select count(*)::int from ${checkpoints}
    where ${checkpoints.workspaceId} = ${jobs.workspaceId} and ${checkpoints.jobId} = ${jobs.id})`,
  error: jobs.error,
  epoch: jobs.epoch,
  createdAt: jobs.createdAt,
  startedAt: jobs.startedAt,
  finishedAt: jobs.finishedAt,
};

const selectJobs = (db: Database) =>
  db
    .select(jobColumns)
    .from(jobs)
    .leftJoin(meetings, and(eq(meetings.workspaceId, jobs.workspaceId), eq(meetings.id, jobs.meetingId)));

type JobRow = Awaited<ReturnType<typeof selectJobs>>[number];

function toJob({ epoch: _epoch, ...row }: JobRow): Job {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

const oneJob = (workspaceId: string, jobId: string) =>
  and(eq(jobs.workspaceId, workspaceId), eq(jobs.id, jobId));

export async function findJob(db: Database, workspaceId: string, jobId: string): Promise<Job | undefined> {
  const [row] = await selectJobs(db).where(oneJob(workspaceId, jobId));
  return row && toJob(row);
}

/** @throws InvalidCursorError */
export async function listJobs(db: Database, workspaceId: string, filter: JobFilter): Promise<Page<Job>> {
  if (filter.q && holdsNul(filter.q)) return { items: [], nextCursor: null };
  const rows = await selectJobs(db)
    .where(
      and(
        eq(jobs.workspaceId, workspaceId),
        filter.status && eq(jobs.status, filter.status),
        filter.kind && eq(jobs.kind, filter.kind),
        filter.meetingId ? eq(jobs.meetingId, filter.meetingId) : undefined,
        filter.q ? matching(filter.q) : undefined,
        after(filter.cursor, jobs.createdAt, jobs.id),
      ),
    )
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(filter.limit + 1);
  return toPage(rows, filter.limit, toJob);
}

function matching(q: string): SQL | undefined {
  const part = containing(q);
  return or(
    ilike(meetings.title, part),
    ilike(sql`${jobs.error} ->> 'code'`, part),
    ilike(sql`${jobs.error} ->> 'message'`, part),
    ilike(sql`${jobs.id}::text`, startingWith(q)),
  );
}

export type QueuedJob = { jobId: string; epoch: number };

/** Another summary of the meeting. Undefined when the workspace has no such meeting. */
export async function createSummaryJob(
  db: Database,
  workspaceId: string,
  meetingId: string,
  settings: SummaryJobSettings,
): Promise<QueuedJob | undefined> {
  return db.transaction(async (tx) => {
    const [meeting] = await tx
      .select({ id: meetings.id })
      .from(meetings)
      .where(and(eq(meetings.workspaceId, workspaceId), eq(meetings.id, meetingId)))
      // So that it is still there when the job is inserted.
      .for('key share');
    if (!meeting) return undefined;
    const jobId = uuid();
    await tx.insert(jobs).values({ id: jobId, workspaceId, meetingId, kind: 'summary', settings });
    return { jobId, epoch: 0 };
  });
}

/** Ends a queued or running job: its worker's next write is refused. A finished one stays as it is. */
export async function cancelJob(db: Database, workspaceId: string, jobId: string): Promise<Job | undefined> {
  await db
    .update(jobs)
    .set({
      status: 'cancelled',
      fence: sql`${jobs.fence} + 1`,
      workerId: null,
      finishedAt: sql`now()`,
      updatedAt: sql`now()`,
    })
    .where(and(oneJob(workspaceId, jobId), inArray(jobs.status, ['queued', 'running'])));
  return findJob(db, workspaceId, jobId);
}

export type RetriedJob = {
  job: Job;
  epoch: number;
  /** Whether the job waits to be worked on: then the caller adds its queue entry (again). */
  queue: boolean;
};

/** Queues a failed or cancelled job again, from its checkpoints unless they are what it failed on. Any other stays as it is. */
export async function retryJob(
  db: Database,
  workspaceId: string,
  jobId: string,
): Promise<RetriedJob | undefined> {
  await db.transaction(async (tx) => {
    const [ended] = await tx
      .select({ id: jobs.id, restart: jobs.restart })
      .from(jobs)
      .where(and(oneJob(workspaceId, jobId), inArray(jobs.status, ['failed', 'cancelled'])))
      .for('update');
    if (ended) await requeue(tx, ended);
  });
  const [row] = await selectJobs(db).where(oneJob(workspaceId, jobId));
  return row && { job: toJob(row), epoch: row.epoch, queue: row.status === 'queued' };
}
