import { DelayedError, UnrecoverableError, WaitingError, type Job } from 'bullmq';
import { JobCancelledError, LockLostError, ShutdownError } from './errors.ts';
import type { EntryProcessor } from './queue-backend.ts';
import { readEntry, type EntryData, type QueueEntry } from './queue-entry.ts';
import { CountedDelay } from './retry-delay.ts';

/** What a handler is given. */
export type JobRun = {
  jobId: string;
  /** An entry of an older epoch than the job's row is stale: answer `done`. */
  epoch: number;
  kind: QueueEntry['kind'];
  /** 1 to MAX_ATTEMPTS. Hand-overs, uncounted delays and crashes of workers do not raise it. */
  attempt: number;
  /** Aborted with a LockLostError, a JobCancelledError or a ShutdownError as its reason. */
  signal: AbortSignal;
};

/** What becomes of the queue entry. A handler that throws is run again after a jittered delay, MAX_ATTEMPTS times in all. */
export type JobOutcome =
  /** The entry is finished, with success or without. */
  | { outcome: 'done' }
  /** The job is run again after the delay; one that counts is given up after MAX_ATTEMPTS as a throw is. */
  | { outcome: 'later'; delayMs: number; countsAsAttempt: boolean }
  /** The job goes back to the head of the queue, for any worker to take at once. Meant for the end of a worker. */
  | { outcome: 'hand-over' };

export type JobHandler = (run: JobRun) => Promise<JobOutcome>;

type Run = { jobId: string; job: Job<EntryData, string>; token: string; controller: AbortController };
type Decision = JobOutcome | { outcome: 'not-ours' };

/** How long an entry waits that came back to this process while its previous run was still ending. */
const STILL_RUNNING_DELAY_MS = 1_000;

/** The runs of one worker: every entry that it holds, from the taking to the putting back. */
export class JobRuns {
  readonly #handler: JobHandler;
  readonly #runs = new Map<string, Run>();
  #whenIdle: PromiseWithResolvers<void> | undefined;
  #stopped: ShutdownError | undefined;

  constructor(handler: JobHandler) {
    this.#handler = handler;
  }

  /** Given to the queue as its processor. */
  readonly process: EntryProcessor = async (job, token = '') => {
    const entry = readEntry(job.name, job.data);
    if (!entry || job.id === undefined) throw new UnrecoverableError('Not an entry of this queue');
    if (this.#stopped) return await this.#carryOut({ outcome: 'hand-over' }, job, token);
    const previous = this.#runs.get(job.id);
    if (previous) {
      // Our lock ran out unnoticed and the entry came back to us. Two runs of one job in one process help nobody.
      previous.controller.abort(new LockLostError(entry.jobId));
      return await this.#carryOut(
        { outcome: 'later', delayMs: STILL_RUNNING_DELAY_MS, countsAsAttempt: false },
        job,
        token,
      );
    }
    const run: Run = { jobId: entry.jobId, job, token, controller: new AbortController() };
    this.#runs.set(job.id, run);
    try {
      const decision = await this.#decide(run, entry);
      return await this.#carryOut(decision, job, token);
    } finally {
      this.#runs.delete(job.id);
      if (this.#runs.size === 0) this.#whenIdle?.resolve();
    }
  };

  jobIds(): string[] {
    return [...this.#runs.values()].map((run) => run.jobId);
  }

  /** False when no entry of this job is being run here. */
  cancel(jobId: string): boolean {
    const ofJob = [...this.#runs.values()].filter((run) => run.jobId === jobId);
    for (const run of ofJob) run.controller.abort(new JobCancelledError(jobId));
    return ofJob.length > 0;
  }

  lockLost(entryId: string): void {
    const run = this.#runs.get(entryId);
    run?.controller.abort(new LockLostError(run.jobId));
  }

  /** Aborts what runs, and hands over what may still come in. Resolves when nothing runs any more. */
  async stop(reason: string): Promise<void> {
    this.#stopped ??= new ShutdownError(reason);
    for (const run of this.#runs.values()) run.controller.abort(this.#stopped);
    if (this.#runs.size === 0) return;
    this.#whenIdle ??= Promise.withResolvers();
    await this.#whenIdle.promise;
  }

  /** Puts back the entries of handlers that do not end. They lose their lock by it. */
  async abandon(): Promise<void> {
    await Promise.allSettled([...this.#runs.values()].map(({ job, token }) => job.moveToWait(token)));
  }

  async #decide(run: Run, entry: QueueEntry): Promise<Decision> {
    const { signal } = run.controller;
    let outcome: JobOutcome | undefined;
    let thrown: unknown;
    try {
      outcome = await this.#handler({
        jobId: entry.jobId,
        epoch: entry.epoch,
        kind: entry.kind,
        attempt: run.job.attemptsMade + 1,
        signal,
      });
    } catch (error) {
      thrown = error;
    }
    // The first abort is the one whose reason stays; what was aborted may have ended in any way at all.
    if (signal.reason instanceof LockLostError) return { outcome: 'not-ours' };
    if (signal.reason instanceof JobCancelledError) return { outcome: 'done' };
    if (outcome) return outcome;
    if (signal.reason instanceof ShutdownError) return { outcome: 'hand-over' };
    throw thrown instanceof Error ? thrown : new Error(String(thrown));
  }

  // The three errors of BullMQ tell its worker that the entry has been moved already and is not to be touched.
  async #carryOut(decision: Decision, job: Job<EntryData, string>, token: string): Promise<string> {
    if (decision.outcome === 'done') return decision.outcome;
    if (decision.outcome === 'later' && decision.countsAsAttempt) throw new CountedDelay(decision.delayMs);
    try {
      if (decision.outcome === 'later') await job.moveToDelayed(Date.now() + decision.delayMs, token);
      if (decision.outcome === 'hand-over') await job.moveToWait(token);
    } catch (error) {
      // The queue's own refusals carry a negative number: the entry is gone, or another worker's by now.
      if (!(error instanceof Error && 'code' in error && typeof error.code === 'number')) throw error;
    }
    throw decision.outcome === 'later' ? new DelayedError() : new WaitingError();
  }
}
