import { z } from 'zod';

/**
 * A recording is a folder of files that a person can read and edit. `recording.json` holds the model's settings that shaped the requests. The
 * exchange number 1 has
 *
 * - `0001-request.json`: method, URL, headers, and the body as JSON (`bodyText` where it is no JSON);
 * - `0001-response.json`: status and headers, the name of the body's file, and how it ended (`ending`, `error`);
 * - `0001-body.sse`, `.json` or `.txt`: the body of the response as it came, byte by byte, after the content encoding was undone.
 *
 * Exchanges are numbered from 1 in the order in which they were begun. `***removed***` stands for keys, cookies and accounts.
 *
 * | ending | what happened | replayed as |
 * |---|---|---|
 * | `complete` | the body came to its end | the same body |
 * | `cut` | the connection broke within the body | the bytes that came, then a broken stream |
 * | `aborted` | whoever had asked gave up: an abort, a time limit, a body not read to its end | what had come, then nothing until the asker gives up again |
 * | `unanswered` | no connection, or it broke before the headers | a fetch that fails |
 * | `unfinished` | the recording was stopped while the body came | refused |
 */
export const requestFile = z.object({
  method: z.string().min(1),
  url: z.url(),
  headers: z.record(z.string(), z.string()),
  body: z.json().optional(),
  bodyText: z.string().optional(),
});

const ending = z.enum(['complete', 'cut', 'aborted', 'unanswered', 'unfinished']);

export const responseFile = z
  .object({
    /** Absent where no headers came. */
    status: z.int().min(200).max(599).optional(),
    statusText: z.string().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    bodyFile: z
      .string()
      .regex(/^[\w-]+\.(sse|json|txt)$/, 'has to be a file of this folder')
      .optional(),
    ending,
    /** What `fetch` said: its own message, the innermost reason, and the system's code. */
    error: z
      .object({ message: z.string(), reason: z.string().optional(), code: z.string().optional() })
      .optional(),
  })
  .refine((file) => file.status !== undefined || file.ending === 'unanswered' || file.ending === 'aborted', {
    error: 'is missing',
    path: ['status'],
  });

export type RequestFile = z.infer<typeof requestFile>;
export type ResponseFile = z.infer<typeof responseFile>;
export type Ending = z.infer<typeof ending>;

/** For its owner alone: the files hold what was said in the meeting. */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

export const SETTINGS_FILE = 'recording.json';

export const EXCHANGE_FILE = /^(\d{4,})-(?:request\.json|response\.json|body\.(?:sse|json|txt))$/;

export function requestName(number: number): string {
  return `${serial(number)}-request.json`;
}

export function responseName(number: number): string {
  return `${serial(number)}-response.json`;
}

export function bodyName(number: number, contentType: string | null): string {
  const type = contentType?.toLowerCase() ?? '';
  const kind = type.includes('event-stream') ? 'sse' : /\bjson\b/.test(type) ? 'json' : 'txt';
  return `${serial(number)}-body.${kind}`;
}

function serial(number: number): string {
  return String(number).padStart(4, '0');
}
