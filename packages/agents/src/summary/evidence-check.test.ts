import { describe, expect, test } from 'vitest';
import { draftOf } from '../testing/drafts.ts';
import { englishMeeting, linesOfMeeting } from '../testing/invented-meetings.ts';
import type { DraftActionItem, SummaryDraft } from './draft.ts';
import { checkDraft } from './evidence-check.ts';
import { readMeetingRecord } from './meeting-record.ts';

const record = readMeetingRecord({
  lines: englishMeeting,
  participants: ['Dana Kim'],
  glossary: { Orca: 'the booking back end' },
  transcriptLanguage: 'en',
  outputLanguage: 'en',
});

const decided = (text: string, from: number, to: number): Partial<SummaryDraft> => ({
  decisions: [{ text, evidence: [{ from, to }] }],
});
const task = (changes: Partial<DraftActionItem>): Partial<SummaryDraft> => ({
  actionItems: [
    {
      text: 'Fix the payment form.',
      owner: { name: 'Chidi Okoro', kind: 'participant' },
      due: null,
      evidence: [{ from: 9, to: 10 }],
      ...changes,
    },
  ],
});

const broken: [rule: string, claim: string, changes: Partial<SummaryDraft>][] = [
  ['line_missing', 'decisions[0]', decided('The launch is on 3 March.', 7, 18)],
  ['line_missing', 'decisions[0]', decided('The launch is on 3 March.', 0, 8)],
  ['range_reversed', 'decisions[0]', decided('The launch is on 3 March.', 8, 7)],
  ['evidence_missing', 'decisions[0]', { decisions: [{ text: 'The launch is on 3 March.', evidence: [] }] }],
  ['empty_text', 'decisions[0]', decided(' … ', 7, 8)],
  ['empty_text', 'title', { title: '' }],
  ['empty_text', 'overview', { overview: ' ' }],
  ['number_not_in_lines', 'decisions[0]', decided('The launch is on 13 March.', 7, 8)],
  ['date_not_in_lines', 'decisions[0]', decided('The launch is on 3 April.', 7, 8)],
  ['date_not_in_lines', 'decisions[0]', decided('The form is fixed by Monday.', 9, 10)],
  ['name_not_in_lines', 'decisions[0]', decided('The launch was agreed with Peter Novak.', 7, 8)],
  ['name_not_in_lines', 'decisions[0]', decided('Peter will send the draft contract.', 11, 11)],
  ['duplicate_claim', 'openQuestions[1]', { openQuestions: [question(14, 15), question(15, 15)] }],
  ['owner_not_in_meeting', 'actionItems[0]', task({ owner: { name: 'Peter Novak', kind: 'participant' } })],
  ['owner_not_in_meeting', 'actionItems[0]', task({ owner: { name: 'Peter Novak', kind: 'absent' } })],
  [
    'owner_not_in_meeting',
    'actionItems[0]',
    task({ owner: { name: 'the legal department', kind: 'group' } }),
  ],
  ['owner_missing', 'actionItems[0]', task({ owner: { name: null, kind: 'participant' } })],
  ['owner_not_in_lines', 'actionItems[0]', task({ owner: { name: 'Dana Kim', kind: 'participant' } })],
  ['due_not_in_lines', 'actionItems[0]', task({ due: { phrase: 'by Tuesday' } })],
  ['quote_not_in_line', 'quotes[0]', { quotes: [{ line: 5, text: 'fifty percent of our customers' }] }],
  ['overview_not_in_transcript', 'overview', { overview: 'The team agreed with Globex to move the launch.' }],
  ['overview_not_in_transcript', 'overview', { overview: 'Globex wants the launch to be moved.' }],
  ['overview_not_in_transcript', 'overview', { overview: 'The launch moves by 45 days.' }],
  ['overview_not_in_transcript', 'overview', { overview: 'The launch moves to April.' }],
  ['overview_not_in_transcript', 'title', { title: 'Launch with Globex' }],
  [
    'overview_not_in_transcript',
    'topics[0]',
    { topics: [{ title: 'Budget of 70,000', from: 1, to: 4, points: [] }] },
  ],
  ['line_missing', 'quotes[0]', { quotes: [{ line: 99, text: 'forty percent' }] }],
  ['line_missing', 'topics[0]', { topics: [{ title: 'Form', from: 1, to: 40, points: [] }] }],
  ['empty_text', 'topics[0]', { topics: [{ title: '', from: 1, to: 4, points: [] }] }],
  ['nothing_claimed', 'summary', { topics: [], decisions: [], actionItems: [], openQuestions: [] }],
  [
    'wrong_language',
    'summary',
    {
      overview:
        'Das Team hat die Veröffentlichung der Buchungsseite verschoben, weil das Formular auf Telefonen nicht funktioniert, und das Budget offen gelassen.',
    },
  ],
];

function question(from: number, to: number) {
  return { text: 'Who decides how the budget is split?', evidence: [{ from, to }] };
}

test('a draft that the transcript bears out has no findings', () => {
  expect(checkDraft(draftOf(), record).findings).toEqual([]);
});

test.each(broken)('%s is found at %s', (rule, claim, changes) => {
  const { findings } = checkDraft(draftOf(changes), record);
  expect(findings).toEqual([{ rule, claim, message: expect.any(String) }]);
});

test('a range of more than 40 lines is too wide for evidence, and right for a topic', () => {
  const lines = linesOfMeeting(
    Array.from({ length: 60 }, (_, at) => ['Ana', `We ship part ${at} of the plan.`] as const),
  );
  const long = readMeetingRecord({ ...record, participants: [], lines });
  const empty = { topics: [], actionItems: [], openQuestions: [], quotes: [] };
  const rules = (to: number) =>
    checkDraft(
      draftOf({ ...empty, decisions: [{ text: 'We ship the plan.', evidence: [{ from: 1, to }] }] }),
      long,
    ).findings.map(({ rule }) => rule);
  expect(rules(40)).toEqual([]);
  expect(rules(41)).toEqual(['range_too_wide']);
  expect(
    checkDraft(
      draftOf({ ...empty, topics: [{ title: 'Plan', from: 1, to: 60, points: [] }], decisions: [] }),
      long,
    ).findings,
  ).toMatchObject([{ rule: 'nothing_claimed' }]);
});

test('no message holds words of a line', () => {
  for (const [, , changes] of broken) {
    for (const { message } of checkDraft(draftOf(changes), record).findings)
      expect(message).not.toMatch(/customers pay|ship on the third/u);
  }
});

test('what the overview states wrongly is named by kind, not by word', () => {
  const overview = 'Globex paid 70,000 euros in April.';
  const [finding] = checkDraft(draftOf({ overview }), record).findings;
  expect(finding?.message).toContain('names and numbers and weekdays or months');
  expect(finding?.message).not.toMatch(/globex|70|april/iu);
});

test.each([
  [
    'template words',
    'First, Ana Ruiz talked about the launch. Then the group discussed phones. Finally, they left the budget open.',
  ],
  ['people and glossary', 'Dana Kim was invited. Orca is finished.'],
  ['title and day of the meeting', 'The Odyssey meeting of Wednesday, 2 December 2026 was about the launch.'],
  ['counts of its own lists', 'The group of 4 took 1 decision.'],
  ['parts of spoken numbers', 'There are twenty-odd thousand euros left.'],
])('an overview may hold %s', (_, overview) => {
  const meeting = readMeetingRecord({
    ...record,
    participants: ['Dana Kim'],
    title: 'Odyssey',
    startedAt: '2026-12-02T10:00:00+01:00',
  });
  expect(checkDraft(draftOf({ overview }), meeting).findings).toEqual([]);
});

test.each(['Launch Planning Kickoff', 'Project Kickoff', 'The launch Review'])(
  'a title with the capitals of headlines is not read for names: %s',
  (title) => {
    expect(checkDraft(draftOf({ title }), record).findings).toEqual([]);
  },
);

test('the same draft gives the same result twice', () => {
  const draft = draftOf(decided('The launch is on 13 March.', 7, 8));
  expect(checkDraft(draft, record)).toEqual(checkDraft(draft, record));
});

describe('owners', () => {
  test.each([
    ['a first name', { name: 'Chidi', kind: 'participant' as const }],
    ['someone who is named beside the lines', { name: 'Ana Ruiz', kind: 'participant' as const }],
    ['a team that was mentioned', { name: 'the marketing team', kind: 'group' as const }],
    ['everyone', { name: 'everyone', kind: 'group' as const }],
    ['nobody', { name: null, kind: 'unassigned' as const }],
    ['a name with a title and an initial', { name: 'Mr Chidi O.', kind: 'participant' as const }],
  ])('%s may own a task', (_, owner) => {
    expect(checkDraft(draftOf(task({ owner })), record).findings).toEqual([]);
  });

  test.each([
    ['with a surname of nobody', 'Ana Fakename', 'participant' as const],
    ['put together of two people', 'Bo Ruiz', 'participant' as const],
    ['that is a weekday', 'Friday', 'participant' as const],
    ['that is a thing', 'draft contract', 'participant' as const],
    ['that is a thing at the start of a sentence', 'Morning', 'participant' as const],
    ['that is nobody', 'we', 'participant' as const],
    ['of somebody absent with a surname of nobody', 'Ana Fakename', 'absent' as const],
    ['of somebody absent that is a weekday', 'Friday', 'absent' as const],
    ['of a group that is a weekday', 'Friday', 'group' as const],
  ])('an owner %s is sent back', (_, name, kind) => {
    const changes = task({ owner: { name, kind }, evidence: [{ from: 9, to: 11 }] });
    expect(checkDraft(draftOf(changes), record).findings).toMatchObject([
      { claim: 'actionItems[0]', rule: 'owner_not_in_meeting' },
    ]);
  });

  const spoken = (lines: readonly (readonly [string | null, string])[], language: string) =>
    readMeetingRecord({
      lines: linesOfMeeting(lines),
      participants: [],
      glossary: {},
      transcriptLanguage: language,
      outputLanguage: language,
    });
  const ownerRules = (name: string, meeting: ReturnType<typeof spoken>) =>
    checkDraft(
      {
        ...draftOf(),
        actionItems: [
          {
            text: meeting.lines[0]?.text ?? '',
            owner: { name, kind: 'participant' },
            due: null,
            evidence: [{ from: 1, to: 1 }],
          },
        ],
      },
      meeting,
    ).findings.flatMap(({ claim, rule }) => (claim === 'actionItems[0]' ? [rule] : []));

  test('someone who is named whole in the lines may own a task, though nobody announced them', () => {
    const meeting = spoken(
      [
        [null, 'Priya Nair sends the draft contract.'],
        [null, 'Fine, Priya.'],
      ],
      'en',
    );
    expect(ownerRules('Priya Nair', meeting)).toEqual([]);
    expect(ownerRules('Priya', meeting)).toEqual([]);
    expect(ownerRules('Priya Novak', meeting)).toEqual(['owner_not_in_meeting']);
    expect(ownerRules('contract', meeting)).toEqual(['owner_not_in_meeting']);
  });

  test('without capitals in the transcript, a name is a word that is no ordinary one', () => {
    const meeting = spoken([[null, 'priya sends the draft contract']], 'en');
    expect(ownerRules('Priya', meeting)).toEqual([]);
    expect(ownerRules('draft contract', meeting)).toEqual(['owner_not_in_meeting']);
  });

  test('a German noun owns nothing, and a German name does', () => {
    const meeting = spoken(
      [
        [null, 'Petra schickt das Formular bis Freitag an die Hotels.'],
        [null, 'Gut, Petra, danke.'],
      ],
      'de',
    );
    expect(ownerRules('Petra', meeting)).toEqual([]);
    expect(ownerRules('Formular', meeting)).toEqual(['owner_not_in_meeting']);
  });
});
