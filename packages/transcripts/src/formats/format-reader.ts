import type { TranscriptFormat } from '@meeting-assistant/contracts';
import type { FilePlace } from '../errors.ts';
import type { ImportLog } from '../import-log.ts';
import type { Utterance } from '../utterance.ts';

export type SourceText = {
  text: string;
  /** Its extension is a hint where the content leaves a choice, and nothing more. */
  fileName: string | undefined;
  participants: readonly string[];
};

/** How sure a format is that the file is its own, 0 to 1; with 0, the first place that is not, and what is wrong there. */
type Recognition = { confidence: number; refusal?: { place: FilePlace; problem: string } };

export type FormatReader = {
  name: TranscriptFormat;
  label: string;
  /** With the dot, the usual one first. */
  extensions: readonly [string, ...string[]];
  mediaTypes: readonly string[];
  description: string;
  recognise(source: SourceText): Recognition;
  read(source: SourceText, log: ImportLog): Utterance[];
};

export function hasExtension(source: SourceText, extensions: readonly string[]): boolean {
  const name = source.fileName?.toLowerCase();
  return name !== undefined && extensions.some((extension) => name.endsWith(extension));
}
