import { lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import {
  EXCHANGE_FILE,
  requestFile,
  requestName,
  responseFile,
  responseName,
  SETTINGS_FILE,
} from './exchange-files.ts';
import { findProblem, type RecordedExchange } from './recorded-answer.ts';
import { BrokenRecordingError } from './recording-errors.ts';
import { recordingSettings, type RecordingSettings } from './recording-settings.ts';

type LoadedRecording = { settings: RecordingSettings; exchanges: RecordedExchange[] };

/**
 * The settings and all exchanges of a folder, in their order. Each of them can be played back.
 *
 * @throws {BrokenRecordingError}
 */
export async function readRecording(folder: string): Promise<LoadedRecording> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (cause) {
    throw new BrokenRecordingError({ folder, problem: reasonOf(cause, 'folder'), cause });
  }
  const last = Math.max(0, ...names.map((name) => Number(EXCHANGE_FILE.exec(name)?.[1] ?? 0)));
  if (last === 0)
    throw new BrokenRecordingError({
      folder,
      problem: `the folder holds no recording, there is no ${requestName(1)}`,
    });
  const settings = await readJson(folder, SETTINGS_FILE, recordingSettings);
  const exchanges: RecordedExchange[] = [];
  for (let number = 1; number <= last; number += 1) exchanges.push(await readExchange(folder, number));
  return { settings, exchanges };
}

async function readExchange(folder: string, number: number): Promise<RecordedExchange> {
  const request = await readJson(folder, requestName(number), requestFile);
  const file = responseName(number);
  const response = await readJson(folder, file, responseFile);
  if (response.ending === 'unfinished') {
    const problem =
      'says that the answer was "unfinished": the recording was stopped while it came. Record again, or write "cut" there to play it back as a broken connection';
    throw new BrokenRecordingError({ folder, file, problem });
  }
  const body = response.bodyFile === undefined ? null : await readBytes(folder, response.bodyFile);
  const exchange = { number, request, response, body };
  const problem = findProblem(exchange);
  if (problem !== undefined) throw new BrokenRecordingError({ folder, file, problem });
  return exchange;
}

async function readJson<Schema extends z.ZodType>(
  folder: string,
  file: string,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const text = (await readBytes(folder, file)).toString('utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    const problem = `is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`;
    throw new BrokenRecordingError({ folder, file, problem, cause });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const problem = `is not as it was recorded: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`;
  throw new BrokenRecordingError({ folder, file, problem, cause: parsed.error });
}

async function readBytes(folder: string, file: string): Promise<Buffer> {
  const place = path.join(folder, file);
  try {
    const stats = await lstat(place);
    // A link may lead anywhere, and reading a pipe may never end.
    if (!stats.isFile()) {
      const problem = stats.isSymbolicLink()
        ? 'is a symbolic link, and links are not followed'
        : 'is not a file';
      throw new BrokenRecordingError({ folder, file, problem });
    }
    return await readFile(place);
  } catch (cause) {
    if (cause instanceof BrokenRecordingError) throw cause;
    throw new BrokenRecordingError({ folder, file, problem: reasonOf(cause, 'file'), cause });
  }
}

function reasonOf(cause: unknown, what: 'folder' | 'file'): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'ENOENT') return what === 'file' ? 'is missing' : 'there is no such folder';
  if (code === 'ENOTDIR') return 'this is not a folder';
  return `cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`;
}
