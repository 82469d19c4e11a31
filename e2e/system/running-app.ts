import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** A process of ours, started as a user starts it: `node` on the app's entry. */
export interface RunningApp {
  child: ChildProcess;
  /** All that it wrote so far. */
  stdout: () => string;
  stderr: () => string;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Resolves with what the app sent to its parent once ready. */
  ready: Promise<{ url?: string }>;
  stop: (signal?: NodeJS.Signals) => Promise<void>;
}

/** @param environment replaces every setting of ours that the surrounding shell may have */
export function startApp(app: string, args: string[], environment: Record<string, string>): RunningApp {
  const child = spawn(
    process.execPath,
    ['--conditions=@meeting-assistant/source', path.join(root, 'apps', app, 'src/main.ts'), ...args],
    {
      cwd: root,
      env: { ...inheritedEnvironment(), ...environment },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  let stdout = '';
  let stderr = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  const ready = new Promise<{ url?: string }>((resolve, reject) => {
    child.on('message', (message: { url?: string }) => resolve(message));
    void exited.then(({ code }) => reject(new Error(`${app} ended with ${code}:\n${stdout}\n${stderr}`)));
  });
  ready.catch(() => {}); // not every test waits for it
  return {
    child,
    stdout: () => stdout,
    stderr: () => stderr,
    exited,
    ready,
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await exited;
    },
  };
}

/** Runs a command to its end. */
export async function runApp(app: string, args: string[], environment: Record<string, string>) {
  const running = startApp(app, args, environment);
  const { code } = await running.exited;
  return { code, stdout: running.stdout(), stderr: running.stderr() };
}

/** A key or an endpoint of the person who runs the tests is none of the tests' business. */
function inheritedEnvironment(): NodeJS.ProcessEnv {
  const own =
    /^(OPENAI_|AGENT_|MEETING_ASSISTANT_|MeetingAssistant__|DATABASE_URL|REDIS_URL|DATA_DIR|PORT$|HOST$|WORKER_|JOB_|LOG_LEVEL|OTEL_|NODE_OPTIONS|VITEST)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
}

/** Waits until `find` gives something, for 30 s at most. */
export async function eventually<Found>(
  what: string,
  find: () => Promise<Found | undefined> | Found | undefined,
): Promise<Found> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`Waited 30 s in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
