import type { Line, Meeting } from '@meeting-assistant/contracts';
import type { Database } from '../connect.ts';
import { and, asc, desc, eq, ilike, sql } from '../drizzle.ts';
import { retriedTransaction } from '../retried-transaction.ts';
import { lines, meetings, uploads } from '../schema/meetings.ts';
import { summaries } from '../schema/summaries.ts';
import { shownNames, withShownNames } from '../speaker-naming.ts';
import { after, containing, holdsNul, type Page, toPage } from './page-cursor.ts';

export type MeetingFilter = {
  /** Rows per page. */
  limit: number;
  cursor?: string | undefined;
  /** Part of the title, case ignored. */
  q?: string | undefined;
};

const meetingColumns = {
  id: meetings.id,
  title: meetings.title,
  startedAt: meetings.startedAt,
  timeZone: meetings.timeZone,
  language: meetings.language,
  participants: meetings.participants,
  speakers: meetings.speakers,
  speakerNames: meetings.speakerNames,
  lineCount: meetings.lineCount,
  durationMs: meetings.durationMs,
  fileName: uploads.fileName,
  import: meetings.import,
  createdAt: meetings.createdAt,
  summaryVersion: sql<number | null>`(
    select max(${summaries.version}) from ${summaries}
    where ${summaries.workspaceId} = ${meetings.workspaceId} and ${summaries.meetingId} = ${meetings.id})`,
};

const selectMeetings = (db: Database) =>
  db
    .select(meetingColumns)
    .from(meetings)
    .innerJoin(
      uploads,
      and(eq(uploads.workspaceId, meetings.workspaceId), eq(uploads.id, meetings.uploadId)),
    );

type MeetingRow = Awaited<ReturnType<typeof selectMeetings>>[number];

const toMeeting = (row: MeetingRow): Meeting => ({
  ...row,
  participants: shownNames(row.speakerNames, row.participants),
  speakers: shownNames(row.speakerNames, row.speakers),
  createdAt: row.createdAt.toISOString(),
});

const oneMeeting = (workspaceId: string, meetingId: string) =>
  and(eq(meetings.workspaceId, workspaceId), eq(meetings.id, meetingId));

export async function findMeeting(
  db: Database,
  workspaceId: string,
  meetingId: string,
): Promise<Meeting | undefined> {
  const [row] = await selectMeetings(db).where(oneMeeting(workspaceId, meetingId));
  return row && toMeeting(row);
}

/** @throws InvalidCursorError */
export async function listMeetings(
  db: Database,
  workspaceId: string,
  filter: MeetingFilter,
): Promise<Page<Meeting>> {
  if (filter.q && holdsNul(filter.q)) return { items: [], nextCursor: null };
  const rows = await selectMeetings(db)
    .where(
      and(
        eq(meetings.workspaceId, workspaceId),
        filter.q ? ilike(meetings.title, containing(filter.q)) : undefined,
        after(filter.cursor, meetings.createdAt, meetings.id),
      ),
    )
    .orderBy(desc(meetings.createdAt), desc(meetings.id))
    .limit(filter.limit + 1);
  return toPage(rows, filter.limit, toMeeting);
}

/** With the names that the speakers have today. Empty when the workspace has no such meeting. */
export async function readLines(db: Database, workspaceId: string, meetingId: string): Promise<Line[]> {
  const [[meeting], stored] = await Promise.all([
    db
      .select({ speakerNames: meetings.speakerNames })
      .from(meetings)
      .where(oneMeeting(workspaceId, meetingId)),
    readStoredLines(db, workspaceId, meetingId),
  ]);
  return meeting ? withShownNames(stored, meeting.speakerNames) : stored;
}

/** With the speakers that the file names. */
export async function readStoredLines(db: Database, workspaceId: string, meetingId: string): Promise<Line[]> {
  const rows = await db
    .select({
      line: lines.line,
      speaker: lines.speaker,
      startMs: lines.startMs,
      endMs: lines.endMs,
      text: lines.text,
      approximate: lines.approximate,
    })
    .from(lines)
    .where(and(eq(lines.workspaceId, workspaceId), eq(lines.meetingId, meetingId)))
    .orderBy(asc(lines.line));
  return rows.map(({ approximate, ...line }) => (approximate ? { ...line, approximate } : line));
}

export type OriginalFile = { bytes: Uint8Array; fileName: string | null; mediaType: string | null };

export async function readUpload(
  db: Database,
  workspaceId: string,
  meetingId: string,
): Promise<OriginalFile | undefined> {
  const [row] = await db
    .select({ bytes: uploads.bytes, fileName: uploads.fileName, mediaType: uploads.mediaType })
    .from(meetings)
    .innerJoin(uploads, and(eq(uploads.workspaceId, meetings.workspaceId), eq(uploads.id, meetings.uploadId)))
    .where(oneMeeting(workspaceId, meetingId));
  return row;
}

/** With its upload, lines, jobs and summaries. False when the workspace has no such meeting. */
export async function deleteMeeting(db: Database, workspaceId: string, meetingId: string): Promise<boolean> {
  return retriedTransaction(db, async (tx) => {
    const [deleted] = await tx
      .delete(meetings)
      .where(oneMeeting(workspaceId, meetingId))
      .returning({ uploadId: meetings.uploadId });
    if (!deleted) return false;
    await tx
      .delete(uploads)
      .where(and(eq(uploads.workspaceId, workspaceId), eq(uploads.id, deleted.uploadId)));
    return true;
  });
}
