import { expect, test } from 'vitest';
import { resolveDue } from './due-date.ts';

// A Wednesday.
const meeting = { startedAt: '2026-12-02T10:00:00+01:00', timeZone: 'Europe/Berlin' };

test.each([
  ['en', 'by Friday', '2026-12-04'],
  ['en', 'tomorrow', '2026-12-03'],
  ['en', 'by tomorrow morning', '2026-12-03'],
  ['en', 'in two weeks', '2026-12-16'],
  ['en', 'end of day', '2026-12-02'],
  ['en', 'by the end of the week', '2026-12-04'],
  ['en', 'by the end of the month', '2026-12-31'],
  ['en', 'on the 15th', '2026-12-15'],
  ['en', 'by the 1st', '2027-01-01'],
  ['en', '3 March', '2027-03-03'],
  ['en', 'by Wednesday', '2026-12-09'],
  ['de', 'bis Freitag', '2026-12-04'],
  ['de', 'bis zum 15.', '2026-12-15'],
  ['de', 'Ende der Woche', '2026-12-04'],
  ['de', 'morgen früh', '2026-12-03'],
  ['fr', 'avant vendredi', '2026-12-04'],
  ['fr', 'après-demain', '2026-12-04'],
  ['es', 'para el viernes', '2026-12-04'],
  ['es', 'pasado mañana', '2026-12-04'],
  ['pt', 'até sexta-feira', '2026-12-04'],
  ['ru', 'к пятнице', '2026-12-04'],
  ['ru', 'до конца недели', '2026-12-04'],
])('%s: %s', (language, phrase, date) => {
  expect(resolveDue(phrase, { ...meeting, languages: [language] })).toBe(date);
});

test.each([
  'we march on',
  'one second',
  'last Friday',
  'next week',
  'March',
  '10/12',
  'before the launch',
  'Friday or Monday',
  '',
])('no date is made of "%s"', (phrase) =>
  expect(resolveDue(phrase, { ...meeting, languages: ['en'] })).toBeNull(),
);

test('without a start there is no date', () => {
  expect(
    resolveDue('by Friday', { startedAt: null, timeZone: 'Europe/Berlin', languages: ['en'] }),
  ).toBeNull();
});

test('the day is that of the meeting’s time zone', () => {
  const late = { startedAt: '2026-12-02T23:30:00Z', languages: ['en'] };
  expect(resolveDue('tomorrow', { ...late, timeZone: 'UTC' })).toBe('2026-12-03');
  expect(resolveDue('tomorrow', { ...late, timeZone: 'Asia/Tokyo' })).toBe('2026-12-04');
  expect(resolveDue('tomorrow', { ...late, startedAt: '2026-12-03T08:30:00+09:00', timeZone: null })).toBe(
    '2026-12-04',
  );
});

test('a phrase in the language of the summary is understood as well, and so is one in an unknown language', () => {
  expect(resolveDue('by Friday', { ...meeting, languages: ['de', 'en'] })).toBe('2026-12-04');
  expect(resolveDue('до пятницы', { ...meeting, languages: ['und'] })).toBe('2026-12-04');
});
