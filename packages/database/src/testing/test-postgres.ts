import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startEmbeddedPostgres } from '../embedded/start-embedded.ts';
import { migrateDatabase } from '../migrate.ts';
import { databaseUrl, dropTemplate, runAsAdmin } from './admin.ts';

export type TestPostgres = { url: string; template: string; stop(): Promise<void> };

/**
 * A server with a migrated template database: the one at `adminUrl` when given (its user must be allowed to create
 * databases), else an embedded one in a temporary folder.
 */
export async function startTestPostgres(adminUrl?: string): Promise<TestPostgres> {
  const server = adminUrl ? { url: adminUrl, stop: async () => {} } : await startThrowawayServer();
  const template = `ma_template_${randomBytes(8).toString('hex')}`;
  await runAsAdmin(server.url, `create database "${template}" template template0`);
  await migrateDatabase(databaseUrl(server.url, template));
  return {
    url: server.url,
    template,
    stop: async () => {
      if (adminUrl) await dropTemplate(server.url, template);
      await server.stop();
    },
  };
}

async function startThrowawayServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'meeting-assistant-test-'));
  // It is closed to all others; run as root, the server has to reach it under another account.
  await chmod(dataDir, 0o755);
  // Nothing here outlives the run, so nothing has to survive a power cut.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
  const server = await startEmbeddedPostgres({ dataDir, settings });
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      // Where the temporary folder itself is closed, the files lie elsewhere.
      for (const dir of [dataDir, dirname(server.dataDir)]) await rm(dir, { recursive: true, force: true });
    },
  };
}
