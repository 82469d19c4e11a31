import { findRevokedJobs, type Database } from '@meeting-assistant/database';
import type { JobWorker } from '@meeting-assistant/queue';

/**
 * Aborts what runs here for nothing: jobs that were cancelled, deleted or taken over since they were claimed. Without it
 * the fence would refuse their writes, but only after the model call in flight was paid for.
 *
 * @param running fences by job id
 */
export async function cancelRevokedJobs(
  db: Database,
  running: ReadonlyMap<string, number>,
  worker: Pick<JobWorker, 'cancel'>,
): Promise<void> {
  if (running.size === 0) return;
  const holds = Array.from(running, ([jobId, fence]) => ({ jobId, fence }));
  for (const jobId of await findRevokedJobs(db, holds)) worker.cancel(jobId);
}
