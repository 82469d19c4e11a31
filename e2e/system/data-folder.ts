import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** An empty DATA_DIR of the test's own, and what removes it. */
export async function makeDataFolder(): Promise<{ dataDir: string; remove: () => Promise<void> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'meeting-assistant-e2e-'));
  // When the tests run as root, the database runs as another account, which has to reach the folder.
  await chmod(dataDir, 0o755);
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) };
}
