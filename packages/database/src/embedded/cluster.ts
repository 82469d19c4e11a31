import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { EmbeddedPostgresError } from '../errors.ts';
import { type Account, spawnOptions } from './account.ts';

export type Cluster = { dataDir: string; password: string };

/** The cluster in `root`, made when there is none yet. */
export async function openCluster(
  root: string,
  initdb: string,
  account: Account | undefined,
): Promise<Cluster> {
  const cluster = join(root, 'cluster');
  if (!existsSync(join(cluster, 'data', 'PG_VERSION'))) await initialise(root, cluster, initdb, account);
  return { dataDir: join(cluster, 'data'), password: readFileSync(join(cluster, 'password'), 'utf8').trim() };
}

/** Made in a folder of its own and renamed: a crash leaves no half cluster, and of two first starters one wins whole. */
async function initialise(
  root: string,
  cluster: string,
  initdb: string,
  account: Account | undefined,
): Promise<void> {
  const draft = mkdtempSync(join(root, 'init-'));
  try {
    const passwordFile = join(draft, 'password');
    writeFileSync(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 });
    if (account) for (const path of [draft, passwordFile]) chownSync(path, account.uid, account.gid);
    await runInitdb(initdb, join(draft, 'data'), passwordFile, account);
    renameSync(draft, cluster);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(join(cluster, 'data', 'PG_VERSION'))) throw error;
  }
}

async function runInitdb(
  initdb: string,
  dataDir: string,
  passwordFile: string,
  account: Account | undefined,
) {
  const options = [
    ['--pgdata', dataDir],
    ['--username', 'postgres'],
    ['--auth', 'scram-sha-256'],
    ['--pwfile', passwordFile],
    ['--encoding', 'UTF8'],
    ['--locale', 'C'],
    // The plain C locale folds the case of ASCII alone, so `ilike` would miss most names.
    ['--locale-provider', 'builtin'],
    ['--builtin-locale', 'C.UTF-8'],
  ];
  const child = spawn(
    initdb,
    options.map(([name, value]) => `${name}=${value}`),
    { ...spawnOptions(account), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [status, complaint] = await Promise.all([ended, text(child.stderr)]);
  if (status !== 0) throw new EmbeddedPostgresError(`initdb failed in ${dataDir}: ${complaint.trim()}`);
}
