import { DatabaseError } from 'pg';

/** The code of a query that was given up for want of an answer: whether the server ran it is unknown. */
export const NO_ANSWER = 'ETIMEDOUT';

/** How pg says so, without a code. */
const READ_TIMEOUT = 'Query read timeout';

/**
 * A statement failed. Says which SQLSTATE and constraint, and holds neither the statement nor its parameters: those are
 * transcript text.
 */
export class QueryFailedError extends Error {
  override readonly name = 'QueryFailedError';
  /** SQLSTATE, the code of the socket's error, or `ETIMEDOUT` when no answer came in time; undefined when there is none. */
  readonly code: string | undefined;
  readonly constraint: string | undefined;

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    this.code = typeof code === 'string' ? code : this.message === READ_TIMEOUT ? NO_ANSWER : undefined;
    this.constraint = cause instanceof DatabaseError ? cause.constraint : undefined;
  }
}

/** The server answers, and refuses us in a way that waiting does not mend. */
export class DatabaseRefusedError extends Error {
  override readonly name = 'DatabaseRefusedError';
  readonly code: string;

  constructor(server: string, code: string, cause: Error) {
    const advice =
      code === '3D000'
        ? 'create the database'
        : 'check the user, the password and pg_hba.conf, or correct DATABASE_URL';
    super(`Postgres at ${server} refused the connection: ${cause.message} (${code}); ${advice}`, { cause });
    this.code = code;
  }
}

/** The worker's claim is over: another attempt, a cancel or the sweeper has raised the job's fence. Nothing was written. */
export class FencedOutError extends Error {
  override readonly name = 'FencedOutError';
  readonly code = 'fenced_out';
  readonly jobId: string;
  readonly fence: number;

  constructor(jobId: string, fence: number) {
    super(`Job ${jobId} is no longer held under fence ${fence}`);
    this.jobId = jobId;
    this.fence = fence;
  }
}

/** The same Idempotency-Key came with another file or other settings. */
export class IdempotencyConflictError extends Error {
  override readonly name = 'IdempotencyConflictError';
  readonly code = 'idempotency_conflict';
  readonly key: string;

  constructor(key: string) {
    super(`The idempotency key ${JSON.stringify(key)} was used before for another upload`);
    this.key = key;
  }
}

/** The cursor is not one that a page of this list handed out. */
export class InvalidCursorError extends Error {
  override readonly name = 'InvalidCursorError';
  readonly code = 'invalid_cursor';

  constructor() {
    super('The cursor is not one of this list: take `nextCursor` of the page before, unchanged');
  }
}

/** Postgres cannot store the character U+0000. */
export class NulCharacterError extends Error {
  override readonly name = 'NulCharacterError';
  readonly code = 'nul_character';
  /** Where it is, for example `line 12` or `title`. */
  readonly place: string;

  constructor(place: string) {
    super(`The text holds the character U+0000, which cannot be stored (${place})`);
    this.place = place;
  }
}

/** Speakers cannot be renamed as it was asked. Nothing was changed. */
export class SpeakerRenamingError extends Error {
  override readonly name: string = 'SpeakerRenamingError';
  readonly code: 'unknown_speaker' | 'ambiguous_speaker' | 'conflicting_speaker_names';

  constructor(code: SpeakerRenamingError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Nobody is called that. */
export class UnknownSpeakerError extends SpeakerRenamingError {
  override readonly name = 'UnknownSpeakerError';
  readonly unknown: readonly string[];
  readonly known: readonly string[];

  constructor(unknown: readonly string[], known: readonly string[]) {
    const whom = known.length === 0 ? 'The meeting has no named speaker' : `Its speakers are ${list(known)}`;
    super('unknown_speaker', `The meeting has no speaker ${list(unknown)}. ${whom}.`);
    this.unknown = unknown;
    this.known = known;
  }
}

/** One speaker has the name that the file gives to another. */
export class AmbiguousSpeakerError extends SpeakerRenamingError {
  override readonly name = 'AmbiguousSpeakerError';
  readonly key: string;
  /** The labels of those who have it as their name. */
  readonly named: readonly string[];

  constructor(key: string, named: readonly string[]) {
    super(
      'ambiguous_speaker',
      `${JSON.stringify(key)} is a label of the file, and the name shown for the speakers with the labels ${list(named)}. ` +
        'Say with "speakersBy" whether the keys are names ("name") or labels ("label").',
    );
    this.key = key;
    this.named = named;
  }
}

/** Two keys mean one speaker, and give different names. */
export class ConflictingSpeakerNamesError extends SpeakerRenamingError {
  override readonly name = 'ConflictingSpeakerNamesError';
  readonly label: string;

  constructor(label: string) {
    super(
      'conflicting_speaker_names',
      `Two keys mean the speaker whom the file calls ${JSON.stringify(label)}, and give different names. Send one of them.`,
    );
    this.label = label;
  }
}

/** A meeting may have thousands of speakers. */
const MAX_LISTED = 30;

function list(names: readonly string[]): string {
  const shown = names.slice(0, MAX_LISTED).map((name) => JSON.stringify(name));
  const rest = names.length - shown.length;
  return rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
}

export class WorkspaceExistsError extends Error {
  override readonly name = 'WorkspaceExistsError';
  readonly code = 'workspace_exists';
  readonly workspaceName: string;

  constructor(name: string, cause: unknown) {
    super(`There is a workspace named ${JSON.stringify(name)} already`, { cause });
    this.workspaceName = name;
  }
}

/** Embedded Postgres cannot run here, and trying again would not help. The message says what to do. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
  readonly code = 'embedded_postgres';
}
