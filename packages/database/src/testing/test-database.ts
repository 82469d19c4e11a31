import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import { inject } from 'vitest';
import { cloneName, databaseUrl, runAsAdmin } from './admin.ts';

export type TestDatabase = { url: string; drop(): Promise<void> };

/** SQLSTATE of "source database is being accessed by other users". */
const TEMPLATE_IN_USE = '55006';

/** A migrated, empty database of the test's own. Needs the global set-up of this folder. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('postgresUrl');
  const template = inject('postgresTemplate');
  const name = cloneName(template, randomBytes(8).toString('hex'));
  const create = `create database "${name}" template "${template}"`;
  for (let attempt = 1; ; attempt++) {
    try {
      await runAsAdmin(adminUrl, create);
      break;
    } catch (error) {
      const busy = error instanceof DatabaseError && error.code === TEMPLATE_IN_USE;
      if (!busy || attempt === 50) throw error;
      await delay(20 * attempt);
    }
  }
  return {
    url: databaseUrl(adminUrl, name),
    drop: async () => {
      await runAsAdmin(adminUrl, `drop database if exists "${name}" with (force)`);
    },
  };
}
