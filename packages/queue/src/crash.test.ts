import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openJobQueue, startJobWorker, type JobRun } from './index.ts';
import { backendsToTest } from './testing/backends-to-test.ts';
import type { QueueUnderTest } from './testing/backends.ts';
import { until } from './testing/until.ts';
import type { WorkerProcessMessage, WorkerProcessTask } from './testing/worker-process.ts';

const workerProcess = fileURLToPath(new URL('testing/worker-process.ts', import.meta.url));

describe.each(backendsToTest())('a worker process on $name', (kind) => {
  let under: QueueUnderTest;
  let children: ChildProcess[];

  beforeEach(async () => {
    under = await kind.create();
    children = [];
  });

  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    await under.remove();
  });

  function start(task: WorkerProcessTask): { child: ChildProcess; taken: string[] } {
    const execArgv = ['--conditions=@meeting-assistant/source'];
    const child = fork(workerProcess, [JSON.stringify(task)], {
      execArgv,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    children.push(child);
    const taken: string[] = [];
    child.on('message', (message: WorkerProcessMessage) => taken.push(message.taken));
    return { child, taken };
  }

  test('that is killed loses its job to another worker once the lock has run out', async () => {
    const queue = openJobQueue(under.settings);
    const jobId = randomUUID();
    const settings = { ...under.settings, lockDurationMs: 1_000, stalledIntervalMs: 300 };
    const { child, taken } = start({ settings, jobId, behaviour: 'take a job and never end' });
    await queue.enqueue({ jobId, epoch: 7, kind: 'summary' });
    await until(() => taken.includes(jobId));
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    expect(await queue.holds(jobId, 7)).toBe(true);

    const runs: JobRun[] = [];
    const worker = startJobWorker({ ...settings, concurrency: 1 }, async (run) => {
      runs.push(run);
      return { outcome: 'done' };
    });
    await until(() => runs.length === 1);
    expect(runs).toMatchObject([{ jobId, epoch: 7, attempt: 1 }]);
    await worker.close();
    await queue.close();
  });

  test('that closes its queue and worker ends by itself', async () => {
    const settings = { ...under.settings, lockDurationMs: 5_000, stalledIntervalMs: 5_000 };
    const jobId = randomUUID();
    const { child, taken } = start({ settings, jobId, behaviour: 'do one job and close everything' });
    const [code, signal] = await once(child, 'exit');
    expect(taken).toEqual([jobId]);
    expect({ code, signal }).toEqual({ code: 0, signal: null });
  });
});
