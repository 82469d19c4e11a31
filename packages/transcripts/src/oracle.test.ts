import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseSync } from 'subtitle';
import { expect, test } from 'vitest';
import { readTranscript } from './index.ts';

type WebVttParser = { parse(text: string): { cues: { startTime: number; endTime: number; text: string }[] } };
// The package comes without types; this is what its README says of it.
const { WebVTTParser } = createRequire(import.meta.url)('webvtt-parser') as {
  WebVTTParser: new () => WebVttParser;
};

const example = (name: string) => readFileSync(new URL(`../../../examples/${name}`, import.meta.url), 'utf8');
const read = (text: string) =>
  readTranscript(new TextEncoder().encode(text)).lines.map(({ startMs, endMs, text }) => ({
    startMs,
    endMs,
    text,
  }));
/** What is left of a cue's text without its voice tag or, where it has none, its label. */
function spoken(text: string): string {
  const words = text.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
  return text.includes('<v ') ? words : words.replace(/^\p{Lu}[\p{L} ]+: /u, '');
}

const styled =
  'WEBVTT - title\n\nNOTE a\nb\n\nSTYLE\n::cue { color: red }\n\n1\n00:00:01.000 --> 00:00:02.500 align:start\nfirst <b>row</b>\nsecond row\n\n' +
  'named\n01:00:00.000 --> 100:00:02.500\nlast\n';

test.each([
  ['a Zoom file', example('product-launch.vtt')],
  ['a Teams file', example('architecture-review.vtt')],
  ['a styled file', styled.replace('100:', '02:')],
])('webvtt-parser reads the same cues of %s', (_name, text) => {
  const { cues } = new WebVTTParser().parse(text);
  expect(read(text)).toEqual(
    cues.map((cue) => ({
      startMs: Math.round(cue.startTime * 1000),
      endMs: Math.round(cue.endTime * 1000),
      text: spoken(cue.text),
    })),
  );
});

test.each([
  ['SubRip', example('quartalsplanung.srt')],
  ['WebVTT', example('product-launch.vtt')],
])('subtitle reads the same cues of a %s file', (_name, text) => {
  const cues = parseSync(text).flatMap((node) => (node.type === 'cue' ? [node.data] : []));
  expect(read(text)).toEqual(
    cues.map(({ start, end, text }) => ({ startMs: start, endMs: end, text: spoken(text) })),
  );
});
