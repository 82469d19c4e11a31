import { expect, test } from 'vitest';
import { renameSpeakers } from './rename-speakers.ts';
import { renderSummaryMarkdown } from './render-summary.ts';
import type { ActionItem, Claim, Summary } from './summary.ts';

const claim = (text: string, support: Claim['support'] = 'supported'): Claim => ({
  id: 'c1',
  text,
  evidence: [{ from: 1, to: 1 }],
  support,
});
const action = (text: string, owner: ActionItem['owner']): ActionItem => ({
  ...claim(text),
  owner,
  due: null,
});

const summary: Summary = {
  title: 'Speaker 1 on the launch',
  language: 'en',
  overview: 'Speaker 1 met Speaker 12 and Ana.',
  topics: [
    { title: 'Plan of Speaker 1', from: 1, to: 3, points: [claim("Speaker 1's plan is SPEAKER 1 again.")] },
  ],
  decisions: [claim('Speaker 1 ships.'), claim('Speaker 1 said so', 'quoted')],
  actionItems: [
    action('Speaker 1 writes to Ana.', { name: 'Speaker 1', kind: 'participant' }),
    action('Ana answers.', { name: 'Ana', kind: 'participant' }),
    action('All help.', { name: 'Ana', kind: 'group' }),
    action('Later.', { name: null, kind: 'unassigned' }),
  ],
  openQuestions: [claim('Does Speaker 1 agree?')],
  quotes: [
    { line: 1, speaker: 'Speaker 1', text: 'I am Speaker 1.' },
    { line: 2, speaker: null, text: 'Yes.' },
  ],
  participants: [
    { name: 'Speaker 1', lines: 2, talkMs: 1_000 },
    { name: 'Ana', lines: 3, talkMs: 500 },
    { name: 'Cem', lines: 0, talkMs: null },
  ],
  quality: {
    status: 'complete',
    coverage: 1,
    reasons: [],
    claims: { quoted: 1, supported: 7, inferred: 0, unsupported: 0 },
  },
  model: 'test-model',
  template: 'general',
};

const renamed = (renames: Record<string, string>) =>
  renameSpeakers(summary, new Map(Object.entries(renames)));

test('participants, owners and the speakers of quotes get the new name', () => {
  const { participants, actionItems, quotes } = renamed({ 'Speaker 1': 'Bo Diaz', Ana: 'Ana Ruiz' });
  expect(participants.map(({ name }) => name)).toEqual(['Bo Diaz', 'Ana Ruiz', 'Cem']);
  expect(actionItems.map(({ owner }) => owner)).toEqual([
    { name: 'Bo Diaz', kind: 'participant' },
    { name: 'Ana Ruiz', kind: 'participant' },
    { name: 'Ana', kind: 'group' },
    { name: null, kind: 'unassigned' },
  ]);
  expect(quotes.map(({ speaker }) => speaker)).toEqual(['Bo Diaz', null]);
});

test('the label of a speaker whom nobody had named is replaced in sentences, as a whole word in its own spelling', () => {
  const { title, overview, topics, decisions, openQuestions, actionItems } = renamed({
    'Speaker 1': 'Bo $& Diaz',
  });
  expect(title).toBe('Bo $& Diaz on the launch');
  expect(overview).toBe('Bo $& Diaz met Speaker 12 and Ana.');
  expect(topics[0]).toMatchObject({
    title: 'Plan of Bo $& Diaz',
    points: [{ text: "Bo $& Diaz's plan is SPEAKER 1 again." }],
  });
  expect(decisions[0]?.text).toBe('Bo $& Diaz ships.');
  expect(actionItems[0]?.text).toBe('Bo $& Diaz writes to Ana.');
  expect(openQuestions[0]?.text).toBe('Does Bo $& Diaz agree?');
});

test('words of the transcript stay as they were said', () => {
  const { decisions, quotes } = renamed({ 'Speaker 1': 'Bo' });
  expect(decisions[1]).toEqual(summary.decisions[1]);
  expect(quotes[0]?.text).toBe('I am Speaker 1.');
});

test('a name is left alone in sentences: it may mean another person, a verb or a role', () => {
  const texts = (from: string, overview: string) =>
    renameSpeakers({ ...summary, overview }, new Map([[from, 'Cem']])).overview;
  for (const [name, text] of [
    ['Ana', 'Ana from finance called.'],
    ['Will', 'They hope it Will work.'],
    ['Project Manager', 'A Project Manager is missing.'],
    ['Room 4', 'They met in Room 4.'],
    ['Speakers', 'Speakers are sold.'],
  ] as const) {
    expect(texts(name, text)).toBe(text);
  }
  for (const label of [
    'SPEAKER_00',
    'Sprecher 2',
    'Участник 3',
    'Speaker A',
    'Locuteur 4',
    'Unknown Speaker 5',
  ]) {
    expect(texts(label, `So ${label} spoke.`)).toBe('So Cem spoke.');
  }
});

test('swapped labels are swapped, not made one', () => {
  const swapped = renameSpeakers(
    { ...summary, overview: 'Speaker 1 asks Speaker 2.' },
    new Map([
      ['Speaker 1', 'Speaker 2'],
      ['Speaker 2', 'Speaker 1'],
    ]),
  );
  expect(swapped.overview).toBe('Speaker 2 asks Speaker 1.');
});

test('a longer name that stays is not taken for the label that it begins with', () => {
  const { overview } = renameSpeakers(
    { ...summary, overview: 'Speaker 1 (left) and Speaker 1 asked.' },
    new Map([
      ['Speaker 1', 'Bo'],
      ['Speaker 1 (left)', 'Speaker 1 (left)'],
    ]),
  );
  expect(overview).toBe('Speaker 1 (left) and Bo asked.');
});

test('two speakers who are one person are one participant with the lines and the time of both', () => {
  expect(renamed({ 'Speaker 1': 'Ana' }).participants).toEqual([
    { name: 'Ana', lines: 5, talkMs: 1_500 },
    { name: 'Cem', lines: 0, talkMs: null },
  ]);
  expect(renamed({ 'Speaker 1': 'Cem' }).participants).toContainEqual({
    name: 'Cem',
    lines: 2,
    talkMs: 1_000,
  });
});

test('without a change the very summary comes back, and a change leaves the one it was given alone', () => {
  const copy = structuredClone(summary);
  expect(renamed({ Ana: 'Ana' })).toBe(summary);
  renamed({ 'Speaker 1': 'Bo', Ana: 'Bo' });
  expect(summary).toEqual(copy);
});

test('a name that would be markup is text in the Markdown', () => {
  const lines = [{ line: 1, speaker: '*Bo*', startMs: null, endMs: null, text: 'Yes.' }];
  const markdown = renderSummaryMarkdown(renamed({ 'Speaker 1': '*Bo*' }), lines);
  expect(markdown).toContain('- \\*Bo\\*: 2 lines');
  expect(markdown).not.toContain(' *Bo*');
});
