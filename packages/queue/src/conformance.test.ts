import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  JobCancelledError,
  LockLostError,
  MAX_ATTEMPTS,
  openJobQueue,
  ShutdownError,
  startJobWorker,
  type JobHandler,
  type JobQueue,
  type JobRun,
  type JobWorker,
  type JobWorkerSettings,
} from './index.ts';
import { backendsToTest } from './testing/backends-to-test.ts';
import type { QueueUnderTest } from './testing/backends.ts';
import { abortOf, until } from './testing/until.ts';

// One suite, because whoever uses the package must not notice which backend it runs on.
describe.each(backendsToTest())('the job queue on $name', (kind) => {
  let under: QueueUnderTest;
  let queue: JobQueue;
  let workers: JobWorker[];

  beforeEach(async () => {
    under = await kind.create();
    queue = openJobQueue(under.settings);
    workers = [];
  });

  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.close({ graceMs: 0 })));
    await queue.close();
    await under.remove();
  });

  function work(handler: JobHandler, settings: Partial<JobWorkerSettings> = {}): JobWorker {
    const quick = { retryDelays: { baseMs: 1, longestMs: 5 }, stalledIntervalMs: 300 };
    const worker = startJobWorker({ ...under.settings, concurrency: 1, ...quick, ...settings }, handler);
    workers.push(worker);
    return worker;
  }

  /** Puts a summary job in and answers its id. */
  async function put(
    extra: { priority?: number; delayMs?: number; epoch?: number; jobId?: string } = {},
  ): Promise<string> {
    const { delayMs, epoch = 0, jobId = randomUUID(), ...entry } = extra;
    await queue.enqueue(
      { jobId, epoch, kind: 'summary', ...entry },
      delayMs === undefined ? {} : { delayMs },
    );
    return jobId;
  }

  test('a job reaches the handler with its id, epoch, kind and first attempt', async () => {
    const runs: JobRun[] = [];
    const jobId = randomUUID();
    await queue.enqueue({ jobId, epoch: 3, kind: 'workflow_edit' });
    work(async (run) => {
      runs.push(run);
      return { outcome: 'done' };
    });

    await until(async () => !(await queue.holds(jobId, 3)));
    expect(runs).toMatchObject([{ jobId, epoch: 3, kind: 'workflow_edit', attempt: 1 }]);
    expect(runs[0]?.signal.aborted).toBe(false);
  });

  test('the same job and epoch put in again runs once, also after it finished', async () => {
    const ran: string[] = [];
    const jobId = await put();
    await put({ jobId });
    work(async (run) => {
      ran.push(`${run.jobId} ${run.epoch}`);
      return { outcome: 'done' };
    });
    await until(async () => !(await queue.holds(jobId, 0)));

    await put({ jobId });
    expect(await queue.holds(jobId, 0)).toBe(false);
    await put({ jobId, epoch: 1 });
    await until(async () => !(await queue.holds(jobId, 1)));
    expect(ran).toEqual([`${jobId} 0`, `${jobId} 1`]);
  });

  test('a delayed job waits while later ones run, and runs when its time has come', async () => {
    const ran: string[] = [];
    const far = await put({ delayMs: 3_600_000 });
    const near = await put({ delayMs: 400 });
    const now = await put();
    work(async (run) => {
      ran.push(run.jobId);
      return { outcome: 'done' };
    });

    await until(() => ran.length === 2);
    expect(ran).toEqual([now, near]);
    expect(await queue.holds(far, 0)).toBe(true);
  });

  test('a job whose handler throws is run again, and given up after the last attempt', async () => {
    const attempts: number[] = [];
    const jobId = await put();
    work(async (run) => {
      attempts.push(run.attempt);
      throw new Error('the model is in a bad mood');
    });

    await until(async () => !(await queue.holds(jobId, 0)));
    expect(attempts).toEqual([1, 2, 3, 4, 5]);
    expect(attempts).toHaveLength(MAX_ATTEMPTS);
  });

  test('a handler that throws something else than an error is retried too', async () => {
    const attempts: number[] = [];
    const jobId = await put();
    const rejectWithNothing = Promise.withResolvers<never>();
    rejectWithNothing.promise.catch(() => {});
    rejectWithNothing.reject();
    work(async (run) => {
      attempts.push(run.attempt);
      return run.attempt === 2 ? { outcome: 'done' } : await rejectWithNothing.promise;
    });

    await until(async () => !(await queue.holds(jobId, 0)));
    expect(attempts).toEqual([1, 2]);
  });

  test('"later" runs the job again without using an attempt', async () => {
    const attempts: number[] = [];
    const jobId = await put();
    work(async (run) => {
      attempts.push(run.attempt);
      return attempts.length > MAX_ATTEMPTS + 1
        ? { outcome: 'done' }
        : { outcome: 'later', delayMs: 5, countsAsAttempt: false };
    });

    await until(async () => !(await queue.holds(jobId, 0)));
    expect(attempts).toEqual([1, 1, 1, 1, 1, 1, 1]);
  });

  test('"later" that counts is given up like a throw', async () => {
    const attempts: number[] = [];
    const jobId = await put();
    work(async (run) => {
      attempts.push(run.attempt);
      return { outcome: 'later', delayMs: 5, countsAsAttempt: true };
    });

    await until(async () => !(await queue.holds(jobId, 0)));
    expect(attempts).toEqual([1, 2, 3, 4, 5]);
  });

  test('jobs without a priority run first, then by priority, equal ones in their order', async () => {
    const ran: string[] = [];
    const order = [
      await put({ priority: 9 }),
      await put({ priority: 2 }),
      await put(),
      await put({ priority: 2 }),
    ];
    work(async (run) => {
      ran.push(run.jobId);
      return { outcome: 'done' };
    });

    await until(() => ran.length === 4);
    expect(ran).toEqual([order[2], order[1], order[3], order[0]]);
  });

  test('no more jobs run side by side than the concurrency says', async () => {
    let running = 0;
    let most = 0;
    let ran = 0;
    for (let n = 0; n < 9; n++) await put();
    work(
      async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        await queue.ping();
        running--;
        ran++;
        return { outcome: 'done' };
      },
      { concurrency: 3 },
    );

    await until(() => ran === 9);
    expect(most).toBe(3);
  });

  test('a closing worker aborts its job and hands it over to another', async () => {
    const first: { reason?: unknown } = {};
    const second: JobRun[] = [];
    const jobId = await put();
    const worker = work(async (run) => {
      first.reason = await abortOf(run.signal);
      throw first.reason;
    });
    await until(() => worker.running().includes(jobId));

    await worker.close({ reason: 'deployment' });
    expect(first.reason).toBeInstanceOf(ShutdownError);
    expect(first.reason).toMatchObject({ code: 'shutdown', reason: 'deployment' });
    expect(await queue.holds(jobId, 0)).toBe(true);

    work(async (run) => {
      second.push(run);
      return { outcome: 'done' };
    });
    await until(async () => !(await queue.holds(jobId, 0)));
    expect(second).toMatchObject([{ jobId, epoch: 0, attempt: 1 }]);
  });

  test('a job that still finishes while its worker closes is finished', async () => {
    const jobId = await put();
    const worker = work(async (run) => {
      await abortOf(run.signal);
      return { outcome: 'done' };
    });
    await until(() => worker.running().includes(jobId));
    await worker.close();
    expect(await queue.holds(jobId, 0)).toBe(false);
  });

  test('a job whose handler does not end is given to another worker when the grace is over', async () => {
    const second: string[] = [];
    const jobId = await put();
    const worker = work(() => new Promise(() => {}));
    await until(() => worker.running().includes(jobId));
    await worker.close({ graceMs: 50 });

    work(async (run) => {
      second.push(run.jobId);
      return { outcome: 'done' };
    });
    await until(() => second.length === 1);
    expect(second).toEqual([jobId]);
  });

  test('a closed worker takes nothing more', async () => {
    const ran: string[] = [];
    const worker = work(async (run) => {
      ran.push(run.jobId);
      return { outcome: 'done' };
    });
    await worker.ready;
    const closing = worker.close();
    const jobId = await put();
    await closing;
    expect(ran).toEqual([]);
    expect(await queue.holds(jobId, 0)).toBe(true);
  });

  test('a cancelled job is aborted and leaves the queue, whatever its handler does then', async () => {
    const reasons: unknown[] = [];
    const worker = work(async (run) => {
      reasons.push(await abortOf(run.signal));
      throw new Error('the call was aborted');
    });
    const jobId = await put();
    await until(() => worker.running().includes(jobId));

    expect(worker.cancel(randomUUID())).toBe(false);
    expect(worker.cancel(jobId)).toBe(true);
    await until(async () => !(await queue.holds(jobId, 0)));
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toBeInstanceOf(JobCancelledError);
    expect(reasons[0]).toMatchObject({ code: 'job_cancelled', jobId });
    expect(worker.cancel(jobId)).toBe(false);
  });

  test('a lost lock aborts the handler, and the worker goes on with other jobs', async () => {
    const reasons: unknown[] = [];
    const others: string[] = [];
    const jobId = await put();
    const worker = work(
      async (run) => {
        if (run.jobId === jobId) {
          reasons.push(await abortOf(run.signal));
          throw new Error('aborted');
        }
        others.push(run.jobId);
        return { outcome: 'done' };
      },
      { lockDurationMs: 800, stalledIntervalMs: 60_000 },
    );
    await until(() => worker.running().includes(jobId));
    await under.stealLock(`${jobId}-0`);

    await until(() => reasons.length > 0);
    expect(reasons[0]).toBeInstanceOf(LockLostError);
    expect(reasons[0]).toMatchObject({ code: 'lock_lost', jobId });
    // What another worker holds is not touched by the one that lost it.
    await until(() => worker.running().length === 0);
    expect(await queue.holds(jobId, 0)).toBe(true);
    const next = await put();
    await until(() => others.length === 1);
    expect(others).toEqual([next]);
  });

  test('an entry that comes back to the same worker waits until its first run has ended', async () => {
    const release = Promise.withResolvers<void>();
    const reasons: unknown[] = [];
    let running = 0;
    let most = 0;
    let runs = 0;
    const jobId = await put();
    const worker = work(
      async ({ signal }) => {
        most = Math.max(most, ++running);
        if (++runs === 1) {
          reasons.push(await abortOf(signal));
          await release.promise;
        }
        running--;
        return { outcome: 'done' };
      },
      { concurrency: 2, lockDurationMs: 60_000, stalledIntervalMs: 50 },
    );
    await until(() => worker.running().includes(jobId));
    await under.expireLock(`${jobId}-0`);
    await until(() => reasons.length === 1);
    expect(reasons[0]).toBeInstanceOf(LockLostError);
    expect(await queue.holds(jobId, 0)).toBe(true);
    release.resolve();
    await until(async () => !(await queue.holds(jobId, 0)));
    expect({ most, runs }).toEqual({ most: 1, runs: 2 });
  });

  test('a lock is renewed for as long as the handler runs', async () => {
    const ran: string[] = [];
    const release = Promise.withResolvers<void>();
    const jobId = await put();
    const handler: JobHandler = async (run) => {
      ran.push(run.jobId);
      await release.promise;
      return { outcome: 'done' };
    };
    const settings = { lockDurationMs: 400, stalledIntervalMs: 100 };
    work(handler, settings);
    work(handler, settings);
    await until(() => ran.length === 1);
    // A job whose delay is several times the lock's duration shows that the time has passed.
    const marker = await put({ delayMs: 1_600 });
    await until(() => ran.includes(marker));
    release.resolve();
    await until(async () => !(await queue.holds(jobId, 0)));
    expect(ran).toEqual([jobId, marker]);
  });

  test('holds says whether the queue will still bring the job to a worker', async () => {
    const release = Promise.withResolvers<void>();
    expect(await queue.holds(randomUUID(), 0)).toBe(false);
    const waiting = await put();
    const prioritised = await put({ priority: 4 });
    const delayed = await put({ delayMs: 3_600_000 });
    for (const jobId of [waiting, prioritised, delayed]) expect(await queue.holds(jobId, 0)).toBe(true);
    expect(await queue.holds(waiting, 1)).toBe(false);

    const worker = work(async () => {
      await release.promise;
      return { outcome: 'done' };
    });
    await until(() => worker.running().includes(waiting));
    expect(await queue.holds(waiting, 0)).toBe(true);
    release.resolve();
    await until(async () => !(await queue.holds(waiting, 0)));
  });

  test('remove takes a waiting or delayed job out, and leaves a running one alone', async () => {
    const release = Promise.withResolvers<void>();
    const removed = [await put(), await put({ delayMs: 3_600_000 }), await put({ priority: 4 })];
    for (const jobId of removed) {
      expect(await queue.remove(jobId, 0)).toBe(true);
      expect(await queue.holds(jobId, 0)).toBe(false);
    }
    expect(await queue.remove(randomUUID(), 0)).toBe(true);

    const ran: string[] = [];
    const running = await put();
    const worker = work(async (run) => {
      ran.push(run.jobId);
      await release.promise;
      return { outcome: 'done' };
    });
    await until(() => worker.running().includes(running));
    expect(await queue.remove(running, 0)).toBe(false);
    expect(await queue.holds(running, 0)).toBe(true);
    release.resolve();
    await until(async () => !(await queue.holds(running, 0)));
    expect(ran).toEqual([running]);
  });
});
