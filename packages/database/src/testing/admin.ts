import { Client } from 'pg';

/** The same server, another database. */
export function databaseUrl(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Named after the template that it is cloned from, so that its run can find it. */
export const cloneName = (template: string, suffix: string): string => `${template}_${suffix}`;

/** The template, and whatever failed tests have left of its clones. */
export async function dropTemplate(adminUrl: string, template: string): Promise<void> {
  const rows = await runAsAdmin(
    adminUrl,
    `select datname from pg_database where starts_with(datname, '${template}')`,
  );
  for (const { datname } of rows)
    await runAsAdmin(adminUrl, `drop database if exists "${String(datname)}" with (force)`);
}

export async function runAsAdmin(adminUrl: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: adminUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
