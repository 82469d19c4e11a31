import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, lstatSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Account, chooseAccount, spawnOptions } from './account.ts';
import { findNativeDir, prepareBinaries } from './binaries.ts';

let place: string;
let native: string;
const isRoot = process.getuid?.() === 0;

/** The package as a package manager unpacks it that keeps no file modes and runs no install script. */
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'postgres-binaries-test-'));
  chmodSync(place, 0o755);
  native = join(place, 'package', 'native');
  cpSync(findNativeDir(), native, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !lstatSync(source).isSymbolicLink(),
  });
  cpSync(join(dirname(findNativeDir()), 'package.json'), join(place, 'package', 'package.json'));
  for (const program of ['postgres', 'initdb', 'pg_ctl']) chmodSync(join(native, 'bin', program), 0o644);
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

const version = (program: string, account: Account | undefined) =>
  spawnSync(program, ['--version'], { ...spawnOptions(account), encoding: 'utf8' }).stdout;

test('file modes and links that no install script made are made, in place', () => {
  const account = chooseAccount(join(place, 'none'));
  const { postgres, initdb } = prepareBinaries(native, account, join(place, 'copies'), () => {});
  expect(postgres).toBe(join(native, 'bin', 'postgres'));
  expect(version(postgres, account)).toContain('PostgreSQL');
  expect(version(initdb, account)).toContain('PostgreSQL');
});

test.runIf(isRoot)('programs that the account cannot reach are copied, once (needs root)', () => {
  chmodSync(join(place, 'package'), 0o700);
  const account = chooseAccount(join(place, 'none'));
  const notes: string[] = [];
  const prepare = () => prepareBinaries(native, account, join(place, 'copies'), (note) => notes.push(note));
  const { postgres } = prepare();
  const manifest: unknown = JSON.parse(readFileSync(join(place, 'package', 'package.json'), 'utf8'));
  expect(manifest).toMatchObject({ version: dirname(dirname(postgres)).split('postgres-').at(-1) });
  expect(version(postgres, account)).toContain('PostgreSQL');
  expect(prepare().postgres).toBe(postgres);
  expect(notes).toHaveLength(1);
});
