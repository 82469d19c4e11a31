import { chooseBackend } from './choose-backend.ts';
import { withDeadline } from './deadline.ts';
import { quietReporter } from './error-reports.ts';
import { QueueClosedError, QueueRefusedError, QueueUnavailableError } from './errors.ts';
import type { Opened, ProducerQueue, QueueSettings } from './queue-backend.ts';
import { entryId, entryOptions, type QueueEntry } from './queue-entry.ts';

/** Every call of a producer settles within this time, whatever the backend does. */
const CALL_TIMEOUT_MS = 4_000;
const CLOSE_TIMEOUT_MS = 5_000;

/** States in which the queue will still bring the entry to a worker, or has. */
const ALIVE = new Set(['waiting', 'prioritized', 'delayed', 'active', 'paused', 'waiting-children']);

/**
 * The side that puts jobs in. Every call rejects within seconds while the backend is away, and works again by itself
 * when it is back. All calls can be repeated.
 * @throws QueueUnavailableError, QueueRefusedError, QueueClosedError (every method but `close`)
 */
export type JobQueue = {
  /** Puts the job in, once: an entry of the same job and epoch, finished ones of the last hour included, stays as it is. */
  enqueue(entry: QueueEntry, options?: { delayMs?: number | undefined }): Promise<void>;
  /** Whether the queue will still bring this entry to a worker, or a worker has it. False once it finished or was given up. */
  holds(jobId: string, epoch: number): Promise<boolean>;
  /** True when the queue has no such entry any more; false when a worker is at it, which `cancel` of that worker ends. */
  remove(jobId: string, epoch: number): Promise<boolean>;
  /** Resolves when the backend answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** Opens nothing by itself: the first call connects. On Postgres at most 2 connections are held. */
export function openJobQueue(settings: QueueSettings): JobQueue {
  const backend = chooseBackend(settings);
  const report = quietReporter(settings.onError);
  let opening: Promise<Opened<{ queue: ProducerQueue }>> | undefined;
  let closed = false;

  async function open() {
    opening ??= backend.openProducer(report).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return (await opening).queue;
  }

  async function call<T>(what: string, operation: (queue: ProducerQueue) => Promise<T>): Promise<T> {
    if (closed) throw new QueueClosedError();
    try {
      return await withDeadline(open().then(operation), CALL_TIMEOUT_MS);
    } catch (error) {
      if (error instanceof QueueRefusedError || error instanceof QueueUnavailableError) throw error;
      throw new QueueUnavailableError(backend.address, what, error);
    }
  }

  return {
    async enqueue(entry, { delayMs } = {}) {
      const options = entryOptions(entry, delayMs);
      const data = { jobId: entry.jobId, epoch: entry.epoch };
      await call('take the job', (queue) => queue.add(entry.kind, data, options));
    },

    async holds(jobId, epoch) {
      const id = entryId(jobId, epoch);
      return ALIVE.has(await call('look the job up', (queue) => queue.getJobState(id)));
    },

    async remove(jobId, epoch) {
      const id = entryId(jobId, epoch);
      return await call('remove the job', async (queue) => {
        return (await queue.remove(id)) > 0 || (await queue.getJobState(id)) === 'unknown';
      });
    },

    async ping() {
      await call('answer', (queue) => queue.getJobState('ping'));
    },

    async close() {
      closed = true;
      const closing = opening?.then(
        (opened) => opened.close(false),
        () => {},
      );
      if (!closing) return;
      try {
        await withDeadline(closing, CLOSE_TIMEOUT_MS);
      } catch (error) {
        report(error);
        // Not waited for: what did not answer until now may never do so.
        opening?.then((opened) => opened.close(true)).catch(() => {});
      }
    },
  };
}
