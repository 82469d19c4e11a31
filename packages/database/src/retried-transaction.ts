import type { Database } from './connect.ts';
import { QueryFailedError } from './errors.ts';

const RETRIES = 3;

/** Deadlock and serialization failure: Postgres has undone the transaction because of another one. */
const CONFLICTS = new Set(['40P01', '40001']);

/** A transaction that is run again when it fell victim to another; `run` must have no effect outside of it. */
export async function retriedTransaction<Result>(
  db: Database,
  run: (tx: Database) => Promise<Result>,
): Promise<Result> {
  for (let retries = 0; ; retries++) {
    try {
      return await db.transaction(run);
    } catch (error) {
      const conflict = error instanceof QueryFailedError && CONFLICTS.has(error.code ?? '');
      if (!conflict || retries === RETRIES) throw error;
    }
  }
}
