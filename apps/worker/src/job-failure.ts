import {
  AgentRunError,
  InvalidSettingError,
  NoSummaryError,
  UnknownTemplateError,
} from '@meeting-assistant/agents';
import type { JobError } from '@meeting-assistant/contracts';
import {
  RateLimitedError,
  RepeatedInvalidArgumentsError,
  ResponsesError,
} from '@meeting-assistant/llm-client';

/** What becomes of an attempt that threw. */
export type JobFailure =
  /** The endpoint named a time: waiting for it uses no attempt. */
  | { kind: 'wait'; error: JobError; delayMs: number }
  /** Another attempt may do better. */
  | { kind: 'retry'; error: JobError }
  /** No attempt can do better until a person has changed something. */
  | {
      kind: 'final';
      error: JobError;
      /** The stored turns are the cause: a retry must not replay them. */
      restart: boolean;
    };

export function classifyFailure(error: unknown): JobFailure {
  if (error instanceof RateLimitedError) {
    return { kind: 'wait', error: describe(error), delayMs: error.retryAfterMs };
  }
  if (error instanceof RepeatedInvalidArgumentsError) {
    return { kind: 'final', error: describe(error), restart: true };
  }
  if (error instanceof ResponsesError) {
    return error.retryable
      ? { kind: 'retry', error: describe(error) }
      : { kind: 'final', error: describe(error), restart: false };
  }
  if (error instanceof InvalidSettingError) {
    return explain(error, 'Upload the meeting again with a right one.', false);
  }
  if (error instanceof UnknownTemplateError) {
    return explain(error, 'Upload again with one of these templates.', false);
  }
  if (error instanceof NoSummaryError || error instanceof AgentRunError) {
    return explain(error, 'Retry the job, which asks the model afresh, or choose another AGENT_MODEL.', true);
  }
  return {
    kind: 'retry',
    error: {
      code: 'internal_error',
      message: 'The job met an unexpected error.',
      advice: 'The worker log has it under the job id.',
    },
  };
}

function explain(
  { code, message }: { code: string; message: string },
  advice: string,
  restart: boolean,
): JobFailure {
  return { kind: 'final', error: { code, message, advice }, restart };
}

const advice: Record<string, string> = {
  endpoint_unreachable:
    'Check OPENAI_BASE_URL, and that the endpoint runs and can be reached from the worker; then retry the job.',
  endpoint_unauthorized:
    'Set a valid OPENAI_API_KEY for this endpoint, restart the worker and retry the job.',
  endpoint_forbidden:
    'The key may not use this model. Give it access, or choose another AGENT_MODEL; then retry the job.',
  endpoint_not_found:
    'Nothing answers at this path. Correct OPENAI_BASE_URL (it mostly ends in /v1) or AGENT_MODEL, restart the worker and retry the job.',
  endpoint_redirected:
    'Set OPENAI_BASE_URL to the address that it redirects to, if meetings may go there; restart the worker and retry the job.',
  endpoint_quota_exhausted: 'Raise the quota of this key at the provider, then retry the job.',
  model_not_found:
    'Set AGENT_MODEL to a model that this endpoint serves, restart the worker and retry the job.',
  context_too_long:
    'The transcript is longer than this model can read. Choose an AGENT_MODEL with a larger context, then retry the job.',
  request_rejected:
    'The endpoint does not take this request. Check that it serves the Responses API for this model.',
  total_timeout:
    'The model needs longer than a call may take. Raise AGENT_TOTAL_TIMEOUT_MS, or choose a faster AGENT_MODEL; then retry the job.',
  request_failed:
    'Check OPENAI_BASE_URL and OPENAI_API_KEY for odd characters, restart the worker and retry the job.',
  response_failed:
    'The endpoint refused to go on with this meeting. Look into its own log, then retry the job.',
  unexpected_body:
    'What answers at OPENAI_BASE_URL is no Responses endpoint. Correct the URL, then retry the job.',
  repeated_invalid_arguments:
    'The model does not call tools rightly. Retry the job, or choose another AGENT_MODEL.',
  model_refusal:
    'The model declined to summarise this meeting. Retry the job, or choose another AGENT_MODEL.',
  incomplete_response:
    'The answer was cut off. Raise the output limit of the endpoint, or choose another AGENT_MODEL.',
};

function describe(error: ResponsesError): JobError {
  return {
    code: error.code,
    message: error.message,
    advice: advice[error.code] ?? (error.retryable ? 'Retry the job once the endpoint is well.' : null),
  };
}
