import { expect, test } from 'vitest';
import type { Line } from './line.ts';
import { formatRanges, formatTime, renderSummaryMarkdown } from './render-summary.ts';
import type { Summary } from './summary.ts';

const lines: Line[] = [
  { line: 1, speaker: 'Ana', startMs: 3_000, endMs: 5_000, text: 'We ship on the third of March.' },
  {
    line: 2,
    speaker: null,
    startMs: null,
    endMs: null,
    text: 'See www.example.com and <b>https://example.com</b>',
  },
];

const summary: Summary = {
  title: 'Launch *planning*',
  language: 'en',
  overview: 'About the launch.',
  topics: [
    {
      title: 'Launch',
      from: 1,
      to: 2,
      points: [{ id: 'p1', text: 'Dates.', evidence: [{ from: 1, to: 2 }], support: 'inferred' }],
    },
  ],
  decisions: [
    { id: 'd1', text: 'Ship on 3 March.', evidence: [{ from: 1, to: 1 }], support: 'supported' },
    { id: 'd2', text: 'Ship on 4 March.', evidence: [{ from: 1, to: 1 }], support: 'unsupported' },
  ],
  actionItems: [
    {
      id: 'a1',
      text: 'Send [the plan](http://evil.example).',
      owner: { name: 'Bo', kind: 'participant' },
      due: { phrase: 'by Friday', date: '2026-12-04' },
      evidence: [{ from: 2, to: 2 }],
      support: 'supported',
    },
  ],
  openQuestions: [],
  quotes: [{ line: 1, speaker: 'Ana', text: 'We ship' }],
  participants: [{ name: 'Ana', lines: 1, talkMs: 2_000 }],
  quality: {
    status: 'degraded',
    coverage: 0.5,
    reasons: ['budget'],
    claims: { quoted: 0, supported: 2, inferred: 1, unsupported: 1 },
  },
  model: 'offline-extractive',
  template: 'general',
};

test('every claim carries its lines, and a footnote says when and by whom they were spoken', () => {
  const markdown = renderSummaryMarkdown(summary, lines);
  expect(markdown).toContain('- Ship on 3 March. [^1]\n');
  expect(markdown).toContain('- Dates. [^1-2]\n');
  expect(markdown).toContain('[^1]: line 1 at 00:00:03 — Ana: We ship on the third of March.\n');
  expect(markdown).toContain(' — Bo, by Friday (2026-12-04) [^2]\n');
});

test('an unsupported claim stands apart from the decisions', () => {
  const [decisions = '', apart = ''] = renderSummaryMarkdown(summary, lines).split(
    '## Not supported by the transcript',
  );
  expect(decisions).not.toContain('4 March');
  expect(apart).toContain('- Ship on 4 March. [^1]');
});

test('a degraded summary says so and why, and the offline model is labelled', () => {
  const markdown = renderSummaryMarkdown(summary, lines);
  expect(markdown).toContain('**Degraded summary.** budget');
  expect(markdown).toContain(
    'degraded, 50 % of the lines read · model offline-extractive (offline, extractive)',
  );
});

test('text of the meeting cannot become markup, a link or HTML', () => {
  const markdown = renderSummaryMarkdown(summary, lines);
  expect(markdown).toContain('# Launch \\*planning\\*');
  expect(markdown).toContain('Send \\[the plan\\](http\\://evil.example).');
  expect(markdown).toContain('See www\\.example.com and \\<b\\>https\\://example.com\\</b\\>');
});

test('times have hours, ranges are short', () => {
  expect(formatTime(3_725_999)).toBe('01:02:05');
  expect(
    formatRanges([
      { from: 4, to: 4 },
      { from: 9, to: 11 },
    ]),
  ).toBe('4, 9–11');
});
