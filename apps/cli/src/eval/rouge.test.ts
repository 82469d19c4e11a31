import { expect, test } from 'vitest';
import { scoreAgainstAny, scoreRouge } from './rouge.ts';

/*
 * Worked out by hand.
 *
 * Reference:  "The cat sat on the mat. The dog ran home."   the cat sat on the mat | the dog ran home     10 words
 * Candidate:  "The dog sat on the cat!"                     the dog sat on the cat                         6 words
 *
 * ROUGE-1. Reference: the 3, cat 1, sat 1, on 1, mat 1, dog 1, ran 1, home 1. Candidate: the 2, dog 1, sat 1, on 1, cat 1.
 *   Shared, at most as often as in either: the 2, dog 1, sat 1, on 1, cat 1 = 6.
 *   Precision 6/6, recall 6/10, F1 = 2 · 1 · 0.6 / 1.6 = 0.75.
 * ROUGE-2. Reference, over the end of the sentence too: the-cat, cat-sat, sat-on, on-the, the-mat, mat-the, the-dog, dog-ran, ran-home = 9.
 *   Candidate: the-dog, dog-sat, sat-on, on-the, the-cat = 5. Shared: the-dog, sat-on, on-the, the-cat = 4.
 *   Precision 4/5, recall 4/9, F1 = 2 · 4 / (5 + 9) = 8/14.
 * ROUGE-L, whole texts. The longest words in common in the same order: the … sat on the = 4
 *   (the cat sat on the mat the dog ran home has no "cat" after "on the", and "dog" comes with nothing but "the" before it).
 *   Precision 4/6, recall 4/10, F1 = 2 · 4 / (6 + 10) = 0.5.
 * ROUGE-Lsum, sentence by sentence of the reference. With "the cat sat on the mat": the sat on the = 4. With "the dog ran home":
 *   the dog = 2. The candidate has the word "the" twice, both are used up by the first sentence, so that only "dog" counts: 4 + 1 = 5.
 *   Precision 5/6, recall 5/10, F1 = 2 · 5 / (6 + 10) = 0.625.
 */
const reference = 'The cat sat on the mat. The dog ran home.';
const candidate = 'The dog sat on the cat!';

test('the scores are those worked out by hand', () => {
  const scores = scoreRouge(candidate, reference);
  expect(scores.rouge1).toBeCloseTo(0.75, 10);
  expect(scores.rouge2).toBeCloseTo(8 / 14, 10);
  expect(scores.rougeL).toBeCloseTo(0.5, 10);
  expect(scores.rougeLsum).toBeCloseTo(0.625, 10);
});

test('neither case nor punctuation counts, and forms of a word are other words', () => {
  expect(scoreRouge('A CAT – sits', 'a cat, sits.').rouge1).toBe(1);
  // One of two words in common on either side.
  expect(scoreRouge('cats sit', 'cat sit').rouge1).toBe(0.5);
});

test('letters are letters in any script', () => {
  expect(scoreRouge('Größe, Ёлка!', 'größe ёлка').rouge2).toBe(1);
});

test.each([
  ['', reference],
  ['  \n', reference],
  ['…!', reference],
  [candidate, ''],
  ['', ''],
])('a text without a word scores 0: %j beside %j', (a, b) => {
  expect(scoreRouge(a, b)).toEqual({ rouge1: 0, rouge2: 0, rougeL: 0, rougeLsum: 0 });
});

test('one word has no pairs', () => {
  expect(scoreRouge('cat', 'cat')).toEqual({ rouge1: 1, rouge2: 0, rougeL: 1, rougeLsum: 1 });
});

test('of several references the best counts, figure by figure, and without one there is no score', () => {
  // "a b" has both words, in the wrong order; "b x a x" has half of the words, in order.
  const scores = scoreAgainstAny('b a', ['a b', 'b a x x']);
  expect(scores).toMatchObject({ rouge1: 1 });
  // One pair of the candidate's one, one of three: 2 · 1 / (1 + 3).
  expect(scores?.rouge2).toBeCloseTo(0.5, 10);
  expect(scoreAgainstAny('b a', [])).toBeNull();
});
