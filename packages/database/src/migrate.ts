import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { drizzle, migrate } from './drizzle.ts';

/** The same from src and from dist: both lie three levels below the root. */
const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** Any number will do, so long as it never changes: all processes that migrate wait for each other on it. */
const MIGRATION_LOCK = 7_212_019_441;

/** Brings the database to the newest schema. Any number of processes may do so at once. */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'meeting-assistant migrate' });
  // Every pending query rejects as well; this event would only end the process before they are handled.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS_FOLDER });
  } finally {
    // Ending the session gives the lock back.
    await client.end();
  }
}
