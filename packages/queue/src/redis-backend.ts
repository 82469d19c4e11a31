import { Queue, Worker } from 'bullmq';
import { Redis, type RedisOptions } from 'ioredis';
import { withDeadline } from './deadline.ts';
import { InvalidQueueUrlError, QueueRefusedError, QueueUnavailableError } from './errors.ts';
import { QUEUE_NAME, type QueueBackend } from './queue-backend.ts';

const CONNECT_TIMEOUT_MS = 3_000;

/** Answers that waiting does not change, and what to do about each. */
const REFUSALS: [RegExp, string][] = [
  [/^WRONGPASS|invalid password|invalid username-password/i, 'Correct the user and password in REDIS_URL.'],
  [/^NOAUTH/, 'Put the password of Redis into REDIS_URL (redis://:PASSWORD@host:port).'],
  [/^NOPERM/, 'Give this Redis user the rights to run scripts and to use all keys of the prefix.'],
  [/DB index is out of range/i, 'Correct the database number at the end of REDIS_URL.'],
];

export function redisBackend(url: string, prefix = 'meeting-assistant'): QueueBackend {
  const address = redisAddress(url);

  return {
    address,

    async probe() {
      await (await connect(url, address, { retryStrategy: () => null, maxRetriesPerRequest: 1 })).quit();
    },

    async openProducer(report) {
      // Without an offline queue a call fails at once while the connection is away.
      const options = { maxRetriesPerRequest: 1, enableOfflineQueue: false, retryStrategy: reconnectDelay };
      const client = await connect(url, address, options, report);
      const queue = new Queue(QUEUE_NAME, { connection: client, prefix });
      queue.on('error', report);
      const close = async (force: boolean) => {
        if (!force) await queue.close();
        client.disconnect();
      };
      try {
        await queue.waitUntilReady();
      } catch (error) {
        await close(true);
        throw error;
      }
      return { queue, close };
    },

    async openWorker(processor, options, report) {
      // The queue demands null: a worker's commands wait for the connection instead of failing.
      const client = await connect(
        url,
        address,
        { maxRetriesPerRequest: null, retryStrategy: reconnectDelay },
        report,
      );
      const worker = new Worker(QUEUE_NAME, processor, { ...options, connection: client, prefix });
      worker.on('error', report);
      const close = async (force: boolean) => {
        await worker.close(force || client.status !== 'ready');
        client.disconnect();
      };
      return { worker, close };
    },
  };
}

type ConnectionManners = Pick<RedisOptions, 'maxRetriesPerRequest' | 'enableOfflineQueue' | 'retryStrategy'>;

/** Resolves with a client that is ready. */
async function connect(
  url: string,
  address: string,
  options: ConnectionManners,
  report: (error: unknown) => void = () => {},
): Promise<Redis> {
  const client = new Redis(url, { ...options, lazyConnect: true, connectTimeout: CONNECT_TIMEOUT_MS });
  let lastError: unknown;
  let settled = false;
  client.on('error', (error) => {
    lastError = error;
    if (settled) report(error);
  });
  try {
    const failed = new Promise<never>((_resolve, reject) => {
      client.once('close', () => reject(lastError ?? new Error('the connection was closed')));
    });
    // A server that takes the connection and says nothing is as far away as one that does not.
    await withDeadline(Promise.race([client.connect(), failed]), CONNECT_TIMEOUT_MS);
    // A wrong database number is reported beside the connection, which then works on database 0.
    if (lastError !== undefined) throw lastError;
    settled = true;
    return client;
  } catch (error) {
    client.disconnect();
    const cause = lastError ?? error;
    const refusal = REFUSALS.find(([pattern]) => cause instanceof Error && pattern.test(cause.message));
    if (refusal) throw new QueueRefusedError(address, refusal[1], cause);
    throw new QueueUnavailableError(address, 'be reached', cause);
  }
}

function reconnectDelay(attempt: number): number {
  return Math.min(attempt * 100, 1_000);
}

function redisAddress(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !['redis:', 'rediss:'].includes(parsed.protocol)) {
    throw new InvalidQueueUrlError('redisUrl', 'redis://:password@host:6379/0');
  }
  return `Redis at ${parsed.hostname || 'localhost'}:${parsed.port || '6379'}`;
}
