import {
  meeting,
  meetingChanges,
  meetingPage,
  plainText,
  summaryJobSettings,
  type TranscriptLines,
  job,
} from '@meeting-assistant/contracts';
import {
  changeMeeting,
  createSummaryJob,
  deleteMeeting,
  findJob,
  findMeeting,
  listMeetings,
  readLines,
  readUpload,
  type Database,
} from '@meeting-assistant/database';
import { writeSrt, writeText, writeWebVtt } from '@meeting-assistant/transcripts';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { workspaceOf } from '../access/guard-routes.ts';
import { enqueueJob } from '../enqueue-job.ts';
import { preferredType } from '../content-negotiation.ts';
import { NotFoundProblem } from '../problems.ts';
import type { ApiDependencies } from '../dependencies.ts';

const params = z.object({ id: z.uuid() });
const listQuery = z.strictObject({
  cursor: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  q: plainText.trim().min(1).max(200).optional(),
});

export const meetingRoutes: FastifyPluginCallbackZod<ApiDependencies> = (app, { db, queue }, done) => {
  app.get(
    '/v1/meetings',
    { config: { access: 'read' }, schema: { querystring: listQuery, response: { 200: meetingPage } } },
    async (request) => listMeetings(db, workspaceOf(request), request.query),
  );

  app.get(
    '/v1/meetings/:id',
    { config: { access: 'read' }, schema: { params, response: { 200: meeting } } },
    async (request) => getMeeting(db, workspaceOf(request), request.params.id),
  );

  app.patch(
    '/v1/meetings/:id',
    {
      config: { access: 'operate' },
      schema: {
        params,
        body: meetingChanges,
        response: { 200: meeting },
        summary: 'Change the title of a meeting, and the names of its speakers',
        description:
          'Transcript and summaries show the new names at once, and the next summary is written with them; the uploaded file ' +
          'stays as it is. A key of `speakers` is a name as it is shown now, or what the file calls the speaker.',
      },
    },
    async (request) => {
      const { id } = request.params;
      const changed = await changeMeeting(db, workspaceOf(request), id, request.body);
      if (!changed) throw new NotFoundProblem('meeting', id);
      return changed;
    },
  );

  app.delete(
    '/v1/meetings/:id',
    { config: { access: 'admin' }, schema: { params, response: { 204: z.null() } } },
    async (request, reply) => {
      const { id } = request.params;
      if (!(await deleteMeeting(db, workspaceOf(request), id))) throw new NotFoundProblem('meeting', id);
      return reply.code(204).send(null);
    },
  );

  app.get(
    '/v1/meetings/:id/transcript',
    { config: { access: 'read' }, schema: { params } },
    async (request, reply) => {
      const workspaceId = workspaceOf(request);
      const { id } = await getMeeting(db, workspaceId, request.params.id);
      const lines = await readLines(db, workspaceId, id);
      const type = preferredType(request, [
        'application/json',
        'text/vtt',
        'application/x-subrip',
        'text/plain',
      ]);
      if (type === 'application/json') return { meetingId: id, lines } satisfies TranscriptLines;
      const write = { 'text/vtt': writeWebVtt, 'application/x-subrip': writeSrt, 'text/plain': writeText }[
        type
      ];
      return reply.type(`${type}; charset=utf-8`).send(write(lines));
    },
  );

  app.get(
    '/v1/meetings/:id/original',
    { config: { access: 'read' }, schema: { params } },
    async (request, reply) => {
      const { id } = request.params;
      const upload = await readUpload(db, workspaceOf(request), id);
      if (!upload) throw new NotFoundProblem('meeting', id);
      // Always a download: what a stranger uploaded must not be rendered as a page of this server.
      return reply
        .type('application/octet-stream')
        .header(
          'content-disposition',
          `attachment; filename*=UTF-8''${encodeFileName(upload.fileName ?? `${id}.txt`)}`,
        )
        .send(upload.bytes);
    },
  );

  app.post(
    '/v1/meetings/:id/jobs',
    { config: { access: 'operate' }, schema: { params, body: summaryJobSettings, response: { 202: job } } },
    async (request, reply) => {
      const workspaceId = workspaceOf(request);
      const created = await createSummaryJob(db, workspaceId, request.params.id, request.body);
      if (!created) throw new NotFoundProblem('meeting', request.params.id);
      await enqueueJob(queue, created, request.log);
      const stored = await findJob(db, workspaceId, created.jobId);
      if (!stored) throw new NotFoundProblem('job', created.jobId);
      return reply.code(202).header('location', `/v1/jobs/${created.jobId}`).send(stored);
    },
  );
  done();
};

async function getMeeting(db: Database, workspaceId: string, id: string) {
  const found = await findMeeting(db, workspaceId, id);
  if (!found) throw new NotFoundProblem('meeting', id);
  return found;
}

/** RFC 8187: what encodeURIComponent leaves alone but the header's grammar does not allow. */
const encodeFileName = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
