import { summarise, type AgentEvent, type StoredTurn } from '@meeting-assistant/agents';
import {
  claimJob,
  failJob,
  FencedOutError,
  finishJob,
  releaseJob,
  storeTurn,
  type ClaimedJob,
  type Database,
} from '@meeting-assistant/database';
import { ResponsesError } from '@meeting-assistant/llm-client';
import { LockLostError, ShutdownError, type JobOutcome, type JobRun } from '@meeting-assistant/queue';
import type { Logger } from 'pino';
import { classifyFailure } from './job-failure.ts';
import type { ModelEndpoint } from './model-endpoint.ts';

export interface JobRunner {
  db: Database;
  endpoint: ModelEndpoint;
  workerId: string;
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
  try {
    const { summary, turns } = await summariseClaimed(runner, claimed, run.signal, logger);
    const { version } = await finishJob(runner.db, { jobId: claimed.jobId, fence: claimed.fence, summary });
    logger.info({ version, turns, quality: summary.quality.status }, 'job succeeded');
    return { outcome: 'done' };
  } catch (error) {
    return settle(runner, claimed, run, error, logger);
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
      model: runner.endpoint.model(modelName),
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
      },
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
  if (error instanceof FencedOutError) {
    logger.info('another attempt or a cancel has taken over');
    return { outcome: 'done' };
  }
  const aborted = run.signal.aborted ? run.signal.reason : undefined;
  if (aborted instanceof ShutdownError) {
    await releaseJob(runner.db, held);
    logger.info('job handed over');
    return { outcome: 'hand-over' };
  }
  if (aborted instanceof LockLostError) {
    // The entry may be with another worker already. Our fence falls with its claim, or with the sweeper.
    logger.warn('queue lock lost, attempt given up');
    throw aborted;
  }
  const failure = classifyFailure(error);
  const lastAttempt = failure.kind === 'retry' && claimed.attemptsWithoutCheckpoint >= runner.maxAttempts;
  logger.warn({ ...loggable(error), code: failure.error.code, last: lastAttempt }, 'attempt failed');
  if (failure.kind === 'final' || lastAttempt) {
    await failJob(runner.db, { ...held, error: failure.error });
    return { outcome: 'done' };
  }
  await releaseJob(runner.db, failure.kind === 'wait' ? held : { ...held, error: failure.error });
  if (failure.kind === 'wait') return { outcome: 'later', delayMs: failure.delayMs, countsAsAttempt: false };
  return {
    outcome: 'later',
    delayMs: backoffMs(claimed.attemptsWithoutCheckpoint, runner.retryBaseMs),
    countsAsAttempt: false,
  };
}

/**
 * Endpoints quote the request in their errors, and the request is the transcript. So the log gets the facts of such an
 * error, and its words stay in the job's row, inside the workspace.
 */
function loggable(error: unknown): Record<string, unknown> {
  if (!(error instanceof ResponsesError)) return { err: error };
  const { name, status, requestId, retryable } = error;
  return { error: name, status, requestId, retryable };
}

/** Full jitter: anywhere between nothing and a bound that doubles with each attempt, one minute at most. */
function backoffMs(attempt: number, baseMs: number): number {
  return Math.round(Math.random() * Math.min(60_000, baseMs * 2 ** (attempt - 1)));
}
