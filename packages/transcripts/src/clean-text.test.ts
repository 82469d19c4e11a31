import { expect, test } from 'vitest';
import { readTranscript } from './index.ts';

const read = (text: string) => readTranscript(new TextEncoder().encode(text));
const cue = (text: string) => `WEBVTT\n\n7\n00:01.000 --> 00:02.000\n${text}\n`;

test('control characters, bidi overrides and tag characters are removed from text and noted', () => {
  const { lines, report } = read(cue('a\u0000b\u0007 \u202ec\u202c d\u{e0041}\u{e007f}&#x202e;e'));
  expect(lines[0]?.text).toBe('ab c de');
  expect(report).toEqual({
    counts: { cleaned: 1 },
    notes: [
      {
        line: 4,
        cue: '7',
        what: 'cleaned',
        why: 'removed from the text: control character, bidi override, tag character',
      },
    ],
  });
});

test('a hidden character makes no second speaker', () => {
  const { speakers, report } = read(
    'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Zo\u00eb>a\n\n00:02.000 --> 00:03.000\n<v \u200eZoe\u0308\u202e>b\n',
  );
  expect(speakers).toEqual(['Zo\u00eb']);
  expect(report.counts).toEqual({ cleaned: 1 });
});

test.each([
  'שלום לכולם \u200fOK',
  'مرحبا بالجميع می‌خواهم',
  '我们三月发布。',
  'नमस्ते क्षत्रिय',
  '👩‍👩‍👧‍👦 👍🏽 ❤️ 🇩🇪 🏴󠁧󠁢󠁥󠁮󠁧󠁿',
])('%s passes untouched', (text) => {
  const { lines, report } = read(cue(text));
  expect(lines[0]?.text).toBe(text);
  expect(report.notes).toEqual([]);
});

test('an entity makes no lone surrogate', () => {
  expect(read(cue('a&#xD800;b&#0;c')).lines[0]?.text).toBe('a\ufffdb\ufffdc');
});
