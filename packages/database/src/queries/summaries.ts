import { renameSpeakers, type StoredSummary } from '@meeting-assistant/contracts';
import type { Database } from '../connect.ts';
import { and, desc, eq, lt } from '../drizzle.ts';
import { jobs } from '../schema/jobs.ts';
import { meetings } from '../schema/meetings.ts';
import { summaries } from '../schema/summaries.ts';
import { renamesSince } from '../speaker-naming.ts';

const selectSummaries = (db: Database) =>
  db
    .select({
      meetingId: summaries.meetingId,
      jobId: summaries.jobId,
      version: summaries.version,
      createdAt: summaries.createdAt,
      summary: summaries.body,
      labels: meetings.speakers,
      namesThen: jobs.speakerNames,
      namesNow: meetings.speakerNames,
    })
    .from(summaries)
    .innerJoin(
      meetings,
      and(eq(meetings.workspaceId, summaries.workspaceId), eq(meetings.id, summaries.meetingId)),
    )
    .innerJoin(jobs, and(eq(jobs.workspaceId, summaries.workspaceId), eq(jobs.id, summaries.jobId)));

type SummaryRow = Awaited<ReturnType<typeof selectSummaries>>[number];

/** Stored are the names of the time at which it was written; shown are those of today. */
function toStoredSummary({ labels, namesThen, namesNow, ...row }: SummaryRow): StoredSummary {
  const summary = renameSpeakers(row.summary, renamesSince(namesThen, namesNow, labels));
  return { ...row, createdAt: row.createdAt.toISOString(), summary };
}

const ofMeeting = (workspaceId: string, meetingId: string) =>
  and(eq(summaries.workspaceId, workspaceId), eq(summaries.meetingId, meetingId));

/** Postgres's integer ends here: a larger one would be an error of the query. */
const LARGEST_VERSION = 2 ** 31 - 1;

/** The newest version when none is asked for. Its speakers have the names that they have today. */
export async function findSummary(
  db: Database,
  workspaceId: string,
  meetingId: string,
  version?: number,
): Promise<StoredSummary | undefined> {
  if (version !== undefined && !(Number.isInteger(version) && Math.abs(version) <= LARGEST_VERSION))
    return undefined;
  const [row] = await selectSummaries(db)
    .where(
      and(
        ofMeeting(workspaceId, meetingId),
        version === undefined ? undefined : eq(summaries.version, version),
      ),
    )
    .orderBy(desc(summaries.version))
    .limit(1);
  return row && toStoredSummary(row);
}

export type SummaryFilter = {
  /** Versions at most. */
  limit?: number;
  /** Only versions older than this one. */
  before?: number | undefined;
};

/** Newest first, with the names that speakers have today. */
export async function listSummaries(
  db: Database,
  workspaceId: string,
  meetingId: string,
  { limit = 20, before }: SummaryFilter = {},
): Promise<StoredSummary[]> {
  const rows = await selectSummaries(db)
    .where(
      and(
        ofMeeting(workspaceId, meetingId),
        before === undefined ? undefined : lt(summaries.version, before),
      ),
    )
    .orderBy(desc(summaries.version))
    .limit(limit);
  return rows.map(toStoredSummary);
}
