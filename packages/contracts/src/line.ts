import { z } from 'zod';

/** One utterance. `line` counts from 1; times are milliseconds from the start of the meeting, null when the file has none. */
export const line = z.object({
  line: z.int().min(1),
  speaker: z.string().min(1).nullable(),
  startMs: z.int().min(0).nullable(),
  endMs: z.int().min(0).nullable(),
  text: z.string().min(1),
  /** The times were interpolated, the file does not state them. */
  approximate: z.literal(true).optional(),
});
export type Line = z.infer<typeof line>;

/** An inclusive range of line numbers. */
export const lineRange = z.object({ from: z.int().min(1), to: z.int().min(1) });
export type LineRange = z.infer<typeof lineRange>;
