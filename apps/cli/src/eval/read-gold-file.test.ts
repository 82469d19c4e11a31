import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CommandError, UsageError } from '../config.ts';
import { listGoldFiles } from './list-gold-files.ts';
import { readGoldFile } from './read-gold-file.ts';

const examples = path.join(import.meta.dirname, 'gold-meetings');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'gold-file-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(content: unknown): Promise<string> {
  const file = path.join(folder, 'wrong.json');
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

test('QMSum’s turns become lines without markers, and its spans follow them', async () => {
  const meeting = await readGoldFile(path.join(examples, 'village-choir.json'));
  // The second turn is nothing but a sound.
  expect(meeting.lines.map(({ line, speaker, text }) => [line, speaker, text])).toEqual([
    [1, 'Conductor', 'Okay , so the tour goes to three villages along the river .'],
    [2, 'Tenor', "Three villages , that that 's one more than last year ."],
    [3, 'Alto A', 'Right .'],
    [4, 'Organist', 'The organ is out of tune , it has to be tuned before the tour .'],
    [5, 'Conductor', 'Yeah .'],
    [6, 'Organist', "I 'll call the organ tuner on Monday ."],
  ]);
  expect(meeting.queries.map(({ lines }) => [...lines])).toEqual([
    [1, 2],
    [4, 6],
  ]);
  expect(meeting).toMatchObject({
    name: 'village-choir',
    summaries: ['The choir sings in three villages, and the organ is tuned before the tour.'],
    decisions: null,
    actionItems: null,
    notes: [],
  });
});

test('the shape of our own keeps its lines as they are numbered in the file', async () => {
  const meeting = await readGoldFile(path.join(examples, 'bakery-oven.json'));
  expect(meeting.lines.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(meeting.lines[7]).toEqual({
    line: 8,
    speaker: null,
    startMs: null,
    endMs: null,
    text: 'Fine, that is all for today.',
  });
  expect(meeting).toMatchObject({
    title: 'The new oven',
    startedAt: '2026-12-01T09:00:00+01:00',
    decisions: [{ lines: new Set([3]) }],
    actionItems: [{ lines: new Set([4]) }, { lines: new Set([5]) }],
    queries: [{ lines: new Set([6, 7]) }],
  });
});

test('what a text says, however it looks, neither names a speaker nor joins or drops a line', async () => {
  const lines = [
    { speaker: 'A:B <c>', text: 'Note: we go' },
    { text: '00:01 --> 00:02' },
    { text: '00:01 --> 00:02' },
    { speaker: 'R&D', text: '<b>WEBVTT</b> &amp; {\\an8} 7' },
  ];
  const meeting = await readGoldFile(await write({ lines, gold: {} }));
  expect(
    meeting.lines.map(({ speaker, text }) => ({ ...(speaker === null ? {} : { speaker }), text })),
  ).toEqual(lines);
});

test('a span beyond the last turn is cut and noted', async () => {
  const file = await write({
    meeting_transcripts: [{ speaker: 'A', content: 'One .' }],
    specific_query_list: [{ query: 'What?', answer: 'One.', relevant_text_span: [[0, '7']] }],
  });
  const meeting = await readGoldFile(file);
  expect(meeting.queries).toMatchObject([{ lines: new Set([1]) }]);
  expect(meeting.notes).toEqual(['span 0 to 7 of specific query 1 does not fit 1 turns']);
});

const lines = [{ speaker: 'A', text: 'One.' }];
const wrong: { what: string; content: unknown; says: RegExp }[] = [
  { what: 'no JSON', content: '{"lines":', says: /not valid JSON/ },
  { what: 'neither shape', content: [1], says: /"meeting_transcripts".*"lines"/ },
  { what: 'null', content: null, says: /no meeting with gold data/ },
  { what: 'a line without text', content: { lines: [{ speaker: 'A' }], gold: {} }, says: /lines\[0\]\.text/ },
  {
    what: 'a line without a word',
    content: { lines: [{ text: '…' }], gold: {} },
    says: /letter or digit[^]*lines\[0\]/,
  },
  { what: 'no gold', content: { lines }, says: /at gold/ },
  { what: 'a misspelled key', content: { lines, gold: { decision: [] } }, says: /"decision"/ },
  {
    what: 'a range beyond the last line',
    content: { lines, gold: { decisions: [{ text: 'One.', from: 1, to: 2 }] } },
    says: /Lines 1 to 2: the last line is 1[^]*gold\.decisions\[0\]/,
  },
  {
    what: 'a range from back to front',
    content: {
      lines: [...lines, ...lines],
      gold: { queries: [{ query: 'q', answer: 'a', lines: [[2, 1]] }] },
    },
    says: /Lines 2 to 1: ends before it begins[^]*gold\.queries\[0\]\.lines\[0\]/,
  },
  {
    what: 'a span that is no number',
    content: {
      meeting_transcripts: [{ speaker: 'A', content: 'One.' }],
      specific_query_list: [{ query: 'q', answer: 'a', relevant_text_span: [['one', '2']] }],
    },
    says: /specific_query_list\[0\]\.relevant_text_span\[0\]\[0\]/,
  },
  {
    what: 'nothing but sounds',
    content: { meeting_transcripts: [{ speaker: 'A', content: '{vocalsound}' }] },
    says: /nobody says a word/,
  },
];
test.each(wrong)('a file with $what is refused by name', async ({ content, says }) => {
  const file = await write(content);
  const error = await readGoldFile(file).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UsageError);
  expect(String(error)).toContain(file);
  expect(String(error)).toMatch(says);
});

test('a folder stands for its .json files by name, and a file is taken once', async () => {
  const bakery = path.join(examples, 'bakery-oven.json');
  expect(await listGoldFiles([bakery, examples])).toEqual(
    ['bakery-oven', 'library-roof', 'village-choir'].map((name) => path.join(examples, `${name}.json`)),
  );
  await expect(listGoldFiles([path.join(folder, 'none')])).rejects.toThrow(CommandError);
});
