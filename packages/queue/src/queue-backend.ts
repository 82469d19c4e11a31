import type { JobsOptions, Processor, WorkerOptions } from 'bullmq';
import type { EntryData } from './queue-entry.ts';

/** Where the queue lives: on Redis when `redisUrl` is set, otherwise on Postgres. */
export type QueueSettings = {
  /** `redis://` or `rediss://`, with user, password and database number where there are any. */
  redisUrl?: string | undefined;
  /**
   * A direct URL of the database, used when `redisUrl` is not set. It cannot be that of a pooler in transaction mode
   * (such as PgBouncer): workers LISTEN on one connection, and the schema is chosen by a startup parameter.
   */
  databaseUrl: string;
  /** Redis: what all keys start with. Default `meeting-assistant`. */
  prefix?: string | undefined;
  /** Postgres: the schema that the queue's tables are in, made when it is missing. Default `bullmq`. */
  schema?: string | undefined;
  /** Told of what goes wrong beside a call, such as a lost connection. Repeats of one message within 10 s are dropped. */
  onError?: ((error: Error) => void) | undefined;
};

export const QUEUE_NAME = 'jobs';

/** What is used of BullMQ's queue and worker, whose own types tell the backends apart. */
export type ProducerQueue = {
  add(name: string, data: EntryData, options: JobsOptions): Promise<unknown>;
  getJobState(entryId: string): Promise<string>;
  remove(entryId: string): Promise<number>;
};
export type EntryWorker = {
  on(event: 'lockRenewalFailed', listener: (entryIds: string[]) => void): unknown;
  run(): Promise<void>;
  pause(doNotWaitActive: boolean): Promise<void>;
  getBackend(): { close(force: boolean): Promise<void> };
};
export type EntryProcessor = Processor<EntryData, string>;
export type EntryWorkerOptions = Omit<WorkerOptions, 'connection' | 'prefix'>;

/** An open connection. `close` with `force` gives up what is in flight. */
export type Opened<T> = T & { close(force: boolean): Promise<void> };

export type QueueBackend = {
  /** For messages: which server at which address, without user and password. */
  readonly address: string;
  /**
   * One answer of the backend; on Postgres the queue's tables are made or brought up to date as well.
   * @throws QueueRefusedError when waiting will not help.
   */
  probe(): Promise<void>;
  /** Rejects at once or within seconds when the backend is away; an open one reconnects by itself. */
  openProducer(report: (error: unknown) => void): Promise<Opened<{ queue: ProducerQueue }>>;
  /** The worker takes nothing before its `run()`. */
  openWorker(
    processor: EntryProcessor,
    options: EntryWorkerOptions,
    report: (error: unknown) => void,
  ): Promise<Opened<{ worker: EntryWorker }>>;
};
