import { ConfigError, readConfig } from './config.ts';
import { AppFailedError } from './child-process.ts';
import { demo } from './demo.ts';
import { start } from './start.ts';

const commands = { start, demo };

const usage = `Usage: main start | demo

start  the whole system: Postgres (unless DATABASE_URL is set), API and worker, until it is stopped
demo   the same, uploads examples/, prints the stored summary and stops
`;

const name = process.argv[2];
if (name === '--help' || name === '-h') {
  process.stdout.write(usage);
} else if (name === 'start' || name === 'demo') {
  await run(name);
} else {
  process.stderr.write(usage);
  process.exitCode = 2;
}

async function run(command: keyof typeof commands): Promise<void> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping.signal.aborted) process.exit(1); // api, worker and database see that and end too
      stopping.abort(new Error(`Stopped by ${signal}`));
    });
  }
  try {
    await commands[command](readConfig(process.env), stopping.signal);
  } catch (error) {
    if (stopping.signal.aborted && command === 'start') return;
    const short = error instanceof ConfigError || error instanceof AppFailedError;
    process.stderr.write(
      `${error instanceof Error ? (short ? error.message : error.stack) : String(error)}\n`,
    );
    process.exitCode = 1;
  }
}
