import { endSession, useSignInLink } from '@meeting-assistant/database';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { SESSION_COOKIE } from '../access/authenticate.ts';
import { renderUsedLink } from '../home-page.ts';
import type { ApiDependencies } from '../dependencies.ts';

/** The one-time link that `start` prints becomes a session: an HttpOnly, same-site cookie. */
export const signInRoutes: FastifyPluginCallbackZod<ApiDependencies> = (app, { db }, done) => {
  app.get(
    '/sign-in',
    {
      // A look with HEAD must not use the link up.
      exposeHeadRoute: false,
      config: { access: 'public' },
      schema: { hide: true, querystring: z.object({ token: z.string().min(1).max(200) }) },
    },
    async (request, reply) => {
      const session = await useSignInLink(db, request.query.token);
      if (!session) return reply.code(401).type('text/html; charset=utf-8').send(renderUsedLink());
      return reply
        .setCookie(SESSION_COOKIE, session.sessionToken, {
          path: '/',
          httpOnly: true,
          sameSite: 'strict',
          secure: request.protocol === 'https',
          expires: session.expiresAt,
        })
        .header('referrer-policy', 'no-referrer')
        .redirect('/', 303);
    },
  );

  app.post('/sign-out', { config: { access: 'visitor' }, schema: { hide: true } }, async (request, reply) => {
    const cookie = request.cookies[SESSION_COOKIE];
    if (cookie) await endSession(db, cookie);
    return reply.clearCookie(SESSION_COOKIE, { path: '/' }).redirect('/', 303);
  });
  done();
};
