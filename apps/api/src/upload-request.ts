import { meetingSettings, type MeetingSettings } from '@meeting-assistant/contracts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { FileTooLargeProblem, InvalidRequestProblem, ProblemError } from './problems.ts';

export interface UploadRequest {
  bytes: Buffer;
  fileName: string | null;
  mediaType: string | null;
  settings: MeetingSettings;
}

/** Settings as they arrive in form fields or the query: all of them text. */
const settingFields = z.strictObject({
  title: z.string().optional(),
  startedAt: z.string().optional(),
  timeZone: z.string().optional(),
  language: z.string().optional(),
  template: z.string().optional(),
  participants: z.string().optional(),
  glossary: z.string().optional(),
});

/**
 * Reads either form of an upload: multipart with the file in the field `file`, or the file as the raw body with its
 * settings (and `fileName`) in the query.
 *
 * @throws ProblemError
 */
export async function readUploadRequest(request: FastifyRequest): Promise<UploadRequest> {
  if (!request.isMultipart()) return readRawBody(request);
  try {
    return await readForm(request);
  } catch (error) {
    throw formProblem(error);
  }
}

async function readForm(request: FastifyRequest): Promise<UploadRequest> {
  const fields: Record<string, string> = {};
  let file: Omit<UploadRequest, 'settings'> | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      if (part.fieldname !== 'file') {
        throw new InvalidRequestProblem([
          { path: part.fieldname, message: 'send the transcript in the field "file"' },
        ]);
      }
      file = {
        bytes: await part.toBuffer(),
        fileName: cleanFileName(part.filename),
        mediaType: part.mimetype,
      };
    } else {
      if (Object.hasOwn(fields, part.fieldname)) {
        throw new InvalidRequestProblem([{ path: part.fieldname, message: 'is there twice' }]);
      }
      fields[part.fieldname] = String(part.value);
    }
  }
  if (!file) {
    throw new ProblemError(
      400,
      'file_missing',
      'The form has no file. Send the transcript in the field "file".',
    );
  }
  return { ...file, settings: parseSettings(fields) };
}

/** The form parser's own errors: some have a code, a form that is cut off or has no boundary only a message. */
function formProblem(error: unknown): unknown {
  if (error instanceof ProblemError || !(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new FileTooLargeProblem();
  if (code === 'FST_FILES_LIMIT') {
    return new ProblemError(400, 'invalid_form', 'Send one file a request, in the field "file".', {
      cause: error,
    });
  }
  return new ProblemError(400, 'invalid_form', `The form cannot be read: ${error.message}.`, {
    cause: error,
  });
}

function readRawBody(request: FastifyRequest): UploadRequest {
  const { fileName, ...fields } = z.record(z.string(), z.string()).catch({}).parse(request.query);
  const { body } = request;
  if (!Buffer.isBuffer(body) || body.length === 0) {
    throw new ProblemError(
      422,
      'empty_file',
      'The body is empty. Send the transcript as a form field "file" or as the body.',
    );
  }
  return {
    bytes: body,
    fileName: cleanFileName(fileName),
    mediaType: request.headers['content-type']?.split(';')[0]?.trim() ?? null,
    settings: parseSettings(fields),
  };
}

/** Empty fields of a form count as left out. */
function parseSettings(raw: Record<string, string>): MeetingSettings {
  const given = Object.fromEntries(Object.entries(raw).filter(([, value]) => value.trim() !== ''));
  const fields = settingFields.safeParse(given);
  if (!fields.success) throw new InvalidRequestProblem(issues(fields.error));
  const { participants, glossary, ...rest } = fields.data;
  const parsed = meetingSettings.safeParse({
    ...rest,
    ...(participants === undefined ? {} : { participants: splitNames(participants) }),
    ...(glossary === undefined ? {} : { glossary: parseGlossary(glossary) }),
  });
  if (!parsed.success) throw new InvalidRequestProblem(issues(parsed.error));
  return parsed.data;
}

/** A JSON array, for names that hold a comma, or a comma-separated list. */
function splitNames(text: string): unknown {
  if (text.trimStart().startsWith('[')) return parseJson('participants', text);
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

const parseGlossary = (text: string) => parseJson('glossary', text);

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ProblemError(400, 'invalid_json', `${path}: not valid JSON.`, { cause: error });
  }
}

const issues = (error: z.ZodError) =>
  error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));

/** The last part of a path, without control characters; null when nothing is left. */
function cleanFileName(name: string | undefined): string | null {
  const base = (name ?? '').split(/[\\/]/).at(-1) ?? '';
  const clean = base
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, 255)
    .toWellFormed();
  return clean === '' ? null : clean;
}
