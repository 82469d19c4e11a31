import { expect, test } from 'vitest';
import { quietReporter } from './error-reports.ts';

test('a message that repeats itself is reported once', () => {
  const reported: string[] = [];
  const report = quietReporter((error) => reported.push(error.message));
  for (const message of ['gone', 'gone', 'slow', 'gone']) report(new Error(message));
  expect(reported).toEqual(['gone', 'slow']);
});

test('what is thrown without being an error is reported as one', () => {
  const reported: Error[] = [];
  quietReporter((error) => reported.push(error))('gone');
  expect(reported).toEqual([new Error('gone')]);
});

test("a callback that throws is none of the queue's business", () => {
  const report = quietReporter(() => {
    throw new Error('the log is full');
  });
  expect(() => report(new Error('gone'))).not.toThrow();
});
