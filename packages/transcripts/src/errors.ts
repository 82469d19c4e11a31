/** The file is not a transcript that can be imported. `code` is stable; the message is meant for the person who uploaded. */
export abstract class TranscriptError extends Error {
  abstract readonly code: string;
  override get name(): string {
    return this.constructor.name;
  }
}

export class EmptyFileError extends TranscriptError {
  readonly code = 'empty_file';
  constructor() {
    super('The file is empty');
  }
}

export class FileTooLargeError extends TranscriptError {
  readonly code = 'file_too_large';
  readonly bytes: number;
  readonly limit: number;
  constructor(bytes: number, limit: number) {
    super(`The file has ${bytes} bytes, and at most ${limit} (${limit / 1024 / 1024} MB) are accepted`);
    this.bytes = bytes;
    this.limit = limit;
  }
}

export class BinaryFileError extends TranscriptError {
  readonly code = 'binary_file';
  /** What the bytes look like, such as "a PDF document"; null when that is not known. */
  readonly kind: string | null;
  /** Of the first byte that text does not have, from 0. */
  readonly offset: number;
  constructor(kind: string | null, offset: number, accepted: string) {
    super(
      `The file is ${kind ?? 'binary data'}, not text (byte ${offset + 1}). Accepted formats: ${accepted}`,
    );
    this.kind = kind;
    this.offset = offset;
  }
}

/** A place in the uploaded file, as editors count: both from 1. */
export type FilePlace = { line: number; column: number };

export class UnknownFormatError extends TranscriptError {
  readonly code = 'unknown_format';
  readonly line: number;
  readonly column: number;
  constructor(place: FilePlace, problem: string, accepted: string) {
    super(
      `Unknown transcript format: line ${place.line}, column ${place.column}: ${problem}. ` +
        `Accepted formats: ${accepted}`,
    );
    this.line = place.line;
    this.column = place.column;
  }
}

export class NoSpokenLineError extends TranscriptError {
  readonly code = 'no_spoken_line';
  constructor(format: string) {
    super(`The file was read as ${format} and has no spoken line`);
  }
}

export class TooManyLinesError extends TranscriptError {
  readonly code = 'too_many_lines';
  readonly limit: number;
  constructor(limit: number, fileLine: number) {
    super(`The transcript has more than ${limit} spoken lines (reached in line ${fileLine} of the file)`);
    this.limit = limit;
  }
}

export class TooLongError extends TranscriptError {
  readonly code = 'too_long';
  constructor(limitMs: number, fileLine: number) {
    super(
      `The transcript is longer than ${limitMs / 3_600_000} hours (reached in line ${fileLine} of the file)`,
    );
  }
}
