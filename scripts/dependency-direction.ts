import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Which workspace packages each one may depend on. An import that package.json does not declare is refused by the gate on
 * undeclared dependencies, and a relative import that leaves its package by the compiler (`rootDir`), so that the
 * manifests are all there is to look at.
 */
const allowed: Record<string, string[]> = {
  contracts: [],
  'llm-client': [],
  'offline-model': [],
  transcripts: ['contracts'],
  database: ['contracts'],
  queue: ['contracts'],
  agents: ['contracts', 'llm-client'],
  api: ['contracts', 'transcripts', 'database', 'queue'],
  worker: ['contracts', 'database', 'queue', 'agents', 'llm-client', 'offline-model'],
  cli: ['contracts', 'transcripts', 'database', 'agents', 'llm-client', 'offline-model'],
  standalone: ['contracts', 'database'],
};

/** Tests may also use these, as devDependencies; nothing that ships may. */
const allowedInTests: Record<string, string[]> = {
  queue: ['database'],
  agents: ['offline-model'],
  worker: ['transcripts'],
};

const scope = '@meeting-assistant/';

/** @returns one line for each dependency that points the wrong way, and for each package that the table does not know */
export async function checkDependencyDirection(root = process.cwd()): Promise<string[]> {
  const complaints: string[] = [];
  const seen = new Set<string>();
  for await (const file of glob(['packages/*/package.json', 'apps/*/package.json'], { cwd: root })) {
    const folder = path.basename(path.dirname(file));
    seen.add(folder);
    const manifest: unknown = JSON.parse(await readFile(path.join(root, file), 'utf8'));
    const rule = allowed[folder];
    if (!rule) {
      complaints.push(
        `${file}: no rule says what ${folder} may depend on; add it to scripts/dependency-direction.ts`,
      );
      continue;
    }
    const tests = [...rule, ...(allowedInTests[folder] ?? [])];
    complaints.push(
      ...wrong(manifest, 'dependencies', rule).map((name) => `${file}: ${folder} may not depend on ${name}`),
      ...wrong(manifest, 'devDependencies', tests).map(
        (name) => `${file}: tests of ${folder} may not use ${name}`,
      ),
    );
  }
  const missing = Object.keys(allowed).filter((folder) => !seen.has(folder));
  return [...complaints, ...missing.map((folder) => `${folder}: the rule is there, the package is not`)];
}

function wrong(manifest: unknown, field: string, rule: string[]): string[] {
  if (typeof manifest !== 'object' || manifest === null) return [];
  const declared: unknown = Object.entries(manifest).find(([key]) => key === field)?.[1];
  if (typeof declared !== 'object' || declared === null) return [];
  return Object.keys(declared)
    .filter((name) => name.startsWith(scope))
    .map((name) => name.slice(scope.length))
    .filter((name) => !rule.includes(name));
}
