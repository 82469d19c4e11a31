import { expect, test } from 'vitest';
import { readTranscript, TRANSCRIPT_FORMATS, TRANSCRIPT_LIMITS, TranscriptError } from './index.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function failure(file: Uint8Array, fileName?: string): TranscriptError {
  try {
    readTranscript(file, { fileName });
  } catch (error) {
    if (error instanceof TranscriptError) return error;
    throw error;
  }
  throw new Error('The file was read');
}

test.each([
  ['empty_file', bytes('')],
  ['empty_file', bytes(' \r\n\t\n')],
  ['empty_file', bytes('\ufeff')],
  ['no_spoken_line', bytes('WEBVTT\n')],
  ['no_spoken_line', bytes('WEBVTT\n\nNOTE nothing said\n\n00:01.000 --> 00:02.000\n\n')],
  ['no_spoken_line', bytes('1\n00:00:01,000 --> 00:00:02,000\n\n')],
  ['no_spoken_line', bytes('-----\n***\n')],
  ['binary_file', bytes('%PDF-1.7\n')],
  ['binary_file', Uint8Array.of(0x50, 0x4b, 3, 4, 20, 0, 6, 0)],
  ['binary_file', Uint8Array.from({ length: 4096 }, (_, i) => (i * 73 + (i >> 3)) & 0xff)],
  ['binary_file', new Uint8Array(64)],
  ['file_too_large', new Uint8Array(TRANSCRIPT_LIMITS.bytes + 1).fill(0x61)],
  ['too_long', bytes('WEBVTT\n\n00:00.000 --> 00:01.000\na\n\n24:00:00.000 --> 24:00:01.000\nb\n')],
  ['too_long', bytes('WEBVTT\n\n999999:00:00.000 --> 999999:00:01.000\na\n')],
  ['unknown_format', bytes('{"segments": []}')],
  ['unknown_format', bytes('\n  <?xml version="1.0"?><tt/>')],
  ['unknown_format', bytes('0:00:00.378,0:00:11.378\nhello\n')],
])('%s', (code, file) => {
  expect(failure(file).code).toBe(code);
});

test('an unknown format names the accepted ones and the first thing that failed, with line and column', () => {
  expect(failure(bytes('1\n  12:ab:00 --> then\nfoo\n'), 'a.srt')).toMatchObject({
    line: 2,
    column: expect.any(Number),
  });
  const { message } = failure(bytes('\n  {"a": 1}'));
  expect(message).toContain('line 2, column 3: this begins JSON');
  for (const { label } of TRANSCRIPT_FORMATS) expect(message).toContain(label);
  expect(failure(bytes('only words'), 'a.vtt').message).toContain('line 1, column 1: WEBVTT');
});

test.each([
  ['JSON', '{bad'],
  ['JSON', '{"a":'],
  ['JSON', '{"a": 1}\n{"a": 2}\n'],
  ['JSON', '{\n  speaker: "Anna"\n}'],
  ['JSON', "{'speaker': 'Anna'}"],
  ['JSON', '{text: 1}'],
  ['JSON', '[{"speaker": "Anna", "text": "Anna: hi"}]'],
  ['JSON', '[\n  {}\n]'],
  ['JSON', '["Anna: hi", "Ben: ho"]'],
  ['JSON', '[1, 2, 3]'],
  ['JSON', '[[0.5, "hi"]]'],
  ['JSON', '[]'],
  ['HTML or XML', '<!DOCTYPE html>\n<p>Anna: hi</p>'],
  ['HTML or XML', '<html><body>Anna: hi'],
  ['HTML or XML', '<html\n lang="en">'],
  ['HTML or XML', '<?xml version="1.0"?>\n<tt/>'],
  ['HTML or XML', '\ufeff\n <HTML>\n<pre>\n1\n00:00:01,000 --> 00:00:02,000\nAnna: hi\n</pre>'],
])('a file that looks like %s is refused as that: %j', (kind, file) => {
  for (const fileName of [undefined, 'a.txt', 'a.vtt', 'a.srt']) {
    const { code, message } = failure(bytes(file), fileName);
    expect(code).toBe('unknown_format');
    expect(message).toContain(`this begins ${kind}`);
    for (const { label } of TRANSCRIPT_FORMATS) expect(message).toContain(label);
  }
});

test.each([
  '[00:12] Anna: hi',
  '[music]',
  '[inaudible] and then we ship',
  '[1] a footnote',
  '[12:30]\nAnna: hi',
  '[[laughter]] hi',
  '{laughs} hi',
  '{laughs, and coughs} hi',
])('brackets of a transcript are text: %j', (file) => {
  expect(readTranscript(bytes(file)).format).toBe('text');
});

test('more than the allowed lines are refused, in every format', () => {
  const many = (row: (i: number) => string) =>
    bytes(Array.from({ length: TRANSCRIPT_LIMITS.lines + 1 }, (_, i) => row(i)).join(''));
  expect(failure(many(() => 'word\n'))).toMatchObject({
    code: 'too_many_lines',
    limit: TRANSCRIPT_LIMITS.lines,
  });
  expect(failure(many((i) => `${i + 1}\n00:00:01,000 --> 00:00:02,000\na\n\n`)).code).toBe('too_many_lines');
  expect(failure(many(() => '\n0:1.0-->0:1.0\n<v a>b')).code).toBe('too_many_lines');
});

test('notes are bounded, and the counts are exact', () => {
  const cue = (text: string) => `00:01.000 --> 00:02.000\n${text}\n\n`;
  const { report } = readTranscript(bytes(`WEBVTT\n\n${cue('').repeat(5000)}${cue('a\u0007b').repeat(300)}`));
  expect(report.counts).toEqual({ dropped: 5000, cleaned: 300 });
  expect(report.notes.length).toBeLessThanOrEqual(200);
  expect(new Set(report.notes.map(({ what }) => what))).toEqual(new Set(['dropped', 'cleaned']));
});

test('the same bytes give the same lines', () => {
  const file = bytes('Ana: one\nBo: two\nAna: three\n');
  expect(readTranscript(file)).toEqual(readTranscript(file));
});

// Each would take minutes, were some pattern to look at every place again from every other.
test.each([
  ['an unclosed tag', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<v '.repeat(500_000)}`],
  ['spaces in a tag', `WEBVTT\n\n00:01.000 --> 00:02.000\n<v${' '.repeat(1_000_000)}`],
  ['arrows', '-->'.repeat(500_000)],
  ['rows with arrows', 'a --> b\n'.repeat(200_000)],
  ['colons before an arrow', `${'1:'.repeat(500_000)} --> x`],
  ['settings', `WEBVTT\n\n00:01.000 --> 00:02.000 ${'a:b '.repeat(300_000)}!\nx\n`],
  ['one cue of many rows', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'Ana: x\n'.repeat(150_000)}`],
  ['invisible marks in a name', `WEBVTT\n\n00:01.000 --> 00:02.000\n<v ${'\u200e'.repeat(300_000)}a>x\n`],
  ['ampersands', `WEBVTT\n\n00:01.000 --> 00:02.000\n${'&#1'.repeat(500_000)}`],
  ['opening brackets', '('.repeat(1_000_000)],
  ['digits', '1'.repeat(1_000_000)],
  ['rows of blank space', `Ana: x\n${`${' '.repeat(5000)}\n`.repeat(200)}Ana: y\n`],
  ['blank space inside a row', `Ana: x${' '.repeat(1_000_000)}y\nAna: z`],
])('%s cost no more than their length', (_name, file) => {
  let outcome: unknown;
  try {
    outcome = readTranscript(bytes(file)).lines.length;
  } catch (error) {
    outcome = error;
  }
  expect(outcome instanceof TranscriptError || typeof outcome === 'number').toBe(true);
});
