import { ResponsesError } from '../errors.ts';
import { shorten } from '../json-value.ts';

/** Characters of a first failure that a message quotes. */
const FAILURE_LIMIT = 200;

/**
 * Nothing can be recorded into the folder, or no longer: it is not empty, it cannot be written, the disk is full.
 *
 * @public
 */
export class RecordingFailedError extends ResponsesError {
  readonly code = 'recording_failed';
  readonly retryable = false;
  readonly folder: string;

  constructor(facts: { folder: string; problem: string; cause?: unknown }) {
    super(`Nothing can be recorded in ${facts.folder}: ${facts.problem}`, facts);
    this.folder = facts.folder;
  }
}

/**
 * A recording cannot be played back: a file of it is missing or is not what it should be.
 *
 * @public
 */
export class BrokenRecordingError extends ResponsesError {
  readonly code = 'recording_broken';
  readonly retryable = false;
  readonly folder: string;
  /** Undefined where the folder itself is the trouble. */
  readonly file: string | undefined;

  constructor(facts: { folder: string; file?: string; problem: string; cause?: unknown }) {
    const file = facts.file === undefined ? '' : `${facts.file} `;
    super(`The recording in ${facts.folder} cannot be played back: ${file}${facts.problem}`, facts);
    this.folder = facts.folder;
    this.file = facts.file;
  }
}

/**
 * A request that a recording has no answer to, or no further one. The message quotes up to 80 characters of both requests. `cause` is what
 * the last answer to the same request had failed with, where it had.
 *
 * @public
 */
export class UnrecordedRequestError extends ResponsesError {
  readonly code = 'request_not_recorded';
  readonly retryable = false;
  readonly folder: string;
  /** The file of the recorded request that is most like it. */
  readonly nearest: string;
  /** Where the two differ first, e.g. `body.input[0].content`; undefined where that one was played already. */
  readonly path: string | undefined;

  constructor(facts: {
    folder: string;
    nearest: string;
    difference: { path: string; recorded: string; now: string } | undefined;
    cause?: Error | undefined;
  }) {
    const { difference, nearest, cause } = facts;
    const failed =
      cause === undefined
        ? ''
        : `. The answer that was played had failed: ${shorten(cause.message, FAILURE_LIMIT).replace(/\.$/, '')}`;
    const why =
      difference === undefined
        ? `it is like ${nearest}, but that one was played already, and the recording has no other${failed}`
        : `the nearest is ${nearest}, and they differ first at ${difference.path}: recorded ${difference.recorded}, now ${difference.now}`;
    super(
      `The recording in ${facts.folder} has no answer to this request: ${why}. Play it back with the same input and options, or record again.`,
      { cause },
    );
    this.folder = facts.folder;
    this.nearest = nearest;
    this.path = difference?.path;
  }
}
