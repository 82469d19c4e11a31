import { vi } from 'vitest';

/** Waits for a condition; the time is only there so that a broken one ends. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitUntil(condition, { timeout: 30_000, interval: 20 });
}

/** Resolves when the signal is aborted, with the reason. */
export async function abortOf(signal: AbortSignal): Promise<unknown> {
  if (!signal.aborted) {
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
  return signal.reason;
}
