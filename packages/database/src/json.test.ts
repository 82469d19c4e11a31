import { expect, test } from 'vitest';
import { encodeJson } from './json.ts';

test('ordinary values are plain JSON', () => {
  const value = { text: 'Grüße, \u{1F680} and a literal \\u0000', list: [1, null, true] };
  expect(encodeJson(value)).toBe(JSON.stringify(value));
});

test('NUL and lone surrogates become U+FFFD, in keys too', () => {
  expect(JSON.parse(encodeJson({ 'a\0': ['x\ud83d', { b: '\udc00y\0' }] }))).toEqual({
    'a\uFFFD': ['x\uFFFD', { b: '\uFFFDy\uFFFD' }],
  });
});
