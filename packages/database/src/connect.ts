import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import { Pool } from 'pg';
import { NodePgDatabase, PgDialect } from './drizzle.ts';
import { QuerySession } from './query-session.ts';

type NoSchema = Record<string, never>;

/** What every query takes first: the pool, or a transaction on one of its connections (then theirs is a savepoint). */
export type Database = PgDatabase<NodePgQueryResultHKT, NoSchema>;

export type ConnectOptions = {
  /** Most connections at once; 10 when absent. */
  max?: number;
  /** How long a query may take, in milliseconds, so that a frozen server hangs nobody for ever; 30 s when absent. */
  queryTimeoutMs?: number;
  /** Shown in pg_stat_activity. */
  applicationName?: string;
  /** Told of each connection that broke; the pool replaces it by itself. */
  onError?: (error: Error) => void;
};

export type Connection = { db: Database; pool: Pool; close(): Promise<void> };

/** Opens no connection yet: the first query does. A broken connection is never an uncaught error. */
export function connectDatabase(url: string, options: ConnectOptions = {}): Connection {
  const pool = new Pool({
    connectionString: url,
    max: options.max ?? 10,
    application_name: options.applicationName ?? 'meeting-assistant',
    connectionTimeoutMillis: 10_000,
    query_timeout: options.queryTimeoutMs ?? 30_000,
    keepAlive: true,
  });
  const onError = options.onError ?? (() => {});
  // The pool watches idle connections alone; one that breaks inside a transaction would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  // The listener above has told of it; without this one Node would still throw.
  pool.on('error', () => {});
  const dialect = new PgDialect();
  const db = new NodePgDatabase<NoSchema>(dialect, new QuerySession(pool, dialect), undefined);
  return { db, pool, close: () => pool.end() };
}

/** The same connections with another limit for each query. A transaction that has begun keeps its own. */
export function withQueryTimeout(db: Database, queryTimeoutMs: number): Database {
  const { session } = db._;
  if (!(session instanceof QuerySession) || !session.onPool) return db;
  return new NodePgDatabase<NoSchema>(new PgDialect(), session.withQueryTimeout(queryTimeoutMs), undefined);
}
