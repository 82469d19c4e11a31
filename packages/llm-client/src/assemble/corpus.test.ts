import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ResponseUsage } from 'openai/resources/responses/responses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silenceTracing } from '../index.ts';
import { readAnswer, startAnswerReader, type Answer, type AnswerReader } from '../testing/answer-reader.ts';
import type { Body, Transport } from '../testing/body-server.ts';
import {
  changeEverything,
  finalResponse,
  STREAM_CHANGES,
  type AnsweredCall,
  type StreamEvent,
} from '../testing/stream-changes.ts';

const folder = process.env['RESPONSES_CORPUS'];
if (folder === undefined) {
  process.stdout.write(
    'Skipped: recorded streams are replayed only where RESPONSES_CORPUS names a folder with them and their index.json\n',
  );
}

type Recording = {
  file: string;
  text: string;
  calls: AnsweredCall[];
  usage: ResponseUsage | null;
  terminal: string | null;
  unparsableLines: number;
};

const recordings: Recording[] =
  folder === undefined ? [] : JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
const whole = recordings.filter(
  (recording) => recording.terminal === 'response.completed' && recording.unparsableLines === 0,
);
const broken = recordings.filter((recording) => !whole.includes(recording));

/** These two lack their deltas, so that without done items they have no answer. */
const WITHOUT_DELTAS = new Set(['openai__openai-phase-1.jsonl', 'openai__openai-shell-container-1.jsonl']);

function linesOf(recording: Recording): string[] {
  return readFileSync(join(folder ?? '', recording.file), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
}

const streams = new Map(
  whole.map((recording): [string, StreamEvent[]] => [
    recording.file,
    linesOf(recording).map((line) => JSON.parse(line)),
  ]),
);

function expectedOf({ text, calls, usage }: Recording): Answer {
  return {
    text,
    calls,
    input: usage?.input_tokens ?? 0,
    output: usage?.output_tokens ?? 0,
    cached: usage?.input_tokens_details?.cached_tokens,
    reasoning: usage?.output_tokens_details?.reasoning_tokens,
  };
}

describe.skipIf(folder === undefined)('recorded streams', () => {
  it('are all those of the folder', () => {
    const files = readdirSync(folder ?? '').filter((name) => name.endsWith('.jsonl'));
    expect(files.length).toBeGreaterThan(0);
    expect(files.toSorted()).toEqual(recordings.map(({ file }) => file).toSorted());
  });

  let reader: AnswerReader;
  beforeAll(async () => {
    silenceTracing();
    reader = await startAnswerReader();
  });
  afterAll(() => reader.close());

  /** Asks for many recordings at once, and says of each answer that differs how it does. */
  async function differencesOf(
    chosen: readonly Recording[],
    bodyOf: (events: readonly StreamEvent[]) => Body,
  ): Promise<object[]> {
    const differences: object[] = [];
    await Promise.all(
      chosen.map(async (recording) => {
        const expected = expectedOf(recording);
        const got = await reader.read(bodyOf(streams.get(recording.file) ?? [])).then(readAnswer, String);
        if (JSON.stringify(got) !== JSON.stringify(expected))
          differences.push({ file: recording.file, got, expected });
      }),
    );
    return differences;
  }

  it('are there, and most of them have an answer', () => {
    expect(whole.length).toBeGreaterThan(broken.length);
  });

  it.each(broken)('$file, which is damaged or failed, is an error of ours', async (recording) => {
    const code = recording.unparsableLines > 0 ? 'unexpected_body' : 'response_failed';
    await expect(reader.read({ lines: linesOf(recording) })).rejects.toMatchObject({ code });
  });

  it.each(STREAM_CHANGES)('give text, calls and usage as events: $name', async ({ apply, needsDeltas }) => {
    const chosen = whole.filter(({ file }) => needsDeltas === undefined || !WITHOUT_DELTAS.has(file));
    expect(await differencesOf(chosen, (events) => ({ events: apply(events) }))).toEqual([]);
  });

  it.each(STREAM_CHANGES.filter(({ changesFinal }) => changesFinal))(
    'give text, calls and usage as one JSON body: $name',
    async ({ apply }) => {
      expect(await differencesOf(whole, (events) => ({ json: finalResponse(apply(events)) }))).toEqual([]);
    },
  );

  // Says where the bytes are cut; STREAM_SEED repeats a run that failed.
  const seed = Number(process.env['STREAM_SEED'] ?? 0) || 1 + Math.floor(Math.random() * 2 ** 31);
  const asItIs = (events: readonly StreamEvent[]): readonly StreamEvent[] => events;
  const transports: [string, Transport, typeof asItIs][] = [
    ['cut at random bytes', { seed }, asItIs],
    ['with CRLF', { lineEnd: '\r\n' }, asItIs],
    ['with CRLF, cut', { lineEnd: '\r\n', seed }, asItIs],
    ['with gzip', { gzip: true }, asItIs],
    [
      'with gzip and CRLF, cut, changed in every way',
      { gzip: true, lineEnd: '\r\n', seed },
      changeEverything,
    ],
  ];
  it.each(transports)('give the same however the bytes come: %s', async (_name, transport, change) => {
    const differences = await differencesOf(whole, (events) => ({ events: change(events), transport }));
    expect(differences, `STREAM_SEED=${seed}`).toEqual([]);
  });
});
