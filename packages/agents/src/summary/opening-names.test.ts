import { describe, expect, test } from 'vitest';
import { englishMeeting, germanMeeting } from '../testing/invented-meetings.ts';
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

describe('a name at the start of a sentence', () => {
  test.each([
    ['acme', 'Acme gets the draft contract tomorrow.'],
    ['acme', 'Acme needs the draft contract tomorrow.'],
    ['zelda', 'Zelda is to send the draft contract tomorrow.'],
    ['zelda', 'Zelda to send the draft contract tomorrow.'],
    ['zelda', 'Zelda will also send the draft contract to the hotel partners.'],
    ['zelda', 'Zelda was asked to send the draft contract.'],
    ['zelda', 'Zelda and Bo send the draft contract.'],
    ['globex', 'Globex has approved the draft contract.'],
    ['globex', 'Decided: Globex wants the draft contract tomorrow.'],
  ])('that nobody said, %s, leaves the claim without support: %s', (name, text) => {
    const { support, missing } = claimSupport(text, [{ from: 11, to: 11 }], english);
    expect(support).toBe('unsupported');
    expect(missing.names).toEqual([name]);
  });

  test.each([
    ['supported', 'Orca gets the draft contract tomorrow.'],
    ['supported', 'Chidi is to send the draft contract tomorrow.'],
    ['supported', "Dana's draft contract goes to the hotel partners."],
  ])('that the people or the glossary have is %s: %s', (support, text) => {
    expect(claimSupport(text, [{ from: 11, to: 11 }], english).support).toBe(support);
  });

  test('is looked for in German too, with the verbs of people', () => {
    const support = (text: string) => claimSupport(text, [{ from: 9, to: 9 }], german).support;
    expect(support('Zelda schickt morgen den Vertragsentwurf an die Hotels.')).toBe('unsupported');
    expect(support('Morgen schickt Jonas den Vertragsentwurf an die Hotels.')).toBe('supported');
    expect(support('Anschließend schickt jemand den Vertragsentwurf.')).toBe('inferred');
    expect(support('Marketing entscheidet morgen über den Vertragsentwurf.')).toBe('inferred');
  });

  test('is told from a translated word by the verbs of people alone', () => {
    const support = (text: string) => claimSupport(text, [{ from: 9, to: 9 }], translated).support;
    expect(support('Zelda says that she sends the contract.')).toBe('unsupported');
    expect(support('Keyboards cover the button.')).toBe('inferred');
    expect(support('Paperwork gets the attention of the hotels.')).toBe('inferred');
  });
});

describe('an ordinary word at the start of a sentence', () => {
  test.each([
    'Ship on 3 March.',
    'Shipping moves to 3 March.',
    'Launch on the third of March.',
    'Moved: the launch is on 3 March.',
    'Agreed: the launch is on 3 March.',
    'Support works with the third of March.',
    'Everyone agreed to ship on 3 March.',
    'There is a launch on the third of March.',
    'March works for support as well.',
    'Let us move the launch.',
  ])('that its lines have, in any form, takes no support away: %s', (text) => {
    expect(claimSupport(text, [{ from: 7, to: 8 }], english).support).toMatch(/^(?:quoted|supported)$/u);
  });

  test.each([
    'Release on 3 March works for support.',
    'Postpone the launch to 3 March.',
    'Delivery is to move to 3 March.',
    'Both agreed to ship on 3 March.',
    'Sales wants to ship on the third of March.',
    'Procurement confirmed the third of March.',
    'Stakeholders agreed to ship on 3 March.',
    'Hospitals will move to the third of March.',
    'Consensus was to ship on 3 March.',
    'Telemetry gets the third of March.',
    'Nothing will ship before the third of March.',
    'Going live has to wait for the third of March.',
    'Publicity needs the third of March.',
    'Onboard support by the third of March.',
    'Instead the launch moves to the third of March.',
  ])('that its lines do not have leaves the claim inferred: %s', (text) => {
    expect(claimSupport(text, [{ from: 7, to: 8 }], english)).toMatchObject({
      support: 'inferred',
      missing: { names: [] },
    });
  });

  test('is no name where the transcript has it in lower case elsewhere', () => {
    // "advertising", "customers" and "keyboard" are said, in other lines.
    for (const text of ['Advertising gets the draft contract.', 'Keyboard is to move to the hotel partners.'])
      expect(claimSupport(text, [{ from: 11, to: 11 }], english).support).toBe('inferred');
  });
});
