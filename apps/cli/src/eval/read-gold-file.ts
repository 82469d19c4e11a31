import { basename } from 'node:path';
import { TranscriptError } from '@meeting-assistant/transcripts';
import { z } from 'zod';
import { UsageError } from '../config.ts';
import { readInputFile } from '../read-input-file.ts';
import type { GoldContent, GoldMeeting } from './gold-meeting.ts';
import { LinesLostError } from './import-turns.ts';
import { ownMeeting, readOwnMeeting } from './own-shape.ts';
import { qmsumMeeting, readQmsumMeeting } from './qmsum-shape.ts';

/**
 * A meeting with gold data: in QMSum's shape, or in the simple one of our own.
 *
 * @throws UsageError that names the file and what is wrong where in it
 * @throws CommandError when it cannot be read at all
 */
export async function readGoldFile(file: string): Promise<GoldMeeting> {
  const text = (await readInputFile(file)).toString('utf8');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file}: not valid JSON`, { cause: error });
  }
  const content = readContent(file, json);
  if (content.lines.length === 0) throw new UsageError(`${file}: nobody says a word in it`);
  return { file, name: basename(file).replace(/\.json$/i, ''), ...content };
}

function readContent(file: string, json: unknown): GoldContent {
  const keys = typeof json === 'object' && json !== null ? Object.keys(json) : [];
  try {
    if (keys.includes('meeting_transcripts')) return readQmsumMeeting(valid(file, qmsumMeeting, json));
    if (keys.includes('lines')) return readOwnMeeting(valid(file, ownMeeting, json));
  } catch (error) {
    if (error instanceof TranscriptError || error instanceof LinesLostError)
      throw new UsageError(`${file}: ${error.message}`, { cause: error });
    throw error;
  }
  throw new UsageError(
    `${file}: no meeting with gold data. QMSum's shape has "meeting_transcripts", the simple one has "lines" and "gold".`,
  );
}

function valid<Schema extends z.ZodType>(file: string, schema: Schema, json: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(json);
  if (!parsed.success) throw new UsageError(`${file}: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
