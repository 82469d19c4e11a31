import {
  connectDatabase,
  migrateDatabase,
  startEmbeddedPostgres,
  waitForDatabase,
  type Database,
} from '@meeting-assistant/database';
import type { CliConfig } from './config.ts';
import type { Output } from './output.ts';

/** Runs `work` on the configured database, or on the embedded one that `pnpm start` uses, which may be running or not. */
export async function withDatabase<Result>(
  config: CliConfig,
  output: Output,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const embedded =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: config.dataDir, log: output.progress })
      : undefined;
  try {
    const url = config.databaseUrl ?? embedded?.url ?? '';
    await waitForDatabase(url, { signal: output.signal, onWait: output.progress });
    await migrateDatabase(url);
    const database = connectDatabase(url, { max: 2, applicationName: 'meeting-assistant-cli' });
    try {
      return await work(database.db);
    } finally {
      await database.close();
    }
  } finally {
    if (embedded?.owned) await embedded.stop();
  }
}
