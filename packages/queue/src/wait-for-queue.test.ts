import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  InvalidQueueUrlError,
  openJobQueue,
  QueueRefusedError,
  startJobWorker,
  waitForQueue,
} from './index.ts';
import { backendsToTest } from './testing/backends-to-test.ts';
import type { QueueUnderTest } from './testing/backends.ts';
import { until } from './testing/until.ts';

describe.each(backendsToTest())('waiting for $name', (kind) => {
  let under: QueueUnderTest;

  beforeEach(async () => {
    under = await kind.create();
  });

  afterEach(() => under.remove());

  test('ends when the backend answers, and says meanwhile what it waits for', async () => {
    await under.gate.shut();
    const messages: string[] = [];
    const waiting = waitForQueue(under.settings, { onWait: (message) => messages.push(message) });
    await until(() => messages.length >= 2);
    await under.gate.open();
    await waiting;
    expect(messages[0]).toContain(`Waiting for the job queue. ${kind.name} at ${under.address}`);
    expect(messages[0]).toContain('ECONNREFUSED');
  });

  test('can be given up', async () => {
    await under.gate.shut();
    const giveUp = new AbortController();
    const waiting = waitForQueue(under.settings, {
      signal: giveUp.signal,
      onWait: () => giveUp.abort(new Error('enough')),
    });
    await expect(waiting).rejects.toThrow('enough');
  });

  test('fails at once when waiting cannot help, and says what to do', async () => {
    const messages: string[] = [];
    const thrown = await waitForQueue(under.refusedSettings, {
      onWait: (message) => messages.push(message),
    }).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(QueueRefusedError);
    expect(String(thrown)).toContain(under.address);
    expect(String(thrown)).toMatch(/REDIS_URL|DATABASE_URL/);
    expect(String(thrown)).not.toContain('not-the-password');
    expect(messages).toEqual([]);
  });

  test('in a worker fails in the same way, and closes', async () => {
    const errors: Error[] = [];
    const onError = (error: Error) => errors.push(error);
    const worker = startJobWorker({ ...under.refusedSettings, concurrency: 1, onError }, async () => ({
      outcome: 'done',
    }));
    await expect(worker.ready).rejects.toThrow(QueueRefusedError);
    expect(errors).toHaveLength(1);
    await worker.close();
  });

  test('in a producer fails the call in the same way', async () => {
    const queue = openJobQueue(under.refusedSettings);
    await expect(queue.ping()).rejects.toThrow(QueueRefusedError);
    await queue.close();
  });
});

test('a setting that is no URL is refused without being repeated', () => {
  for (const text of ['hunter2', 'http://user:hunter2@host', 'redis//:hunter2@host']) {
    const open = () => openJobQueue({ redisUrl: text, databaseUrl: text });
    expect(open).toThrow(InvalidQueueUrlError);
    expect(open).not.toThrow('hunter2');
    expect(() => openJobQueue({ databaseUrl: text })).toThrow('databaseUrl is not a URL');
  }
});
