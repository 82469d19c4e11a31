import { job, jobKind, type Job } from '@meeting-assistant/contracts';

/** What the queue holds of a job: enough to find its row, and the epoch that tells a lost entry from its successor. */
export type QueueEntry = {
  jobId: string;
  /** Raised by the sweeper each time that it queues the job anew. */
  epoch: number;
  kind: Job['kind'];
  /**
   * 1 to 2,097,151, lower runs first. An entry without one runs before all that have one.
   */
  priority?: number | undefined;
};

/** The part of an entry that travels as the payload; the kind travels as the name. */
export type EntryData = { jobId: string; epoch: number };

/** How often a handler may throw before the queue gives the entry up. */
export const MAX_ATTEMPTS = 5;

const HIGHEST_PRIORITY_NUMBER = 2_097_151;

/** The type that makes the queue ask the worker's own strategy for the delay of a retry. */
const CUSTOM_BACKOFF = 'full-jitter';

export function entryId(jobId: string, epoch: number): string {
  if (!job.shape.id.safeParse(jobId).success) throw new TypeError('A job id is a UUID');
  if (!Number.isSafeInteger(epoch) || epoch < 0) throw new RangeError('An epoch is a whole number from 0');
  return `${jobId}-${epoch}`;
}

export function entryOptions(entry: QueueEntry, delayMs = 0) {
  const { priority } = entry;
  if (
    priority !== undefined &&
    !(Number.isInteger(priority) && priority >= 1 && priority <= HIGHEST_PRIORITY_NUMBER)
  ) {
    throw new RangeError(`A priority is a whole number from 1 to ${HIGHEST_PRIORITY_NUMBER}`);
  }
  if (!(Number.isFinite(delayMs) && delayMs >= 0))
    throw new RangeError('A delay is a number of milliseconds from 0');
  return {
    jobId: entryId(entry.jobId, entry.epoch),
    attempts: MAX_ATTEMPTS,
    backoff: { type: CUSTOM_BACKOFF },
    delay: Math.round(delayMs),
    ...(priority === undefined ? {} : { priority }),
    // Seconds. A finished entry stays for a while so that a late duplicate of it is still refused.
    removeOnComplete: { age: 3600, count: 1000 },
    removeOnFail: { age: 86_400 },
  };
}

/** Undefined when the entry was not put there by this package. */
export function readEntry(name: string, data: unknown): QueueEntry | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const kind = jobKind.safeParse(name);
  const jobId = job.shape.id.safeParse('jobId' in data ? data.jobId : undefined);
  const epoch = 'epoch' in data ? data.epoch : undefined;
  if (
    !kind.success ||
    !jobId.success ||
    typeof epoch !== 'number' ||
    !Number.isSafeInteger(epoch) ||
    epoch < 0
  )
    return undefined;
  return { jobId: jobId.data, epoch, kind: kind.data };
}
