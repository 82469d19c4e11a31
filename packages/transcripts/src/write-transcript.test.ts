import type { Line } from '@meeting-assistant/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanName, cleanText } from './clean-text.ts';
import { readTranscript, writeSrt, writeText, writeWebVtt } from './index.ts';

const read = (text: string, participants: string[] = []) =>
  readTranscript(new TextEncoder().encode(text), { participants }).lines;

const anyText = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.lorem(),
    fc.constantFrom(
      'Note: a',
      '<b>',
      '00:01.000 --> 00:02.000',
      '- a: b',
      'NOTE',
      '42',
      '&amp;',
      'WEBVTT',
      '# x',
      '{\\an8}',
    ),
  )
  .map((text) => cleanText(text.toWellFormed()).text)
  .filter((text) => text !== '');
const anyName = fc
  .oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('Ana Ruiz', 'Lee, Ann (Guest)', 'a: b', '</v>', '&lt;', 'R&D > x'),
  )
  .map((name) => cleanName(name.toWellFormed()).text)
  .filter((name) => name !== '');
const plainName = fc.constantFrom(
  'Ana Ruiz',
  'Bo',
  'Lee, Ann (Guest)',
  '田中',
  'Zoë de la Cruz',
  'Room 4',
  '+1 555 010 0199',
);

type Spoken = { speaker: string | null; text: string };

/** Lines that follow one another, in units of `unit` milliseconds. */
function timed(spoken: fc.Arbitrary<Spoken>, unit: number): fc.Arbitrary<Line[]> {
  const step = fc.record({ spoken, gap: fc.nat(30_000), length: fc.nat(30_000) });
  return fc.array(step, { minLength: 1, maxLength: 12 }).map((steps) => {
    let at = 0;
    return steps.map(({ spoken: { speaker, text }, gap, length }, i) => {
      const startMs = Math.floor((at + gap) / unit) * unit;
      const endMs = startMs + Math.floor(length / unit) * unit;
      at = endMs;
      return { line: i + 1, speaker, startMs, endMs, text };
    });
  });
}

test('WebVTT reads back to the same lines, whatever is in names and texts', () => {
  const lines = timed(fc.record({ speaker: fc.option(anyName), text: anyText }), 1);
  fc.assert(
    fc.property(lines, (written) => {
      expect(read(writeWebVtt(written))).toEqual(written);
    }),
    { numRuns: 500 },
  );
});

test('WebVTT that names nobody reads back without speakers', () => {
  const lines = timed(fc.record({ speaker: fc.constant(null), text: anyText }), 1);
  fc.assert(
    fc.property(lines, (written) => {
      expect(read(writeWebVtt(written))).toEqual(written);
    }),
    { numRuns: 300 },
  );
});

test('SubRip reads back to the same lines, as far as it can carry them', () => {
  const words = anyText.filter((text) => !/[<{]|-->/.test(text));
  const lines = timed(
    fc.oneof(
      fc.record({ speaker: plainName, text: words }),
      fc.record({ speaker: fc.constant(null), text: words.filter((text) => !/[:：]/.test(text)) }),
    ),
    1,
  );
  fc.assert(
    fc.property(lines, (written) => {
      const names = written.flatMap(({ speaker }) => (speaker === null ? [] : [speaker]));
      expect(read(writeSrt(written), names)).toEqual(written);
    }),
    { numRuns: 300 },
  );
});

test('text reads back to the same speakers, words and starting seconds', () => {
  const words = anyText.filter((text) => /[\p{L}\p{N}]/u.test(text) && !/-->|^WEBVTT/.test(text));
  const spoken = fc.oneof(
    fc.record({ speaker: plainName, text: words }),
    fc.record({
      speaker: fc.constant(null),
      text: words.filter((text) => /^[\p{L}]/u.test(text) && !/[:：>]/.test(text)),
    }),
  );
  const lines = fc.tuple(timed(spoken, 1000), fc.boolean());
  fc.assert(
    fc.property(lines, ([all, hasTimes]) => {
      const written = all.map((line) => ({ ...line, startMs: hasTimes ? line.startMs : null, endMs: null }));
      const names = all.flatMap(({ speaker }) => (speaker === null ? [] : [speaker]));
      expect(read(writeText(written), names)).toEqual(written);
    }),
    { numRuns: 300 },
  );
});

test('open times are closed with those of the neighbours, where the format demands times', () => {
  const open: Line[] = [
    { line: 1, speaker: 'Ana', startMs: 1000, endMs: null, text: 'a' },
    { line: 2, speaker: 'Bo', startMs: null, endMs: null, text: 'b' },
    { line: 3, speaker: 'Ana', startMs: 5000, endMs: null, text: 'c' },
  ];
  expect(read(writeWebVtt(open)).map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [1000, 5000],
    [5000, 5000],
    [5000, 5000],
  ]);
});

test('each format looks as people know it', () => {
  const lines: Line[] = [
    { line: 1, speaker: 'Ana Ruiz', startMs: 61_250, endMs: 62_000, text: 'Is 3 < 4 & so on?' },
    { line: 2, speaker: null, startMs: 3_662_000, endMs: 3_663_000, text: '(laughter)' },
  ];
  expect(writeWebVtt(lines)).toBe(
    'WEBVTT\n\n1\n00:01:01.250 --> 00:01:02.000\n<v Ana Ruiz>Is 3 &lt; 4 &amp; so on?</v>\n\n' +
      '2\n01:01:02.000 --> 01:01:03.000\n(laughter)\n',
  );
  expect(writeSrt(lines)).toBe(
    '1\n00:01:01,250 --> 00:01:02,000\nAna Ruiz: Is 3 < 4 & so on?\n\n2\n01:01:02,000 --> 01:01:03,000\n(laughter)\n',
  );
  expect(writeText(lines)).toBe('[01:01] Ana Ruiz: Is 3 < 4 & so on?\n[1:01:02] (laughter)\n');
});
