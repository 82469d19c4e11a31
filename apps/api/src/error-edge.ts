import { STATUS_CODES } from 'node:http';
import {
  IdempotencyConflictError,
  InvalidCursorError,
  NulCharacterError,
  SpeakerRenamingError,
} from '@meeting-assistant/database';
import { TranscriptError } from '@meeting-assistant/transcripts';
import type { Problem } from '@meeting-assistant/contracts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FileTooLargeProblem, InvalidRequestProblem, ProblemError } from './problems.ts';

/** The one place where an error becomes an answer, and where it is logged. */
export function installErrorEdge(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request, reply) => {
    const problem = toProblem(error);
    if (problem.status >= 500) request.log.error({ err: error, code: problem.code }, 'request failed');
    else request.log.info({ code: problem.code, status: problem.status }, 'request refused');
    return sendProblem(request, reply, problem);
  });
  app.setNotFoundHandler((request, reply) =>
    sendProblem(
      request,
      reply,
      new ProblemError(404, 'not_found', `Nothing is served at this path. The routes are listed at /docs.`),
    ),
  );
}

/** For what fails before a route is found, such as a broken percent-encoding. */
export function answerFrameworkError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  void sendProblem(request, reply, toProblem(error));
}

function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: ProblemError): FastifyReply {
  const body: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[problem.status] ?? 'Error',
    status: problem.status,
    code: problem.code,
    detail: problem.message,
    requestId: request.id,
    ...(problem.errors ? { errors: problem.errors } : {}),
  };
  // The serializer is set by hand: a route's response schemas speak of its successes only.
  return reply
    .code(problem.status)
    .headers(problem.headers)
    .type('application/problem+json')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(body);
}

function toProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  if (error instanceof TranscriptError) return transcriptProblem(error);
  if (error instanceof IdempotencyConflictError) {
    return new ProblemError(422, 'idempotency_conflict', error.message, { cause: error });
  }
  if (error instanceof NulCharacterError) {
    return new ProblemError(422, 'nul_character', error.message, { cause: error });
  }
  if (error instanceof InvalidCursorError) {
    return new ProblemError(400, 'invalid_cursor', error.message, { cause: error });
  }
  if (error instanceof SpeakerRenamingError) {
    return new ProblemError(422, error.code, error.message, { cause: error });
  }
  if (isDatabaseAway(error)) {
    return new ProblemError(
      503,
      'database_unavailable',
      'The database does not answer. Try again: an upload that did get through is not stored twice.',
      {
        cause: error,
        headers: { 'retry-after': '5' },
      },
    );
  }
  return frameworkProblem(error);
}

function transcriptProblem(error: TranscriptError): ProblemError {
  const status = error.code === 'file_too_large' ? 413 : 422;
  return new ProblemError(status, error.code, error.message, { cause: error });
}

const frameworkCodes: Record<string, string> = {
  400: 'invalid_request',
  408: 'request_timeout',
  414: 'uri_too_long',
  415: 'unsupported_media_type',
  429: 'rate_limited',
};

function frameworkProblem(error: unknown): ProblemError {
  if (isFastifyError(error)) {
    if (error.validation) {
      return new InvalidRequestProblem(
        error.validation.map(({ instancePath, message }) => ({
          path: [error.validationContext ?? '', instancePath.slice(1).replaceAll('/', '.')]
            .filter(Boolean)
            .join('.'),
          message: message ?? 'not valid',
        })),
      );
    }
    if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error.code === 'FST_ERR_CTP_EMPTY_JSON_BODY') {
      return new ProblemError(400, 'invalid_json', 'The body is not valid JSON.', { cause: error });
    }
    const status = error.statusCode ?? 500;
    if (status === 413) return new FileTooLargeProblem();
    const code = frameworkCodes[status];
    if (code) return new ProblemError(status, code, error.message, { cause: error });
  }
  return new ProblemError(
    500,
    'internal_error',
    'Something went wrong here. The log has it under the request id.',
    {
      cause: error,
    },
  );
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && ('statusCode' in error || 'validation' in error);
}

const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);

/** Connection failures reach us wrapped by drizzle, and as bare messages when pg's own timeout ended them. */
function isDatabaseAway(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (
      'code' in cause &&
      typeof cause.code === 'string' &&
      (awayCodes.has(cause.code) || cause.code.startsWith('08'))
    )
      return true;
    if (/^Connection terminated|timeout exceeded when trying to connect/.test(cause.message)) return true;
    if (cause instanceof AggregateError && cause.errors.some((inner) => isDatabaseAway(inner))) return true;
  }
  return false;
}
