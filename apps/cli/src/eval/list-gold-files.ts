import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '../config.ts';

/**
 * The files themselves, and of each folder the `.json` files that lie in it directly, by name.
 *
 * @throws CommandError that names what is not there, or is empty
 */
export async function listGoldFiles(places: readonly string[]): Promise<string[]> {
  const files = await Promise.all(places.map(filesAt));
  return [...new Set(files.flat())];
}

async function filesAt(place: string): Promise<string[]> {
  const found = await stat(place).catch(() => undefined);
  if (found === undefined) throw new CommandError(`${place}: there is no such file or folder`);
  if (!found.isDirectory()) return [place];
  const names = (await readdir(place)).filter((name) => /\.json$/i.test(name)).toSorted();
  if (names.length === 0) throw new CommandError(`${place}: there is no .json file in this folder`);
  return names.map((name) => path.join(place, name));
}
