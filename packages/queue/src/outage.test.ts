import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  openJobQueue,
  QueueClosedError,
  QueueUnavailableError,
  startJobWorker,
  type JobQueue,
  type JobWorker,
  type QueueSettings,
} from './index.ts';
import { backendsToTest } from './testing/backends-to-test.ts';
import type { QueueUnderTest } from './testing/backends.ts';
import { ownRedis, redisServerIsInstalled, type OwnRedis } from './testing/redis-server.ts';
import { abortOf, until } from './testing/until.ts';

/** Everything that a test has opened, and what its worker ran. */
class Setting {
  readonly ran: string[] = [];
  readonly errors: Error[] = [];
  readonly queue: JobQueue;
  readonly worker: JobWorker;

  constructor(settings: QueueSettings) {
    this.queue = openJobQueue({ ...settings, onError: (error) => this.errors.push(error) });
    this.worker = startJobWorker(
      { ...settings, concurrency: 2, onError: (error) => this.errors.push(error) },
      async (run) => {
        this.ran.push(run.jobId);
        return { outcome: 'done' };
      },
    );
  }

  async put(jobId = randomUUID()): Promise<string> {
    await this.queue.enqueue({ jobId, epoch: 0, kind: 'summary' });
    return jobId;
  }

  /** Puts a job in as soon as the backend takes it, as the sweeper would. */
  async putWhenBack(): Promise<string> {
    const jobId = randomUUID();
    await until(() =>
      this.put(jobId).then(
        () => true,
        () => false,
      ),
    );
    return jobId;
  }

  async close(): Promise<void> {
    await this.worker.close();
    await this.queue.close();
  }
}

describe.each(backendsToTest())('an outage of $name', (kind) => {
  let under: QueueUnderTest;
  let setting: Setting | undefined;

  beforeEach(async () => {
    under = await kind.create();
    setting = undefined;
  });

  afterEach(async () => {
    await setting?.close();
    await under.remove();
  });

  test('does not end a worker: it goes on when the backend is back', async () => {
    const { ran, errors, queue, worker } = (setting = new Setting(under.settings));
    const before = await setting.put();
    await until(() => ran.includes(before));

    await under.gate.shut();
    await expect(queue.ping()).rejects.toThrow(QueueUnavailableError);
    await until(() => errors.length > 0);
    await under.gate.open();

    const after = await setting.putWhenBack();
    await until(() => ran.includes(after));
    expect(ran).toEqual([before, after]);
    await expect(worker.ready).resolves.toBeUndefined();
  });

  test('that only cuts the connections is got over in the same way, as often as it happens', async () => {
    const { ran } = (setting = new Setting(under.settings));
    for (let time = 0; time < 3; time++) {
      const jobId = await setting.putWhenBack();
      await until(() => ran.includes(jobId));
      await under.dropConnections();
    }
    expect(ran).toHaveLength(3);
  });

  test('while a job runs leaves the job running, and it is finished afterwards', async () => {
    const release = Promise.withResolvers<void>();
    const signals: AbortSignal[] = [];
    const queue = openJobQueue(under.settings);
    const worker = startJobWorker({ ...under.settings, concurrency: 1 }, async ({ signal }) => {
      signals.push(signal);
      await release.promise;
      return { outcome: 'done' };
    });
    const jobId = randomUUID();
    await queue.enqueue({ jobId, epoch: 0, kind: 'summary' });
    await until(() => signals.length === 1);
    await under.gate.shut();
    await under.gate.open();
    release.resolve();
    await until(() =>
      queue.holds(jobId, 0).then(
        (held) => !held,
        () => false,
      ),
    );
    expect(signals.map((signal) => signal.aborted)).toEqual([false]);
    await worker.close();
    await queue.close();
  });

  test('at the start of a worker is waited for, and its producer recovers too', async () => {
    await under.gate.shut();
    const { ran, errors, queue } = (setting = new Setting(under.settings));
    await expect(queue.ping()).rejects.toThrow(QueueUnavailableError);
    await until(() => errors.some((error) => error.message.startsWith('Waiting for the job queue.')));
    await under.gate.open();
    const jobId = await setting.putWhenBack();
    await until(() => ran.includes(jobId));
  });

  test('fails an enqueue at once with an error that names the address and not the password', async () => {
    await under.gate.shut();
    const settings = withPassword(under.settings, 'hunter2');
    const queue = openJobQueue(settings);
    const thrown = await queue
      .enqueue({ jobId: randomUUID(), epoch: 0, kind: 'summary' })
      .catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(QueueUnavailableError);
    expect(thrown).toMatchObject({
      code: 'queue_unavailable',
      address: expect.stringContaining(under.address),
    });
    expect(String(thrown)).toContain(under.address);
    expect(String(thrown)).toContain('ECONNREFUSED');
    expect(JSON.stringify(thrown) + String(thrown)).not.toContain('hunter2');
    await queue.close();
  });

  test('fails the calls of a queue that was connected before', async () => {
    const queue = openJobQueue(under.settings);
    const entry = { jobId: randomUUID(), epoch: 0, kind: 'summary' } as const;
    await queue.enqueue(entry);
    await under.gate.shut();
    await expect(queue.enqueue(entry)).rejects.toThrow(QueueUnavailableError);
    await expect(queue.holds(entry.jobId, 0)).rejects.toThrow(QueueUnavailableError);
    await expect(queue.remove(entry.jobId, 0)).rejects.toThrow(under.address);
    await queue.close();
    await expect(queue.ping()).rejects.toThrow(QueueClosedError);
  });

  test('in which nothing is refused and nothing answered fails an enqueue too', async () => {
    const connected = openJobQueue(under.settings);
    await connected.ping();
    under.gate.stall();
    const fresh = openJobQueue(under.settings);
    const entry = { jobId: randomUUID(), epoch: 0, kind: 'summary' } as const;
    for (const queue of [connected, fresh]) {
      await expect(queue.enqueue(entry)).rejects.toThrow(QueueUnavailableError);
    }
    await Promise.all([connected.close(), fresh.close()]);
  });

  test('does not keep a worker from closing', async () => {
    const { ran, worker } = (setting = new Setting(under.settings));
    const jobId = await setting.put();
    await until(() => ran.includes(jobId));
    await under.gate.shut();
    await worker.close();
    expect(worker.running()).toEqual([]);
  });

  test('does not keep a worker from closing that has a job to hand over', async () => {
    const worker = startJobWorker({ ...under.settings, concurrency: 1 }, async ({ signal }) => {
      throw await abortOf(signal);
    });
    const queue = openJobQueue(under.settings);
    const jobId = randomUUID();
    await queue.enqueue({ jobId, epoch: 0, kind: 'summary' });
    await until(() => worker.running().length === 1);
    await under.gate.shut();
    await worker.close({ graceMs: 100 });
    await under.gate.open();
    // The queue could not be told, and gives the job away when its lock runs out.
    await until(() =>
      queue.ping().then(
        () => true,
        () => false,
      ),
    );
    expect(await queue.holds(jobId, 0)).toBe(true);
    await queue.close();
  });

  test('at the start does not keep a worker from closing', async () => {
    await under.gate.shut();
    const worker = startJobWorker({ ...under.settings, concurrency: 1 }, async () => ({ outcome: 'done' }));
    await worker.close();
    await expect(worker.ready).rejects.toThrow(QueueClosedError);
  });
});

if (!redisServerIsInstalled) {
  process.stdout.write(
    'Skipped: a Redis that is killed and started again, since there is no redis-server on the PATH\n',
  );
}

describe.skipIf(!redisServerIsInstalled)('a Redis that is killed and started again', () => {
  let server: OwnRedis;

  beforeEach(async () => {
    server = await ownRedis();
    await server.start();
  });

  afterEach(() => server.remove());

  test('costs no job and no worker', async () => {
    const setting = new Setting({ redisUrl: server.url, databaseUrl: 'postgres://unused@127.0.0.1:1/none' });
    const before = await setting.put();
    await until(() => setting.ran.includes(before));
    const waiting = randomUUID();
    await setting.queue.enqueue({ jobId: waiting, epoch: 0, kind: 'summary' }, { delayMs: 500 });

    await server.kill();
    await expect(setting.put()).rejects.toThrow(QueueUnavailableError);
    await server.start();

    const after = await setting.putWhenBack();
    await until(() => setting.ran.includes(after) && setting.ran.includes(waiting));
    expect(new Set(setting.ran)).toEqual(new Set([before, waiting, after]));
    await setting.close();
  });
});

function withPassword(settings: QueueSettings, password: string): QueueSettings {
  const replace = (text: string) => {
    const url = new URL(text);
    url.password = password;
    return url.href;
  };
  const databaseUrl = replace(settings.databaseUrl);
  return settings.redisUrl === undefined
    ? { ...settings, databaseUrl }
    : { ...settings, databaseUrl, redisUrl: replace(settings.redisUrl) };
}
