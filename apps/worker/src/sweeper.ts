import { bumpEpoch, findLostJobs, type Database } from '@meeting-assistant/database';
import type { JobQueue } from '@meeting-assistant/queue';
import type { Logger } from 'pino';

/** A worker that has not been heard of for this long is taken for dead; the fence protects when it is not. */
export const HEARTBEAT_TIMEOUT_MS = 15_000;

/** How long a queued row may stay untouched before the queue is asked whether it still has the entry. */
const UNTOUCHED_MS = 30_000;

/**
 * One round: queues again what the database says is unfinished and the queue has lost, and what died with its worker.
 *
 * @returns how many jobs were queued again
 */
export async function sweep(db: Database, queue: JobQueue, logger: Logger): Promise<number> {
  const lost = await findLostJobs(db, {
    olderThanMs: UNTOUCHED_MS,
    heartbeatTimeoutMs: HEARTBEAT_TIMEOUT_MS,
  });
  let queued = 0;
  for (const { jobId, epoch, reason } of lost) {
    if (reason === 'unqueued' && (await queue.holds(jobId, epoch))) continue;
    const next = await bumpEpoch(db, jobId, epoch);
    if (next === undefined) continue; // another sweeper was first
    await queue.remove(jobId, epoch);
    await queue.enqueue({ jobId, epoch: next, kind: 'summary' });
    logger.info({ jobId, reason, epoch: next }, 'job queued again');
    queued += 1;
  }
  return queued;
}
