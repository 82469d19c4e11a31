import { expect, test } from 'vitest';
import { bestSentences, leadWords, scoreBaselines } from './baselines.ts';
import { LexrankError, rankSentences } from './rank-sentences.ts';

const line = (text: string, at: number) => ({ line: at + 1, speaker: 'A', startMs: null, endMs: null, text });
const lines = ['Well , the oven .', 'It is hot .', 'We go home now .'].map(line);
const never = new AbortController().signal;

test('lead is the first words that were said, line by line', () => {
  expect(leadWords(lines, 4)).toBe('Well the oven\nIt');
  expect(leadWords(lines, 100)).toBe('Well the oven\nIt is hot\nWe go home now');
});

test('of the ranked sentences those count that fit, in the order of the meeting', () => {
  const ranked = [
    { text: 'Three words here.', index: 0, weight: 0.5 },
    { text: 'This one is far too long.', index: 1, weight: 0.7 },
    { text: 'Two words.', index: 2, weight: 0.9 },
    { text: 'Nothing.', index: 3, weight: null },
  ];
  expect(bestSentences(ranked, 5)).toBe('Three words here.\nTwo words.');
});

test('lexrank ranks the sentences that have most in common with the others first', async () => {
  const texts = ['The oven is hot', 'The oven is hot today.', 'The oven is hot now. Zebras sleep!'];
  const ranked = await rankSentences(texts, { signal: never, timeoutMs: 60_000 });
  // A text without a full stop does not run on into the next.
  expect(ranked.map(({ text, index }) => [index, text])).toEqual([
    [0, 'The oven is hot.'],
    [1, 'The oven is hot today.'],
    [2, 'The oven is hot now.'],
    [3, 'Zebras sleep!'],
  ]);
  const last = ranked.toSorted((a, b) => (b.weight ?? 0) - (a.weight ?? 0)).at(-1);
  expect(last?.text).toBe('Zebras sleep!');
});

test('lexrank leaves the arrays of this process alone', async () => {
  const before = Object.getOwnPropertyNames(Array.prototype);
  await rankSentences(['One sentence.', 'Another sentence.'], { signal: never, timeoutMs: 60_000 });
  expect(Object.getOwnPropertyNames(Array.prototype)).toEqual(before);
});

test('a ranking that takes too long is given up, and one that is stopped ends with the reason', async () => {
  const long = Array.from(
    { length: 4000 },
    (_, at) => `The oven number ${at} is as hot as all the other ovens.`,
  );
  const late = await rankSentences(long, { signal: never, timeoutMs: 50 }).catch((error: unknown) => error);
  expect(late).toBeInstanceOf(LexrankError);
  expect(String(late)).toContain('not within 0.05 s');
  const stop = new AbortController();
  const stopped = rankSentences(long, { signal: stop.signal, timeoutMs: 60_000 });
  stop.abort(new Error('Stopped by a test'));
  await expect(stopped).rejects.toThrow('Stopped by a test');
});

test('without a ranking there are no figures of lexrank, without a gold summary no scores', () => {
  const scores = scoreBaselines({ lines, summaries: [] }, undefined);
  expect(scores.map(({ system, length, words, rouge }) => [system, length, words, rouge])).toEqual([
    ['lead', 100, 10, null],
    ['lead', 150, 10, null],
    ['lead', 200, 10, null],
  ]);
});
