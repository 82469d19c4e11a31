import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { EmbeddedPostgresError } from '../errors.ts';

/** Who the server runs as; undefined means as ourselves. */
export type Account = { uid: number; gid: number; name: string };

/** Postgres refuses to run as root: then an unprivileged account runs it, for an existing cluster the one that owns it. */
export function chooseAccount(clusterDir: string): Account | undefined {
  const uid = process.getuid?.();
  if (existsSync(clusterDir)) {
    const owner = statSync(clusterDir);
    if (uid === 0 && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, name: `uid ${owner.uid}` };
    if (uid !== 0 && owner.uid !== uid) {
      throw new EmbeddedPostgresError(
        `The database in ${clusterDir} belongs to uid ${owner.uid} and we run as uid ${uid}: ` +
          'start as that user, or choose another DATA_DIR',
      );
    }
  }
  if (uid !== 0) return undefined;
  const account = findAccount('postgres') ?? findAccount('nobody');
  if (!account) {
    throw new EmbeddedPostgresError(
      'Postgres does not run as root, and there is neither a user postgres nor nobody: start as another user, or set DATABASE_URL',
    );
  }
  return account;
}

function findAccount(name: string): Account | undefined {
  const uid = spawnSync('id', ['-u', name], { encoding: 'utf8' });
  const gid = spawnSync('id', ['-g', name], { encoding: 'utf8' });
  if (uid.status !== 0 || gid.status !== 0) return undefined;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout), name };
}

/**
 * How to start a program as the account. The working directory is one that everybody may enter (initdb asks for it), and
 * the environment is empty but for the search path: PG* variables would steer the server, and it needs no secret of ours.
 */
export function spawnOptions(account: Account | undefined) {
  return {
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' },
    ...(account && { uid: account.uid, gid: account.gid }),
  };
}

/** Whether the account may enter the directory and write there. */
export function canUse(dir: string, account: Account): boolean {
  const test = (flag: string) => spawnSync('test', [flag, dir], spawnOptions(account)).status === 0;
  return test('-x') && test('-w');
}
