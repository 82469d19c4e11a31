export { connectDatabase, type Connection, type ConnectOptions, type Database } from './connect.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded/start-embedded.ts';
export {
  DatabaseRefusedError,
  EmbeddedPostgresError,
  FencedOutError,
  IdempotencyConflictError,
  InvalidCursorError,
  NulCharacterError,
  QueryFailedError,
  WorkspaceExistsError,
} from './errors.ts';
export { migrateDatabase } from './migrate.ts';
