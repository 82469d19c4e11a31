import { uploadAccepted } from '@meeting-assistant/contracts';
import { acceptTranscript, findJob, findMeeting } from '@meeting-assistant/database';
import { readTranscript } from '@meeting-assistant/transcripts';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { workspaceOf } from '../access/guard-routes.ts';
import { enqueueJob } from '../enqueue-job.ts';
import { NotFoundProblem, ProblemError } from '../problems.ts';
import { readUploadRequest } from '../upload-request.ts';
import { MAX_UPLOAD_BYTES, type ApiDependencies } from '../dependencies.ts';

/** `POST /v1/transcripts`: 202 only once the upload, its lines and its job are committed. */
export const uploadRoutes: FastifyPluginCallbackZod<ApiDependencies> = (app, { db, queue }, done) => {
  // Whatever else a file is sent as, it is bytes here; multipart keeps the parser of its plugin.
  for (const type of ['application/json', 'text/plain']) app.removeContentTypeParser(type);
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_UPLOAD_BYTES },
    (_request, body, parsed) => parsed(null, body),
  );

  app.post(
    '/v1/transcripts',
    {
      bodyLimit: MAX_UPLOAD_BYTES,
      config: { access: 'upload' },
      schema: { response: { 200: uploadAccepted, 202: uploadAccepted } },
    },
    async (request, reply) => {
      const workspaceId = workspaceOf(request);
      const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key']);
      const { bytes, fileName, mediaType, settings } = await readUploadRequest(request);
      const transcript = readTranscript(bytes, {
        participants: settings.participants,
        ...(fileName === null ? {} : { fileName }),
      });
      const accepted = await acceptTranscript(db, {
        workspaceId,
        bytes,
        fileName,
        mediaType,
        transcript,
        settings,
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
      });
      if (accepted.queue) await enqueueJob(queue, accepted, request.log);
      request.log.info(
        { meetingId: accepted.meetingId, jobId: accepted.jobId, outcome: accepted.outcome },
        'transcript accepted',
      );

      const [meeting, job] = await Promise.all([
        findMeeting(db, workspaceId, accepted.meetingId),
        findJob(db, workspaceId, accepted.jobId),
      ]);
      if (!meeting || !job) throw new NotFoundProblem('meeting', accepted.meetingId); // deleted in this very moment
      return reply
        .code(accepted.outcome === 'existing' ? 200 : 202)
        .header('location', `/v1/jobs/${job.id}`)
        .send({ meeting, job, import: meeting.import });
    },
  );
  done();
};

function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw new ProblemError(
    400,
    'invalid_request',
    'Idempotency-Key must be 1 to 255 visible ASCII characters.',
  );
}
