import type { FormatReader } from './format-reader.ts';
import { plainText } from './plain-text.ts';
import { srt } from './srt.ts';
import { webvtt } from './webvtt.ts';

/** Every format that is read. A further one is a file beside this and a row here; where two are equally sure, the first wins. */
export const FORMAT_READERS: readonly FormatReader[] = [webvtt, srt, plainText];

export type TranscriptFormatInfo = Pick<
  FormatReader,
  'name' | 'label' | 'extensions' | 'mediaTypes' | 'description'
>;

/** What may be uploaded, for forms and messages. */
export const TRANSCRIPT_FORMATS: readonly TranscriptFormatInfo[] = FORMAT_READERS.map(
  ({ name, label, extensions, mediaTypes, description }) => ({
    name,
    label,
    extensions,
    mediaTypes,
    description,
  }),
);

/** "WebVTT (.vtt), SubRip (.srt), …" */
export const ACCEPTED_FORMATS = TRANSCRIPT_FORMATS.map(
  ({ label, extensions }) => `${label} (${extensions.join(', ')})`,
).join(', ');
