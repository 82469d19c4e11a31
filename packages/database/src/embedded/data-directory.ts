import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { EmbeddedPostgresError } from '../errors.ts';
import { type Account, canUse, chooseAccount } from './account.ts';

/** Where data goes that an unprivileged account cannot reach in its own place. */
const STATE_ROOT = '/var/lib/meeting-assistant';

export type DataDirectory = {
  /** Holds all of the server's files. */
  root: string;
  /** Where a copy of the programs may be put. */
  copiesDir: string;
  account: Account | undefined;
};

/** `<dataDir>/postgres`; run as root, a folder under /var/lib when the server's account cannot reach that one. */
export function prepareDataDirectory(dataDir: string, log: (message: string) => void): DataDirectory {
  const wanted = join(resolve(dataDir), 'postgres');
  const account = chooseAccount(join(wanted, 'cluster'));
  if (!account) {
    makeOwnDirectory(wanted);
    return { root: wanted, copiesDir: wanted, account };
  }
  if (prepareFor(wanted, account)) return { root: wanted, copiesDir: STATE_ROOT, account };
  const root = join(STATE_ROOT, cloneName(resolve(dataDir)), 'postgres');
  const owner = chooseAccount(join(root, 'cluster')) ?? account;
  if (!prepareFor(root, owner)) {
    throw new EmbeddedPostgresError(
      `The account ${owner.name}, which Postgres runs as, can use neither ${wanted} nor ${root}: choose another DATA_DIR`,
    );
  }
  removeIfEmpty(wanted);
  log(`The account ${owner.name} cannot reach ${wanted}: the database is kept in ${root}`);
  return { root, copiesDir: STATE_ROOT, account: owner };
}

/** Readable, and the same at every start from the same place. */
function cloneName(dataDir: string): string {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  return `${basename(dirname(dataDir)) || 'root'}-${hash}`;
}

function prepareFor(root: string, account: Account): boolean {
  makeDirectory(root);
  chownSync(root, account.uid, account.gid);
  return canUse(root, account);
}

function makeOwnDirectory(dir: string): void {
  try {
    makeDirectory(dir);
    accessSync(dir, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new EmbeddedPostgresError(`We may not write in ${dir}: choose another DATA_DIR`, { cause });
  }
}

function removeIfEmpty(dir: string): void {
  if (readdirSync(dir).length === 0) rmdirSync(dir);
}

/** Directories that we make ourselves may be passed through by every account, whatever the umask; others stay untouched. */
export function makeDirectory(dir: string): void {
  if (existsSync(dir)) return;
  makeDirectory(dirname(dir));
  mkdirSync(dir, { recursive: true });
  chmodSync(dir, 0o755);
}
