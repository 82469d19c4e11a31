import { describe, expect, test } from 'vitest';
import { readTranscript, type ReadTranscriptOptions } from './index.ts';

const read = (text: string, options?: ReadTranscriptOptions) =>
  readTranscript(new TextEncoder().encode(text), options);
const said = (text: string, options?: ReadTranscriptOptions) =>
  read(text, options).lines.map(({ speaker, text }) => [speaker, text]);
/** Cues of one second each, numbered from 1. */
const vtt = (...cues: string[]) =>
  `WEBVTT\n\n${cues.map((text, i) => `00:00:0${i}.000 --> 00:00:0${i + 1}.000\n${text}\n`).join('\n')}`;

describe('WebVTT', () => {
  test('a Zoom file: the text before the first colon is the speaker, also of one who speaks once', () => {
    const file =
      'WEBVTT\r\n\r\n1\r\n00:05:49.620 --> 00:05:50.760\r\nAna Ruiz: Morning: all of you\r\n\r\n' +
      '2\r\n00:05:51.000 --> 00:05:52.000\r\nBo Diaz | Northwind (Team 7): Hi\r\n';
    expect(read(file)).toMatchObject({
      format: 'webvtt',
      encoding: 'utf-8',
      confidence: 1,
      speakers: ['Ana Ruiz', 'Bo Diaz | Northwind (Team 7)'],
      durationMs: 352_000,
      lines: [
        { line: 1, speaker: 'Ana Ruiz', startMs: 349_620, endMs: 350_760, text: 'Morning: all of you' },
        { line: 2, speaker: 'Bo Diaz | Northwind (Team 7)', startMs: 351_000, endMs: 352_000, text: 'Hi' },
      ],
      report: { counts: {}, notes: [] },
    });
  });

  test('a cue without a name has no speaker, and not the one before', () => {
    expect(said(vtt('Ana Ruiz: one', 'and two', 'Ana Ruiz: three'))).toEqual([
      ['Ana Ruiz', 'one'],
      [null, 'and two'],
      ['Ana Ruiz', 'three'],
    ]);
  });

  test('names have handles, digits, phone numbers and other scripts', () => {
    const names = [
      '@bo_d',
      'Room 4',
      '+49 30 ****55',
      'María José de la Cruz',
      '田中太郎',
      'Анна Петрова',
      'J. R. Lee',
      "O'Neil, Sean",
    ];
    const cues = names.flatMap((name) => [`${name}: hi`]);
    expect(said(vtt(...cues.slice(0, 8))).map(([speaker]) => speaker)).toEqual([null, ...names.slice(1)]);
    expect(said(vtt('@bo_d: hi', '@bo_d: again'))[0]).toEqual(['@bo_d', 'hi']);
  });

  test('headings, clock times, links and sentences before a colon are no speakers', () => {
    const cues = [
      'Note: a',
      'Open question: b',
      'At 10:30: c',
      'https://a.b: d',
      'So here is the thing: e',
      'Kurze Frage: f',
    ];
    expect(said(vtt('Ana Ruiz: x', ...cues)).slice(1)).toEqual(cues.map((cue) => [null, cue]));
  });

  test('where hardly any cue is labelled, a lone word before a colon needs to recur', () => {
    const cues = ['one', 'two', 'Honest: three', 'four', 'five', 'six'];
    expect(said(vtt(...cues)).map(([speaker]) => speaker)).toEqual([null, null, null, null, null, null]);
    expect(said(vtt(...cues), { participants: ['honest'] })[2]).toEqual(['Honest', 'three']);
  });

  test('a new Teams file: voices with commas, brackets and entities, and two rows are one line', () => {
    const file =
      '\ufeffWEBVTT\n\n8f2c/12-0\n00:00:01.000 --> 00:00:02.000\n<v Lee, Ann (Guest)>one\ntwo</v>\n\n' +
      '8f2c/13-0\n00:00:02.000 --> 00:00:03.000\n<v R&amp;D Room>x</v><v Bo>Note: y &lt;b&gt;</v>.\n';
    expect(said(file)).toEqual([
      ['Lee, Ann (Guest)', 'one two'],
      ['R&D Room', 'x'],
      ['Bo', 'Note: y <b>.'],
    ]);
    expect(read(file).report.notes).toEqual([]);
  });

  test('several voices in a cue are several lines, unless they are one person', () => {
    expect(said(vtt('<v Ana>one</v> <v Ana>two</v>\n<v.loud Bo>three</v>'))).toEqual([
      ['Ana', 'one two'],
      ['Bo', 'three'],
    ]);
  });

  test('in a file with voices no colon names anyone', () => {
    expect(said(vtt('<v Ana>one', 'Carla: two'))).toEqual([
      ['Ana', 'one'],
      [null, 'Carla: two'],
    ]);
  });

  test('an old Teams file: unpadded and overlapping times stay as they are', () => {
    const { lines } = read('WEBVTT\n\n0:0:0.210 --> 0:0:1.130\nhello\n\n0:0:0.900 --> 0:0:2.5\nthere\n');
    expect(lines.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [210, 1130],
      [900, 2500],
    ]);
  });

  test('a Webex file names the speaker in the identifier', () => {
    expect(said('WEBVTT\n\n1 "Ann Lee" (3112)\n00:01.000 --> 00:02.000\nNote: hi\n')).toEqual([
      ['Ann Lee', 'Note: hi'],
    ]);
  });

  test('rolling captions are read once', () => {
    const file = vtt(
      'first<00:00:00.300><c> row</c>',
      'first row',
      'first row\nsecond<00:00:02.300><c> row</c>',
      'second row\n ',
      'second row\nthird<00:00:04.300><c> row</c>',
    );
    expect(said(file).map(([, text]) => text)).toEqual(['first row', 'second row', 'third row']);
    expect(read(file).report.counts).toEqual({ 'de-rolled': 4 });
  });

  test('NOTE, STYLE and REGION blocks are no speech, and are counted', () => {
    const file =
      vtt('one').replace('\n\n', '\n\nNOTE a\nb\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:x\n\n') +
      '\nNOTE\nend\n';
    const { lines, report } = read(file);
    expect(lines.map(({ text }) => text)).toEqual(['one']);
    expect(report.counts).toEqual({ dropped: 4 });
    expect(report.notes[0]).toEqual({
      line: 3,
      cue: null,
      what: 'dropped',
      why: 'a NOTE block, which is no speech',
    });
  });

  test('settings, header metadata, classes and entities leave no trace in the text', () => {
    const file =
      'WEBVTT - Title\nKind: captions\nLanguage: en\n\nid-1\n00:01.000 --> 00:02.000 align:start position:10%\n<c.red>a</c> &amp; <b>b</b>&nbsp;&#x41;&unknown; <3 x < y\n';
    expect(said(file)).toEqual([[null, 'a & b\u00a0A&unknown; <3 x < y']]);
  });

  test.each([
    ['a comma for the point', 'WEBVTT\n\n00:00:01,500 --> 00:00:02,000\na\n', 1500],
    ['hours of three digits', 'WEBVTT\n\n100:00:01.500 --> 100:00:02.000\na\n', 360_001_500],
    ['no hours', 'WEBVTT\n\n75:01.500 --> 75:02.000\na\n', 4_501_500],
    ['no space around the arrow', 'WEBVTT\n\n00:01.500-->00:02.000\na\n', 1500],
    ['a tab before the settings', 'WEBVTT\n\n00:01.500 -->\t00:02.000\tline:0\na\n', 1500],
    ['no blank row after the header', 'WEBVTT\n00:01.500 --> 00:02.000\na\n', 1500],
    ['an identifier right below the header', 'WEBVTT\n1\n00:01.500 --> 00:02.000\na\n', 1500],
    ['CR alone as the end of a row', 'WEBVTT\r\r1\r00:01.500 --> 00:02.000\ra\r', 1500],
    ['no end of the last row', 'WEBVTT\n\n00:01.500 --> 00:02.000\na', 1500],
    ['no fraction', 'WEBVTT\n\n00:00:01 --> 00:00:02\na', 1000],
  ])('%s is read', (_name, file, startMs) => {
    const { lines, report } = read(file);
    expect(lines).toEqual([{ line: 1, speaker: null, startMs, endMs: expect.any(Number), text: 'a' }]);
    expect(report.notes).toEqual([]);
  });

  test('a file without its header is read, and the guess is noted', () => {
    const { format, confidence, report } = read('00:00:01.000 --> 00:00:02.000\na\n');
    expect(format).toBe('webvtt');
    expect(confidence).toBeLessThan(1);
    expect(report.counts).toEqual({ guessed: 1 });
  });

  test('a blank row inside a cue does not lose what follows it', () => {
    const file =
      'WEBVTT\n\n1\n00:01.000 --> 00:02.000\none\n\nstill one\n\n2\n00:02.000 --> 00:03.000\ntwo\n';
    expect(said(file).map(([, text]) => text)).toEqual(['one still one', 'two']);
    expect(read(file).report).toMatchObject({
      counts: { joined: 1 },
      notes: [{ line: 7, cue: '1', what: 'joined' }],
    });
  });

  test('a sentence above a timing row is speech, where no cue has words as identifier', () => {
    const file = 'WEBVTT\n\n00:01.000 --> 00:02.000\none\n\nand more of it\n00:02.000 --> 00:03.000\ntwo\n';
    expect(said(file).map(([, text]) => text)).toEqual(['one and more of it', 'two']);
    const named =
      'WEBVTT\n\nfirst slide here\n00:01.000 --> 00:02.000\none\n\nsecond slide here\n00:02.000 --> 00:03.000\ntwo\n';
    expect(said(named).map(([, text]) => text)).toEqual(['one', 'two']);
  });

  test('a cue that ends before it starts is kept, and noted', () => {
    const { lines, report } = read('WEBVTT\n\n00:05.000 --> 00:02.000\na\n');
    expect(lines[0]).toMatchObject({ startMs: 5000, endMs: 5000 });
    expect(report.notes).toMatchObject([{ line: 3, what: 'guessed' }]);
  });

  test('a cue whose times cannot be read keeps its text, between its neighbours', () => {
    const { lines, report } = read(
      vtt('one', 'two', 'six').replace('00:00:01.000 --> 00:00:02.000', '00:00:xx --> 00:yy'),
    );
    expect(lines[1]).toEqual({
      line: 2,
      speaker: null,
      startMs: 1000,
      endMs: 2000,
      text: 'two',
      approximate: true,
    });
    expect(report.counts).toEqual({ guessed: 1, interpolated: 1 });
  });

  test('a cue without text is dropped, and the numbers go on without a gap', () => {
    const { lines, report } = read(vtt('one', '<c></c>', 'two'));
    expect(lines.map(({ line, text }) => [line, text])).toEqual([
      [1, 'one'],
      [2, 'two'],
    ]);
    expect(report.counts).toEqual({ dropped: 1 });
  });

  test('an arrow in speech is speech', () => {
    expect(said(vtt('we go from a --> b here'))).toEqual([[null, 'we go from a --> b here']]);
  });
});

describe('SubRip', () => {
  test('numbers, commas and speakers', () => {
    const file =
      '1\r\n00:00:01,000 --> 00:00:02,500\r\nAna Ruiz: <i>Hi</i>\r\nthere\r\n\r\n2\r\n00:00:02,500 --> 00:00:04,000\r\nBO DIAZ: {\\an8}Hello &amp; so on\r\n';
    expect(read(file)).toMatchObject({ format: 'srt', durationMs: 4000, report: { counts: {} } });
    expect(said(file)).toEqual([
      ['Ana Ruiz', 'Hi there'],
      ['BO DIAZ', 'Hello &amp; so on'],
    ]);
  });

  test.each([
    [
      'a byte order mark',
      '\ufeff1\n00:00:01,000 --> 00:00:02,000\na\n\n2\n00:00:03,000 --> 00:00:04,000\nb\n',
    ],
    ['missing numbers', '00:00:01,000 --> 00:00:02,000\na\n\n00:00:03,000 --> 00:00:04,000\nb\n'],
    ['missing blank rows', '1\n00:00:01,000 --> 00:00:02,000\na\n2\n00:00:03,000 --> 00:00:04,000\nb\n'],
    [
      'missing blank rows and a gap in the numbers',
      '1\n00:00:01,000 --> 00:00:02,000\na\n7\n00:00:03,000 --> 00:00:04,000\nb\n',
    ],
    ['missing hours', '1\n00:01,000 --> 00:02,000\na\n\n2\n00:03,000 --> 00:04,000\nb\n'],
    ['points for commas', '1\n00:00:01.000 --> 00:00:02.000\na\n\n2\n00:00:03.000 --> 00:00:04.000\nb\n'],
    [
      'a blank row below the number',
      '1\n\n00:00:01,000 --> 00:00:02,000\na\n\n2\n\n00:00:03,000 --> 00:00:04,000\nb\n',
    ],
    [
      'a blank row below the times',
      '1\n00:00:01,000 --> 00:00:02,000\n\na\n\n2\n00:00:03,000 --> 00:00:04,000\n\nb\n',
    ],
    [
      'coordinates',
      '1\n00:00:01,000 --> 00:00:02,000 X1:1 X2:2 Y1:3 Y2:4\na\n\n2\n00:00:03,000 --> 00:00:04,000\nb\n',
    ],
    [
      'blank rows of spaces',
      '1\n00:00:01,000 --> 00:00:02,000\na\n  \n2\n00:00:03,000 --> 00:00:04,000\nb\n\n\n\n',
    ],
  ])('%s', (_name, file) => {
    expect(read(file, { fileName: 'x.srt' })).toMatchObject({
      format: 'srt',
      lines: [
        { line: 1, startMs: 1000, endMs: 2000, text: 'a' },
        { line: 2, startMs: 3000, endMs: 4000, text: 'b' },
      ],
      report: { counts: {}, notes: [] },
    });
  });

  test('dashes give the rows of a cue to several people', () => {
    expect(
      said(
        '1\n00:00:01,000 --> 00:00:02,000\n- Ana: hi\n- Bo: ho\n\n2\n00:00:02,000 --> 00:00:03,000\n- yes\n- no\n',
      ),
    ).toEqual([
      ['Ana', 'hi'],
      ['Bo', 'ho'],
      [null, 'yes'],
      [null, 'no'],
    ]);
  });

  test('a later row with the name of a speaker is a line of its own, any other goes on', () => {
    const file =
      '1\n00:00:01,000 --> 00:00:02,000\nAna: we ship\nBo: good\n\n2\n00:00:02,000 --> 00:00:03,000\nBo: two\nPlan: three\n';
    expect(said(file)).toEqual([
      ['Ana', 'we ship'],
      ['Bo', 'good'],
      ['Bo', 'two Plan: three'],
    ]);
  });

  test('a number that is spoken stays', () => {
    const file =
      '1\n00:00:01,000 --> 00:00:02,000\n42\n\n2\n00:00:02,000 --> 00:00:03,000\nhm\n\n42\n\n3\n00:00:03,000 --> 00:00:04,000\nc\n';
    expect(said(file).map(([, text]) => text)).toEqual(['42', 'hm 42', 'c']);
  });

  test('the content tells the format, not the name', () => {
    expect(read('1\n00:00:01,000 --> 00:00:02,000\na\n', { fileName: 'a.vtt' }).format).toBe('srt');
    expect(read(vtt('a'), { fileName: 'a.srt' }).format).toBe('webvtt');
    expect(read(vtt('a'), { fileName: 'a.txt' }).format).toBe('webvtt');
  });
});
