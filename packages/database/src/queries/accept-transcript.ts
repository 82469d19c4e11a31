import type { Line, MeetingSettings, SummaryJobSettings, Transcript } from '@meeting-assistant/contracts';
import { v7 as uuid } from 'uuid';
import { type Database, withQueryTimeout } from '../connect.ts';
import { and, asc, eq, sql } from '../drizzle.ts';
import { IdempotencyConflictError } from '../errors.ts';
import { encodeJson } from '../json.ts';
import { retriedTransaction } from '../retried-transaction.ts';
import { idempotencyKeys, jobs } from '../schema/jobs.ts';
import { lines, meetings, uploads } from '../schema/meetings.ts';
import { fingerprintOf, sha256 } from './fingerprint.ts';
import { refuseNul } from './refuse-nul.ts';
import { requeue } from './requeue.ts';

/** Lines per statement: more at once would hold the event loop while they are written out as JSON. */
const LINES_PER_INSERT = 2_000;

/** The longest statement waits while the same file is stored by another upload: seconds on a busy machine, not minutes. */
const QUERY_TIMEOUT_MS = 120_000;

export type TranscriptUpload = {
  workspaceId: string;
  bytes: Uint8Array;
  fileName: string | null;
  mediaType: string | null;
  transcript: Transcript;
  settings: MeetingSettings;
  idempotencyKey?: string;
};

export type AcceptedTranscript = {
  /** `retried`: the meeting existed, its job had failed and is queued again. */
  outcome: 'created' | 'existing' | 'retried';
  meetingId: string;
  jobId: string;
  epoch: number;
  /** Whether the job waits to be worked on: then the caller adds its queue entry (again). */
  queue: boolean;
};

/**
 * Stores upload, meeting, lines and a queued job in one transaction. The same bytes and settings again are the same
 * meeting and the same job, also when both come at once; an idempotency key that is known stands for the job it was given.
 *
 * @throws IdempotencyConflictError, NulCharacterError
 */
export async function acceptTranscript(db: Database, upload: TranscriptUpload): Promise<AcceptedTranscript> {
  refuseNul(upload);
  const { workspaceId, idempotencyKey: key } = upload;
  const bytesHash = sha256(upload.bytes);
  const fingerprint = fingerprintOf(bytesHash, upload.settings);
  return retriedTransaction(withQueryTimeout(db, QUERY_TIMEOUT_MS), async (tx) => {
    // The key before the fingerprint, always: two uploads that share both must not wait for each other.
    if (key !== undefined) await takeLock(tx, `idempotency key ${workspaceId} ${key}`);
    await takeLock(tx, `upload ${workspaceId} ${fingerprint}`);
    const known = key === undefined ? undefined : await findKey(tx, workspaceId, key);
    if (key !== undefined && known && known.requestHash !== fingerprint)
      throw new IdempotencyConflictError(key);
    const accepted =
      (await acceptAgain(tx, workspaceId, fingerprint, known?.jobId)) ??
      (await acceptNew(tx, upload, bytesHash, fingerprint));
    if (key !== undefined) {
      const { meetingId, jobId } = accepted;
      await tx
        .insert(idempotencyKeys)
        .values({ workspaceId, key, requestHash: fingerprint, meetingId, jobId })
        .onConflictDoNothing();
    }
    return accepted;
  });
}

/** Until the transaction ends. */
async function takeLock(tx: Database, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

async function findKey(tx: Database, workspaceId: string, key: string) {
  const [known] = await tx
    .select({ requestHash: idempotencyKeys.requestHash, jobId: idempotencyKeys.jobId })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.workspaceId, workspaceId), eq(idempotencyKeys.key, key)));
  return known;
}

/** With the job named, else with the one that the meeting was uploaded for. */
async function acceptAgain(
  tx: Database,
  workspaceId: string,
  fingerprint: string,
  keyedJobId: string | undefined,
): Promise<AcceptedTranscript | undefined> {
  // First the meeting, then the job: a deletion locks them in this order too.
  const [meeting] = await tx
    .select({ id: meetings.id })
    .from(meetings)
    .where(and(eq(meetings.workspaceId, workspaceId), eq(meetings.fingerprint, fingerprint)))
    .for('key share');
  if (!meeting) return undefined;
  const [job] = await tx
    .select({ id: jobs.id, status: jobs.status, epoch: jobs.epoch, restart: jobs.restart })
    .from(jobs)
    .where(
      and(
        eq(jobs.workspaceId, workspaceId),
        eq(jobs.meetingId, meeting.id),
        keyedJobId === undefined ? undefined : eq(jobs.id, keyedJobId),
      ),
    )
    .orderBy(asc(jobs.createdAt), asc(jobs.id))
    .limit(1)
    .for('update');
  if (!job) return undefined;
  const ids = { meetingId: meeting.id, jobId: job.id };
  if (job.status !== 'failed') {
    return { ...ids, outcome: 'existing', epoch: job.epoch, queue: job.status === 'queued' };
  }
  await requeue(tx, job);
  return { ...ids, outcome: 'retried', epoch: job.epoch + 1, queue: true };
}

async function acceptNew(
  tx: Database,
  upload: TranscriptUpload,
  bytesHash: string,
  fingerprint: string,
): Promise<AcceptedTranscript> {
  const { workspaceId, transcript, settings, bytes, fileName, mediaType } = upload;
  const uploadId = uuid();
  await tx.insert(uploads).values({
    id: uploadId,
    workspaceId,
    sha256: bytesHash,
    bytes,
    fileName,
    mediaType,
    byteLength: bytes.byteLength,
  });
  const { lines: transcriptLines, ...imported } = transcript;
  const meetingId = uuid();
  await tx.insert(meetings).values({
    id: meetingId,
    workspaceId,
    uploadId,
    title: settings.title ?? titleFrom(fileName),
    startedAt: settings.startedAt ?? null,
    timeZone: settings.timeZone ?? null,
    language: settings.language ?? null,
    participants: settings.participants,
    glossary: settings.glossary,
    speakers: transcript.speakers,
    lineCount: transcriptLines.length,
    durationMs: transcript.durationMs,
    import: { ...imported, lineCount: transcriptLines.length },
    settings,
    fingerprint,
  });
  await insertLines(tx, workspaceId, meetingId, transcriptLines);
  const jobId = uuid();
  await tx
    .insert(jobs)
    .values({ id: jobId, workspaceId, meetingId, kind: 'summary', settings: jobSettings(settings) });
  return { outcome: 'created', meetingId, jobId, epoch: 0, queue: true };
}

async function insertLines(tx: Database, workspaceId: string, meetingId: string, all: Line[]): Promise<void> {
  for (let start = 0; start < all.length; start += LINES_PER_INSERT) {
    const batch = encodeJson(all.slice(start, start + LINES_PER_INSERT));
    await tx.execute(sql`
      insert into ${lines} (meeting_id, workspace_id, line, speaker, start_ms, end_ms, approximate, text)
      select ${meetingId}::uuid, ${workspaceId}::uuid, line, speaker, "startMs", "endMs", coalesce(approximate, false), text
      from json_to_recordset(${batch}::json)
        as batch(line int, speaker text, "startMs" int, "endMs" int, approximate boolean, text text)`);
  }
}

function titleFrom(fileName: string | null): string {
  const base = fileName?.split(/[\\/]/).at(-1) ?? '';
  return base.replace(/\.[^.]+$/, '').trim() || 'Untitled meeting';
}

function jobSettings({ template, language }: MeetingSettings): SummaryJobSettings {
  return { template, ...(language !== undefined && { language }) };
}
