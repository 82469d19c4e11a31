import type { TestProject } from 'vitest/node';
import { startTestPostgres } from './test-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a server whose user may create databases. */
    postgresUrl: string;
    /** Name of the migrated database that tests clone. */
    postgresTemplate: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres(process.env['TEST_DATABASE_URL']);
  project.provide('postgresUrl', postgres.url);
  project.provide('postgresTemplate', postgres.template);
  return () => postgres.stop();
}
