import { setTimeout } from 'node:timers/promises';
import type { JobQueue } from '@meeting-assistant/queue';
import type { FastifyBaseLogger } from 'fastify';

/** How long an answer waits for a queue that does not. */
const PATIENCE_MS = 500;

/**
 * Adds the queue entry of a job whose row is committed. Best effort: the row is the truth, and the sweeper queues what is
 * missing here, so a dead queue never fails a request, and holds it up for half a second at most.
 */
export async function enqueueJob(
  queue: JobQueue,
  { jobId, epoch }: { jobId: string; epoch: number },
  log: FastifyBaseLogger,
): Promise<void> {
  const enqueued = queue.enqueue({ jobId, epoch, kind: 'summary' }).catch((error: unknown) => {
    log.warn({ err: error, jobId }, 'job not queued, the sweeper will');
  });
  await Promise.race([enqueued, setTimeout(PATIENCE_MS, undefined, { ref: false })]);
}
