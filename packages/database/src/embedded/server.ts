import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { EmbeddedPostgresError } from '../errors.ts';
import { type Account, spawnOptions } from './account.ts';
import type { Cluster } from './cluster.ts';
import { isAlive, isTaken, worksIn } from './processes.ts';

export type ServerSettings = Record<string, string>;
export type ServerPlan = {
  cluster: Cluster;
  postgres: string;
  account: Account | undefined;
  logFile: string;
  settings: ServerSettings;
  /** Where it has to listen; any free one when absent. */
  port?: number;
  /** Runs before a server is launched. */
  onLaunch: () => void;
};
export type RunningServer = { pid: number; port: number };

/** Recovery after a crash counts too: the server answers only when it is through. */
const START_LIMIT_MS = 120_000;
/** A fast shutdown writes a checkpoint first. */
const STOP_LIMIT_MS = 60_000;
const MAX_LOG_BYTES = 10_000_000;
const TAIL_BYTES = 2_000;

const BASE_SETTINGS: ServerSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '120',
  shared_buffers: '64MB',
  // Statements and their details can hold transcript text, which belongs in no log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

export const serverUrl = (password: string, port: number, database: string) =>
  `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;

/**
 * Starts the cluster's server, or takes the one that runs already (an orphan's, another starter's). The server's own pid
 * file decides: it is what keeps two servers off the same data.
 */
export async function runServer(plan: ServerPlan): Promise<RunningServer> {
  const deadline = Date.now() + START_LIMIT_MS;
  let child: ChildProcess | undefined;
  let pauseMs = 25;
  while (Date.now() < deadline) {
    const server = findServer(plan.cluster.dataDir);
    if (server) {
      if (server.port && (await answers(serverUrl(plan.cluster.password, server.port, 'postgres'))))
        return server;
    } else if (!child || hasEnded(child)) {
      // A launch that failed at once is most often a race with a server that is just coming up or going down.
      if (child) pauseMs = Math.min(pauseMs * 2, 1_000);
      plan.onLaunch();
      child = await launch(plan);
    }
    await delay(pauseMs);
  }
  throw new EmbeddedPostgresError(
    `The embedded Postgres did not start within ${START_LIMIT_MS / 1_000} s. The end of ${plan.logFile}:\n${tailOf(plan.logFile)}`,
  );
}

/** A fast shutdown: sessions are cut, everything is written, the next start needs no recovery. */
export async function stopServer(dataDir: string, pid: number): Promise<void> {
  if (findServer(dataDir)?.pid !== pid) return;
  interruptServer(pid);
  const deadline = Date.now() + STOP_LIMIT_MS;
  while (isAlive(pid)) {
    if (Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        `The embedded Postgres (pid ${pid}) did not stop within ${STOP_LIMIT_MS / 1_000} s`,
      );
    }
    await delay(20);
  }
}

/** SIGINT is Postgres's word for a fast shutdown. */
export function interruptServer(pid: number): void {
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

export const isRunning = (dataDir: string): boolean => findServer(dataDir) !== undefined;

/** The server that the pid file names, if it lives; port 0 while it has none yet. */
function findServer(dataDir: string): RunningServer | undefined {
  const pidFile = join(dataDir, 'postmaster.pid');
  const content = readIfThere(pidFile);
  const [pidText, , , portText] = content?.split('\n') ?? [];
  const pid = Number(pidText);
  if (!content || !pid) return undefined;
  if (isAlive(pid) && worksIn(pid, dataDir)) return { pid, port: Number(portText ?? 0) };
  // Postgres waits for ever on a number that another program has now (after a reboot, in a new container), or that is
  // kept by an ended process that nobody waits for. A number that is free it handles by itself.
  if (isTaken(pid)) removePidFile(pidFile, content);
  return undefined;
}

/** Unless it has become another one meanwhile, whose server runs. */
function removePidFile(pidFile: string, content: string): void {
  const aside = `${pidFile}.${process.pid}`;
  try {
    renameSync(pidFile, aside);
  } catch {
    return;
  }
  if (readIfThere(aside) === content) rmSync(aside);
  else renameSync(aside, pidFile);
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

async function launch(plan: ServerPlan): Promise<ChildProcess> {
  const port = plan.port ?? (await findFreePort());
  const settings = Object.entries({ ...BASE_SETTINGS, ...plan.settings, port: String(port) });
  const log = openSync(plan.logFile, sizeOf(plan.logFile) > MAX_LOG_BYTES ? 'w' : 'a');
  // A session of its own: Ctrl-C in the terminal must reach us alone, who stop the server last.
  const child = spawn(
    plan.postgres,
    ['-D', plan.cluster.dataDir, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...spawnOptions(plan.account), detached: true, stdio: ['ignore', log, log] },
  );
  closeSync(log);
  child.unref();
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  return child;
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

const tailOf = (file: string) => readFileSync(file, 'utf8').slice(-TAIL_BYTES);

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (address && typeof address === 'object') resolve(address.port);
        else reject(new EmbeddedPostgresError('No free TCP port on 127.0.0.1'));
      });
    });
  });
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
