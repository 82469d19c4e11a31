import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { readTranscript } from './index.ts';

const german =
  'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Jürgen Köß>Schöne Grüße, das können wir über Ostern prüfen.</v>\n';
const said = 'Schöne Grüße, das können wir über Ostern prüfen.';

test.each([
  ['utf-8', false],
  ['utf-8', true],
  ['utf-16le', true],
  ['utf-16be', true],
  ['utf-32le', true],
  ['utf-32be', true],
])('%s, byte order mark %s', (encoding, addBOM) => {
  const { lines, encoding: found, report } = readTranscript(iconv.encode(german, encoding, { addBOM }));
  expect(lines[0]).toMatchObject({ speaker: 'Jürgen Köß', text: said });
  expect(found).toBe(encoding);
  expect(report.notes).toEqual([]);
});

test.each(['utf-16le', 'utf-16be'])(
  '%s without a byte order mark is told by its NUL bytes, and noted',
  (encoding) => {
    const {
      lines,
      encoding: found,
      report,
    } = readTranscript(iconv.encode(german, encoding, { addBOM: false }));
    expect(lines[0]?.text).toBe(said);
    expect(found).toBe(encoding);
    expect(report.counts).toEqual({ guessed: 1 });
  },
);

test.each([
  ['windows-1252', german, said],
  [
    'windows-1251',
    'Анна: Доброе утро, коллеги, начнём с бюджета.\nИгорь: Хорошо.\nАнна: Решили.\nИгорь: Да.\n',
    'Доброе утро, коллеги, начнём с бюджета.',
  ],
  [
    'shift_jis',
    '田中: おはようございます。会議を始めましょう。\n鈴木: はい、お願いします。\n田中: 次の議題です。\n鈴木: 了解。\n',
    'おはようございます。会議を始めましょう。',
  ],
  [
    'gb18030',
    '王芳: 大家早上好，我们开始今天的会议吧。\n李强: 好的，没有问题。\n王芳: 第一个议题是预算。\n李强: 明白。\n',
    '大家早上好，我们开始今天的会议吧。',
  ],
])('%s is guessed, and noted', (encoding, file, text) => {
  const { lines, encoding: found, report } = readTranscript(iconv.encode(file, encoding));
  expect(lines[0]?.text).toBe(text);
  expect(found).toBe(encoding);
  expect(report.notes).toMatchObject([
    { line: null, what: 'guessed', why: expect.stringContaining('not UTF-8') },
  ]);
});

test('the guess looks where the first telling byte is, however late', () => {
  const ascii = 'Ana: plain words only\nBo: and more of them\n'.repeat(3000);
  const { lines } = readTranscript(iconv.encode(`${ascii}Ana: ${said}\n`, 'windows-1252'));
  expect(lines.at(-1)?.text).toBe(said);
});

test('a broken place does not make UTF-8 another encoding', () => {
  const bytes = Buffer.concat([Buffer.from(german.repeat(3)), Buffer.from([0xc3])]);
  const { encoding, lines, report } = readTranscript(bytes);
  expect(encoding).toBe('utf-8');
  expect(lines[0]?.text).toBe(said);
  expect(report.notes[0]).toMatchObject({ what: 'guessed', why: expect.stringContaining('1 places') });
});

test('a stray NUL in a text file is a control character', () => {
  const { lines, report } = readTranscript(Buffer.from(`Ana: a\0b\nAna: ${'long enough '.repeat(10)}\n`));
  expect(lines[0]?.text).toBe('ab');
  expect(report.counts).toEqual({ cleaned: 1 });
});
