import type { Line, Transcript } from '@meeting-assistant/contracts';
import { decodeBytes } from './decode-bytes.ts';
import {
  EmptyFileError,
  FileTooLargeError,
  NoSpokenLineError,
  TooLongError,
  UnknownFormatError,
} from './errors.ts';
import { fillTimes } from './fill-times.ts';
import { hasExtension, type FormatReader, type SourceText } from './formats/format-reader.ts';
import { ACCEPTED_FORMATS, FORMAT_READERS } from './formats/format-table.ts';
import { findStructure } from './formats/structured-text.ts';
import { ImportLog } from './import-log.ts';
import { TRANSCRIPT_LIMITS } from './limits.ts';
import type { Utterance } from './utterance.ts';

export type ReadTranscriptOptions = {
  /** Its extension decides where the content fits several formats. */
  fileName?: string | undefined;
  /** Known names: in front of a colon they are speakers, however often they occur. */
  participants?: readonly string[] | undefined;
};

/**
 * Turns the bytes of a transcript file into numbered lines and an account of what was done to them. The same bytes and
 * options give the same numbers. Throws a `TranscriptError` for a file that is no transcript, or is beyond the limits.
 *
 * @example
 * const { lines, report } = readTranscript(await readFile('planning.vtt'), { fileName: 'planning.vtt' });
 */
export function readTranscript(bytes: Uint8Array, options: ReadTranscriptOptions = {}): Transcript {
  if (bytes.length > TRANSCRIPT_LIMITS.bytes)
    throw new FileTooLargeError(bytes.length, TRANSCRIPT_LIMITS.bytes);
  if (bytes.length === 0) throw new EmptyFileError();
  const log = new ImportLog();
  const { text, encoding } = decodeBytes(bytes, log, ACCEPTED_FORMATS);
  if (text.trim() === '') throw new EmptyFileError();
  const source: SourceText = { text, fileName: options.fileName, participants: options.participants ?? [] };
  const { format, confidence } = recognise(source);
  const utterances = format.read(source, log);
  if (utterances.length === 0) throw new NoSpokenLineError(format.label);
  const durationMs = measure(utterances);
  const lines = utterances.map(toLine);
  for (const index of fillTimes(lines)) {
    const { row, cue } = utterances[index] ?? { row: null, cue: null };
    log.note(
      'interpolated',
      'the file has no time for this line, which got one between its neighbours',
      row,
      cue,
    );
  }
  return {
    format: format.name,
    encoding,
    confidence,
    lines,
    speakers: distinctSpeakers(lines),
    durationMs,
    report: log.report(),
  };
}

function recognise(source: SourceText): { format: FormatReader; confidence: number } {
  // Before any format is asked: a page may quote cues, and data may be broken, and neither is a transcript.
  const structure = findStructure(source.text);
  if (structure !== null) {
    const problem = `this begins ${structure.kind}, which is not read here`;
    throw new UnknownFormatError(structure.place, problem, ACCEPTED_FORMATS);
  }
  const results = FORMAT_READERS.map((format) => ({ format, ...format.recognise(source) }));
  const best = results.reduce((a, b) => (b.confidence > a.confidence ? b : a));
  if (best.confidence > 0) return best;
  // The format that the name promises knows best what is missing, then the least demanding one.
  const promised = results.find(({ format }) => hasExtension(source, format.extensions));
  const refusal = promised?.refusal ?? results.findLast((result) => result.refusal !== undefined)?.refusal;
  const { place, problem } = refusal ?? {
    place: { line: 1, column: 1 },
    problem: 'no format begins like this',
  };
  throw new UnknownFormatError(place, problem, ACCEPTED_FORMATS);
}

/** The end of the last line, in milliseconds; null when the file has no times. */
function measure(utterances: readonly Utterance[]): number | null {
  let first = Infinity;
  let last = -1;
  for (const { startMs, endMs, row } of utterances) {
    const from = startMs ?? endMs;
    if (from === null) continue;
    if (from < first) first = from;
    last = Math.max(last, endMs ?? from);
    if (last - first > TRANSCRIPT_LIMITS.durationMs || last > TRANSCRIPT_LIMITS.timeMs) {
      throw new TooLongError(TRANSCRIPT_LIMITS.durationMs, row);
    }
  }
  return last === -1 ? null : last;
}

function distinctSpeakers(lines: readonly Line[]): string[] {
  const speakers = new Set<string>();
  for (const { speaker } of lines) if (speaker !== null) speakers.add(speaker);
  return [...speakers];
}

function toLine({ speaker, text, startMs, endMs }: Utterance, index: number): Line {
  return { line: index + 1, speaker, startMs, endMs, text };
}
