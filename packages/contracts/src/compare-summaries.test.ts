import { expect, test } from 'vitest';
import { compareSummaries, describeVersion } from './compare-summaries.ts';
import type { ActionItem, Claim, Summary } from './summary.ts';
import { summaryDifference, summaryVersion } from './summary-change.ts';

let nextId = 0;
const claim = (text: string, from: number, to = from, more: Partial<Claim> = {}): Claim => ({
  id: `c${nextId++}`,
  text,
  evidence: [{ from, to }],
  support: 'supported',
  ...more,
});
const action = (text: string, line: number, name: string | null, date: string | null = null): ActionItem => ({
  ...claim(text, line),
  owner: { name, kind: name === null ? 'unassigned' : 'participant' },
  due: date === null ? null : { phrase: 'soon', date },
});

function summaryWith(parts: Partial<Summary>): Summary {
  return {
    title: 'Launch',
    language: 'en',
    overview: 'They planned.',
    topics: [],
    decisions: [],
    actionItems: [],
    openQuestions: [],
    quotes: [],
    participants: [],
    quality: {
      status: 'complete',
      coverage: 1,
      reasons: [],
      claims: { quoted: 0, supported: 0, inferred: 0, unsupported: 0 },
    },
    model: 'test-model',
    template: 'general',
    ...parts,
  };
}

/** Each change as one short line. */
const changes = (before: Partial<Summary>, after: Partial<Summary>) =>
  compareSummaries(summaryWith(before), summaryWith(after)).changes.map(
    ({ kind, change, differs, before: old, after: fresh }) =>
      [kind, change, ...differs, `${old?.text ?? '-'} > ${fresh?.text ?? '-'}`].join(' '),
  );

test('the same claims under other ids and in another order are no difference', () => {
  const one = { decisions: [claim('Ship in March.', 4), claim('Hire two people.', 9)] };
  const other = { decisions: [claim('Hire two people.', 9), claim('Ship in March.', 4)] };
  expect(compareSummaries(summaryWith(one), summaryWith(other))).toEqual({
    counts: { added: 0, removed: 0, changed: 0 },
    changes: [],
  });
});

test('a claim with a new wording of the same lines is changed, not removed and added', () => {
  expect(
    changes(
      { decisions: [claim('The launch is on 3 March.', 40, 43)] },
      { decisions: [claim('They ship the launch on the third.', 41, 43)] },
    ),
  ).toEqual([
    'decision changed text evidence The launch is on 3 March. > They ship the launch on the third.',
  ]);
});

test('the same words on other lines are the same claim with other evidence', () => {
  expect(
    changes({ decisions: [claim('Ship in March.', 4)] }, { decisions: [claim('Ship in March!', 90)] }),
  ).toEqual(['decision changed text evidence Ship in March. > Ship in March!']);
});

test('two claims of one line that share no word are two claims', () => {
  expect(
    changes({ decisions: [claim('Ship in March.', 4)] }, { decisions: [claim('Bo calls the bank.', 4)] }),
  ).toEqual(['decision added - > Bo calls the bank.', 'decision removed Ship in March. > -']);
});

test('common little words alone make no two claims one', () => {
  expect(
    changes(
      { decisions: [claim('We will send the contract to the lawyer.', 4)] },
      { decisions: [claim('We will call the bank on the phone.', 80)] },
    ),
  ).toEqual([
    'decision added - > We will call the bank on the phone.',
    'decision removed We will send the contract to the lawyer. > -',
  ]);
});

test('the claim with the same words is preferred to one with the same lines', () => {
  expect(
    changes(
      { decisions: [claim('Ship the web shop in March.', 4)] },
      { decisions: [claim('Ship the mobile shop in March.', 4), claim('Ship the web shop in March.', 5)] },
    ),
  ).toEqual([
    'decision added - > Ship the mobile shop in March.',
    'decision changed evidence Ship the web shop in March. > Ship the web shop in March.',
  ]);
});

test('another owner, due date or support is a change, and says which', () => {
  const before = [action('Send the contract.', 5, 'Bo'), action('Book a room.', 7, 'Ana', '2026-03-01')];
  const after = [action('Send the contract.', 5, 'Ana'), action('Book a room.', 7, 'Ana', '2026-03-08')];
  expect(changes({ actionItems: before }, { actionItems: after })).toEqual([
    'actionItem changed owner Send the contract. > Send the contract.',
    'actionItem changed due Book a room. > Book a room.',
  ]);
  expect(
    changes(
      { openQuestions: [claim('Who pays?', 5)] },
      { openQuestions: [claim('Who pays?', 5, 5, { support: 'unsupported' })] },
    ),
  ).toEqual(['openQuestion changed support Who pays? > Who pays?']);
});

test('keys in another order, as stored JSON has them, are no change', () => {
  const stored = action('Send the contract.', 5, 'Bo', '2026-03-01');
  const turned = {
    ...stored,
    owner: { kind: stored.owner.kind, name: 'Bo' },
    evidence: [{ to: 5, from: 5 }],
  };
  expect(changes({ actionItems: [stored] }, { actionItems: [turned] })).toEqual([]);
});

test('between two languages the lines tell which claim is which', () => {
  expect(
    changes(
      { decisions: [claim('Ship in March.', 4, 6), claim('Hire two people.', 30)] },
      { language: 'de', decisions: [claim('Zwei Leute einstellen.', 30), claim('Im März liefern.', 4, 5)] },
    ),
  ).toEqual([
    'language changed text en > de',
    'decision changed text Hire two people. > Zwei Leute einstellen.',
    'decision changed text evidence Ship in March. > Im März liefern.',
  ]);
});

test('a topic is the same when it spans the same lines, and a point that moved to another topic is no change', () => {
  const point = claim('The date is open.', 12);
  expect(
    changes(
      {
        topics: [
          { title: 'Release', from: 1, to: 20, points: [point] },
          { title: 'Budget', from: 21, to: 30, points: [] },
        ],
      },
      {
        topics: [
          { title: 'When to go live', from: 1, to: 19, points: [] },
          { title: 'Hiring', from: 40, to: 60, points: [point] },
        ],
      },
    ),
  ).toEqual([
    'topic changed text evidence Release > When to go live',
    'topic added - > Hiring',
    'topic removed Budget > -',
  ]);
});

test('title, overview, model, template and quality are compared as values, quotes by line and words', () => {
  const degraded = summaryWith({}).quality;
  expect(
    changes(
      { quotes: [{ line: 4, speaker: 'Ana', text: 'We ship.' }] },
      {
        title: 'Plan',
        overview: 'They met.',
        model: 'big',
        template: 'stand-up',
        quality: { ...degraded, status: 'degraded', coverage: 0.5, reasons: ['budget'] },
        quotes: [
          { line: 4, speaker: 'Ana Ruiz', text: 'We ship.' },
          { line: 5, speaker: null, text: 'Yes.' },
        ],
      },
    ),
  ).toEqual([
    'title changed text Launch > Plan',
    'overview changed text They planned. > They met.',
    'model changed text test-model > big',
    'template changed text general > stand-up',
    'quality changed text complete, 100 % of the lines read > degraded, 50 % of the lines read; budget',
    'quote added - > Yes.',
  ]);
});

test('Japanese is compared word by word', () => {
  expect(
    changes(
      { decisions: [claim('来月に新しい製品を発売する', 4)] },
      { decisions: [claim('来月に新しい製品を必ず発売する', 80)] },
    ),
  ).toHaveLength(1);
});

test('all differences are counted, the first 200 are listed', () => {
  const decisions = Array.from({ length: 300 }, (_, index) => claim('x'.repeat(index + 1), index + 1));
  const { counts, changes: listed } = compareSummaries(summaryWith({}), summaryWith({ decisions }));
  expect(counts).toEqual({ added: 300, removed: 0, changed: 0 });
  expect(listed).toHaveLength(200);
});

test('a difference and a described version have the shape that the contract says', () => {
  const topics = [{ title: 'A', from: 1, to: 2, points: [claim('One.', 1), claim('Two.', 2)] }];
  const after = summaryWith({ topics, actionItems: [action('Send it.', 1, null)] });
  const difference = compareSummaries(summaryWith({}), after);
  expect(summaryDifference.parse(difference)).toEqual(difference);
  const id = '01890000-0000-7000-8000-000000000000';
  const version = describeVersion({
    meetingId: id,
    jobId: id,
    version: 2,
    createdAt: '2026-01-01T00:00:00.000Z',
    summary: after,
  });
  expect(summaryVersion.parse(version)).toEqual(version);
  expect(version).toMatchObject({
    title: 'Launch',
    counts: { topics: 1, points: 2, actionItems: 1, quotes: 0 },
  });
});
