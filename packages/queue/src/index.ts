export { openJobQueue, type JobQueue } from './open-job-queue.ts';
export { startJobWorker, type JobWorker, type JobWorkerSettings } from './start-job-worker.ts';
export type { JobHandler, JobOutcome, JobRun } from './job-runs.ts';
export { waitForQueue, type WaitOptions } from './wait-for-queue.ts';
export type { QueueSettings } from './queue-backend.ts';
export { MAX_ATTEMPTS, type QueueEntry } from './queue-entry.ts';
export type { RetryDelays } from './retry-delay.ts';
export {
  InvalidQueueUrlError,
  JobCancelledError,
  LockLostError,
  QueueClosedError,
  QueueError,
  QueueRefusedError,
  QueueUnavailableError,
  ShutdownError,
} from './errors.ts';
