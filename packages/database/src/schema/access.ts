import type { ApiKeyScope } from '@meeting-assistant/contracts';
import { check, index, pgTable, sql, text, uuid } from '../drizzle.ts';
import { moment } from './columns.ts';

export const workspaces = pgTable('workspaces', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull().unique(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    /** Null for a key of the whole installation, which opens no workspace. */
    workspaceId: uuid('workspace_id').references(() => workspaces.id),
    name: text('name').notNull(),
    /** The first characters of the key, to recognise it by; never enough to use it. */
    prefix: text('prefix').notNull(),
    /** SHA-256 of the key, hex. */
    hash: text('hash').notNull().unique(),
    scopes: text('scopes').array().$type<ApiKeyScope[]>().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastUsedAt: moment('last_used_at'),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    index('api_keys_by_workspace').on(table.workspaceId, table.createdAt),
    check(
      'api_keys_instance_has_no_workspace',
      sql`(${table.workspaceId} is null) = ('instance' = any(${table.scopes}))`,
    ),
  ],
);

export const signInLinks = pgTable('sign_in_links', {
  hash: text('hash').primaryKey(),
  workspaceId: uuid('workspace_id')
    .notNull()
    .references(() => workspaces.id),
  scopes: text('scopes').array().$type<ApiKeyScope[]>().notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
});

export const sessions = pgTable('sessions', {
  hash: text('hash').primaryKey(),
  /** Null for a session opened with a key of the installation. */
  workspaceId: uuid('workspace_id').references(() => workspaces.id),
  scopes: text('scopes').array().$type<ApiKeyScope[]>().notNull(),
  /** The key that opened the session; revoking it ends the session too. Null when a sign-in link did. */
  apiKeyId: uuid('api_key_id').references(() => apiKeys.id, { onDelete: 'cascade' }),
  createdAt: moment('created_at').notNull().defaultNow(),
  expiresAt: moment('expires_at').notNull(),
});
