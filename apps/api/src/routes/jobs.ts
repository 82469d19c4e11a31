import { job, jobKind, jobPage, jobStatus, jobTrace, plainText } from '@meeting-assistant/contracts';
import {
  cancelJob,
  findJob,
  listJobs,
  readFailedCalls,
  readJobTurns,
  retryJob,
  type Database,
} from '@meeting-assistant/database';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { workspaceOf } from '../access/guard-routes.ts';
import { enqueueJob } from '../enqueue-job.ts';
import { NotFoundProblem } from '../problems.ts';
import type { ApiDependencies } from '../dependencies.ts';

const params = z.object({ id: z.uuid() });
const listQuery = z.strictObject({
  cursor: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  status: jobStatus.optional(),
  kind: jobKind.optional(),
  meetingId: z.uuid().optional(),
  q: plainText.trim().min(1).max(200).optional(),
});

export const jobRoutes: FastifyPluginCallbackZod<ApiDependencies> = (app, { db, queue }, done) => {
  app.get(
    '/v1/jobs',
    { config: { access: 'read' }, schema: { querystring: listQuery, response: { 200: jobPage } } },
    async (request) => listJobs(db, workspaceOf(request), request.query),
  );

  app.get(
    '/v1/jobs/:id',
    { config: { access: 'read' }, schema: { params, response: { 200: job } } },
    async (request) => getJob(db, workspaceOf(request), request.params.id),
  );

  app.get(
    '/v1/jobs/:id/trace',
    { config: { access: 'read' }, schema: { params, response: { 200: jobTrace } } },
    async (request) => {
      const workspaceId = workspaceOf(request);
      const found = await getJob(db, workspaceId, request.params.id);
      const [turns, failedCalls] = await Promise.all([
        readJobTurns(db, workspaceId, found.id),
        readFailedCalls(db, workspaceId, found.id),
      ]);
      return { job: found, turns, failedCalls };
    },
  );

  app.post(
    '/v1/jobs/:id/cancel',
    { config: { access: 'operate' }, schema: { params, response: { 200: job } } },
    async (request) => {
      const cancelled = await cancelJob(db, workspaceOf(request), request.params.id);
      if (!cancelled) throw new NotFoundProblem('job', request.params.id);
      return cancelled;
    },
  );

  app.post(
    '/v1/jobs/:id/retry',
    { config: { access: 'operate' }, schema: { params, response: { 200: job, 202: job } } },
    async (request, reply) => {
      const retried = await retryJob(db, workspaceOf(request), request.params.id);
      if (!retried) throw new NotFoundProblem('job', request.params.id);
      if (!retried.queue) return retried.job;
      await enqueueJob(queue, { jobId: retried.job.id, epoch: retried.epoch }, request.log);
      return reply.code(202).send(retried.job);
    },
  );
  done();
};

async function getJob(db: Database, workspaceId: string, id: string) {
  const found = await findJob(db, workspaceId, id);
  if (!found) throw new NotFoundProblem('job', id);
  return found;
}
