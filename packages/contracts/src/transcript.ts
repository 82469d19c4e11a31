import { z } from 'zod';
import { line } from './line.ts';

/** What the import did to one place of the file: what it found there, and why it acted. */
export const importNote = z.object({
  /** Line number in the uploaded file, from 1; null when the note is about the whole file. */
  line: z.int().min(1).nullable(),
  /** The cue's own identifier or position, where the format has cues. */
  cue: z.string().nullable(),
  what: z.enum(['dropped', 'joined', 'guessed', 'interpolated', 'cleaned', 'de-rolled']),
  why: z.string(),
});
export type ImportNote = z.infer<typeof importNote>;

/** `counts` has every `what` that occurred; `notes` may be cut at 200, the counts never are. */
export const importReport = z.object({
  counts: z.record(z.string(), z.int().min(0)),
  notes: z.array(importNote),
});
export type ImportReport = z.infer<typeof importReport>;

export const transcriptFormat = z.enum(['webvtt', 'srt', 'text']);
export type TranscriptFormat = z.infer<typeof transcriptFormat>;

/** The numbered lines of one file, and an honest account of how they came out of it. */
export const transcript = z.object({
  format: transcriptFormat,
  encoding: z.string(),
  /** How sure the recognition of the format is, 0 to 1. */
  confidence: z.number().min(0).max(1),
  lines: z.array(line),
  /** Distinct speakers in the order of their first line. */
  speakers: z.array(z.string()),
  /** End of the last line, in milliseconds; null when the file has no times. */
  durationMs: z.int().min(0).nullable(),
  report: importReport,
});
export type Transcript = z.infer<typeof transcript>;

/** What an upload answers of the import: everything but the lines. */
export const importSummary = transcript.omit({ lines: true }).extend({ lineCount: z.int().min(1) });
export type ImportSummary = z.infer<typeof importSummary>;
