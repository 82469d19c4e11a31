import { openJobQueue, startJobWorker, type QueueSettings } from '../index.ts';

/** On Redis the first worker to look decides when the next one may, so that all have to be as quick. */
export type QuickLocks = { lockDurationMs: number; stalledIntervalMs: number };

/** What the process is to do, as its only argument in JSON. */
export type WorkerProcessTask = { settings: QueueSettings & QuickLocks; jobId: string } & (
  | { behaviour: 'take a job and never end' }
  | { behaviour: 'do one job and close everything' }
);

/** Sent to the parent once a handler has the job. */
export type WorkerProcessMessage = { taken: string };

const task: WorkerProcessTask = JSON.parse(process.argv[2] ?? '');
const { settings, jobId } = task;

const done = Promise.withResolvers<void>();
const worker = startJobWorker({ ...settings, concurrency: 1 }, async (run) => {
  process.send?.({ taken: run.jobId } satisfies WorkerProcessMessage);
  if (task.behaviour === 'take a job and never end') await new Promise(() => {});
  done.resolve();
  return { outcome: 'done' };
});

if (task.behaviour === 'do one job and close everything') {
  const queue = openJobQueue(settings);
  await queue.enqueue({ jobId, epoch: 0, kind: 'summary' });
  await done.promise;
  // No exit below: the process has to end because nothing is left open.
  await worker.close();
  await queue.close();
}
