import { databaseAnswers } from '@meeting-assistant/database';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ApiDependencies } from '../dependencies.ts';

const readiness = z.object({
  ready: z.boolean(),
  database: z.enum(['ok', 'unavailable']),
  /** The queue is a hint: uploads are accepted without it, and queued later. */
  queue: z.enum(['ok', 'unavailable']),
});

/** `/healthz`: the process lives. `/readyz`: it can accept uploads. */
export const healthRoutes: FastifyPluginCallbackZod<ApiDependencies> = (app, { db, queue }, done) => {
  app.get(
    '/healthz',
    { config: { access: 'public' }, schema: { response: { 200: z.object({ status: z.literal('ok') }) } } },
    () => ({
      status: 'ok' as const,
    }),
  );

  app.get(
    '/readyz',
    { config: { access: 'public' }, schema: { response: { 200: readiness, 503: readiness } } },
    async (_request, reply) => {
      const [database, jobQueue] = await Promise.all([succeeds(databaseAnswers(db)), succeeds(queue.ping())]);
      return reply.code(database ? 200 : 503).send({
        ready: database,
        database: database ? 'ok' : 'unavailable',
        queue: jobQueue ? 'ok' : 'unavailable',
      });
    },
  );
  done();
};

const succeeds = (promise: Promise<unknown>) =>
  promise.then(
    () => true,
    () => false,
  );
