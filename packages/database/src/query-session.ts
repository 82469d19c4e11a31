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
} from './drizzle.ts';
import { QueryFailedError } from './errors.ts';

type NoSchema = Record<string, never>;
type PrepareArguments = Parameters<Session<NoSchema, NoSchema>['prepareQuery']>;

/**
 * Drizzle's session with two faults mended: its error spells out every parameter (for us transcript text, up to 25 MB),
 * and its rollback on a cut connection hides the error that cut it.
 */
export class QuerySession extends NodePgSession<NoSchema, NoSchema> {
  readonly #source: pg.Pool | pg.PoolClient;

  constructor(source: pg.Pool | pg.PoolClient, dialect: PgDialect) {
    super(source, dialect, undefined);
    this.#source = source;
  }

  override prepareQuery<T extends PreparedQueryConfig>(
    query: PrepareArguments[0],
    fields: PrepareArguments[1],
    name: PrepareArguments[2],
    arrayMode: PrepareArguments[3],
    mapRows?: (rows: unknown[][]) => T['execute'],
  ): SafeQuery<T> {
    const { sql, params } = query;
    const logger = new NoopLogger();
    const cache = new NoopCache();
    return new SafeQuery<T>(
      this.#source,
      sql,
      params,
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
    if (!('totalCount' in this.#source))
      throw new Error('A transaction inside one is a savepoint: call tx.transaction');
    const client = await this.#source.connect();
    let broken = false;
    try {
      const tx = new NodePgTransaction<NoSchema, NoSchema>(
        this.dialect,
        new QuerySession(client, this.dialect),
        undefined,
      );
      await client.query('begin');
      try {
        if (config) await tx.setTransaction(config);
        const result = await run(tx);
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch(() => {
          broken = true;
        });
        throw error;
      }
    } finally {
      client.release(broken);
    }
  }
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
