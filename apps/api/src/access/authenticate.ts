import { createHash } from 'node:crypto';
import { findApiKey, findSession, type Database } from '@meeting-assistant/database';
import type { FastifyRequest } from 'fastify';
import { ProblemError, UnauthenticatedProblem } from '../problems.ts';
import type { Access } from './access.ts';

export const SESSION_COOKIE = 'ma_session';

/**
 * Resolves the key or the session of a request. Undefined when it brings neither, or a cookie whose session has ended: a
 * browser sends that by itself, so it is a visitor who is signed out, not a wrong credential.
 *
 * @throws UnauthenticatedProblem for a wrong key, ProblemError `foreign_origin`
 */
export async function findAccess(db: Database, request: FastifyRequest): Promise<Access | undefined> {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    if (!token) throw new UnauthenticatedProblem('The Authorization header must be "Bearer ma_…".');
    const key = await findApiKey(db, token);
    if (!key) throw new UnauthenticatedProblem('This API key does not exist or was revoked.');
    return { subject: `key:${key.id}`, workspaceId: key.workspaceId, scopes: key.scopes };
  }
  const cookie = request.cookies[SESSION_COOKIE];
  if (!cookie) return undefined;
  const session = await findSession(db, cookie);
  if (!session) return undefined;
  refuseForeignOrigin(request);
  const subject = `session:${createHash('sha256').update(cookie).digest('hex')}`;
  return { subject, workspaceId: session.workspaceId, scopes: session.scopes };
}

/** A cookie travels by itself, so a request that changes something must come from a page of ours. */
function refuseForeignOrigin(request: FastifyRequest): void {
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const { origin } = request.headers;
  if (origin !== undefined && URL.canParse(origin) && new URL(origin).host === request.host) return;
  throw new ProblemError(
    403,
    'foreign_origin',
    'A signed-in browser may change things from the pages of this server only.',
  );
}
