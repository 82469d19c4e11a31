import { z } from 'zod';

/** An RFC 9457 problem. `code` is stable and safe to branch on; `detail` says what to do. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int().min(400).max(599),
  code: z.string(),
  detail: z.string(),
  /** The request, as the server's log names it. */
  requestId: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});
export type Problem = z.infer<typeof problem>;
