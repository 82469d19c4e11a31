import {
  assertSchemaCompatibility,
  createPostgresBackend,
  LATEST_SCHEMA_VERSION,
  Queue,
  runMigrations,
  SchemaMigrationRequiredError,
  SchemaVersionMismatchError,
  UnsupportedPostgresVersionError,
  Worker,
  type PostgresPoolConfig,
} from 'bullmq';
import { Client, type ClientConfig } from 'pg';
import { InvalidQueueUrlError, QueueRefusedError, QueueUnavailableError } from './errors.ts';
import { withLostConnectionsMarked } from './lost-connection.ts';
import { QUEUE_NAME, type QueueBackend } from './queue-backend.ts';

/**
 * Connections that one process opens at most: a producer 2, a worker 3 and one more that LISTENs. All statements are
 * short, so that more would not make the queue faster, and Postgres allows 100 in all by default.
 */
const PRODUCER_POOL = 2;
const WORKER_POOL = 3;

const CONNECT_TIMEOUT_MS = 3_000;
/** A statement without an answer in this time is given up: its connection is dead without having been closed. */
const WORKER_QUERY_TIMEOUT_MS = 30_000;
const PRODUCER_QUERY_TIMEOUT_MS = 5_000;

/**
 * Seconds that a worker waits at most before it looks by itself. BullMQ would wait an hour and trust its LISTEN, which a
 * connection that was lost in the wrong moment does not deserve.
 */
const LONGEST_WAIT_S = 10;

/** SQLSTATE (or its first two characters) that waiting does not change, and what to do about each. */
const REFUSALS: [string, string][] = [
  ['28', 'Correct the user and password in DATABASE_URL.'],
  ['3D000', 'Create the database that DATABASE_URL names, or correct the name.'],
  ['42501', 'Let this database user create the schema of the queue (GRANT CREATE ON DATABASE).'],
];

export function postgresBackend(url: string, schema = 'bullmq'): QueueBackend {
  const target = postgresTarget(url);
  const { address } = target;
  const probe = () => migrate(target, schema);

  const connection = (max: number, queryTimeoutMs: number): PostgresPoolConfig => ({
    ...target.connection,
    schema,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    keepAlive: true,
    Client: SteadyClient,
  });

  return {
    address,
    probe,

    async openProducer(report) {
      await probe();
      const pool = connection(PRODUCER_POOL, PRODUCER_QUERY_TIMEOUT_MS);
      const queue = new Queue(QUEUE_NAME, { connection: pool }, createPostgresBackend);
      queue.on('error', report);
      const close = () => queue.close();
      await readyOrClosed(queue.waitUntilReady(), close);
      return { queue, close };
    },

    async openWorker(processor, options, report) {
      await probe();
      const pool = connection(WORKER_POOL, WORKER_QUERY_TIMEOUT_MS);
      const worker = new Worker(
        QUEUE_NAME,
        processor,
        { ...options, connection: pool },
        workerBackend(report),
      );
      worker.on('error', report);
      const close = (force: boolean) => worker.close(force);
      await readyOrClosed(worker.waitUntilReady(), () => close(true));
      return { worker, close };
    },
  };
}

/** An error on a connection that is in use by nobody's statement would end the process if nothing listened to it. */
class SteadyClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => {});
  }
}

/** BullMQ's backend for workers, with the two things mended that cost a worker its patience or its job. */
function workerBackend(report: (error: unknown) => void): typeof createPostgresBackend {
  return (name, options, factoryOptions) => {
    const backend = createPostgresBackend(name, options, factoryOptions);
    Object.defineProperty(backend, 'maximumBlockTimeout', { value: LONGEST_WAIT_S });
    return withLostConnectionsMarked(backend, report);
  };
}

// BullMQ remembers a failed start for good, so that an object which did not come up has to be thrown away.
async function readyOrClosed(ready: Promise<unknown>, close: () => Promise<void>): Promise<void> {
  try {
    await ready;
  } catch (error) {
    await close();
    throw error;
  }
}

async function migrate({ address, connection }: PostgresTarget, schema: string): Promise<void> {
  const timeouts = { connectionTimeoutMillis: CONNECT_TIMEOUT_MS, query_timeout: WORKER_QUERY_TIMEOUT_MS };
  const client = new SteadyClient({ ...connection, ...timeouts });
  try {
    await client.connect();
    // Looked at first, since migrating needs rights that a role may be without once the tables are there.
    const version = await schemaVersion(client, schema);
    if (version < LATEST_SCHEMA_VERSION) await runMigrations(client, schema);
  } catch (error) {
    const advice = adviceFor(error);
    if (advice !== undefined) throw new QueueRefusedError(address, advice, error);
    throw new QueueUnavailableError(address, 'be reached', error);
  } finally {
    await client.end().catch(() => {});
  }
}

/** 0 when there are no tables yet. */
async function schemaVersion(client: Client, schema: string): Promise<number> {
  try {
    return await assertSchemaCompatibility(client, schema);
  } catch (error) {
    if (error instanceof SchemaMigrationRequiredError) return 0;
    throw error;
  }
}

/** What to do about an error that waiting does not change; undefined for every other one. */
function adviceFor(error: unknown): string | undefined {
  if (error instanceof UnsupportedPostgresVersionError) return 'Use Postgres 15 or newer.';
  if (error instanceof SchemaVersionMismatchError)
    return 'Start the version of this program that was used last.';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REFUSALS.find(([prefix]) => code.startsWith(prefix))?.[1];
}

type PostgresTarget = { address: string; connection: { connectionString: string; options?: string } };

function postgresTarget(url: string): PostgresTarget {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !['postgres:', 'postgresql:'].includes(parsed.protocol)) {
    throw new InvalidQueueUrlError('databaseUrl', 'postgres://user:password@host:5432/database');
  }
  const host = parsed.hostname || parsed.searchParams.get('host') || 'localhost';
  const address = `Postgres at ${host}:${parsed.port || '5432'}`;
  // Startup options inside the URL would replace the one by which BullMQ chooses its schema; beside it they are joined.
  const options = parsed.searchParams.get('options');
  if (options === null) return { address, connection: { connectionString: url } };
  parsed.searchParams.delete('options');
  return { address, connection: { connectionString: parsed.href, options } };
}
