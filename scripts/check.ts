import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { checkDependencyDirection } from './dependency-direction.ts';
import { checkMigrations } from './migrations-current.ts';

/** A gate returns what is wrong, one line each; an empty list passes. */
interface Gate {
  name: string;
  run: () => Promise<string[]>;
}

const gates: Gate[] = [
  { name: 'types', run: () => command('tsc', '-b') },
  { name: 'types of tests', run: () => command('tsc', '-p', 'tsconfig.test.json') },
  { name: 'lint', run: () => command('oxlint', '--type-aware', '--deny-warnings') },
  { name: 'format', run: () => command('oxfmt', '--check', '.') },
  { name: 'unused code and undeclared dependencies', run: () => command('knip', '--no-progress') },
  { name: 'dependency direction', run: checkDependencyDirection },
  { name: 'migrations', run: checkMigrations },
];

/** Runs a tool of node_modules/.bin and takes its whole output as the complaint when it does not exit 0. */
function command(tool: string, ...args: string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(`node_modules/.bin/${tool}`, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve(code === 0 ? [] : [output.trim() || `${tool} exited with ${code}`]));
  });
}

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const chosen = gates.filter((gate) => values.only === undefined || gate.name === values.only);
if (chosen.length === 0) {
  console.error(
    `No gate is called "${values.only}". The gates: ${gates.map((gate) => gate.name).join(', ')}.`,
  );
  process.exit(2);
}

let failed = 0;
for (const gate of chosen) {
  const complaints = await gate.run();
  console.log(`${complaints.length === 0 ? 'ok    ' : 'FAILED'} ${gate.name}`);
  for (const complaint of complaints) console.log(complaint);
  if (complaints.length > 0) failed += 1;
}
console.log(
  failed === 0 ? `All ${chosen.length} gates passed.` : `${failed} of ${chosen.length} gates failed.`,
);
process.exit(failed === 0 ? 0 : 1);
