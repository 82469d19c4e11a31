import { readdirSync, readFileSync } from 'node:fs';
import { transcript } from '@meeting-assistant/contracts';
import { expect, test } from 'vitest';
import { readTranscript, TRANSCRIPT_FORMATS, writeWebVtt } from './index.ts';

const folder = new URL('../../../examples/', import.meta.url);
const expected: Record<
  string,
  { format: string; speakers: number; minutes: [number, number]; lines: number }
> = {
  'architecture-review.vtt': { format: 'webvtt', speakers: 6, minutes: [70, 80], lines: 600 },
  'product-launch.vtt': { format: 'webvtt', speakers: 5, minutes: [20, 30], lines: 200 },
  'quartalsplanung.srt': { format: 'srt', speakers: 4, minutes: [18, 22], lines: 150 },
  'standup.txt': { format: 'text', speakers: 6, minutes: [4, 6], lines: 30 },
};

const files = Object.keys(expected);
const NOTHING = { format: '', speakers: 0, minutes: [0, 0], lines: 0 } as const;

test('there is an example of every format', () => {
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(files));
  expect(new Set(Object.values(expected).map(({ format }) => format))).toEqual(
    new Set(TRANSCRIPT_FORMATS.map(({ name }) => name)),
  );
});

test.each(files)('%s imports whole, with a speaker on every line and nothing to report', (name) => {
  const result = transcript.parse(readTranscript(readFileSync(new URL(name, folder)), { fileName: name }));
  const { format, speakers, minutes, lines } = expected[name] ?? NOTHING;
  expect(result.format).toBe(format);
  expect(result.confidence).toBeGreaterThanOrEqual(0.9);
  expect(result.speakers).toHaveLength(speakers);
  expect(result.lines.every(({ speaker }) => speaker !== null)).toBe(true);
  expect(result.lines.length).toBeGreaterThan(lines);
  expect((result.durationMs ?? 0) / 60_000).toBeGreaterThan(minutes[0]);
  expect((result.durationMs ?? 0) / 60_000).toBeLessThan(minutes[1]);
  expect(result.report).toEqual({ counts: {}, notes: [] });
});

test('talk is not repeated to fill an example: hardly any longer line occurs twice', () => {
  for (const name of files) {
    const long = readTranscript(readFileSync(new URL(name, folder))).lines.flatMap(({ text }) =>
      text.length > 25 ? [text] : [],
    );
    expect(new Set(long).size).toBe(long.length);
  }
});

test('an example reads back from the WebVTT written of it', () => {
  const { lines } = readTranscript(readFileSync(new URL('quartalsplanung.srt', folder)));
  expect(readTranscript(new TextEncoder().encode(writeWebVtt(lines))).lines).toEqual(lines);
});
