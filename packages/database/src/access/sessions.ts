import type { ApiKeyScope } from '@meeting-assistant/contracts';
import type { Database } from '../connect.ts';
import { and, eq, gt, isNull, lt, sql } from '../drizzle.ts';
import { apiKeys, sessions, signInLinks } from '../schema/access.ts';
import { hashOf, randomToken } from './secrets.ts';

const SESSION_TTL_MS = 14 * 24 * 60 * 60 * 1_000;

export type NewSession = {
  /** Null for a session of the installation. */
  workspaceId: string | null;
  scopes: ApiKeyScope[];
  /** The key that it was opened with: the session ends when that is revoked. */
  apiKeyId?: string;
};

export type OpenedSession = { sessionToken: string; expiresAt: Date };

export async function createSession(db: Database, session: NewSession): Promise<OpenedSession> {
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now()`));
  const sessionToken = randomToken();
  const expiresAt = new Date(Date.now() + SESSION_TTL_MS);
  await db.insert(sessions).values({ ...session, hash: hashOf(sessionToken), expiresAt });
  return { sessionToken, expiresAt };
}

export type FoundSession = { workspaceId: string | null; scopes: ApiKeyScope[]; expiresAt: Date };

/** Undefined once it has expired or was ended, or its key was revoked. */
export async function findSession(db: Database, sessionToken: string): Promise<FoundSession | undefined> {
  const [row] = await db
    .select({ workspaceId: sessions.workspaceId, scopes: sessions.scopes, expiresAt: sessions.expiresAt })
    .from(sessions)
    .leftJoin(apiKeys, eq(apiKeys.id, sessions.apiKeyId))
    .where(
      and(
        eq(sessions.hash, hashOf(sessionToken)),
        gt(sessions.expiresAt, sql`now()`),
        isNull(apiKeys.revokedAt),
      ),
    );
  return row;
}

export async function endSession(db: Database, sessionToken: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.hash, hashOf(sessionToken)));
}

/** A link that opens one session, once, within `ttlMs`. */
export async function createSignInLink(
  db: Database,
  { ttlMs, ...link }: { workspaceId: string; scopes: ApiKeyScope[]; ttlMs: number },
): Promise<{ token: string }> {
  await db.delete(signInLinks).where(lt(signInLinks.expiresAt, sql`now()`));
  const token = randomToken();
  await db.insert(signInLinks).values({
    ...link,
    hash: hashOf(token),
    expiresAt: sql`now() + ${ttlMs}::float8 * interval '1 millisecond'`,
  });
  return { token };
}

/** Undefined when the link was used, has expired or never was. */
export async function useSignInLink(db: Database, token: string): Promise<OpenedSession | undefined> {
  return db.transaction(async (tx) => {
    // The row's lock lets one of two simultaneous uses through, and shows the other that it was used.
    const [link] = await tx
      .update(signInLinks)
      .set({ usedAt: sql`now()` })
      .where(
        and(
          eq(signInLinks.hash, hashOf(token)),
          isNull(signInLinks.usedAt),
          gt(signInLinks.expiresAt, sql`now()`),
        ),
      )
      .returning({ workspaceId: signInLinks.workspaceId, scopes: signInLinks.scopes });
    return link && createSession(tx, link);
  });
}
