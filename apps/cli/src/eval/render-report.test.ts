import { expect, test } from 'vitest';
import { scoreBaselines } from './baselines.ts';
import { countItems } from './match-items.ts';
import { renderReport } from './render-report.ts';
import type { MeetingRow, ScoredMeeting } from './score-summary.ts';
import { sumUp } from './sum-up.ts';

const items = { ...countItems(1, 2, 3), missedTexts: [], extraTexts: [] };
const retrieval = { lines: 20, precision: 1, recall: 1 };
const row: ScoredMeeting = {
  file: 'folder/planning.json',
  name: 'planning',
  lines: 100,
  overviewWords: 150,
  rouge: { rouge1: 0.3, rouge2: 0.06, rougeL: 0.2, rougeLsum: 0.25 },
  evidence: { citedLines: 10, citedGoldLines: 5, share: 0.5, chance: 0.25, lift: 2 },
  decisions: null,
  actionItems: null,
  unsupportedRate: 0.1,
  quality: {
    status: 'complete',
    coverage: 1,
    reasons: [],
    claims: { quoted: 9, supported: 0, inferred: 0, unsupported: 1 },
  },
  turns: 1,
  tokens: { inputTokens: 9000, cachedInputTokens: null, outputTokens: 1000, reasoningTokens: null },
  costUsd: 0.01,
  seconds: 1.5,
};

const render = (rows: MeetingRow[]) => renderReport(rows, sumUp(rows), 'a-model');
/** The cells of a row by its first cell. */
const cellsOf = (report: string, name: string) =>
  report
    .split('\n')
    .find((line) => line.startsWith(name))
    ?.split(/\s{2,}/);

test('a row has the figures of its meeting, the last row their means', () => {
  const other = {
    ...row,
    name: 'retro',
    lines: 200,
    rouge: { rouge1: 0.4, rouge2: 0.06, rougeL: 0.2, rougeLsum: 0.25 },
    seconds: 2.5,
  };
  const report = render([row, other]);
  const figures = ['6.0', '20.0', '25.0', '2.00', '10.0', '100'];
  expect(cellsOf(report, 'planning')).toEqual([
    'planning',
    '100',
    '150',
    '30.0',
    ...figures,
    'complete',
    '9000',
    '1000',
    '0.0100',
    '1.5',
  ]);
  expect(cellsOf(report, 'mean')).toEqual([
    'mean',
    '150',
    '150',
    '35.0',
    ...figures,
    '2 of 2',
    '9000',
    '1000',
    '0.0100',
    '2.0',
  ]);
});

test('what nobody said is unknown, in the mean as well, and what cannot be is a dash', () => {
  const silent = {
    ...row,
    name: 'silent',
    rouge: null,
    tokens: { ...row.tokens, inputTokens: null },
    costUsd: null,
    evidence: { ...row.evidence, lift: null },
  };
  const report = render([row, silent]);
  expect(cellsOf(report, 'silent')).toEqual([
    'silent',
    '100',
    '150',
    '–',
    '–',
    '–',
    '–',
    '–',
    '10.0',
    '100',
    'complete',
    '?',
    '1000',
    '?',
    '1.5',
  ]);
  // ROUGE and lift are means of the meetings that have them.
  expect(cellsOf(report, 'mean')).toEqual([
    'mean',
    '100',
    '150',
    '30.0',
    '6.0',
    '20.0',
    '25.0',
    '2.00',
    '10.0',
    '100',
    '2 of 2',
    '?',
    '1000',
    '?',
    '1.5',
  ]);
});

test('a meeting that failed has a row with its error, in one line', () => {
  const failed = { file: 'folder/retro.json', name: 'retro', lines: 5, error: 'No answer.\nTry again.' };
  expect(render([row, failed])).toMatch(/^retro: No answer\. Try again\.$/m);
  expect(render([failed])).not.toContain('mean');
});

test('decisions and action items are added up over the meetings', () => {
  const report = render([
    { ...row, decisions: items, actionItems: items },
    { ...row, name: 'retro', decisions: { ...items, ...countItems(2, 0, 0) }, actionItems: null },
    { ...row, name: 'without' },
  ]);
  expect(cellsOf(report, 'all')).toEqual([
    'all',
    '3',
    '2',
    '3',
    '50.0',
    '60.0',
    '1',
    '2',
    '3',
    '25.0',
    '33.3',
  ]);
});

test('the best figure of each baseline has a star', () => {
  const lines = Array.from({ length: 300 }, (_, at) => ({
    line: at + 1,
    speaker: null,
    startMs: null,
    endMs: null,
    text: `word${at}`,
  }));
  // The gold summary is the first 120 words: 150 words hold it whole, and 200 words no more of it.
  const summaries = [
    lines
      .slice(0, 120)
      .map(({ text }) => text)
      .join(' '),
  ];
  const report = render([{ ...row, baselines: scoreBaselines({ lines, summaries }, undefined) }]);
  // 2 · 100 / (100 + 120), 2 · 120 / (150 + 120), 2 · 120 / (200 + 120).
  expect(cellsOf(report, 'lead, 100 words')?.[3]).toBe('90.9*');
  expect(cellsOf(report, 'lead, 150 words')?.[3]).toBe('88.9');
  expect(cellsOf(report, 'lead, 200 words')?.[3]).toBe('75.0');
});

test('the widest figures fit into 120 columns', () => {
  const wide: ScoredMeeting = {
    ...row,
    name: 'the yearly meeting of everybody',
    lines: 200_000,
    overviewWords: 99_999,
    rouge: { rouge1: 1, rouge2: 1, rougeL: 1, rougeLsum: 1 },
    evidence: { ...row.evidence, lift: 99.99 },
    decisions: items,
    actionItems: items,
    unsupportedRate: 1,
    tokens: { ...row.tokens, inputTokens: 9_999_999, outputTokens: 9_999_999 },
    costUsd: 999.99,
    seconds: 9999.9,
    queries: [{ query: 'q', goldLines: 99_999, chance: 1, search: retrieval, claims: retrieval }],
  };
  const failed = { file: 'f.json', name: wide.name, lines: 1, error: 'long '.repeat(100) };
  const widths = render([wide, failed])
    .split('\n')
    .map((line) => Array.from(line).length);
  expect(Math.max(...widths)).toBeLessThanOrEqual(120);
  expect(Math.max(...widths)).toBeGreaterThan(100);
});
