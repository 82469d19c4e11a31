import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { Redis } from 'ioredis';

export const redisServerIsInstalled = spawnSync('redis-server', ['--version']).status === 0;

/** A Redis of the test's own, which it can kill and start again on the same port and with the same data. */
export type OwnRedis = {
  url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  remove(): Promise<void>;
};

export async function ownRedis(): Promise<OwnRedis> {
  const directory = await mkdtemp(join(tmpdir(), 'meeting-assistant-redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;

  async function kill(): Promise<void> {
    if (!child) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    child = undefined;
  }

  return {
    url,
    kill,
    start: async () => {
      const persistence = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', ''];
      const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory];
      child = spawn('redis-server', [...place, ...persistence], { stdio: 'ignore' });
      await vi.waitUntil(() => answers(url), { timeout: 30_000 });
    },
    remove: async () => {
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function answers(url: string): Promise<boolean> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    client.disconnect();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('not a TCP server');
  return address.port;
}
