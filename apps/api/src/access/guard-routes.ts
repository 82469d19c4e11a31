import type { ApiKeyScope } from '@meeting-assistant/contracts';
import type { Database } from '@meeting-assistant/database';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ForbiddenProblem, ProblemError, UnauthenticatedProblem } from '../problems.ts';
import { allows, type Access } from './access.ts';
import { findAccess, SESSION_COOKIE } from './authenticate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    access: Access | undefined;
  }
  interface FastifyContextConfig {
    /**
     * What a route asks of its caller: a scope; nothing, but it wants to know who it is (`visitor`); nothing at all
     * (`public`: the database is not asked). Each route says one of them, or is refused when it is registered.
     */
    access?: ApiKeyScope | 'visitor' | 'public';
  }
}

/**
 * Authenticates, counts and authorises each request before its body is read. The rate limit counts by key or session; what
 * brings none, or a wrong one, by address. Call before the routes are registered, after the rate-limit plugin.
 */
export function guardRoutes(app: FastifyInstance, db: Database): void {
  const countRequest = app.createRateLimit();
  app.decorateRequest('access', undefined);

  app.addHook('onRoute', (route) => {
    if (route.config?.access === undefined && !route.url.startsWith('/docs')) {
      throw new Error(`${route.url} does not say who may use it: set config.access`);
    }
  });

  app.addHook('onRequest', async (request, reply) => {
    const wanted = request.routeOptions.config.access ?? 'public';
    // Health probes and pages for everyone must answer while the database does not.
    if (wanted === 'public') return refuseWhenTooMany(request);
    try {
      request.access = await findAccess(db, request);
    } finally {
      await refuseWhenTooMany(request);
    }
    if (!request.access && request.cookies[SESSION_COOKIE]) reply.clearCookie(SESSION_COOKIE, { path: '/' });
    if (wanted !== 'visitor') authorise(request.access, wanted);
  });

  async function refuseWhenTooMany(request: FastifyRequest): Promise<void> {
    const limit = await countRequest(request);
    if (limit.isAllowed || !limit.isExceeded) return;
    throw new ProblemError(
      429,
      'rate_limited',
      `Too many requests. Try again in ${limit.ttlInSeconds} seconds.`,
      {
        headers: { 'retry-after': String(limit.ttlInSeconds) },
      },
    );
  }
}

function authorise(access: Access | undefined, scope: ApiKeyScope): void {
  if (!access) {
    throw new UnauthenticatedProblem(
      'Send an API key as "Authorization: Bearer ma_…". Make one with the command "key create".',
    );
  }
  if (!allows(access, scope) || (scope !== 'instance' && access.workspaceId === null))
    throw new ForbiddenProblem(scope);
}

/** The workspace of a request that `guardRoutes` has let through to a route with a scope of a workspace. */
export function workspaceOf(request: FastifyRequest): string {
  const workspaceId = request.access?.workspaceId ?? null;
  if (workspaceId === null) throw new Error('This route does not ask for a scope of a workspace');
  return workspaceId;
}
