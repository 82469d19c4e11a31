import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { migrateDatabase, startEmbeddedPostgres } from '@meeting-assistant/database';

const run = promisify(execFile);
const packageFolder = path.resolve('packages/database');

/**
 * Three questions: is the chain of migrations consistent (`drizzle-kit check`), does the schema in code ask for a migration
 * that is not there (`drizzle-kit generate` into a copy adds a file), and do all of them apply to an empty database.
 */
export async function checkMigrations(): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'migrations-'));
  // Run as root, the server has an account of its own, which must reach the folder.
  await chmod(folder, 0o755);
  try {
    const complaints = [...(await drizzleKit('check')), ...(await missingMigrations(folder))];
    return complaints.length > 0 ? complaints : await applyFromZero(path.join(folder, 'postgres'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function missingMigrations(folder: string): Promise<string[]> {
  const copy = path.join(folder, 'migrations');
  await cp('migrations', copy, { recursive: true });
  const before = await readdir(copy);
  const complaints = await drizzleKit('generate', { MIGRATIONS_FOLDER: path.relative(packageFolder, copy) });
  if (complaints.length > 0) return complaints;
  const added = (await readdir(copy)).filter((name) => !before.includes(name));
  return added.map(
    (name) =>
      `The schema has changed: run \`pnpm --filter @meeting-assistant/database generate\` (would add ${name})`,
  );
}

async function drizzleKit(command: string, environment: Record<string, string> = {}): Promise<string[]> {
  try {
    await run(path.join(packageFolder, 'node_modules/.bin/drizzle-kit'), [command], {
      cwd: packageFolder,
      env: { ...process.env, ...environment },
    });
    return [];
  } catch (error) {
    const output = error as { stdout?: string; stderr?: string }; // what execFile rejects with
    return [`drizzle-kit ${command}: ${output.stdout ?? ''}${output.stderr ?? ''}`.trim()];
  }
}

async function applyFromZero(dataDir: string): Promise<string[]> {
  const server = await startEmbeddedPostgres({ dataDir });
  try {
    await migrateDatabase(server.url);
    return [];
  } catch (error) {
    return [`The migrations do not apply to an empty database: ${String(error)}`];
  } finally {
    await server.stop();
  }
}
