import { readFile } from 'node:fs/promises';
import { CommandError } from './config.ts';

/** @throws CommandError that says why the file cannot be read */
export async function readInputFile(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const reason = reasons[error instanceof Error && 'code' in error ? String(error.code) : ''];
    throw new CommandError(`${path}: ${reason ?? String(error)}`, { cause: error });
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'there is no such file',
  EISDIR: 'this is a folder, name a file in it',
  EACCES: 'no permission to read it',
};
