import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '@meeting-assistant/database/testing';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import type { QueueSettings } from '../queue-backend.ts';
import { openTcpGate, type TcpGate } from './tcp-gate.ts';

/** A queue of the test's own, with a gate in front of its server. */
export type QueueUnderTest = {
  settings: QueueSettings;
  gate: TcpGate;
  /** `127.0.0.1:port` as it has to stand in messages. */
  address: string;
  /** Does to a running entry what the taking over by another worker does. */
  stealLock(entryId: string): Promise<void>;
  /** Lets the lock of a running entry run out at once. */
  expireLock(entryId: string): Promise<void>;
  /** Cuts every connection, as the server itself would. */
  dropConnections(): Promise<void>;
  /** The same queue with credentials that the server refuses. */
  refusedSettings: QueueSettings;
  remove(): Promise<void>;
};

export type BackendKind = { name: 'Redis' | 'Postgres'; create(): Promise<QueueUnderTest> };

const NO_DATABASE = 'postgres://nobody@127.0.0.1:1/none';

export const postgres: BackendKind = {
  name: 'Postgres',
  async create() {
    const database = await createTestDatabase();
    const direct = new URL(database.url);
    const gate = await openTcpGate({ host: direct.hostname, port: Number(direct.port || 5432) });
    const through = new URL(direct);
    through.host = `127.0.0.1:${gate.port}`;
    const refused = new URL(through);
    refused.pathname = '/no_such_database';
    const run = async (statement: string, values: unknown[] = []) => {
      const client = new Client({ connectionString: database.url });
      await client.connect();
      await client.query(statement, values);
      await client.end();
    };
    return {
      settings: { databaseUrl: through.href },
      gate,
      address: `127.0.0.1:${gate.port}`,
      stealLock: (entryId) => run(`update bullmq.job set lock_token = 'another' where id = $1`, [entryId]),
      expireLock: (entryId) =>
        run(`update bullmq.job set lock_token = null, locked_until_ms = 0 where id = $1`, [entryId]),
      dropConnections: () =>
        run(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
        ),
      refusedSettings: { databaseUrl: refused.href },
      remove: async () => {
        await gate.close();
        await database.drop();
      },
    };
  },
};

export function redis(url: string): BackendKind {
  return {
    name: 'Redis',
    async create() {
      const direct = new URL(url);
      const prefix = `test-${randomUUID()}`;
      const gate = await openTcpGate({ host: direct.hostname, port: Number(direct.port || 6379) });
      const through = new URL(direct);
      through.host = `127.0.0.1:${gate.port}`;
      const refused = new URL(through);
      refused.username = 'nobody';
      refused.password = 'not-the-password';
      const client = new Redis(url);
      return {
        settings: { redisUrl: through.href, databaseUrl: NO_DATABASE, prefix },
        gate,
        address: `127.0.0.1:${gate.port}`,
        stealLock: async (entryId) => {
          await client.set(`${prefix}:jobs:${entryId}:lock`, 'another');
        },
        expireLock: async (entryId) => {
          await client.del(`${prefix}:jobs:${entryId}:lock`);
        },
        dropConnections: async () => {
          await gate.shut();
          await gate.open();
        },
        refusedSettings: { redisUrl: refused.href, databaseUrl: NO_DATABASE, prefix },
        remove: async () => {
          await gate.close();
          for await (const keys of client.scanStream({ match: `${prefix}:*`, count: 1_000 })) {
            if (Array.isArray(keys) && keys.length > 0) await client.del(keys);
          }
          await client.quit();
        },
      };
    },
  };
}
