import type { JobError, Line, SummaryJobSettings } from '@meeting-assistant/contracts';
import type { Database } from '../connect.ts';
import { and, asc, eq, sql } from '../drizzle.ts';
import { readStoredLines } from '../queries/meetings.ts';
import { checkpoints, jobs, type JobKind } from '../schema/jobs.ts';
import { meetings } from '../schema/meetings.ts';
import { shownNames, withShownNames } from '../speaker-naming.ts';

/** So many attempts in a row may end without a stored turn; the next claim fails the job. */
const MAX_ATTEMPTS_WITHOUT_CHECKPOINT = 5;

export type ClaimedJob = {
  jobId: string;
  workspaceId: string;
  meetingId: string;
  kind: JobKind;
  settings: SummaryJobSettings;
  /** To be given with every write: it is refused once another attempt has begun. */
  fence: number;
  epoch: number;
  /** Counts from 1. */
  attempt: number;
  /** This one and those right before it that stored no turn; from 1. */
  attemptsWithoutCheckpoint: number;
  /** When the job was first claimed since it was made or retried; ISO. */
  startedAt: string;
  lines: Line[];
  meeting: ClaimedMeeting;
  /** Payloads of the stored turns, in the order in which they were stored. */
  turns: unknown[];
};

export type ClaimedMeeting = {
  title: string;
  startedAt: string | null;
  timeZone: string | null;
  participants: string[];
  glossary: Record<string, string>;
  durationMs: number | null;
  /** To write the summary in; null for the transcript's own. */
  language: string | null;
  template: string;
};

type JobRow = typeof jobs.$inferSelect;

type BegunJob = JobRow & { startedAt: Date };

/**
 * Begins an attempt: raises the fence, so that whoever held the job before can write no more. Undefined when there is
 * nothing to do: the job is finished, cancelled or gone, has been queued again under a later epoch than the entry's, or has
 * just been failed for want of progress.
 */
export async function claimJob(
  db: Database,
  entry: { jobId: string; epoch: number; workerId: string },
): Promise<ClaimedJob | undefined> {
  const job = await db.transaction((tx) => beginAttempt(tx, entry));
  if (!job?.meetingId) return undefined;
  const { id: jobId, workspaceId, meetingId, settings, speakerNames } = job;
  const [[meeting], lines, turns] = await Promise.all([
    db
      .select()
      .from(meetings)
      .where(and(eq(meetings.workspaceId, workspaceId), eq(meetings.id, meetingId))),
    readStoredLines(db, workspaceId, meetingId),
    readTurns(db, jobId),
  ]);
  // Deleted in between, and the job with it.
  if (!meeting) return undefined;
  const { title, startedAt, timeZone, participants, glossary, durationMs } = meeting;
  return {
    jobId,
    workspaceId,
    meetingId,
    kind: job.kind,
    settings,
    fence: job.fence,
    epoch: job.epoch,
    attempt: job.attempts,
    attemptsWithoutCheckpoint: job.attemptsWithoutCheckpoint,
    startedAt: job.startedAt.toISOString(),
    lines: withShownNames(lines, speakerNames),
    meeting: {
      title,
      startedAt,
      timeZone,
      participants: shownNames(speakerNames, participants),
      glossary,
      durationMs,
      language: settings.language ?? null,
      template: settings.template,
    },
    turns,
  };
}

/**
 * The meeting's names of this moment, unless turns are stored: they are replayed, and speak of the speakers by the names that
 * they were given.
 */
const namesForAttempt = sql`
  case when exists (select from ${checkpoints} where ${checkpoints.jobId} = ${jobs.id}) then ${jobs.speakerNames}
  else coalesce(
    (select ${meetings.speakerNames} from ${meetings}
      where ${meetings.workspaceId} = ${jobs.workspaceId} and ${meetings.id} = ${jobs.meetingId}),
    ${jobs.speakerNames})
  end`;

async function beginAttempt(
  tx: Database,
  { jobId, epoch, workerId }: { jobId: string; epoch: number; workerId: string },
): Promise<BegunJob | undefined> {
  const [job] = await tx.select().from(jobs).where(eq(jobs.id, jobId)).for('update');
  if (!job || (job.status !== 'queued' && job.status !== 'running')) return undefined;
  if (job.epoch > epoch) return undefined;
  if (job.attemptsWithoutCheckpoint >= MAX_ATTEMPTS_WITHOUT_CHECKPOINT) {
    await failForWantOfProgress(tx, job);
    return undefined;
  }
  const [claimed] = await tx
    .update(jobs)
    .set({
      status: 'running',
      fence: job.fence + 1,
      attempts: job.attempts + 1,
      attemptsWithoutCheckpoint: job.attemptsWithoutCheckpoint + 1,
      speakerNames: namesForAttempt,
      workerId,
      startedAt: job.startedAt ?? sql`now()`,
      updatedAt: sql`now()`,
    })
    .where(eq(jobs.id, jobId))
    .returning();
  // The update above has set it.
  return claimed as BegunJob | undefined;
}

async function failForWantOfProgress(tx: Database, job: JobRow): Promise<void> {
  const last = job.error
    ? `The last attempt said: ${job.error.message}`
    : 'The worker ended each time without a word.';
  const error: JobError = {
    code: 'no_progress',
    message: `${job.attemptsWithoutCheckpoint} attempts in a row ended before a turn was stored. ${last}`,
    advice: job.error?.advice ?? "Look into the worker's log for what ended it, then retry the job.",
  };
  await tx
    .update(jobs)
    .set({
      status: 'failed',
      fence: job.fence + 1,
      error,
      workerId: null,
      finishedAt: sql`now()`,
      updatedAt: sql`now()`,
    })
    .where(eq(jobs.id, job.id));
}

async function readTurns(db: Database, jobId: string): Promise<unknown[]> {
  const rows = await db
    .select({ payload: checkpoints.payload })
    .from(checkpoints)
    .where(eq(checkpoints.jobId, jobId))
    .orderBy(asc(checkpoints.createdAt), asc(checkpoints.section), asc(checkpoints.turn));
  return rows.map((row) => row.payload);
}
