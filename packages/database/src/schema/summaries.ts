import type { Summary } from '@meeting-assistant/contracts';
import { foreignKey, integer, pgTable, text, unique, uuid } from '../drizzle.ts';
import { json, moment } from './columns.ts';
import { jobs } from './jobs.ts';
import { meetings } from './meetings.ts';

export const summaries = pgTable(
  'summaries',
  {
    id: uuid('id').primaryKey(),
    workspaceId: uuid('workspace_id').notNull(),
    meetingId: uuid('meeting_id').notNull(),
    jobId: uuid('job_id').notNull().unique('summaries_one_per_job'),
    version: integer('version').notNull(),
    body: json('body').$type<Summary>().notNull(),
    model: text('model').notNull(),
    template: text('template').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('summaries_by_version').on(table.meetingId, table.version),
    foreignKey({
      name: 'summaries_meeting',
      columns: [table.workspaceId, table.meetingId],
      foreignColumns: [meetings.workspaceId, meetings.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'summaries_job',
      columns: [table.workspaceId, table.jobId],
      foreignColumns: [jobs.workspaceId, jobs.id],
    }).onDelete('cascade'),
  ],
);
