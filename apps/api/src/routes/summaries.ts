import { setImmediate } from 'node:timers/promises';
import {
  compareSummaries,
  describeVersion,
  renderSummaryMarkdown,
  summaryComparison,
  summaryVersions,
  type SummaryVersions,
} from '@meeting-assistant/contracts';
import {
  findMeeting,
  findSummary,
  listSummaries,
  readLines,
  type Database,
} from '@meeting-assistant/database';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { workspaceOf } from '../access/guard-routes.ts';
import { preferredType } from '../content-negotiation.ts';
import { NotFoundProblem, ProblemError } from '../problems.ts';
import type { ApiDependencies } from '../dependencies.ts';

const params = z.object({ id: z.uuid() });
const versionNumber = z.coerce.number().int().min(1).max(2_147_483_647);
const versionQuery = z.strictObject({ version: versionNumber.optional() });
const listQuery = z.strictObject({
  /** `nextCursor` of the page before. */
  cursor: versionNumber.optional(),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});
const comparisonQuery = z.strictObject({ from: versionNumber, to: versionNumber });

export const summaryRoutes: FastifyPluginCallbackZod<ApiDependencies> = (app, { db }, done) => {
  app.get(
    '/v1/meetings/:id/summary',
    { config: { access: 'read' }, schema: { params, querystring: versionQuery } },
    async (request, reply) => {
      const workspaceId = workspaceOf(request);
      const { id } = request.params;
      const stored = await getSummary(db, workspaceId, id, request.query.version);
      if (preferredType(request, ['application/json', 'text/markdown']) === 'application/json') return stored;
      const lines = await readLines(db, workspaceId, id);
      return reply.type('text/markdown; charset=utf-8').send(renderSummaryMarkdown(stored.summary, lines));
    },
  );

  app.get(
    '/v1/meetings/:id/summaries',
    {
      config: { access: 'read' },
      schema: {
        params,
        querystring: listQuery,
        response: { 200: summaryVersions },
        summary: 'The versions of a summary, newest first, each with its difference from the one before',
      },
    },
    async (request) => {
      const workspaceId = workspaceOf(request);
      const { id } = request.params;
      const { cursor, limit } = request.query;
      // One more than the page holds: the oldest shown is compared with it, and it says that a next page exists.
      const stored = await listSummaries(db, workspaceId, id, { limit: limit + 1, before: cursor });
      if (stored.length === 0 && !(await findMeeting(db, workspaceId, id)))
        throw new NotFoundProblem('meeting', id);
      const items: SummaryVersions['items'] = [];
      for (const [index, version] of stored.slice(0, limit).entries()) {
        const older = stored[index + 1];
        const difference = older ? compareSummaries(older.summary, version.summary) : null;
        items.push({ ...describeVersion(version), comparedWith: older?.version ?? null, difference });
        // A comparison of long summaries takes some milliseconds: other requests get their turn in between.
        await setImmediate();
      }
      const last = items.at(-1);
      return { items, nextCursor: last && stored.length > limit ? String(last.version) : null };
    },
  );

  app.get(
    '/v1/meetings/:id/summaries/difference',
    {
      config: { access: 'read' },
      schema: {
        params,
        querystring: comparisonQuery,
        response: { 200: summaryComparison },
        summary: 'How one version of a summary is otherwise than another',
      },
    },
    async (request) => {
      const workspaceId = workspaceOf(request);
      const { id } = request.params;
      const [from, to] = await Promise.all([
        getSummary(db, workspaceId, id, request.query.from),
        getSummary(db, workspaceId, id, request.query.to),
      ]);
      return {
        from: describeVersion(from),
        to: describeVersion(to),
        difference: compareSummaries(from.summary, to.summary),
      };
    },
  );
  done();
};

async function getSummary(db: Database, workspaceId: string, meetingId: string, version: number | undefined) {
  const stored = await findSummary(db, workspaceId, meetingId, version);
  if (stored) return stored;
  if (!(await findMeeting(db, workspaceId, meetingId))) throw new NotFoundProblem('meeting', meetingId);
  const which =
    version === undefined
      ? 'The meeting has no summary yet'
      : `There is no version ${version} of the summary`;
  throw new ProblemError(404, 'no_summary', `${which}. Look at the meeting's jobs.`);
}
