import { join } from 'node:path';
import { Client, DatabaseError } from 'pg';
import { findNativeDir, prepareBinaries } from './binaries.ts';
import { openCluster } from './cluster.ts';
import { prepareDataDirectory } from './data-directory.ts';
import { giveUpOwnership, hasLivingOwner, isOwner, takeOwnership } from './ownership.ts';
import {
  interruptServer,
  isRunning,
  runServer,
  type ServerPlan,
  type ServerSettings,
  serverUrl,
  stopServer,
} from './server.ts';

const DATABASE = 'meeting_assistant';

export type EmbeddedPostgresOptions = {
  dataDir: string;
  log?: (message: string) => void;
  /** Server parameters on top of ours, such as `{fsync: 'off'}` for tests. */
  settings?: ServerSettings;
};

export type EmbeddedPostgres = {
  url: string;
  /** Where the files really are. */
  dataDir: string;
  /** Whether `stop` will stop the server: it does unless another living process is responsible for it. */
  readonly owned: boolean;
  /** Starts the server again, at the same URL, should it have ended. True when that was so. */
  revive(): Promise<boolean>;
  stop(): Promise<void>;
};

/**
 * A Postgres of our own on 127.0.0.1, with a database in it. Survives kill -9 of either side: a server that outlived the
 * process that started it is adopted, a dead one recovers. Two processes on one directory share the server.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => {});
  const { root, copiesDir, account } = prepareDataDirectory(options.dataDir, log);
  const binaries = prepareBinaries(findNativeDir(), account, copiesDir, log);
  const cluster = await openCluster(root, binaries.initdb, account);
  let launched = false;
  const plan: ServerPlan = {
    cluster,
    postgres: binaries.postgres,
    account,
    logFile: join(root, 'server.log'),
    settings: options.settings ?? {},
    onLaunch: () => {
      launched = true;
      if (!hasLivingOwner(root)) takeOwnership(root);
    },
  };
  let server = await runServer(plan);
  if (!hasLivingOwner(root)) takeOwnership(root);
  if (!launched) log(`A Postgres server runs on ${root} already (pid ${server.pid}): using it`);

  // For a process that ends without `stop`, as on an uncaught error.
  const onExit = () => {
    if (isOwner(root)) interruptServer(server.pid);
  };
  process.once('exit', onExit);

  await ensureDatabase(serverUrl(cluster.password, server.port, 'postgres'));
  return {
    url: serverUrl(cluster.password, server.port, DATABASE),
    dataDir: root,
    get owned() {
      return isOwner(root);
    },
    revive: async () => {
      if (isRunning(cluster.dataDir)) return false;
      log(`The Postgres server on ${root} has ended: starting it again`);
      server = await runServer({ ...plan, port: server.port });
      return true;
    },
    stop: async () => {
      process.off('exit', onExit);
      if (!isOwner(root)) return;
      await stopServer(cluster.dataDir, server.pid);
      giveUpOwnership(root);
    },
  };
}

async function ensureDatabase(adminUrl: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } catch (error) {
    // Another starter was faster: 42P04 when it was done, 23505 when it was at it.
    const exists = error instanceof DatabaseError && (error.code === '42P04' || error.code === '23505');
    if (!exists) throw error;
  } finally {
    await client.end();
  }
}
