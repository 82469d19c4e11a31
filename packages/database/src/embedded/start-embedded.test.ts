import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isAlive } from './processes.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded.ts';

const PROGRAM = fileURLToPath(new URL('../testing/embedded-owner.ts', import.meta.url));
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const unlessRoot = isRoot ? '' : ' (skipped: only root can test this)';

let home: string;
let dataDir: string;
const children: ChildProcess[] = [];
const servers: EmbeddedPostgres[] = [];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'embedded-postgres-test-'));
  chmodSync(home, 0o755);
  dataDir = join(home, 'data');
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  // Whatever a failed test left running is adopted and stopped.
  if (existsSync(pidFile())) servers.push(await startEmbeddedPostgres({ dataDir }));
  for (const server of servers.splice(0)) await server.stop();
  rmSync(home, { recursive: true, force: true });
});

const pidFile = () => join(dataDir, 'postgres', 'cluster', 'data', 'postmaster.pid');
const serverPid = () => Number(readFileSync(pidFile(), 'utf8').split('\n')[0]);
const serverLog = () => readFileSync(join(dataDir, 'postgres', 'server.log'), 'utf8');

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
  servers.push(server);
  return server;
}

type Owner = { child: ChildProcess; url: string; owned: boolean; dataDir: string; notes: string[] };

/** In a process of its own, so that it can be killed. */
async function startOwner(user: { uid?: number; gid?: number } = {}): Promise<Owner> {
  const child = spawn(process.execPath, ['--conditions=@meeting-assistant/source', PROGRAM, dataDir], {
    ...user,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([once(lines, 'line'), once(child, 'exit').then(() => ['{}'])]);
  return { child, ...JSON.parse(String(line[0])) };
}

async function tell(owner: Owner, word: 'stop' | 'exit'): Promise<void> {
  owner.child.stdin?.write(`${word}\n`);
  await once(owner.child, 'exit');
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

describe('embedded Postgres', () => {
  test('answers on 127.0.0.1 alone, with a password, and folds case beyond ASCII', async () => {
    const { url, owned } = await start();
    expect(owned).toBe(true);
    const [row] = await query(
      url,
      `select current_setting('listen_addresses') as listens, current_setting('unix_socket_directories') as sockets,
        'ÄÖ' ilike 'äö' as folds, current_database() as name`,
    );
    expect(row).toEqual({ listens: '127.0.0.1', sockets: '', folds: true, name: 'meeting_assistant' });
    const withoutPassword = new URL(url);
    withoutPassword.password = 'wrong';
    await expect(query(withoutPassword.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  });

  test('keeps its data over a stop, which is clean', async () => {
    const first = await start();
    await query(first.url, 'create table kept (n int)');
    const pid = serverPid();
    await first.stop();
    expect(isAlive(pid)).toBe(false);
    expect(existsSync(pidFile())).toBe(false);
    const second = await start();
    await query(second.url, 'select n from kept');
    expect(serverLog()).not.toContain('not properly shut down');
  });

  test('writes no statement into its log', async () => {
    const { url } = await start();
    await expect(query(url, "select 'spoken words' from nowhere")).rejects.toThrow('nowhere');
    expect(serverLog()).toContain('nowhere');
    expect(serverLog()).not.toContain('spoken words');
  });

  test('is adopted when its owner was killed, and stopped by the one who adopted it', async () => {
    const owner = await startOwner();
    await query(owner.url, 'create table kept (n int)');
    const pid = serverPid();
    await kill(owner.child);
    const adopted = await start();
    expect(serverPid()).toBe(pid);
    expect(adopted).toMatchObject({ url: owner.url, owned: true });
    await query(adopted.url, 'select n from kept');
    await adopted.stop();
    expect(isAlive(pid)).toBe(false);
  });

  test('is shared by two who start it first at once, and stopped by one of them', async () => {
    const owners = await Promise.all([startOwner(), startOwner()]);
    const [one, two] = owners;
    expect(one?.url).toBe(two?.url);
    const owning = owners.filter(({ owned }) => owned);
    const guests = owners.filter(({ owned }) => !owned);
    expect([owning.length, guests.length]).toEqual([1, 1]);
    const pid = serverPid();
    for (const guest of guests) await tell(guest, 'stop');
    await expect(query(owning[0]?.url ?? '', 'select 1 as one')).resolves.toEqual([{ one: 1 }]);
    for (const owner of owning) await tell(owner, 'stop');
    expect(isAlive(pid)).toBe(false);
  });

  test('ends with an owner that ends without stopping it', async () => {
    const owner = await startOwner();
    const pid = serverPid();
    await tell(owner, 'exit');
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 30_000 });
  });

  test('recovers what was committed when the server itself was killed', async () => {
    const owner = await startOwner();
    await query(owner.url, 'create table kept (n int)');
    process.kill(serverPid(), 'SIGKILL');
    await kill(owner.child);
    const again = await start();
    await query(again.url, 'select n from kept');
    expect(serverLog()).toContain('not properly shut down');
  });

  test.each(['runs', 'has ended'])(
    'starts although its pid file names another program, which %s',
    async (state) => {
      await (await start()).stop();
      const { uid, gid } = statSync(dirname(pidFile()));
      // The shell leaves a child behind that `sleep`, in its place, never waits for.
      const child = spawn('sh', ['-c', 'true & echo $!; exec sleep 600'], {
        uid,
        gid,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      children.push(child);
      const [unwaited] = await once(createInterface({ input: child.stdout }), 'line');
      const pid = state === 'runs' ? child.pid : Number(unwaited);
      writeFileSync(pidFile(), `${pid}\n${dirname(pidFile())}\n0\n1\n`);
      await expect(start()).resolves.toMatchObject({ owned: true });
    },
  );

  test.runIf(isRoot)(
    `is kept where its account can reach it when the clone is in a closed home${unlessRoot}`,
    async () => {
      chmodSync(home, 0o700);
      const owner = await startOwner();
      try {
        expect(owner.dataDir).toMatch(
          /^\/var\/lib\/meeting-assistant\/embedded-postgres-test-\w+-[0-9a-f]{12}\/postgres$/,
        );
        expect(owner.notes).toContainEqual(
          expect.stringContaining(`the database is kept in ${owner.dataDir}`),
        );
        expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
        await query(owner.url, 'create table kept (n int)');
        await tell(owner, 'stop');
        const again = await startOwner();
        await query(again.url, 'select n from kept');
        await tell(again, 'stop');
      } finally {
        rmSync(dirname(owner.dataDir), { recursive: true, force: true });
      }
    },
  );

  test.runIf(isRoot && canRunHere(NOBODY))(
    `runs as the plain user who starts it, in place${unlessRoot}`,
    async () => {
      mkdirSync(dataDir);
      spawnSync('chown', [String(NOBODY), dataDir]);
      const owner = await startOwner({ uid: NOBODY, gid: NOBODY });
      expect(owner).toMatchObject({ owned: true, dataDir: join(dataDir, 'postgres'), notes: [] });
      expect(statSync(join(dataDir, 'postgres', 'cluster')).uid).toBe(NOBODY);
      await query(owner.url, 'create table kept (n int)');
      await tell(owner, 'stop');
      // Root takes the account that the data belongs to.
      const asRoot = await start();
      await query(asRoot.url, 'select n from kept');
      expect(statSync(pidFile()).uid).toBe(NOBODY);
    },
  );

  test.runIf(isRoot && canRunHere(NOBODY))(
    `says whose the data is to another user${unlessRoot}`,
    async () => {
      await (await start()).stop();
      const { stderr } = spawnSync(
        process.execPath,
        ['--conditions=@meeting-assistant/source', PROGRAM, dataDir],
        {
          uid: NOBODY,
          gid: NOBODY,
          cwd: '/',
          encoding: 'utf8',
        },
      );
      expect(stderr).toMatch(
        /belongs to uid \d+ and we run as uid 65534: start as that user, or choose another DATA_DIR/,
      );
    },
  );
});

/** The user has to be able to read the sources and to run this Node. */
function canRunHere(uid: number): boolean {
  const run = spawnSync(process.execPath, ['--check', PROGRAM], { uid, gid: uid, cwd: '/' });
  return run.status === 0;
}
