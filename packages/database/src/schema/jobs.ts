import type { JobError, JobStatus, SpeakerNames, SummaryJobSettings } from '@meeting-assistant/contracts';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  sql,
  text,
  unique,
  uuid,
} from '../drizzle.ts';
import { workspaces } from './access.ts';
import { json, moment } from './columns.ts';
import { meetings } from './meetings.ts';

export type JobKind = 'summary' | 'workflow_edit';

export const jobs = pgTable(
  'jobs',
  {
    id: uuid('id').primaryKey(),
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    meetingId: uuid('meeting_id'),
    kind: text('kind').$type<JobKind>().notNull(),
    status: text('status').$type<JobStatus>().notNull().default('queued'),
    settings: json('settings').$type<SummaryJobSettings>().notNull(),
    /** The names that the job works with, and its summary is written in: those of the meeting when its first turn was begun. */
    speakerNames: json('speaker_names')
      .$type<SpeakerNames>()
      .notNull()
      .default(sql`'{}'`),
    /** Raised by every claim, cancel and loss: a worker whose number is lower may not write any more. */
    fence: integer('fence').notNull().default(0),
    /** Raised by every re-queue: names the queue entry, so that a forgotten one is never mistaken for it. */
    epoch: integer('epoch').notNull().default(0),
    attempts: integer('attempts').notNull().default(0),
    attemptsWithoutCheckpoint: integer('attempts_without_checkpoint').notNull().default(0),
    workerId: uuid('worker_id'),
    error: json('error').$type<JobError>(),
    /** The job failed on what its stored turns say: the next retry drops them. */
    restart: boolean('restart')
      .notNull()
      .default(sql`false`),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    startedAt: moment('started_at'),
    finishedAt: moment('finished_at'),
  },
  (table) => [
    unique('jobs_in_workspace').on(table.workspaceId, table.id),
    index('jobs_newest').on(table.workspaceId, table.createdAt, table.id),
    index('jobs_newest_by_status').on(table.workspaceId, table.status, table.createdAt, table.id),
    index('jobs_by_meeting').on(table.workspaceId, table.meetingId, table.createdAt, table.id),
    index('jobs_unfinished')
      .on(table.updatedAt)
      .where(sql`${table.status} in ('queued', 'running')`),
    check('jobs_kind', sql`${table.kind} in ('summary', 'workflow_edit')`),
    check('jobs_status', sql`${table.status} in ('queued', 'running', 'succeeded', 'failed', 'cancelled')`),
    foreignKey({
      name: 'jobs_meeting',
      columns: [table.workspaceId, table.meetingId],
      foreignColumns: [meetings.workspaceId, meetings.id],
    }).onDelete('cascade'),
  ],
);

export const checkpoints = pgTable(
  'checkpoints',
  {
    jobId: uuid('job_id').notNull(),
    section: text('section').notNull(),
    turn: integer('turn').notNull(),
    workspaceId: uuid('workspace_id').notNull(),
    payload: json('payload').$type<unknown>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.section, table.turn] }),
    foreignKey({
      name: 'checkpoints_job',
      columns: [table.workspaceId, table.jobId],
      foreignColumns: [jobs.workspaceId, jobs.id],
    }).onDelete('cascade'),
  ],
);

/** Model calls that gave no turn: what they used is paid for all the same. */
export const failedCalls = pgTable(
  'failed_calls',
  {
    id: uuid('id').primaryKey(),
    jobId: uuid('job_id').notNull(),
    workspaceId: uuid('workspace_id').notNull(),
    payload: json('payload').$type<unknown>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('failed_calls_by_job').on(table.workspaceId, table.jobId, table.createdAt),
    foreignKey({
      name: 'failed_calls_job',
      columns: [table.workspaceId, table.jobId],
      foreignColumns: [jobs.workspaceId, jobs.id],
    }).onDelete('cascade'),
  ],
);

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    workspaceId: uuid('workspace_id').notNull(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    meetingId: uuid('meeting_id').notNull(),
    jobId: uuid('job_id').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.key] }),
    index('idempotency_keys_by_meeting').on(table.workspaceId, table.meetingId),
    index('idempotency_keys_by_job').on(table.workspaceId, table.jobId),
    foreignKey({
      name: 'idempotency_keys_meeting',
      columns: [table.workspaceId, table.meetingId],
      foreignColumns: [meetings.workspaceId, meetings.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'idempotency_keys_job',
      columns: [table.workspaceId, table.jobId],
      foreignColumns: [jobs.workspaceId, jobs.id],
    }).onDelete('cascade'),
  ],
);
