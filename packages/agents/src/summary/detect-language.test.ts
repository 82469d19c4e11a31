import { expect, test } from 'vitest';
import { englishMeeting, germanMeeting, linesOfMeeting } from '../testing/invented-meetings.ts';
import { detectTranscriptLanguage } from './detect-language.ts';

test('the language of most lines is the language of the transcript, wherever the others stand', () => {
  expect(detectTranscriptLanguage(englishMeeting)).toBe('en');
  expect(detectTranscriptLanguage(germanMeeting)).toBe('de');
  const mixed = [
    ...germanMeeting.slice(0, 4),
    ...englishMeeting,
    ...englishMeeting,
    ...germanMeeting.slice(0, 2),
  ];
  expect(detectTranscriptLanguage(mixed)).toBe('en');
});

test('a long transcript is judged by passages from all over it', () => {
  const greeting = Array.from({ length: 300 }, () => germanMeeting).flat();
  const rest = Array.from({ length: 600 }, () => englishMeeting).flat();
  expect(detectTranscriptLanguage([...greeting, ...rest])).toBe('en');
});

test('a transcript that says too little has no language', () => {
  expect(
    detectTranscriptLanguage(
      linesOfMeeting([
        ['Ana', 'Ok.'],
        ['Bo', '12345'],
      ]),
    ),
  ).toBe('und');
  expect(detectTranscriptLanguage(linesOfMeeting([['Ana', 'Hmm uh']]))).toBe('und');
});
