export { readTranscript, type ReadTranscriptOptions } from './read-transcript.ts';
export { TRANSCRIPT_FORMATS, type TranscriptFormatInfo } from './formats/format-table.ts';
export { TRANSCRIPT_LIMITS } from './limits.ts';
export { writeSrt } from './write-srt.ts';
export { writeText } from './write-text.ts';
export { writeWebVtt } from './write-webvtt.ts';
export {
  BinaryFileError,
  EmptyFileError,
  FileTooLargeError,
  NoSpokenLineError,
  TooLongError,
  TooManyLinesError,
  TranscriptError,
  UnknownFormatError,
  type FilePlace,
} from './errors.ts';
