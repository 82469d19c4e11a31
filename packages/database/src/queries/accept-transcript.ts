import type { Line, MeetingSettings, SummaryJobSettings, Transcript } from '@meeting-assistant/contracts';
import { v7 as uuid } from 'uuid';
import type { Database } from '../connect.ts';
import { and, desc, eq, sql } from '../drizzle.ts';
import { IdempotencyConflictError } from '../errors.ts';
import { encodeJson } from '../json.ts';
import { idempotencyKeys, jobs } from '../schema/jobs.ts';
import { lines, meetings, uploads } from '../schema/meetings.ts';
import { fingerprintOf, sha256 } from './fingerprint.ts';
import { refuseNul } from './refuse-nul.ts';
import { requeued } from './requeue.ts';

/** Lines per statement: more at once would hold the event loop while they are written out as JSON. */
const LINES_PER_INSERT = 2_000;

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
  /** `retried`: the meeting existed, its newest job had failed and is queued again. */
  outcome: 'created' | 'existing' | 'retried';
  meetingId: string;
  jobId: string;
  epoch: number;
  /** Whether the job waits to be worked on: then the caller adds its queue entry (again). */
  queue: boolean;
};

/**
 * Stores upload, meeting, lines and a queued job in one transaction. The same bytes and settings again are the same
 * meeting, also when both come at once.
 *
 * @throws IdempotencyConflictError, NulCharacterError
 */
export async function acceptTranscript(db: Database, upload: TranscriptUpload): Promise<AcceptedTranscript> {
  refuseNul(upload);
  const { workspaceId, idempotencyKey: key } = upload;
  const bytesHash = sha256(upload.bytes);
  const fingerprint = fingerprintOf(bytesHash, upload.settings);
  return db.transaction(async (tx) => {
    // The key before the fingerprint, always: two uploads that share both must not wait for each other.
    if (key !== undefined) await takeLock(tx, `idempotency key ${workspaceId} ${key}`);
    await takeLock(tx, `upload ${workspaceId} ${fingerprint}`);
    if (key !== undefined) await checkKey(tx, workspaceId, key, fingerprint);
    const accepted =
      (await acceptAgain(tx, workspaceId, fingerprint)) ??
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

async function checkKey(tx: Database, workspaceId: string, key: string, requestHash: string): Promise<void> {
  const [known] = await tx
    .select({ requestHash: idempotencyKeys.requestHash })
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.workspaceId, workspaceId), eq(idempotencyKeys.key, key)));
  if (known && known.requestHash !== requestHash) throw new IdempotencyConflictError(key);
}

async function acceptAgain(
  tx: Database,
  workspaceId: string,
  fingerprint: string,
): Promise<AcceptedTranscript | undefined> {
  const [job] = await tx
    .select({ id: jobs.id, meetingId: meetings.id, status: jobs.status, epoch: jobs.epoch })
    .from(meetings)
    .innerJoin(jobs, and(eq(jobs.workspaceId, meetings.workspaceId), eq(jobs.meetingId, meetings.id)))
    .where(and(eq(meetings.workspaceId, workspaceId), eq(meetings.fingerprint, fingerprint)))
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(1)
    .for('update', { of: jobs });
  if (!job) return undefined;
  const { id: jobId, meetingId } = job;
  if (job.status !== 'failed') {
    return { outcome: 'existing', meetingId, jobId, epoch: job.epoch, queue: job.status === 'queued' };
  }
  await tx
    .update(jobs)
    .set(requeued)
    .where(and(eq(jobs.workspaceId, workspaceId), eq(jobs.id, jobId)));
  return { outcome: 'retried', meetingId, jobId, epoch: job.epoch + 1, queue: true };
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
