import { z } from 'zod';
import { failedCall, job, jobTurn } from './job.ts';
import { line } from './line.ts';
import { meeting } from './meeting.ts';
import { summary } from './summary.ts';
import { importSummary } from './transcript.ts';

/** Answer to `POST /v1/transcripts`: 202 for a new or retried job, 200 for one that exists. */
export const uploadAccepted = z.object({ meeting, job, import: importSummary });
export type UploadAccepted = z.infer<typeof uploadAccepted>;

/** Rows newest first; `nextCursor` is null on the last page. */
export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

export const meetingPage = page(meeting);
export const jobPage = page(job);
export const jobTrace = z.object({
  job,
  turns: z.array(jobTurn),
  /** Oldest first. Their tokens and costs are in no turn. */
  failedCalls: z.array(failedCall.extend({ createdAt: z.iso.datetime() })),
});
export type JobTrace = z.infer<typeof jobTrace>;

export const transcriptLines = z.object({ meetingId: z.uuid(), lines: z.array(line) });
export type TranscriptLines = z.infer<typeof transcriptLines>;

export const storedSummary = z.object({
  meetingId: z.uuid(),
  jobId: z.uuid(),
  version: z.int().min(1),
  createdAt: z.iso.datetime(),
  summary,
});
export type StoredSummary = z.infer<typeof storedSummary>;
