import { bumpEpoch, findLostJobs, type Database, type LostJob } from '@meeting-assistant/database';
import type { JobQueue } from '@meeting-assistant/queue';
import type { Logger } from 'pino';

/** A worker that has not been heard of for this long is taken for dead; the fence protects when it is not. */
const HEARTBEAT_TIMEOUT_MS = 15_000;

/** How long an unfinished row may stay untouched before the queue is asked whether it still has the entry. */
const UNTOUCHED_MS = 30_000;

/** Queues again what the database says is unfinished and nobody will get to any more. */
export interface Sweeper {
  /** Jobs that died with their worker. Cheap: asks the database alone. Gives how many were queued again. */
  sweepLostWorkers: () => Promise<number>;
  /** Those, and jobs whose entry the queue has lost. */
  sweepAll: () => Promise<number>;
}

/** @param signal ends a round between two jobs */
export function createSweeper(db: Database, queue: JobQueue, logger: Logger, signal: AbortSignal): Sweeper {
  async function queueAgain({ jobId, epoch, reason }: LostJob): Promise<boolean> {
    if (reason === 'unqueued' && (await queue.holds(jobId, epoch))) return false;
    const next = await bumpEpoch(db, { jobId, epoch, reason });
    if (next === undefined) return false; // another sweeper was first
    // The row says `queued` under the new epoch now: should the queue be away, a later round adds the entry.
    await queue.enqueue({ jobId, epoch: next, kind: 'summary' });
    logger.info({ jobId, reason, epoch: next }, 'job queued again');
    return true;
  }

  async function queueAllAgain(lost: LostJob[]): Promise<number> {
    let queued = 0;
    for (const job of lost) {
      if (signal.aborted) break;
      queued += (await queueAgain(job)) ? 1 : 0;
    }
    return queued;
  }

  return {
    sweepLostWorkers: async () =>
      queueAllAgain(await findLostJobs(db, { heartbeatTimeoutMs: HEARTBEAT_TIMEOUT_MS })),
    sweepAll: async () =>
      queueAllAgain(
        await findLostJobs(db, { olderThanMs: UNTOUCHED_MS, heartbeatTimeoutMs: HEARTBEAT_TIMEOUT_MS }),
      ),
  };
}
