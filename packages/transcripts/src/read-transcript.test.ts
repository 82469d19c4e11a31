import { transcript } from '@meeting-assistant/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTranscript, TranscriptError } from './index.ts';

const pieces = fc.constantFrom(
  'WEBVTT', 'NOTE x', 'STYLE', '1', '2', '7', '00:00:01.000 --> 00:00:02.000', '00:00:03,000 --> 00:00:02,000',
  '00:01 --> xx', '0:0:1 -->', 'a --> b', 'Ana: hi', 'Bo Diaz: ho', 'Note: x', '<v Ana>', '<v Bo>hi</v> there', '</v>',
  '- a', '- Bo: b', '[00:12] Ana: hi', 'Ana (00:13): hi', '[00:14]', 'Ana:', 'ANA> x', 'words alone', '&lt;', '<00:01.000><c>w</c>',
  '\u202e', '\u200b', '\u0000', '"', '', ' ', '：', '---', '1 "Ann" (2)', '999999:59:59.999 --> 999999:59:59.999',
); // prettier-ignore
const file = fc
  .tuple(fc.array(pieces, { maxLength: 30 }), fc.constantFrom('\n', '\r\n', '\r', '\n\n'))
  .map(([rows, end]) => rows.join(end));

/** True when it was read into a valid transcript, false when it was refused. */
function isRead(bytes: Uint8Array): boolean {
  try {
    const result = transcript.parse(readTranscript(bytes, { participants: ['Carla'] }));
    expect(result.lines.map(({ line }) => line)).toEqual(result.lines.map((_, i) => i + 1));
    for (const { startMs, endMs } of result.lines) expect((endMs ?? Infinity) >= (startMs ?? 0)).toBe(true);
    return true;
  } catch (error) {
    if (error instanceof TranscriptError) return false;
    throw error;
  }
}

test('whatever is put together of parts of transcripts is read into valid lines or refused', () => {
  fc.assert(
    fc.property(file, (text) => {
      isRead(new TextEncoder().encode(text));
    }),
    { numRuns: 3000 },
  );
});

test('any bytes are read into valid lines or refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      isRead(bytes);
    }),
    { numRuns: 1000 },
  );
});
