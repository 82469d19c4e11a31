import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, startOf } from './processes.ts';

/**
 * Which process has to stop the server: a file with its number and start. An owner that was killed left an orphan, and
 * whoever adopts it takes its place.
 */
export function takeOwnership(root: string): void {
  const draft = ownerFile(root, `.${process.pid}`);
  writeFileSync(draft, `${me()}\n`);
  renameSync(draft, ownerFile(root));
}

export const isOwner = (root: string): boolean => readOwner(root) === me();

export function hasLivingOwner(root: string): boolean {
  const owner = readOwner(root);
  if (!owner) return false;
  const [pid = '', ...start] = owner.split(' ');
  return isAlive(Number(pid)) && (startOf(Number(pid)) ?? '') === start.join(' ');
}

export function giveUpOwnership(root: string): void {
  if (isOwner(root)) rmSync(ownerFile(root), { force: true });
}

const ownerFile = (root: string, suffix = '') => join(root, `owner${suffix}`);

const me = () => `${process.pid} ${startOf(process.pid) ?? ''}`;

function readOwner(root: string): string | undefined {
  try {
    return readFileSync(ownerFile(root), 'utf8').replace(/\n$/, '');
  } catch {
    return undefined;
  }
}
