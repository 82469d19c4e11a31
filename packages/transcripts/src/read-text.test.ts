import { expect, test } from 'vitest';
import { readTranscript, type ReadTranscriptOptions } from './index.ts';

const read = (text: string, options?: ReadTranscriptOptions) =>
  readTranscript(new TextEncoder().encode(text), options);
const said = (text: string, options?: ReadTranscriptOptions) =>
  read(text, options).lines.map(({ speaker, text }) => [speaker, text]);

test.each([
  ['Ana Ruiz: hi\nBo: ho\nAna Ruiz: x\nBo: y\n', null],
  ['[00:12] Ana Ruiz: hi\n[00:13] Bo: ho\n[01:14] Ana Ruiz: x\n[1:00:15] Bo: y\n', 12_000],
  ['(00:00:12) Ana Ruiz: hi\n(00:00:13) Bo: ho\n(00:01:14) Ana Ruiz: x\n(01:00:15) Bo: y\n', 12_000],
  ['00:12 Ana Ruiz: hi\n00:13 - Bo: ho\n01:14 Ana Ruiz: x\n1:00:15 Bo: y\n', 12_000],
  ['Ana Ruiz (00:12): hi\nBo [00:13]: ho\nAna Ruiz (01:14): x\nBo (1:00:15): y\n', 12_000],
  [
    '[00:12 - 00:13] Ana Ruiz: hi\n[00:13 --> 00:14] Bo: ho\n[01:14 - 01:15] Ana Ruiz: x\n[02:00 - 02:01] Bo: y\n',
    12_000,
  ],
  ['Ana Ruiz> hi\nBo> ho\nAna Ruiz> x\nBo> y\n', null],
  ['Ana Ruiz:\nhi\n\nBo:\nho\n\nAna Ruiz:\nx\n\nBo:\ny\n', null],
  ['00:12\nAna Ruiz: hi\n00:13\nBo: ho\n01:14\nAna Ruiz: x\n02:00\nBo: y\n', 12_000],
])('%j is a conversation', (file, startMs) => {
  expect(said(file)).toEqual([
    ['Ana Ruiz', 'hi'],
    ['Bo', 'ho'],
    ['Ana Ruiz', 'x'],
    ['Bo', 'y'],
  ]);
  expect(read(file)).toMatchObject({
    format: 'text',
    lines: [{ line: 1, startMs }, {}, {}, {}],
    report: { counts: {} },
  });
});

test('a label counts when it recurs or is a participant, and "Note:" is none', () => {
  const file =
    'Ana: one\nNote: three\nAna: https://a.b/c\n10:30: five\nCarla: six\n\nwords\n\nBo: two\nBo: seven\nAction: x\n';
  expect(said(file)).toEqual([
    ['Ana', 'one'],
    [null, 'Note: three'],
    ['Ana', 'https://a.b/c'],
    [null, '10:30: five'],
    [null, 'Carla: six'],
    [null, 'words'],
    ['Bo', 'two'],
    ['Bo', 'seven'],
    [null, 'Action: x'],
  ]);
  expect(said(file, { participants: ['Carla'] })[4]).toEqual(['Carla', 'six']);
});

test.each(['Cleo', '鈴木', 'خالد', 'Dr. Ana Ruiz-Soto', 'Zoë O’Hara', 'Jana Freitag'])(
  'where most rows have a speaker, %s is one who speaks once, and the guess is noted',
  (name) => {
    const file = `Anna: one\nBen: two\nAnna: three\n${name}: I will write the release notes by Friday.\nBen: five\n`;
    expect(said(file)[3]).toEqual([name, 'I will write the release notes by Friday.']);
    expect(read(file).report).toMatchObject({
      counts: { guessed: 1 },
      notes: [{ line: 4, what: 'guessed' }],
    });
  },
);

test('a name on a row of its own above the words is heard once as well', () => {
  const file = 'Anna:\none\n\nBen:\ntwo\n\nAnna:\nthree\n\nCleo:\nfour\n\nBen:\nfive\n';
  expect(said(file)[3]).toEqual(['Cleo', 'four']);
});

test.each([
  'Note', 'Action', 'Decision', 'https', '10:30', 'Next steps', 'Today', 'Hinweis', 'Entscheidung', 'Aufgabe', 'Montag',
  'Remarque', 'Décision', 'Tâche', 'Rappel', 'Nota', 'Acción', 'Decisión', 'Próximos pasos', 'Ação', 'Decisão',
  'Lembrete', 'Примечание', 'Решение', 'Задача', 'Finally', 'Außerdem', 'Ensuite', 'Además', 'Então', 'Во-первых',
])('"%s:" names nobody, in whatever company', (label) => {
  const file = `Anna: one\nBen: two\n${label}: three\nAnna: four\nBen: five\n`;
  const { speakers, report } = read(file);
  expect(speakers).toEqual(['Anna', 'Ben']);
  expect(report.counts).not.toHaveProperty('guessed');
}); // prettier-ignore

test.each([
  ['Anna: We decided to ship on Monday.', 1],
  ['Some words.\n\nMore words.\n\nCleo: I will write it.\n\nBerlin: sunny', 2],
])('a label heard once that is not taken for a speaker is noted: %j', (file, guessed) => {
  const { speakers, report } = read(file);
  expect(speakers).toEqual([]);
  expect(report.counts).toEqual({ guessed });
  expect(report.notes[0]).toMatchObject({
    what: 'guessed',
    why: expect.stringContaining('pass it as a participant'),
  });
});

test('where most rows with a time have a label, one who speaks once is a speaker, and the guess is noted', () => {
  const { speakers, report } = read('[00:01] Ana: a\n[00:02] Bo: b\n[00:03] Ana: c\n[00:04] Decision: d\n');
  expect(speakers).toEqual(['Ana', 'Bo']);
  expect(report).toMatchObject({ counts: { guessed: 1 }, notes: [{ line: 2, what: 'guessed' }] });
});

test('a row without a label goes on with the line above, but not beyond a blank row', () => {
  const { lines, report } = read('Ana: one\ngoes on\n\napart\nAna: two\n');
  expect(lines.map(({ speaker, text }) => [speaker, text])).toEqual([
    ['Ana', 'one goes on'],
    [null, 'apart'],
    ['Ana', 'two'],
  ]);
  expect(report).toMatchObject({ counts: { joined: 1 }, notes: [{ line: 2, what: 'joined' }] });
});

test('words alone are one line a row, without speaker or time', () => {
  expect(read('We ship in March.\n\nWho tells the board?\n-----\n10:30 works for me\n')).toMatchObject({
    confidence: 0.3,
    speakers: [],
    durationMs: null,
    lines: [
      { line: 1, speaker: null, startMs: null, endMs: null, text: 'We ship in March.' },
      { line: 2, text: 'Who tells the board?' },
      { line: 3, text: '10:30 works for me' },
    ],
    report: { counts: { dropped: 1 } },
  });
});

test('rows between two times get times between them, and say so', () => {
  const { lines, report } = read('[00:00] Ana: 12345\nBo: 12345\n[00:10] Ana: x\nBo: y\n');
  expect(lines.map(({ startMs, endMs, approximate }) => [startMs, endMs, approximate])).toEqual([
    [0, null, undefined],
    [5000, null, true],
    [10_000, null, undefined],
    [null, null, undefined],
  ]);
  expect(report.counts).toEqual({ interpolated: 1 });
});

test('tabs and runs of spaces in a text are one space', () => {
  expect(said('Ana:  a\t\tb  c\u2028d \nAna: x')[0]).toEqual(['Ana', 'a b c d']);
});
