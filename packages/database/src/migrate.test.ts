import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { Client } from 'pg';
import { expect, inject, test } from 'vitest';
import { migrateDatabase } from './migrate.ts';
import { cloneName, databaseUrl, runAsAdmin } from './testing/admin.ts';

test('several processes may migrate one empty database at once', async () => {
  const admin = inject('postgresUrl');
  const name = cloneName(inject('postgresTemplate'), randomBytes(8).toString('hex'));
  await runAsAdmin(admin, `create database "${name}"`);
  try {
    const url = databaseUrl(admin, name);
    await Promise.all([migrateDatabase(url), migrateDatabase(url), migrateDatabase(url)]);
    await migrateDatabase(url);
    const client = new Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query('select hash from drizzle.__drizzle_migrations');
    await client.query('select from meetings');
    await client.end();
    const files = await readdir(new URL('../../../migrations', import.meta.url));
    expect(rows).toHaveLength(files.filter((file) => file.endsWith('.sql')).length);
  } finally {
    await runAsAdmin(admin, `drop database "${name}" with (force)`);
  }
});
