import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '../drizzle.ts';
import { QueryFailedError, WorkspaceExistsError } from '../errors.ts';
import { connectTestDatabase, type ConnectedTestDatabase } from '../testing/connect-test-database.ts';
import { createApiKey, findApiKey, listApiKeys, revokeApiKey } from './api-keys.ts';
import { createSession, createSignInLink, endSession, findSession, useSignInLink } from './sessions.ts';
import { createWorkspace, ensureWorkspace, findWorkspaceByName, listWorkspaces } from './workspaces.ts';

let database: ConnectedTestDatabase;
let workspaceId: string;

beforeEach(async () => {
  database = await connectTestDatabase();
  workspaceId = (await createWorkspace(database.db, 'main')).id;
});
afterEach(() => database.drop());

test('a workspace is known by its name, which is given once', async () => {
  const { db } = database;
  await expect(findWorkspaceByName(db, 'main')).resolves.toMatchObject({ id: workspaceId });
  await expect(findWorkspaceByName(db, 'other')).resolves.toBeUndefined();
  await expect(createWorkspace(db, 'main')).rejects.toBeInstanceOf(WorkspaceExistsError);
  await createWorkspace(db, 'another');
  await expect(listWorkspaces(db)).resolves.toMatchObject([{ name: 'another' }, { name: 'main' }]);
});

test('a workspace that several processes make at once is made once', async () => {
  const made = await Promise.all(Array.from({ length: 5 }, () => ensureWorkspace(database.db, 'default')));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
});

test('a key opens its workspace until it is revoked, and is stored nowhere', async () => {
  const { db } = database;
  const { id, key } = await createApiKey(db, { workspaceId, name: 'ci', scopes: ['upload', 'read'] });
  expect(key).toMatch(/^ma_[\w-]{43}$/);
  await expect(findApiKey(db, key)).resolves.toEqual({ id, workspaceId, scopes: ['upload', 'read'] });
  await expect(findApiKey(db, `${key}x`)).resolves.toBeUndefined();
  const { rows } = await db.execute<{ row: string }>(sql`select api_keys::text as row from api_keys`);
  expect(rows[0]?.row).not.toContain(key.slice(12));
  await expect(revokeApiKey(db, workspaceId, id)).resolves.toBe(true);
  await expect(revokeApiKey(db, workspaceId, id)).resolves.toBe(false);
  await expect(findApiKey(db, key)).resolves.toBeUndefined();
});

test("a key's use is noted once a minute", async () => {
  const { db } = database;
  const { key } = await createApiKey(db, { workspaceId, name: 'ci', scopes: ['read'] });
  const lastUse = async () => (await listApiKeys(db, workspaceId))[0]?.lastUsedAt;
  await expect(lastUse()).resolves.toBeNull();
  await findApiKey(db, key);
  const noted = await lastUse();
  expect(noted).toEqual(expect.any(String));
  await findApiKey(db, key);
  await expect(lastUse()).resolves.toBe(noted);
  await db.execute(sql`update api_keys set last_used_at = now() - interval '61 seconds'`);
  await findApiKey(db, key);
  await expect(lastUse().then((time) => Date.parse(time ?? ''))).resolves.toBeGreaterThanOrEqual(
    Date.parse(noted ?? ''),
  );
});

test('a key of the installation has the scope instance and no workspace, and no other key has either', async () => {
  const { db } = database;
  const { id } = await createApiKey(db, { workspaceId: null, name: 'ops', scopes: ['instance'] });
  await expect(listApiKeys(db, null)).resolves.toMatchObject([{ id, scopes: ['instance'] }]);
  await expect(listApiKeys(db, workspaceId)).resolves.toEqual([]);
  await expect(createApiKey(db, { workspaceId, name: 'x', scopes: ['instance'] })).rejects.toBeInstanceOf(
    QueryFailedError,
  );
  await expect(createApiKey(db, { workspaceId: null, name: 'x', scopes: ['read'] })).rejects.toBeInstanceOf(
    QueryFailedError,
  );
});

test('a sign-in link opens one session, whoever comes at once', async () => {
  const { db } = database;
  const { token } = await createSignInLink(db, { workspaceId, scopes: ['admin'], ttlMs: 60_000 });
  const uses = await Promise.all([1, 2, 3, 4].map(() => useSignInLink(db, token)));
  const opened = uses.filter((use) => use !== undefined);
  expect(opened).toHaveLength(1);
  const sessionToken = opened[0]?.sessionToken ?? '';
  await expect(findSession(db, sessionToken)).resolves.toMatchObject({ workspaceId, scopes: ['admin'] });
  await endSession(db, sessionToken);
  await expect(findSession(db, sessionToken)).resolves.toBeUndefined();
});

test('an expired link or session opens nothing', async () => {
  const { db } = database;
  const { token } = await createSignInLink(db, { workspaceId, scopes: ['read'], ttlMs: -1 });
  await expect(useSignInLink(db, token)).resolves.toBeUndefined();
  const { sessionToken } = await createSession(db, { workspaceId, scopes: ['read'] });
  await db.execute(sql`update sessions set expires_at = now()`);
  await expect(findSession(db, sessionToken)).resolves.toBeUndefined();
});

test('revoking a key ends the sessions that it opened', async () => {
  const { db } = database;
  const { id } = await createApiKey(db, { workspaceId, name: 'ci', scopes: ['read'] });
  const { sessionToken } = await createSession(db, { workspaceId, scopes: ['read'], apiKeyId: id });
  await expect(findSession(db, sessionToken)).resolves.toBeDefined();
  await revokeApiKey(db, workspaceId, id);
  await expect(findSession(db, sessionToken)).resolves.toBeUndefined();
});
