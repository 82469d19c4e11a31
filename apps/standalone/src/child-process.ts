import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** What api and worker say over the channel to their parent once they do their work. */
const ready = z.object({ type: z.literal('ready'), url: z.url().optional() });

/** So many ends within the window are more than bad luck. */
const RESTART_LIMIT = 5;
const RESTART_WINDOW_MS = 60_000;
const FIRST_PAUSE_MS = 200;
const STOP_TIMEOUT_MS = 15_000;

export type App = 'api' | 'worker';

/** An app kept running as a process of its own: one that dies is started again, one that dies again and again is given up. */
export interface SupervisedApp {
  /** Resolves when the app is ready for the first time, with its URL if it serves one. */
  ready: Promise<string | undefined>;
  /** Rejects when the app was given up. Never resolves. */
  failed: Promise<never>;
  stop: () => Promise<void>;
}

/** An app ended more often than is worth trying again. */
export class AppFailedError extends Error {
  override readonly name = 'AppFailedError';
}

export function superviseApp(app: App, environment: NodeJS.ProcessEnv): SupervisedApp {
  const firstReady = Promise.withResolvers<string | undefined>();
  const givenUp = Promise.withResolvers<never>();
  // Whoever waits for them hears of it; that nobody does is no crash of ours.
  givenUp.promise.catch(() => {});
  firstReady.promise.catch(() => {});
  let stopping = false;
  let wasReady = false;
  let ends: number[] = [];
  let restarting: NodeJS.Timeout | undefined;
  let child = start();

  function start(): ChildProcess {
    const started = spawn(process.execPath, [...process.execArgv, entryOf(app)], {
      env: environment,
      stdio: ['ignore', 2, 2, 'ipc'], // logs go to stderr: stdout is for results
    });
    started.on('message', (message) => {
      const parsed = ready.safeParse(message);
      if (!parsed.success) return;
      wasReady = true;
      firstReady.resolve(parsed.data.url);
    });
    started.once('exit', (code, signal) => {
      if (!stopping) restart(code, signal);
    });
    return started;
  }

  function restart(code: number | null, signal: NodeJS.Signals | null): void {
    const now = Date.now();
    ends = [...ends.filter((time) => now - time < RESTART_WINDOW_MS), now];
    // Refused before it was ever ready: a wrong setting, which trying again would not mend.
    const refused = !wasReady && signal === null;
    if (!refused && ends.length < RESTART_LIMIT) {
      restarting = setTimeout(() => (child = start()), FIRST_PAUSE_MS * 2 ** (ends.length - 1));
      return;
    }
    const error = new AppFailedError(`${app} ended with ${signal ?? `code ${code}`}; what it said is above.`);
    firstReady.reject(error);
    givenUp.reject(error);
  }

  return {
    ready: firstReady.promise,
    failed: givenUp.promise,
    stop: async () => {
      stopping = true;
      clearTimeout(restarting);
      await endChild(child);
    },
  };
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}

/** Sources start sources, built files start built files. */
function entryOf(app: App): string {
  const built = import.meta.url.endsWith('.js');
  return fileURLToPath(new URL(`../../${app}/${built ? 'dist/main.js' : 'src/main.ts'}`, import.meta.url));
}
