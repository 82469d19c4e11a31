import { expect, test } from 'vitest';
import { rejectedOnAbort } from './rejected-on-abort.ts';

test('a signal that was aborted before is not missed', async () => {
  await expect(rejectedOnAbort(AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped');
});

test('rejects with the reason once the signal is aborted', async () => {
  const stopping = new AbortController();
  const rejected = rejectedOnAbort(stopping.signal);
  stopping.abort(new Error('stopped'));
  await expect(rejected).rejects.toThrow('stopped');
});
