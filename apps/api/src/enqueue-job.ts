import type { JobQueue } from '@meeting-assistant/queue';
import type { FastifyBaseLogger } from 'fastify';

/**
 * Adds the queue entry of a job whose row is committed. Best effort: the row is the truth, and the sweeper queues what is
 * missing here, so a dead queue neither fails nor holds up the request.
 */
export async function enqueueJob(
  queue: JobQueue,
  { jobId, epoch }: { jobId: string; epoch: number },
  log: FastifyBaseLogger,
): Promise<void> {
  try {
    await queue.enqueue({ jobId, epoch, kind: 'summary' });
  } catch (error) {
    log.warn({ err: error, jobId }, 'job not queued, the sweeper will');
  }
}
