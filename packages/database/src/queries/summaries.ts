import type { StoredSummary } from '@meeting-assistant/contracts';
import type { Database } from '../connect.ts';
import { and, desc, eq } from '../drizzle.ts';
import { summaries } from '../schema/summaries.ts';

const versionColumns = {
  meetingId: summaries.meetingId,
  jobId: summaries.jobId,
  version: summaries.version,
  createdAt: summaries.createdAt,
};

/** Postgres's integer ends here: a larger one would be an error of the query. */
const LARGEST_VERSION = 2 ** 31 - 1;

/** The newest version when none is asked for. */
export async function findSummary(
  db: Database,
  workspaceId: string,
  meetingId: string,
  version?: number,
): Promise<StoredSummary | undefined> {
  if (version !== undefined && !(Number.isInteger(version) && Math.abs(version) <= LARGEST_VERSION))
    return undefined;
  const [row] = await db
    .select({ ...versionColumns, summary: summaries.body })
    .from(summaries)
    .where(
      and(
        eq(summaries.workspaceId, workspaceId),
        eq(summaries.meetingId, meetingId),
        version === undefined ? undefined : eq(summaries.version, version),
      ),
    )
    .orderBy(desc(summaries.version))
    .limit(1);
  return row && { ...row, createdAt: row.createdAt.toISOString() };
}

export type SummaryVersion = Omit<StoredSummary, 'summary'> & { model: string; template: string };

/** Newest first. */
export async function listSummaries(
  db: Database,
  workspaceId: string,
  meetingId: string,
): Promise<SummaryVersion[]> {
  const rows = await db
    .select({ ...versionColumns, model: summaries.model, template: summaries.template })
    .from(summaries)
    .where(and(eq(summaries.workspaceId, workspaceId), eq(summaries.meetingId, meetingId)))
    .orderBy(desc(summaries.version));
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}
