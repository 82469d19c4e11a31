import { expect, test } from 'vitest';
import { measureLift } from './evidence-lift.ts';
import { matchItems } from './match-items.ts';
import { mean, meanOfKnown } from './mean.ts';
import { scoreQueries } from './query-scores.ts';
import { searchTranscript } from './search-transcript.ts';
import { runAtMost } from './run-at-most.ts';

const item = (text: string, ...lines: number[]) => ({ text, lines: new Set(lines) });

test('the lift is the share of gold among the cited lines over that among all lines', () => {
  // 3 of 4 cited lines are gold, 10 of 40 lines are.
  expect(measureLift(new Set([1, 2, 3, 40]), new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), 40)).toEqual({
    citedLines: 4,
    citedGoldLines: 3,
    share: 0.75,
    chance: 0.25,
    lift: 3,
  });
});

test('where nothing is cited or nothing is gold there is no lift', () => {
  expect(measureLift(new Set(), new Set([1]), 4).lift).toBeNull();
  expect(measureLift(new Set([1]), new Set(), 4).lift).toBeNull();
});

test('an item is found by one claim on a line of it, and every further claim is extra', () => {
  const gold = [item('first', 3, 4), item('second', 9)];
  const claims = [item('on first', 4), item('again on first', 3), item('elsewhere', 20)];
  expect(matchItems(claims, gold)).toEqual({
    found: 1,
    missed: 1,
    extra: 2,
    precision: 1 / 3,
    recall: 1 / 2,
    missedTexts: ['second'],
    extraTexts: ['again on first', 'elsewhere'],
  });
});

test('as many items as possible are paired, whichever order the claims come in', () => {
  const gold = [item('first', 3), item('second', 9)];
  // The wide claim fits both; only if it takes the second does the narrow one find the first.
  const claims = [item('wide', 3, 9), item('narrow', 3)];
  expect(matchItems(claims, gold)).toMatchObject({ found: 2, missed: 0, extra: 0 });
  expect(matchItems(claims.toReversed(), gold)).toMatchObject({ found: 2, missed: 0, extra: 0 });
});

test('a claim on the whole meeting finds one item, not all of them', () => {
  const gold = [item('first', 3), item('second', 9)];
  expect(matchItems([item('all', 1, 3, 9)], gold)).toMatchObject({ found: 1, missed: 1, extra: 0 });
});

test('without claims there is no precision, without items no recall', () => {
  expect(matchItems([], [item('first', 1)])).toMatchObject({ precision: null, recall: 0 });
  expect(matchItems([item('claim', 1)], [])).toMatchObject({ precision: 0, recall: null });
});

test('a query is scored by the lines that the agent’s look-up and the best claims give', async () => {
  const texts = ['the oven is hot', 'the roof leaks', 'a tent for the roof', 'we go home'];
  const lines = texts.map((text, at) => ({ line: at + 1, speaker: null, startMs: null, endMs: null, text }));
  const queries = [
    { query: 'roof', answer: '', lines: new Set([2, 4]) },
    { query: 'nothing gold', answer: '', lines: new Set<number>() },
  ];
  const claims = [item('The oven is hot.', 1), item('The roof leaks.', 2)];
  expect(await scoreQueries({ lines, queries }, claims, searchTranscript)).toEqual([
    {
      query: 'roof',
      goldLines: 2,
      chance: 0.5,
      // Lines 2 and 3 say it, line 2 is gold.
      search: { lines: 2, precision: 0.5, recall: 0.5 },
      claims: { lines: 1, precision: 1, recall: 0.5 },
    },
  ]);
});

test('a query that finds nothing has precision 0', async () => {
  const lines = [{ line: 1, speaker: null, startMs: null, endMs: null, text: 'the roof leaks' }];
  const queries = [{ query: 'Zeppelin', answer: '', lines: new Set([1]) }];
  expect(await scoreQueries({ lines, queries }, [], searchTranscript)).toMatchObject([
    { search: { lines: 0, precision: 0, recall: 0 }, claims: { lines: 0, precision: 0, recall: 0 } },
  ]);
});

test('a mean is of the figures that there are, and one of tokens is unknown when one of them is', () => {
  expect(mean([1, null, 3])).toBe(2);
  expect(mean([null])).toBeNull();
  expect(meanOfKnown([1, 3])).toBe(2);
  expect(meanOfKnown([1, null, 3])).toBeNull();
});

test('no more than the limit runs at once, and results keep the order', async () => {
  let running = 0;
  let most = 0;
  const release: (() => void)[] = [];
  const done = runAtMost([1, 2, 3, 4, 5], 2, async (item) => {
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => release.push(resolve));
    running -= 1;
    return item * 10;
  });
  for (let ended = 0; ended < 5; ended++) {
    await expect.poll(() => release.length).toBeGreaterThan(0);
    // The last one that began ends first.
    release.pop()?.();
  }
  expect(await done).toEqual([10, 20, 30, 40, 50]);
  expect(most).toBe(2);
});
