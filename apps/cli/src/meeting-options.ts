import { glossary, meetingSettings, type MeetingSettings } from '@meeting-assistant/contracts';
import type { Command } from 'commander';
import { z } from 'zod';
import { UsageError } from './config.ts';
import { readInputFile } from './read-input-file.ts';

export interface MeetingOptions {
  title?: string;
  startedAt?: string;
  timeZone?: string;
  participants?: string;
  template?: string;
  language?: string;
  glossary?: string;
}

/** What may be said of a meeting besides its file, as options of a command. */
export function withMeetingOptions(command: Command): Command {
  return command
    .option('--title <text>', 'title of the meeting')
    .option('--started-at <time>', 'when it began, ISO 8601 with offset; due dates are worked out from it')
    .option('--time-zone <name>', 'IANA time zone of the meeting, such as Europe/Berlin')
    .option('--participants <names>', 'who took part, separated by commas')
    .option('--template <name>', 'shape of the summary: general, stand-up, one-to-one or sales-call')
    .option('--language <tag>', 'language to write the summary in; the transcript’s own by default')
    .option('--glossary <file>', 'JSON file {"name": "what it stands for"}');
}

/** @throws UsageError that names each wrong option */
export async function readMeetingOptions(options: MeetingOptions): Promise<MeetingSettings> {
  const { participants, glossary: glossaryFile, ...rest } = options;
  const parsed = meetingSettings.safeParse({
    title: rest.title,
    startedAt: rest.startedAt,
    timeZone: rest.timeZone,
    template: rest.template,
    language: rest.language,
    participants: participants
      ?.split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
    glossary: glossaryFile === undefined ? undefined : await readGlossary(glossaryFile),
  });
  if (!parsed.success) throw new UsageError(z.prettifyError(parsed.error));
  return parsed.data;
}

async function readGlossary(path: string): Promise<Record<string, string>> {
  const text = (await readInputFile(path)).toString('utf8');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${path}: not valid JSON`, { cause: error });
  }
  const parsed = glossary.safeParse(json);
  if (!parsed.success) throw new UsageError(`${path}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
