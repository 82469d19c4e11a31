import type { ApiKeyScope } from '@meeting-assistant/contracts';
import { v7 as uuid } from 'uuid';
import type { Database } from '../connect.ts';
import { and, desc, eq, isNull, sql } from '../drizzle.ts';
import { apiKeys } from '../schema/access.ts';
import { hashOf, randomToken } from './secrets.ts';

const PREFIX = 'ma_';
/** Of the key's 46 characters, so many are shown to recognise it by. */
const SHOWN_CHARACTERS = 9;

export type NewApiKey = {
  /** Null for a key of the whole installation: then `scopes` is `['instance']`, and only then. */
  workspaceId: string | null;
  name: string;
  scopes: ApiKeyScope[];
};

/** The key itself is shown this once; its hash alone is kept. */
export async function createApiKey(db: Database, key: NewApiKey): Promise<{ id: string; key: string }> {
  const id = uuid();
  const secret = `${PREFIX}${randomToken()}`;
  await db
    .insert(apiKeys)
    .values({ ...key, id, prefix: secret.slice(0, SHOWN_CHARACTERS), hash: hashOf(secret) });
  return { id, key: secret };
}

export type AuthenticatedKey = { id: string; workspaceId: string | null; scopes: ApiKeyScope[] };

/** Undefined for a key that does not exist or was revoked. Notes the use, once a minute at most. */
export async function findApiKey(db: Database, key: string): Promise<AuthenticatedKey | undefined> {
  const [row] = await db
    .select({
      id: apiKeys.id,
      workspaceId: apiKeys.workspaceId,
      scopes: apiKeys.scopes,
      noted: sql<boolean>`coalesce(${apiKeys.lastUsedAt} > now() - interval '1 minute', false)`,
    })
    .from(apiKeys)
    .where(and(eq(apiKeys.hash, hashOf(key)), isNull(apiKeys.revokedAt)));
  if (!row) return undefined;
  const { noted, ...found } = row;
  if (!noted) {
    await db
      .update(apiKeys)
      .set({ lastUsedAt: sql`now()` })
      .where(eq(apiKeys.id, found.id));
  }
  return found;
}

export type ListedApiKey = {
  id: string;
  name: string;
  prefix: string;
  scopes: ApiKeyScope[];
  createdAt: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
};

/** Those of the workspace, or those of the installation for null; newest first. */
export async function listApiKeys(db: Database, workspaceId: string | null): Promise<ListedApiKey[]> {
  const rows = await db
    .select()
    .from(apiKeys)
    .where(ownedBy(workspaceId))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));
  return rows.map(({ id, name, prefix, scopes, createdAt, lastUsedAt, revokedAt }) => ({
    id,
    name,
    prefix,
    scopes,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  }));
}

/** Ends the sessions opened with it too. False when the workspace (the installation, for null) has no such key in use. */
export async function revokeApiKey(
  db: Database,
  workspaceId: string | null,
  keyId: string,
): Promise<boolean> {
  const revoked = await db
    .update(apiKeys)
    .set({ revokedAt: sql`now()` })
    .where(and(ownedBy(workspaceId), eq(apiKeys.id, keyId), isNull(apiKeys.revokedAt)))
    .returning({ id: apiKeys.id });
  return revoked.length > 0;
}

const ownedBy = (workspaceId: string | null) =>
  workspaceId === null ? isNull(apiKeys.workspaceId) : eq(apiKeys.workspaceId, workspaceId);
