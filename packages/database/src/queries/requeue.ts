import { sql } from '../drizzle.ts';
import { jobs } from '../schema/jobs.ts';

/** What a retry sets: the same job from its checkpoints, under a queue entry of a new name. */
export const requeued = {
  status: 'queued' as const,
  epoch: sql`${jobs.epoch} + 1`,
  attemptsWithoutCheckpoint: 0,
  workerId: null,
  error: null,
  finishedAt: null,
  updatedAt: sql`now()`,
};
