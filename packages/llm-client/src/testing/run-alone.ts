import { spawn } from 'node:child_process';

export type LoneRun = {
  /** What the program said, in order. */
  said: string[];
  /** Timers that were still running when it had said all. */
  timers: number;
  /** A program that does not end by itself is ended by SIGTERM. */
  ended: { code: number | null; signal: string | null };
};

/** Far less than the time limits of a call, so that a timer that was forgotten shows. */
const LONGEST_RUN_MS = 45_000;

const BEGINNING = `
const { createResponsesClient, ResponsesModel, silenceTracing } = await import('./src/index.ts');
silenceTracing();
const request = { input: 'hello', modelSettings: {}, tools: [], outputType: 'text', handoffs: [], tracing: false };
const say = (word) => process.stdout.write(word + '\\n');
process.stdin.setEncoding('utf8');
let given = '';
for await (const piece of process.stdin) given += piece;
const input = JSON.parse(given);
`;

const END = `
say(process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length);
`;

/**
 * Runs a program in a process of its own, which ends when nothing is left in it to wait for: no timer, no socket. The program has
 * `input`, `say(word)`, a `request`, and the parts of this package that make a call.
 */
export async function runAlone(program: string, input: unknown): Promise<LoneRun> {
  const child = spawn(
    process.execPath,
    ['--conditions=@meeting-assistant/source', '--input-type=module', '-e', BEGINNING + program + END],
    {
      cwd: new URL('../..', import.meta.url),
      env: { PATH: process.env['PATH'] },
      stdio: ['pipe', 'pipe', 'inherit'],
      timeout: LONGEST_RUN_MS,
    },
  );
  let text = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (piece: string) => (text += piece));
  child.stdin.end(JSON.stringify(input));
  const ended = await new Promise<LoneRun['ended']>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  const words = text.split('\n').filter((word) => word !== '');
  return { said: words.slice(0, -1), timers: Number(words.at(-1)), ended };
}
