import { chooseBackend } from './choose-backend.ts';
import { withDeadline } from './deadline.ts';
import { quietReporter } from './error-reports.ts';
import { QueueClosedError, QueueRefusedError } from './errors.ts';
import { JobRuns, type JobHandler } from './job-runs.ts';
import type {
  EntryWorker,
  EntryWorkerOptions,
  Opened,
  QueueBackend,
  QueueSettings,
} from './queue-backend.ts';
import { DEFAULT_RETRY_DELAYS, retryDelay, type RetryDelays } from './retry-delay.ts';
import { waitForBackend } from './wait-for-queue.ts';

export type JobWorkerSettings = QueueSettings & {
  /** How many jobs run side by side. */
  concurrency: number;
  /** How long a job stays with a worker that no longer renews its lock, because it died or its event loop is blocked. */
  lockDurationMs?: number | undefined;
  /** How often this worker looks for jobs whose lock ran out; one is given away at the second look at the latest. */
  stalledIntervalMs?: number | undefined;
  /**
   * How many dead workers the queue lets a job outlive before it gives the entry up. Large by default: it is the
   * database that counts the attempts of a job, and the queue should not be the first to lose patience.
   */
  maxStalledCount?: number | undefined;
  /** The wait before a job whose handler threw is run again. */
  retryDelays?: RetryDelays | undefined;
};

export type JobWorker = {
  /**
   * Resolves when jobs are taken, which may be long when the backend is away at the start.
   * @throws QueueRefusedError when waiting will not help; the worker is of no use then.
   */
  readonly ready: Promise<void>;
  /** Ids of the jobs whose handler has not ended yet. */
  running(): string[];
  /** Aborts the signal of the job with a JobCancelledError, and has its entry finished. False when it does not run here. */
  cancel(jobId: string): boolean;
  /**
   * Stops taking jobs, aborts the running ones with a ShutdownError, and waits until they have ended and their entries
   * are back in the queue. A handler that has not ended after `graceMs` is left behind, its entry given to others.
   */
  close(options?: { reason?: string; graceMs?: number }): Promise<void>;
};

const DEFAULT_GRACE_MS = 10_000;
/** What each step after the grace may take, and the closing of the connections. */
const CLOSING_STEP_MS = 3_000;
/** The pause before a worker asks again after a backend that was away. BullMQ's own is 15 s. */
const RETRY_AFTER_LOSS_MS = 1_000;

/**
 * Takes jobs and gives them to the handler, and goes on by itself after the backend was away. A job can reach two
 * handlers at a time (a lost lock, a paused process): what the handler writes has to be protected by the job's fence.
 * On Postgres at most 4 connections are held.
 */
export function startJobWorker(settings: JobWorkerSettings, handler: JobHandler): JobWorker {
  const backend = chooseBackend(settings);
  const report = quietReporter(settings.onError);
  const runs = new JobRuns(handler);
  const stopping = new AbortController();
  const opening = openWhenReachable(backend, workerOptions(settings), runs, report, stopping.signal);
  const ready = opening.then(() => undefined);
  // Whoever does not wait for it still hears of it through onError.
  ready.catch((error: unknown) => (stopping.signal.aborted ? undefined : report(error)));
  let closing: Promise<void> | undefined;

  return {
    ready,
    running: () => runs.jobIds(),
    cancel: (jobId) => runs.cancel(jobId),
    close: ({ reason = 'shutdown', graceMs = DEFAULT_GRACE_MS } = {}) => {
      closing ??= (async () => {
        stopping.abort(new QueueClosedError());
        const opened = await opening.catch(() => undefined);
        if (opened) await closeWorker(opened, runs, reason, graceMs, report);
      })();
      return closing;
    },
  };
}

async function openWhenReachable(
  backend: QueueBackend,
  options: EntryWorkerOptions,
  runs: JobRuns,
  report: (error: unknown) => void,
  signal: AbortSignal,
): Promise<Opened<{ worker: EntryWorker }>> {
  for (;;) {
    await waitForBackend(backend, { signal, onWait: (message) => report(new Error(message)) });
    try {
      const opened = await backend.openWorker(runs.process, options, report);
      opened.worker.on('lockRenewalFailed', (entryIds) => entryIds.forEach((id) => runs.lockLost(id)));
      opened.worker.run().catch(report);
      return opened;
    } catch (error) {
      if (error instanceof QueueRefusedError) throw error;
      report(error);
    }
  }
}

async function closeWorker(
  opened: Opened<{ worker: EntryWorker }>,
  runs: JobRuns,
  reason: string,
  graceMs: number,
  report: (error: unknown) => void,
): Promise<void> {
  // True: it only stops taking. Waiting for the jobs is done below, since BullMQ's own waiting cannot be given up.
  await opened.worker.pause(true);
  let force = false;
  try {
    await withDeadline(runs.stop(reason), graceMs);
  } catch {
    force = true;
    await withDeadline(runs.abandon(), CLOSING_STEP_MS).catch(report);
  }
  try {
    await withDeadline(opened.close(force), CLOSING_STEP_MS);
  } catch (error) {
    report(error);
    await withDeadline(opened.worker.getBackend().close(true), CLOSING_STEP_MS).catch(report);
  }
}

function workerOptions(settings: JobWorkerSettings): EntryWorkerOptions {
  const delays = settings.retryDelays ?? DEFAULT_RETRY_DELAYS;
  return {
    autorun: false,
    concurrency: settings.concurrency,
    lockDuration: settings.lockDurationMs ?? 120_000,
    stalledInterval: settings.stalledIntervalMs ?? 30_000,
    maxStalledCount: settings.maxStalledCount ?? 1_000,
    runRetryDelay: RETRY_AFTER_LOSS_MS,
    settings: { backoffStrategy: (attemptsMade, _type, error) => retryDelay(attemptsMade, error, delays) },
  };
}
