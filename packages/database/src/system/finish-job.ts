import type { Summary } from '@meeting-assistant/contracts';
import { v7 as uuid } from 'uuid';
import type { Database } from '../connect.ts';
import { and, eq, sql } from '../drizzle.ts';
import { FencedOutError } from '../errors.ts';
import { retriedTransaction } from '../retried-transaction.ts';
import { jobs } from '../schema/jobs.ts';
import { meetings } from '../schema/meetings.ts';
import { summaries } from '../schema/summaries.ts';
import { type Hold, held } from './write-under-fence.ts';

/**
 * Stores the summary as the meeting's next version and ends the job, in one transaction. Again under the same fence (the
 * commit's answer was lost, say) it gives the version that it stored before.
 *
 * @throws FencedOutError
 */
export async function finishJob(
  db: Database,
  { summary, ...hold }: Hold & { summary: Summary },
): Promise<{ version: number }> {
  return retriedTransaction(db, async (tx) => {
    // First the meeting, then the job: a deletion locks them in this order too.
    const meeting = await lockMeeting(tx, hold.jobId);
    const [job] = await tx
      .update(jobs)
      .set({
        status: 'succeeded',
        error: null,
        workerId: null,
        finishedAt: sql`now()`,
        updatedAt: sql`now()`,
      })
      .where(held(hold))
      .returning({ settings: jobs.settings });
    if (!meeting || !job) return findFinished(tx, hold);
    const { workspaceId, id: meetingId } = meeting;
    const version = await nextVersion(tx, meetingId);
    const { model, template } = summary;
    await tx.insert(summaries).values({
      id: uuid(),
      workspaceId,
      meetingId,
      jobId: hold.jobId,
      version,
      body: summary,
      model,
      template,
    });
    if (meeting.language === null && job.settings.language === undefined) {
      await tx.update(meetings).set({ language: summary.language }).where(eq(meetings.id, meetingId));
    }
    return { version };
  });
}

async function lockMeeting(tx: Database, jobId: string) {
  const [meeting] = await tx
    .select({ id: meetings.id, workspaceId: meetings.workspaceId, language: meetings.language })
    .from(meetings)
    .innerJoin(jobs, and(eq(jobs.workspaceId, meetings.workspaceId), eq(jobs.meetingId, meetings.id)))
    .where(eq(jobs.id, jobId))
    .for('no key update', { of: meetings });
  return meeting;
}

async function findFinished(tx: Database, { jobId, fence }: Hold): Promise<{ version: number }> {
  const [finished] = await tx
    .select({ version: summaries.version })
    .from(summaries)
    .innerJoin(jobs, eq(jobs.id, summaries.jobId))
    .where(and(eq(jobs.id, jobId), eq(jobs.fence, fence), eq(jobs.status, 'succeeded')));
  if (!finished) throw new FencedOutError(jobId, fence);
  return finished;
}

async function nextVersion(tx: Database, meetingId: string): Promise<number> {
  const [newest] = await tx
    .select({ version: sql<number>`coalesce(max(${summaries.version}), 0)` })
    .from(summaries)
    .where(eq(summaries.meetingId, meetingId));
  return (newest?.version ?? 0) + 1;
}
