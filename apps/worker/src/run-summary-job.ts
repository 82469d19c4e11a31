import type { JobError } from '@meeting-assistant/contracts';
import { summarise, type AgentEvent, type StoredTurn } from '@meeting-assistant/agents';
import {
  claimJob,
  failJob,
  FencedOutError,
  finishJob,
  giveBackJob,
  releaseJob,
  storeFailedCall,
  storeTurn,
  type ClaimedJob,
  type Database,
} from '@meeting-assistant/database';
import { ResponsesError } from '@meeting-assistant/llm-client';
import {
  JobCancelledError,
  LockLostError,
  ShutdownError,
  type JobOutcome,
  type JobRun,
} from '@meeting-assistant/queue';
import type { Logger } from 'pino';
import { classifyFailure } from './job-failure.ts';
import type { ModelEndpoint } from './model-endpoint.ts';

const SHORTEST_WAIT_MS = 5_000;
const LONGEST_SHORTEST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 60 * 60 * 1000;
const LONGEST_WAIT_IN_ALL_MS = 24 * LONGEST_WAIT_MS;

export interface JobRunner {
  db: Database;
  endpoint: ModelEndpoint;
  workerId: string;
  /** The fences of the jobs that run here, by job id: what the watch for cancelled jobs goes by. */
  running: Map<string, number>;
  logger: Logger;
  maxTurns: number;
  maxAttempts: number;
  retryBaseMs: number;
}

/**
 * One attempt at one job. The database decides: it hands the job out under a new fence, and refuses every write of an
 * attempt whose fence has gone. The queue is only told what to do with its entry.
 */
export async function runSummaryJob(runner: JobRunner, run: JobRun): Promise<JobOutcome> {
  const claimed = await claimJob(runner.db, { ...run, workerId: runner.workerId });
  const logger = runner.logger.child({
    jobId: run.jobId,
    ...(claimed ? { meetingId: claimed.meetingId, attempt: claimed.attempt } : {}),
  });
  if (!claimed) {
    logger.info('job needs no work');
    return { outcome: 'done' };
  }
  logger.info({ lines: claimed.lines.length, storedTurns: claimed.turns.length }, 'job started');
  runner.running.set(claimed.jobId, claimed.fence);
  try {
    const { summary, turns } = await summariseClaimed(runner, claimed, run.signal, logger);
    const { version } = await finishJob(runner.db, { jobId: claimed.jobId, fence: claimed.fence, summary });
    logger.info({ version, turns, quality: summary.quality.status }, 'job succeeded');
    return { outcome: 'done' };
  } catch (error) {
    return await settle(runner, claimed, run, error, logger);
  } finally {
    if (runner.running.get(claimed.jobId) === claimed.fence) runner.running.delete(claimed.jobId);
  }
}

function summariseClaimed(runner: JobRunner, claimed: ClaimedJob, signal: AbortSignal, logger: Logger) {
  const modelName = claimed.settings.model ?? runner.endpoint.defaultModel;
  return summarise(
    {
      lines: claimed.lines,
      durationMs: claimed.meeting.durationMs,
      settings: { ...claimed.meeting, ...claimed.settings },
    },
    {
      model: runner.endpoint.model(modelName, { promptCacheKey: claimed.jobId, logger }),
      modelName,
      signal,
      maxTurns: runner.maxTurns,
      turns: {
        // Written by `store` below, in an earlier attempt.
        stored: claimed.turns as StoredTurn[],
        store: (turn) =>
          storeTurn(runner.db, {
            jobId: claimed.jobId,
            fence: claimed.fence,
            section: turn.section,
            turn: turn.turn,
            payload: turn,
          }),
        storeFailedCall: (payload) =>
          storeFailedCall(runner.db, { jobId: claimed.jobId, fence: claimed.fence, payload }),
      },
      logger,
      onEvent: (event) => logEvent(logger, event),
    },
  );
}

/** Events carry counts and names of tools; the content of a meeting stays out of the log. */
function logEvent(logger: Logger, event: AgentEvent): void {
  if (event.type === 'turn_finished') logger.info({ turn: event.turn, usage: event.usage }, 'turn finished');
  else logger.debug({ event: event.type }, 'agent event');
}

async function settle(
  runner: JobRunner,
  claimed: ClaimedJob,
  run: JobRun,
  error: unknown,
  logger: Logger,
): Promise<JobOutcome> {
  const held = { jobId: claimed.jobId, fence: claimed.fence };
  const aborted: unknown = run.signal.aborted ? run.signal.reason : undefined;
  if (error instanceof FencedOutError || aborted instanceof JobCancelledError) {
    logger.info('cancelled, or taken over by another attempt');
    return { outcome: 'done' };
  }
  if (aborted instanceof ShutdownError) {
    await releaseJob(runner.db, held);
    logger.info('job handed over');
    return { outcome: 'hand-over' };
  }
  if (aborted instanceof LockLostError) {
    // The entry may be with another worker already. Our fence falls with its claim, or with the sweeper.
    logger.warn('queue lock lost, attempt given up');
    return { outcome: 'done' };
  }
  return afterFailure(runner, claimed, error, logger);
}

async function afterFailure(
  runner: JobRunner,
  claimed: ClaimedJob,
  error: unknown,
  logger: Logger,
): Promise<JobOutcome> {
  const held = { jobId: claimed.jobId, fence: claimed.fence };
  const failure = classifyFailure(error);
  const facts = { ...loggable(error), code: failure.error.code };
  if (failure.kind === 'wait') {
    logger.warn(facts, 'endpoint asks to wait');
    return wait(runner, claimed, failure);
  }
  if (failure.kind === 'final') {
    logger.warn(facts, 'job failed');
    await failJob(runner.db, { ...held, error: failure.error, restart: failure.restart });
    return { outcome: 'done' };
  }
  const { status, attemptsWithoutCheckpoint } = await giveBackJob(runner.db, {
    ...held,
    error: failure.error,
    maxAttempts: runner.maxAttempts,
  });
  logger.warn({ ...facts, status, attemptsWithoutCheckpoint }, 'attempt failed');
  if (status === 'failed') return { outcome: 'done' };
  const delayMs = backoffMs(attemptsWithoutCheckpoint, runner.retryBaseMs);
  return { outcome: 'later', delayMs, countsAsAttempt: false };
}

/**
 * Waiting uses no attempt, so it has bounds of its own: an hour at a time, a day in all, and never so short that an endpoint
 * which asks for nothing (`Retry-After: 0`) is asked again and again.
 */
async function wait(
  runner: JobRunner,
  claimed: ClaimedJob,
  { error, delayMs }: { error: JobError; delayMs: number },
): Promise<JobOutcome> {
  const held = { jobId: claimed.jobId, fence: claimed.fence };
  if (Date.now() - Date.parse(claimed.startedAt) > LONGEST_WAIT_IN_ALL_MS) {
    await failJob(runner.db, { ...held, error });
    return { outcome: 'done' };
  }
  await releaseJob(runner.db, { ...held, waitingFor: error });
  return { outcome: 'later', delayMs: boundedWaitMs(delayMs, claimed.attempt), countsAsAttempt: false };
}

function boundedWaitMs(wantedMs: number, attempt: number): number {
  const shortest = Math.min(LONGEST_SHORTEST_WAIT_MS, SHORTEST_WAIT_MS * attempt);
  return Math.min(LONGEST_WAIT_MS, Math.max(shortest, wantedMs));
}

/**
 * Endpoints quote the request in their errors, and the request is the transcript. So the log gets the facts of such an
 * error, and its words stay in the job's row, inside the workspace.
 */
function loggable(error: unknown): Record<string, unknown> {
  if (!(error instanceof ResponsesError)) return { err: error };
  const { name, status, requestId, responseId, attempt, retryable, report } = error;
  return {
    error: name,
    status,
    requestId,
    responseId,
    modelAttempt: attempt,
    retryable,
    tokens: report?.tokens,
  };
}

/** Full jitter: anywhere between nothing and a bound that doubles with each attempt, one minute at most. */
function backoffMs(attempt: number, baseMs: number): number {
  return Math.round(Math.random() * Math.min(60_000, baseMs * 2 ** Math.max(0, attempt - 1)));
}
