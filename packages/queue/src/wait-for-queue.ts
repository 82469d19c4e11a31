import { setTimeout as delay } from 'node:timers/promises';
import { chooseBackend } from './choose-backend.ts';
import { describeCause, QueueRefusedError } from './errors.ts';
import type { QueueBackend, QueueSettings } from './queue-backend.ts';

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

export type WaitOptions = {
  /** Ends the waiting; the promise rejects with its reason. */
  signal?: AbortSignal | undefined;
  /** Told before each pause what is being waited for, in one sentence for a person. */
  onWait?: ((message: string) => void) | undefined;
};

/**
 * Resolves once the queue's backend answers. On Postgres the queue's tables exist then.
 * @throws QueueRefusedError at once when waiting will not help (wrong password, no such database); it says what to do.
 */
export async function waitForQueue(settings: QueueSettings, options: WaitOptions = {}): Promise<void> {
  await waitForBackend(chooseBackend(settings), options);
}

export async function waitForBackend(backend: QueueBackend, { signal, onWait }: WaitOptions): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    signal?.throwIfAborted();
    try {
      await backend.probe();
      return;
    } catch (error) {
      if (error instanceof QueueRefusedError) throw error;
      signal?.throwIfAborted();
      onWait?.(`Waiting for the job queue. ${describeCause(error)}`);
      // An abort is answered above, with the reason that the caller gave.
      await delay(pauseMs, undefined, signal ? { signal } : {}).catch(() => {});
    }
  }
}
