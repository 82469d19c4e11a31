/** Never resolves; rejects with the signal's reason as soon as it is aborted, at once when it is already. */
export function rejectedOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error); // main.ts aborts with an Error
    else signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
