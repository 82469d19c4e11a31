import type { ImportSummary, MeetingSettings, SpeakerNames } from '@meeting-assistant/contracts';
import {
  boolean,
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
import { bytes, json, moment } from './columns.ts';

export const uploads = pgTable(
  'uploads',
  {
    id: uuid('id').primaryKey(),
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    /** SHA-256 of the bytes, hex. */
    sha256: text('sha256').notNull(),
    bytes: bytes('bytes').notNull(),
    fileName: text('file_name'),
    mediaType: text('media_type'),
    byteLength: integer('byte_length').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [unique('uploads_in_workspace').on(table.workspaceId, table.id)],
);

export const meetings = pgTable(
  'meetings',
  {
    id: uuid('id').primaryKey(),
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    uploadId: uuid('upload_id').notNull(),
    title: text('title').notNull(),
    /** RFC 3339 as the uploader gave it: without a time zone its offset alone says which day it was. */
    startedAt: text('started_at'),
    timeZone: text('time_zone'),
    /** What the summary was asked for in, else what the first one was written in. */
    language: text('language'),
    participants: json('participants').$type<string[]>().notNull(),
    glossary: json('glossary').$type<Record<string, string>>().notNull(),
    /** What the file calls them. */
    speakers: json('speakers').$type<string[]>().notNull(),
    /** Given by people since; the lines keep what the file says. */
    speakerNames: json('speaker_names')
      .$type<SpeakerNames>()
      .notNull()
      .default(sql`'{}'`),
    lineCount: integer('line_count').notNull(),
    durationMs: integer('duration_ms'),
    import: json('import').$type<ImportSummary>().notNull(),
    settings: json('settings').$type<MeetingSettings>().notNull(),
    /** SHA-256, hex, over the bytes and the settings in canonical form: the same upload again is the same meeting. */
    fingerprint: text('fingerprint').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('meetings_in_workspace').on(table.workspaceId, table.id),
    unique('meetings_by_fingerprint').on(table.workspaceId, table.fingerprint),
    index('meetings_newest').on(table.workspaceId, table.createdAt, table.id),
    index('meetings_by_upload').on(table.workspaceId, table.uploadId),
    foreignKey({
      name: 'meetings_upload',
      columns: [table.workspaceId, table.uploadId],
      foreignColumns: [uploads.workspaceId, uploads.id],
    }),
  ],
);

export const lines = pgTable(
  'lines',
  {
    meetingId: uuid('meeting_id').notNull(),
    line: integer('line').notNull(),
    workspaceId: uuid('workspace_id').notNull(),
    speaker: text('speaker'),
    startMs: integer('start_ms'),
    endMs: integer('end_ms'),
    approximate: boolean('approximate')
      .notNull()
      .default(sql`false`),
    text: text('text').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.meetingId, table.line] }),
    foreignKey({
      name: 'lines_meeting',
      columns: [table.workspaceId, table.meetingId],
      foreignColumns: [meetings.workspaceId, meetings.id],
    }).onDelete('cascade'),
  ],
);
