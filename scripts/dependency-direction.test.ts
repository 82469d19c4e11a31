import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkDependencyDirection } from './dependency-direction.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'dependency-direction-'));
  for (const folder of ['packages', 'apps']) {
    await cp(folder, path.join(root, folder), {
      recursive: true,
      filter: (source) => !/node_modules|dist|src/.test(path.relative(folder, source)),
    });
  }
});

afterEach(() => rm(root, { recursive: true, force: true }));

test('the manifests as they are point the right way', async () => {
  expect(await checkDependencyDirection(root)).toEqual([]);
});

test('a package that depends on one above it is named', async () => {
  const file = path.join(root, 'packages/queue/package.json');
  const manifest = await readFile(file, 'utf8');
  await writeFile(file, manifest.replace('"bullmq"', '"@meeting-assistant/agents": "workspace:*", "bullmq"'));
  expect(await checkDependencyDirection(root)).toEqual([
    'packages/queue/package.json: queue may not depend on agents',
  ]);
});

test('a package that no rule knows is refused', async () => {
  await cp(path.join(root, 'packages/queue'), path.join(root, 'packages/extra'), { recursive: true });
  expect(await checkDependencyDirection(root)).toEqual([
    'packages/extra/package.json: no rule says what extra may depend on; add it to scripts/dependency-direction.ts',
  ]);
});
