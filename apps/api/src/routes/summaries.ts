import { renderSummaryMarkdown, summaryVersions } from '@meeting-assistant/contracts';
import { findMeeting, findSummary, listSummaries, readLines } from '@meeting-assistant/database';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { workspaceOf } from '../access/guard-routes.ts';
import { preferredType } from '../content-negotiation.ts';
import { NotFoundProblem, ProblemError } from '../problems.ts';
import type { ApiDependencies } from '../dependencies.ts';

const params = z.object({ id: z.uuid() });
const versionQuery = z.strictObject({
  version: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
});

export const summaryRoutes: FastifyPluginCallbackZod<ApiDependencies> = (app, { db }, done) => {
  app.get(
    '/v1/meetings/:id/summary',
    { config: { access: 'read' }, schema: { params, querystring: versionQuery } },
    async (request, reply) => {
      const workspaceId = workspaceOf(request);
      const { id } = request.params;
      const stored = await findSummary(db, workspaceId, id, request.query.version);
      if (!stored) {
        if (!(await findMeeting(db, workspaceId, id))) throw new NotFoundProblem('meeting', id);
        throw new ProblemError(
          404,
          'no_summary',
          'This version of the summary does not exist (yet). Look at the job.',
        );
      }
      if (preferredType(request, ['application/json', 'text/markdown']) === 'application/json') return stored;
      const lines = await readLines(db, workspaceId, id);
      return reply.type('text/markdown; charset=utf-8').send(renderSummaryMarkdown(stored.summary, lines));
    },
  );

  app.get(
    '/v1/meetings/:id/summaries',
    { config: { access: 'read' }, schema: { params, response: { 200: summaryVersions } } },
    async (request) => {
      const workspaceId = workspaceOf(request);
      const { id } = request.params;
      if (!(await findMeeting(db, workspaceId, id))) throw new NotFoundProblem('meeting', id);
      return { items: await listSummaries(db, workspaceId, id) };
    },
  );
  done();
};
