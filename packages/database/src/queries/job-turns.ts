import { failedCall, type JobTrace, type JobTurn, tokenUsage } from '@meeting-assistant/contracts';
import { z } from 'zod';
import type { Database } from '../connect.ts';
import { and, asc, eq } from '../drizzle.ts';
import { checkpoints, failedCalls } from '../schema/jobs.ts';

/** What a trace shows of a stored turn. `output` holds items of the Agents SDK, of which tool calls alone matter here. */
const storedTurn = z.object({
  model: z.string(),
  responseId: z.string().nullish(),
  requestId: z.string().nullish(),
  attempts: z.int().min(1).default(1),
  costUsd: z.number().min(0).nullish(),
  durationMs: z.number(),
  usage: tokenUsage,
  output: z.array(z.unknown()),
});

const functionCall = z.object({
  type: z.literal('function_call'),
  callId: z.string(),
  name: z.string(),
  arguments: z.string(),
});

/** In the order in which they were stored; empty when the workspace has no such job. */
export async function readJobTurns(db: Database, workspaceId: string, jobId: string): Promise<JobTurn[]> {
  const rows = await db
    .select()
    .from(checkpoints)
    .where(and(eq(checkpoints.workspaceId, workspaceId), eq(checkpoints.jobId, jobId)))
    .orderBy(asc(checkpoints.createdAt), asc(checkpoints.section), asc(checkpoints.turn));
  return rows.map(toJobTurn);
}

/** Oldest first; empty when the workspace has no such job. */
export async function readFailedCalls(
  db: Database,
  workspaceId: string,
  jobId: string,
): Promise<JobTrace['failedCalls']> {
  const rows = await db
    .select()
    .from(failedCalls)
    .where(and(eq(failedCalls.workspaceId, workspaceId), eq(failedCalls.jobId, jobId)))
    .orderBy(asc(failedCalls.createdAt), asc(failedCalls.id));
  return rows.map(({ payload, createdAt }) => ({
    ...failedCall.parse(payload),
    createdAt: createdAt.toISOString(),
  }));
}

function toJobTurn(row: typeof checkpoints.$inferSelect): JobTurn {
  const stored = storedTurn.parse(row.payload);
  return {
    section: row.section,
    turn: row.turn,
    model: stored.model,
    responseId: stored.responseId ?? null,
    requestId: stored.requestId ?? null,
    durationMs: Math.max(0, Math.round(stored.durationMs)),
    attempts: stored.attempts,
    usage: stored.usage,
    costUsd: stored.costUsd ?? null,
    toolCalls: stored.output.flatMap((item) => {
      const { success, data } = functionCall.safeParse(item);
      return success ? [{ callId: data.callId, name: data.name, arguments: data.arguments }] : [];
    }),
    createdAt: row.createdAt.toISOString(),
  };
}
