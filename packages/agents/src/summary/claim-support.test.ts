import { describe, expect, test } from 'vitest';
import { englishMeeting, germanMeeting, linesOfMeeting } from '../testing/invented-meetings.ts';
import { claimSupport } from './claim-support.ts';
import { readMeetingRecord } from './meeting-record.ts';

const english = readMeetingRecord({
  lines: englishMeeting,
  participants: ['Dana Kim'],
  glossary: { Orca: 'the booking back end' },
  transcriptLanguage: 'en',
  outputLanguage: 'en',
});
const german = readMeetingRecord({
  lines: germanMeeting,
  participants: [],
  glossary: {},
  transcriptLanguage: 'de',
  outputLanguage: 'de',
});
const translated = readMeetingRecord({
  lines: germanMeeting,
  participants: [],
  glossary: {},
  transcriptLanguage: 'de',
  outputLanguage: 'en',
});

describe('an English claim', () => {
  test.each([
    ['quoted', 'Let us ship on the third of March', 7, 7],
    ['quoted', 'LET US SHIP, on the third of march!', 7, 7],
    ['supported', 'The team ships on 3 March.', 7, 8],
    ['supported', 'Forty percent of customers pay by phone.', 5, 5],
    ['supported', '40 percent of customers pay by phone.', 5, 5],
    ['supported', 'There are 25,000 euros left this quarter.', 13, 13],
    ['supported', 'There are 25k euros left this quarter.', 13, 13],
    ['supported', 'Dana Kim was told that the payment form fails on small phones.', 2, 2],
    ['supported', 'Orca is finished, the payment form fails.', 2, 2],
    ['inferred', 'The release gets postponed.', 7, 7],
    ['inferred', 'Nobody will object.', 7, 8],
    ['unsupported', 'The team ships on 4 March.', 7, 8],
    ['unsupported', 'There are 20,000 euros left this quarter.', 13, 13],
    ['unsupported', 'Customers of Globex pay on a phone.', 5, 5],
    ['unsupported', 'The form is fixed by Monday.', 9, 10],
  ])('is %s: %s', (support, text, from, to) => {
    expect(claimSupport(text, [{ from, to }], english).support).toBe(support);
  });
});

describe('a German claim', () => {
  test.each([
    ['quoted', 'Ja, ich repariere das Formular bis Freitag.', 8, 8],
    ['supported', 'Die Veröffentlichung ist auf den 3. März verschoben.', 5, 5],
    ['supported', 'Im Quartal sind noch 25.000 Euro übrig.', 12, 12],
    ['inferred', 'Der Termin liegt später.', 5, 5],
    ['inferred', 'Die Veröffentlichung Ende März ist verschoben.', 5, 5],
    ['unsupported', 'Das Budget liegt bei der Firma Globex.', 10, 11],
    ['unsupported', 'Die Veröffentlichung ist auf den 13. März verschoben.', 5, 5],
    ['unsupported', 'Herr Krause entscheidet über das Budget.', 10, 11],
    ['unsupported', 'Das Budget liegt bei Petra Krause.', 10, 11],
  ])('is %s: %s', (support, text, from, to) => {
    expect(claimSupport(text, [{ from, to }], german).support).toBe(support);
  });
});

test('a claim in another language than the transcript is inferred at most, and its numbers still count', () => {
  expect(claimSupport('The release moves to 3 March.', [{ from: 5, to: 5 }], translated).support).toBe(
    'inferred',
  );
  expect(
    claimSupport('Forty percent of the customers pay by phone.', [{ from: 4, to: 4 }], translated).support,
  ).toBe('inferred');
  expect(
    claimSupport('Fifty percent of the customers pay by phone.', [{ from: 4, to: 4 }], translated).support,
  ).toBe('unsupported');
});

test('words of a script without spaces are compared too', () => {
  const lines = linesOfMeeting([['佐藤', '三月三日に新しい予約ページを公開します。']]);
  const japanese = readMeetingRecord({
    lines,
    participants: [],
    glossary: {},
    transcriptLanguage: 'ja',
    outputLanguage: 'ja',
  });
  expect(claimSupport('新しい予約ページを公開します', [{ from: 1, to: 1 }], japanese).support).toBe('quoted');
  expect(claimSupport('予約ページの公開は三月三日です', [{ from: 1, to: 1 }], japanese).support).toBe(
    'supported',
  );
  expect(claimSupport('来年の予算について議論した', [{ from: 1, to: 1 }], japanese).support).toBe('inferred');
});

test('a quarter may be said in words', () => {
  const lines = linesOfMeeting([['Ana', 'we hire two people in the third quarter']]);
  const record = readMeetingRecord({ ...english, participants: [], lines });
  expect(claimSupport('They hire two people in Q3.', [{ from: 1, to: 1 }], record).support).toBe('supported');
  expect(claimSupport('They hire two people in Q4.', [{ from: 1, to: 1 }], record).support).toBe(
    'unsupported',
  );
});

test('an abbreviation may be spelled out in the lines', () => {
  const lines = linesOfMeeting([['Ana', 'So we have a K_P_I_ and the u. s. launch']]);
  const record = readMeetingRecord({ ...english, participants: [], lines });
  expect(claimSupport('We have a KPI and the US launch.', [{ from: 1, to: 1 }], record).support).toBe(
    'supported',
  );
});
