import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SseDecoder, type ServerSentEvent } from './sse-decoder.ts';

function decode(pieces: readonly string[]): ServerSentEvent[] {
  const decoder = new SseDecoder();
  return [...pieces.flatMap((piece) => decoder.decode(piece)), ...decoder.finish()];
}

describe('server-sent events', () => {
  it('come out the same wherever the text is cut and however its lines end', () => {
    const line = fc.constantFrom(
      'data: {"a":1}',
      'data:x',
      'data: é😀',
      'event: ping',
      ': comment',
      'id: 7',
      'retry: 3',
      'data',
      '',
    );
    fc.assert(
      fc.property(
        fc.array(line),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.array(fc.nat(6)),
        (lines, end, cuts) => {
          const text = lines.map((each) => each + end).join('');
          const pieces: string[] = [];
          let from = 0;
          for (const cut of cuts) {
            pieces.push(text.slice(from, from + cut));
            from += cut;
          }
          pieces.push(text.slice(from));
          expect(decode(pieces)).toEqual(decode([lines.map((each) => `${each}\n`).join('')]));
        },
      ),
    );
  });

  it('join their data lines, and keep their name', () => {
    expect(decode(['event: a\ndata: 1\ndata: 2\n\ndata: 3\n\n'])).toEqual([
      { name: 'a', data: '1\n2' },
      { name: '', data: '3' },
    ]);
  });

  it('count without the last blank line too', () => {
    expect(decode(['data: 1'])).toEqual([{ name: '', data: '1' }]);
  });
});
