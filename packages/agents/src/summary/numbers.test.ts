import { expect, test } from 'vitest';
import { numbersIn } from './numbers.ts';

test.each([
  ['en', 'twenty-five people and ten thousand euros', [25, 10_000]],
  ['en', '10k, 1,500.50 and two hundred and five', [10_000, 1500.5, 205]],
  ['en', 'the third of March, the 15th', [3, 15]],
  ['en', 'one of us was the first', []],
  ['en', 'Q3 and B2B are names', []],
  ['de', 'fünfundzwanzig, zweihundertzehn, vierzehn', [25, 210, 14]],
  ['de', 'am fünfzehnten, 25.000 Euro, zwei Millionen', [15, 25_000, 2_000_000]],
  ['fr', 'quatre-vingt-dix-sept, soixante-dix, deux mille vingt-six', [97, 70, 2026]],
  ['es', 'treinta y dos, veinticinco', [32, 25]],
  ['pt', 'trinta e dois, vinte e cinco mil', [32, 25_000]],
  ['ru', 'двадцать пять тысяч, 15-го', [25_000, 15]],
])('a claim in %s: %s', (language, text, numbers) => {
  expect([...numbersIn(text, [language], true)]).toEqual(numbers);
});

test('in lines, what can be read in two ways is read in both', () => {
  expect([...numbersIn('one of us at 3 pm', ['en'], false)]).toEqual(expect.arrayContaining([1, 3, 15]));
  expect([...numbersIn('in twenty twenty-six', ['en'], false)]).toContain(2026);
  expect([...numbersIn('in Q3', ['en'], false)]).toContain(3);
});
