/** Base of all that this package throws. `code` is stable; messages never hold a password. */
export abstract class QueueError extends Error {
  abstract readonly code: string;
  override get name(): string {
    return this.constructor.name;
  }
}

/** The queue did not answer, or not in time. Nothing may be assumed of the operation; every one can be repeated. */
export class QueueUnavailableError extends QueueError {
  readonly code = 'queue_unavailable';
  /** What was talked to, such as `Redis at 127.0.0.1:6379`. */
  readonly address: string;

  constructor(address: string, operation: string, cause: unknown) {
    super(`${address} could not ${operation}: ${describeCause(cause)}`, { cause });
    this.address = address;
  }
}

/** The queue answered, and waiting will not change its answer: a wrong password, a database that does not exist. */
export class QueueRefusedError extends QueueError {
  readonly code = 'queue_refused';
  readonly address: string;
  /** One sentence: what to do. */
  readonly advice: string;

  constructor(address: string, advice: string, cause: unknown) {
    super(`${address} refused the connection: ${describeCause(cause)}. ${advice}`, { cause });
    this.address = address;
    this.advice = advice;
  }
}

/** The text is no usable URL. It is not repeated in the message, since it may hold a password. */
export class InvalidQueueUrlError extends QueueError {
  readonly code = 'invalid_queue_url';

  constructor(setting: 'redisUrl' | 'databaseUrl', example: string) {
    super(`${setting} is not a URL such as ${example}`);
  }
}

/** The queue object was closed before the call. */
export class QueueClosedError extends QueueError {
  readonly code = 'queue_closed';

  constructor() {
    super('The job queue was closed');
  }
}

/** Abort reason: the entry was given to another worker, or soon will be. What this run still writes is not wanted. */
export class LockLostError extends QueueError {
  readonly code = 'lock_lost';
  readonly jobId: string;

  constructor(jobId: string) {
    super(`The lock on job ${jobId} was lost: the queue gives the job to another worker`);
    this.jobId = jobId;
  }
}

/** Abort reason: the job was cancelled. Its queue entry is finished whatever the handler answers. */
export class JobCancelledError extends QueueError {
  readonly code = 'job_cancelled';
  readonly jobId: string;

  constructor(jobId: string) {
    super(`Job ${jobId} was cancelled`);
    this.jobId = jobId;
  }
}

/** Abort reason: the worker stops. A handler that throws after it has its job handed over, without using an attempt. */
export class ShutdownError extends QueueError {
  readonly code = 'shutdown';
  readonly reason: string;

  constructor(reason: string) {
    super(`The worker stops (${reason})`);
    this.reason = reason;
  }
}

// Several addresses tried in turn give an AggregateError without a message of its own.
export function describeCause(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') {
    return cause.errors.map(describeCause).join('; ');
  }
  return cause instanceof Error ? cause.message : String(cause);
}
