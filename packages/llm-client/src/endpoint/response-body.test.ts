import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ResponsesError } from '../errors.ts';
import type { WireEvent } from '../wire-event.ts';
import { StreamStalledError } from './endpoint-errors.ts';
import { readPieces } from './read-body.ts';
import { readEvents, type BodyFacts } from './response-body.ts';
import { Watchdog } from './watchdog.ts';

const facts: BodyFacts = { status: 200, contentType: 'text/event-stream', requestId: 'req_1' };

/** The events of a body that arrives in these pieces, read as a response's body is. */
async function read(pieces: readonly Uint8Array[]): Promise<WireEvent[] | ResponsesError> {
  const controller = new AbortController();
  const watchdog = new Watchdog(controller);
  watchdog.expect(30_000, (limit) => new StreamStalledError(limit));
  const events: WireEvent[] = [];
  try {
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        for (const piece of pieces) stream.enqueue(piece);
        stream.close();
      },
    });
    const reading = {
      body,
      facts,
      watchdog,
      stallMs: 30_000,
      signal: controller.signal,
      isSettled: () => false,
    };
    for await (const batch of readEvents(readPieces(reading), facts)) events.push(...batch);
    return events;
  } catch (error) {
    if (error instanceof ResponsesError) return error;
    throw error;
  } finally {
    watchdog.stop();
  }
}

function outcomeOf(result: WireEvent[] | ResponsesError): unknown {
  return result instanceof ResponsesError ? [result.code, result.message] : result;
}

function cut(bytes: Uint8Array, at: readonly number[]): Uint8Array[] {
  const borders = [...new Set(at.map((each) => each % (bytes.length + 1)))].toSorted((a, b) => a - b);
  return [0, ...borders].map((from, nth) => bytes.subarray(from, borders[nth] ?? bytes.length));
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const borders = fc.array(fc.nat(), { maxLength: 40 });

const line = fc.constantFrom(
  'data: {"type":"response.output_text.delta","delta":"Zoë 🖋"}',
  'data:{"type":"ping"}',
  '\uFEFFdata: {"type":"marked"}',
  'data: {"type":"response.created",',
  'data: "response":{"id":"r"}}',
  'data: null',
  'data:',
  'data: 3',
  'data: [DONE]',
  'data: {"error":{"message":"no"}}',
  'data: {}{}',
  'event: ping',
  'event: error',
  ': comment',
  'id: 4',
  'retry: 1',
  '',
  '',
);

describe('the bytes of a body', () => {
  it('give the same events, or the same error, wherever they are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 20 }),
        fc.constantFrom('\n', '\r\n'),
        borders,
        async (lines, end, at) => {
          const bytes = utf8([': start', ...lines].map((each) => each + end).join(''));
          const whole = await read([bytes]);
          const inPieces = await read(cut(bytes, at));
          expect(outcomeOf(inPieces)).toEqual(outcomeOf(whole));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('of a JSON body give one event wherever they are cut', async () => {
    const response = {
      object: 'response',
      status: 'completed',
      output: [{ type: 'message', note: 'Zoë 🖋' }],
    };
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('', '\uFEFF', ' \n\n '), borders, async (start, at) => {
        const events = await read(cut(utf8(start + JSON.stringify(response)), at));
        expect(events).toEqual([{ type: 'response.completed', response }]);
      }),
      { numRuns: 200 },
    );
  });

  it('are read past a byte order mark before any line', async () => {
    const bytes = utf8('data: {"type":"a"}\n\n\uFEFFdata: {"type":"b","text":"\uFEFF"}\r\n\r\n\uFEFF\n');
    const expected = [{ type: 'a' }, { type: 'b', text: '\uFEFF' }];
    expect(await read([bytes])).toEqual(expected);
    expect(await read([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
  });

  it('are read past megabytes of spaces before the first event', async () => {
    const spaces = Array.from({ length: 5_000 }, () => utf8(' '.repeat(4_096)));
    expect(await read([...spaces, utf8('\ndata: {"type":"a"}\n\n')])).toEqual([{ type: 'a' }]);
  });

  it('make events or an error of ours with a short message, whatever they are', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 300 }).map(utf8),
      fc.json({ maxDepth: 3 }).map(utf8),
      fc
        .array(
          fc.oneof(
            line,
            fc.json().map((json) => `data: ${json}`),
            fc.string(),
          ),
          { maxLength: 8 },
        )
        .map((lines) => utf8(lines.join('\n\n'))),
    );
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(bytes, borders, async (each, at) => {
        const result = await read(cut(each, at));
        outcomes.add(result instanceof ResponsesError ? result.code : 'events');
        expect(result instanceof ResponsesError ? result.message.length : 0).toBeLessThan(600);
      }),
      { numRuns: 1_000 },
    );
    expect([...outcomes].toSorted()).toEqual(['events', 'stream_cut', 'unexpected_body']);
  });
});

describe('what an event may be', () => {
  async function one(text: string): Promise<unknown> {
    return await read([utf8(text)]);
  }

  it('nothing: empty data, null, a number, a list', async () => {
    expect(await one('data:\n\ndata: null\n\ndata: 3\n\ndata: []\n\ndata: "x"\n\n: c\n\n')).toEqual([]);
  });

  it('named by its event line where it has no type', async () => {
    expect(await one('event: ping\ndata: {"a":1}\n\n')).toEqual([{ type: 'ping', a: 1 }]);
  });

  it.each([
    ['nested', 'data: {"error":{"code":"bad","message":"No."}}\n\n'],
    ['nested, with its type', 'data: {"type":"error","error":{"code":"bad","message":"No."}}\n\n'],
    ['nested, by name', 'event: error\ndata: {"error":{"code":"bad","message":"No."}}\n\n'],
  ])('an error: %s', async (_name, text) => {
    expect(await one(text)).toMatchObject([{ type: 'error', error: { code: 'bad', message: 'No.' } }]);
  });

  it('an error: flat', async () => {
    expect(await one('data: {"type":"error","code":"bad","message":"No."}\n\n')).toMatchObject([
      { type: 'error', code: 'bad' },
    ]);
    expect(await one('event: error\ndata: {"code":"bad","message":"No."}\n\n')).toMatchObject([
      { type: 'error', error: { code: 'bad' } },
    ]);
  });

  it.each([
    ['two objects in one event', 'data: {"type":"a"}{"type":"b"}\n\n', false],
    ['two objects on two lines of one event', 'data: {"type":"a"}\ndata: {"type":"b"}\n\n', false],
    ['half an event', `data: {"type":"a","text":"${'x'.repeat(5_000)}`, true],
  ])('no event but an error that quotes its start: %s', async (_name, text, retryable) => {
    const error = await one(text);
    expect(error).toMatchObject({
      code: 'unexpected_body',
      retryable,
      prefix: expect.stringContaining('{"type":"a"'),
    });
    expect(String(error).length).toBeLessThan(500);
  });

  it('an error that quotes no endless type of the event before it', async () => {
    const error = await one(`data: {"type":"${'t'.repeat(100_000)}"}\n\ndata: {\n\n`);
    expect(error).toMatchObject({ code: 'unexpected_body' });
    expect(String(error).length).toBeLessThan(500);
  });

  it('damaged, once the response has ended: nothing is decided there', async () => {
    const end = 'data: {"type":"response.completed","response":{}}\n\n';
    expect(await one(`${end}data: {broken\n\ndata: {"type":"ping"}\n\n`)).toEqual([
      { type: 'response.completed', response: {} },
      { type: 'ping' },
    ]);
  });
});
