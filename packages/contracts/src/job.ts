import { z } from 'zod';
import { languageTag, templateName } from './meeting.ts';
import { plainText } from './plain-text.ts';

export const jobKind = z.enum(['summary', 'workflow_edit']);
export const jobStatus = z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']);
export type JobStatus = z.infer<typeof jobStatus>;

/** Why a job failed: a stable code, one sentence of what happened, one of what to do. */
export const jobError = z.object({ code: z.string(), message: z.string(), advice: z.string().nullable() });
export type JobError = z.infer<typeof jobError>;

export const summaryJobSettings = z.object({
  template: templateName.default('general'),
  language: languageTag.optional(),
  /** A model name for this job alone; the configured one when absent. */
  model: plainText.min(1).max(200).optional(),
});
export type SummaryJobSettings = z.infer<typeof summaryJobSettings>;

/** Unknown figures are null: an endpoint that does not say is not one that says 0. */
export const tokenUsage = z.object({
  inputTokens: z.int().min(0).nullable(),
  cachedInputTokens: z.int().min(0).nullable(),
  outputTokens: z.int().min(0).nullable(),
  reasoningTokens: z.int().min(0).nullable(),
});
export type TokenUsage = z.infer<typeof tokenUsage>;

export const job = z.object({
  id: z.uuid(),
  kind: jobKind,
  status: jobStatus,
  meetingId: z.uuid().nullable(),
  meetingTitle: z.string().nullable(),
  settings: summaryJobSettings,
  /** How many times a worker has taken the job. */
  attempts: z.int().min(0),
  /** How many turns are stored. */
  turns: z.int().min(0),
  error: jobError.nullable(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
});
export type Job = z.infer<typeof job>;

/** A model call that gave no turn, with what it used. */
export const failedCall = z.object({
  section: z.string(),
  /** The turn that it was to give. */
  turn: z.int().min(0),
  /** Code of the error that it ended in. */
  code: z.string(),
  model: z.string(),
  requestId: z.string().nullable(),
  responseId: z.string().nullable(),
  durationMs: z.int().min(0),
  attempts: z.int().min(0),
  usage: tokenUsage,
  costUsd: z.number().min(0).nullable(),
});
export type FailedCall = z.infer<typeof failedCall>;

/** One model call of a job, as it was stored. */
export const jobTurn = z.object({
  section: z.string(),
  turn: z.int().min(0),
  model: z.string(),
  responseId: z.string().nullable(),
  /** The endpoint's name for the request, to ask its operator about. */
  requestId: z.string().nullable(),
  durationMs: z.int().min(0),
  /** Requests that the call took, failed ones included; their usage is in the sum. */
  attempts: z.int().min(1),
  usage: tokenUsage,
  /** US dollars; null where neither the endpoint nor a price list says. */
  costUsd: z.number().min(0).nullable(),
  toolCalls: z.array(z.object({ callId: z.string(), name: z.string(), arguments: z.string() })),
  createdAt: z.iso.datetime(),
});
export type JobTurn = z.infer<typeof jobTurn>;
