import { expect, test } from 'vitest';
import { CountedDelay, retryDelay } from './retry-delay.ts';

const delays = { baseMs: 100, longestMs: 1_000 };

function longestOf(attempt: number): number {
  const drawn = Array.from({ length: 2_000 }, () => retryDelay(attempt, undefined, delays));
  return Math.ceil(Math.max(...drawn) / 50) * 50;
}

test('the bound of the delay doubles with each attempt and ends at the longest', () => {
  expect([1, 2, 3, 4, 5, 50].map(longestOf)).toEqual([100, 200, 400, 800, 1_000, 1_000]);
});

test('a delay is anywhere below its bound, and never nothing', () => {
  const drawn = Array.from({ length: 2_000 }, () => retryDelay(3, undefined, delays));
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(1);
  expect(Math.min(...drawn)).toBeLessThan(40);
  expect(retryDelay(1, undefined, { baseMs: 0, longestMs: 0 })).toBe(1);
});

test('a delay that the handler asked for is taken as it is', () => {
  expect(retryDelay(2, new CountedDelay(123_456), delays)).toBe(123_456);
  expect(retryDelay(2, new CountedDelay(0), delays)).toBe(1);
});
