import { expect, test } from 'vitest';
import { meetingChanges } from './speaker-names.ts';

const named = (name: string) => meetingChanges.safeParse({ speakers: { 'Speaker 1': name } });

test('a name is trimmed and composed, so that one name has one spelling', () => {
  expect(named('  Jose\u0301 ').data).toEqual({ speakers: { 'Speaker 1': 'Jos\u00e9' } });
  expect(meetingChanges.parse({ speakers: { ' Jose\u0301': 'Bo' } })).toEqual({
    speakers: { 'Jos\u00e9': 'Bo' },
  });
});

test.each([
  ['is empty', ''],
  ['is blank', '   '],
  ['is longer than 200 characters', 'x'.repeat(201)],
  ['holds NUL', 'A\0na'],
  ['breaks the line', 'Ana\nBo: yes'],
  ['breaks the line where only some readers do', 'Ana\u2028Bo'],
  ['turns the direction of writing', 'Ana\u202eoB'],
  ['hides text in tag characters', 'Ana\u{e0041}\u{e0042}'],
  ['cannot be seen', '\u200b'],
  ['cannot be seen, though it joins', '\u200d'],
  ['is half a character', 'Ana \ud83d'],
])('a name that %s is refused', (_what, name) => {
  expect(named(name).success).toBe(false);
});

test.each([
  'Ana Ruiz',
  "Seán O'Brien",
  '王小明',
  'می\u200cخواهم',
  '👩\u200d💻 Ana',
  'Speaker 1',
  'x'.repeat(200),
])('the name %s is taken as it is', (name) => {
  expect(named(name).data).toEqual({ speakers: { 'Speaker 1': name } });
});

test('what does not exist cannot be changed, and nothing has to be', () => {
  expect(meetingChanges.safeParse({ participants: [] }).success).toBe(false);
  expect(meetingChanges.parse({})).toEqual({});
  expect(meetingChanges.parse({ speakers: {} })).toEqual({ speakers: {} });
});
