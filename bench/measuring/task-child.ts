import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Longer than any task takes: a contender that hangs ends the bench. */
const LONGEST_TASK_MS = 120_000;

type Answer = { value: unknown } | { error: string };

/** A process of its own, so that its CPU time and its memory are those of one contender alone. It does one task after the other. */
export class TaskChild {
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.#child = child;
  }

  /** Resolves when the script has been loaded, with all that it imports. */
  static async start(script: URL): Promise<TaskChild> {
    const child = new TaskChild(
      fork(fileURLToPath(script), {
        execArgv: ['--conditions=@meeting-assistant/source'],
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      }),
    );
    await child.#nextAnswer();
    return child;
  }

  /** Rejects with what the task threw, or when the process ends. */
  async ask<Value>(task: unknown): Promise<Value> {
    const answer = this.#nextAnswer();
    this.#child.send({ task });
    // Both ends are files of this package, which agree on the type of the value.
    return (await answer) as Value;
  }

  async #nextAnswer(): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const onMessage = (answer: Answer): void => {
      if ('error' in answer) reject(new Error(`In ${this.#child.spawnargs.at(-1)}: ${answer.error}`));
      else resolve(answer.value);
    };
    const onExit = (code: number | null): void => reject(new Error(`A measured process ended with ${code}`));
    const tooLong = (): void => reject(new Error(`No answer came within ${LONGEST_TASK_MS} ms`));
    const timer = setTimeout(tooLong, LONGEST_TASK_MS);
    this.#child.once('message', onMessage).once('exit', onExit);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#child.off('message', onMessage).off('exit', onExit);
    }
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#child.once('exit', () => resolve(undefined));
    this.#child.kill();
    await promise;
  }
}

/**
 * The other end: says that it is ready, answers each task, and ends with the process that asked. `never`, since the type of a task is a
 * matter of the two files that ask and answer.
 */
export function answerTasks(work: (task: never) => Promise<unknown>): void {
  process.on('disconnect', () => process.exit());
  process.on('message', (message: { task: never }) => {
    work(message.task).then(
      (value) => sendAnswer({ value }),
      (error: unknown) => sendAnswer({ error: error instanceof Error ? (error.stack ?? '') : String(error) }),
    );
  });
  sendAnswer({ value: 'ready' });
}

function sendAnswer(answer: Answer): void {
  process.send?.(answer);
}
