import { expect, test } from 'vitest';
import { entryId, entryOptions, readEntry } from './queue-entry.ts';

const jobId = '0198f1a2-7b3c-7d4e-8f50-617283940a1b';

test('the id of an entry is the job and its epoch', () => {
  expect(entryId(jobId, 12)).toBe(`${jobId}-12`);
});

test('what cannot be an entry is refused before anything is sent', () => {
  expect(() => entryId('a:b', 0)).toThrow(TypeError);
  for (const epoch of [-1, 0.5, Number.NaN]) expect(() => entryId(jobId, epoch)).toThrow(RangeError);
  const entry = { jobId, epoch: 0, kind: 'summary' } as const;
  for (const priority of [0, -1, 1.5, 2_097_152]) {
    expect(() => entryOptions({ ...entry, priority })).toThrow(RangeError);
  }
  for (const delayMs of [-1, Number.POSITIVE_INFINITY, Number.NaN]) {
    expect(() => entryOptions(entry, delayMs)).toThrow(RangeError);
  }
});

test('an entry is read back as it was put in', () => {
  expect(readEntry('summary', { jobId, epoch: 3 })).toEqual({ jobId, epoch: 3, kind: 'summary' });
});

test('what another program put into the queue is no entry', () => {
  for (const data of [
    null,
    'text',
    {},
    { jobId },
    { jobId: 'x', epoch: 0 },
    { jobId, epoch: '0' },
    { jobId, epoch: -1 },
  ]) {
    expect(readEntry('summary', data)).toBeUndefined();
  }
  expect(readEntry('dance', { jobId, epoch: 0 })).toBeUndefined();
});
