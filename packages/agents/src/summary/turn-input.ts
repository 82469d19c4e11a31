import type { Line } from '@meeting-assistant/contracts';
import { writeRows } from './transcript-block.ts';

export type MeetingHeader = {
  title: string | null;
  startedAt: string | null;
  timeZone: string | null;
  participants: readonly string[];
  /** The transcript's own language. */
  language: string;
  outputLanguage: string;
  template: string;
  glossary: Readonly<Record<string, string>>;
};

/**
 * What the model is given, as ONE text: many input items cost tens of milliseconds a turn. Every row of the transcript
 * starts with its number, so no text in it can pass for the end of the block.
 */
export function writeTurnInput(header: MeetingHeader, lines: readonly Line[]): string {
  const { title, startedAt, timeZone, participants, language, outputLanguage, template, glossary } = header;
  const meeting = { title, startedAt, timeZone, participants, language, outputLanguage, template, glossary };
  return [
    '<meeting>',
    JSON.stringify(meeting).replaceAll('<', String.raw`\u003c`),
    '</meeting>',
    `<transcript from="${lines[0]?.line ?? 0}" to="${lines.at(-1)?.line ?? 0}">`,
    writeRows(lines),
    '</transcript>',
  ].join('\n');
}
