import { parseArgs } from 'node:util';
import { keepReport, missedBars, printReport, type Bench } from './measuring/report.ts';

/**
 * Loaded when its turn comes: a child's peak memory starts at that of the process that forked it, so this one stays small.
 */
const benches = new Map<string, () => Promise<Bench>>([
  ['llm-client', async () => (await import('./llm-client.ts')).llmClientBench],
]);

const DEFAULT_ROUNDS = 3;

type Arguments = { help: boolean; names: string[]; rounds: number };

function readArguments(): Arguments | undefined {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' }, rounds: { type: 'string' } },
    });
    const rounds = Number(values.rounds ?? DEFAULT_ROUNDS);
    if (!Number.isInteger(rounds) || rounds < 1) {
      console.error('--rounds takes a whole number of 1 or more.');
      return undefined;
    }
    const unknown = positionals.filter((name) => !benches.has(name));
    if (unknown.length > 0) {
      console.error(
        `No bench is called ${unknown.join(', ')}. The benches: ${[...benches.keys()].join(', ')}.`,
      );
      return undefined;
    }
    return {
      help: values.help ?? false,
      names: positionals.length > 0 ? positionals : [...benches.keys()],
      rounds,
    };
  } catch (error) {
    // parseArgs says in its message which option it does not know.
    console.error(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

async function printHelp(): Promise<void> {
  console.log(`Usage: pnpm bench [NAME…] [--rounds N]

Measures contenders side by side and prints ratios with the bar beside each; all benches without a NAME.
Exit code 1 when a bar is missed, 2 for a wrong name or option. Results are kept in bench/results/NAME.json.

  --rounds N  how many times each contender has its turn (${DEFAULT_ROUNDS})

Benches:`);
  for (const [name, load] of benches) console.log(`  ${name.padEnd(12)} ${(await load()).summary}`);
}

/** @returns whether every bar was met */
async function runBench(name: string, load: () => Promise<Bench>, rounds: number): Promise<boolean> {
  const start = performance.now();
  const bench = await load();
  const progress = (line: string): void => {
    console.error(`  … ${((performance.now() - start) / 1000).toFixed(0).padStart(3)} s: ${line}`);
  };
  console.log(`${name}: ${bench.summary}`);
  const report = await bench.run({ rounds, progress });
  const seconds = Math.round((performance.now() - start) / 1000);
  printReport(report, console.log);
  const missed = missedBars(report);
  console.log(`\n${name} took ${seconds} s; kept in ${await keepReport(name, report, seconds)}`);
  for (const line of missed) console.log(`MISSED ${line}`);
  return missed.length === 0;
}

const chosen = readArguments();
if (chosen === undefined) process.exitCode = 2;
else if (chosen.help) await printHelp();
else {
  for (const name of chosen.names) {
    const load = benches.get(name);
    if (load === undefined) continue;
    try {
      if (!(await runBench(name, load, chosen.rounds))) process.exitCode = 1;
    } catch (error) {
      // The other benches still have something to say.
      console.error(`${name} could not be measured:`, error);
      process.exitCode = 1;
    }
  }
}
