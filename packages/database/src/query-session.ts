import type { NodePgSession as Session, NodePgTransaction as Transaction } from 'drizzle-orm/node-postgres';
import type { PgDialect, PgTransactionConfig, PreparedQueryConfig } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import {
  DrizzleQueryError,
  NodePgPreparedQuery,
  NodePgSession,
  NodePgTransaction,
  NoopCache,
  NoopLogger,
  sql,
} from './drizzle.ts';
import { NO_ANSWER, QueryFailedError } from './errors.ts';

/** How long a rollback may take before its connection is given up, which undoes the transaction too. */
const ROLLBACK_TIMEOUT_MS = 5_000;

type Source = pg.Pool | pg.PoolClient;
type NoSchema = Record<string, never>;
type PrepareArguments = Parameters<Session<NoSchema, NoSchema>['prepareQuery']>;

/**
 * Drizzle's session with a limit for each query, and two faults mended: its error spells out every parameter (for us transcript
 * text, up to 25 MB), and its rollback on a cut connection hides the error that cut it.
 */
export class QuerySession extends NodePgSession<NoSchema, NoSchema> {
  readonly #source: Source;
  readonly #dialect: PgDialect;
  readonly #queryTimeoutMs: number | undefined;

  /** @param queryTimeoutMs the pool's own when absent */
  constructor(source: Source, dialect: PgDialect, queryTimeoutMs?: number) {
    super(source, dialect, undefined);
    this.#source = source;
    this.#dialect = dialect;
    this.#queryTimeoutMs = queryTimeoutMs;
  }

  /** False inside a transaction. */
  get onPool(): boolean {
    return isPool(this.#source);
  }

  withQueryTimeout(queryTimeoutMs: number): QuerySession {
    return new QuerySession(this.#source, this.#dialect, queryTimeoutMs);
  }

  override prepareQuery<T extends PreparedQueryConfig>(
    query: PrepareArguments[0],
    fields: PrepareArguments[1],
    name: PrepareArguments[2],
    arrayMode: PrepareArguments[3],
    mapRows?: (rows: unknown[][]) => T['execute'],
  ): SafeQuery<T> {
    const logger = new NoopLogger();
    const cache = new NoopCache();
    return new SafeQuery<T>(
      limited(this.#source, this.#queryTimeoutMs),
      query.sql,
      query.params,
      logger,
      cache,
      undefined,
      undefined,
      fields,
      name,
      arrayMode,
      mapRows,
    );
  }

  override async transaction<T>(
    run: (tx: Transaction<NoSchema, NoSchema>) => Promise<T>,
    config?: PgTransactionConfig,
  ): Promise<T> {
    if (!isPool(this.#source))
      throw new Error('A transaction inside one is a savepoint: call tx.transaction');
    const client = await this.#source.connect();
    const session = new QuerySession(client, this.#dialect, this.#queryTimeoutMs);
    const tx = new NodePgTransaction<NoSchema, NoSchema>(this.#dialect, session, undefined);
    let usable = true;
    try {
      await tx.execute(sql`begin`);
      if (config) await tx.setTransaction(config);
      const result = await run(tx);
      await tx.execute(sql`commit`);
      return result;
    } catch (error) {
      usable = await rollBack(client, error);
      throw error;
    } finally {
      client.release(!usable);
    }
  }
}

/** Whether the connection can be used again. */
async function rollBack(client: pg.PoolClient, error: unknown): Promise<boolean> {
  // The statement is still under way: a rollback would wait behind it.
  if (error instanceof QueryFailedError && error.code === NO_ANSWER) return false;
  return client.query(timed({ text: 'rollback' }, ROLLBACK_TIMEOUT_MS)).then(
    () => true,
    () => false,
  );
}

const isPool = (source: Source): source is pg.Pool => 'totalCount' in source;

/** pg reads this one from a query too; its types do not know. */
const timed = (query: pg.QueryConfig, query_timeout: number): pg.QueryConfig =>
  Object.assign({ ...query }, { query_timeout });

/** The source as a prepared query uses it, which calls nothing but this one form of `query`: hence the cast. */
function limited(source: Source, timeoutMs: number | undefined): Source {
  if (timeoutMs === undefined) return source;
  const query = (config: pg.QueryConfig, values: unknown[]) => source.query(timed(config, timeoutMs), values);
  return { query } as unknown as Source;
}

class SafeQuery<T extends PreparedQueryConfig> extends NodePgPreparedQuery<T> {
  override execute(values?: Record<string, unknown>): Promise<T['execute']> {
    return super.execute(values).catch(rethrowWithoutParameters);
  }

  override all(values?: Record<string, unknown>): Promise<T['all']> {
    return super.all(values).catch(rethrowWithoutParameters);
  }
}

function rethrowWithoutParameters(error: unknown): never {
  throw error instanceof DrizzleQueryError ? new QueryFailedError(error.cause) : error;
}
