import {
  connectDatabase,
  ensureWorkspace,
  migrateDatabase,
  startEmbeddedPostgres,
  waitForDatabase,
  type Database,
} from '@meeting-assistant/database';
import { superviseApp } from './child-process.ts';
import type { StandaloneConfig } from './config.ts';
import { rejectedOnAbort } from './rejected-on-abort.ts';

/** How often the embedded Postgres is looked after. */
const DATABASE_WATCH_MS = 1_000;

/** The whole system on one machine. */
export interface System {
  /** Where the API listens. */
  url: string;
  db: Database;
  /** The workspace that the first start makes. */
  workspaceId: string;
  /** Rejects when a part of it was given up. */
  failed: Promise<never>;
  stop: () => Promise<void>;
}

export interface SystemOptions {
  config: StandaloneConfig;
  log: (line: string) => void;
  signal: AbortSignal;
  /** Overrides what the environment says, for both apps. */
  overrides?: Record<string, string>;
}

/** Starts Postgres unless one is configured, brings its schema up to date, then starts api and worker. */
export async function startSystem({ config, log, signal, overrides = {} }: SystemOptions): Promise<System> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of stops.splice(0).toReversed()) await step();
  };
  try {
    signal.throwIfAborted();
    const databaseUrl = config.databaseUrl ?? (await embeddedDatabase(config, log, stops));
    await waitForDatabase(databaseUrl, { signal, onWait: log });
    await migrateDatabase(databaseUrl);
    const database = connectDatabase(databaseUrl, {
      max: 2,
      applicationName: 'meeting-assistant-standalone',
    });
    stops.push(() => database.close());
    const workspace = await ensureWorkspace(database.db, 'default');

    const environment = {
      ...config.variables,
      HOST: config.host,
      PORT: String(config.port),
      ...overrides,
      DATABASE_URL: databaseUrl,
    };
    signal.throwIfAborted();
    const apps = [superviseApp('api', environment), superviseApp('worker', environment)] as const;
    stops.push(() => Promise.all(apps.map((app) => app.stop())));
    const [url] = await Promise.race([Promise.all([apps[0].ready, apps[1].ready]), rejectedOnAbort(signal)]);
    const failed = Promise.race(apps.map((app) => app.failed));
    failed.catch(() => {}); // heard of by whoever waits for it
    return {
      url: url ?? `http://${config.host}:${config.port}`,
      db: database.db,
      workspaceId: workspace.id,
      failed,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function embeddedDatabase(
  config: StandaloneConfig,
  log: (line: string) => void,
  stops: (() => Promise<unknown>)[],
): Promise<string> {
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  stops.push(() => server.stop()); // leaves a server alone that another start is responsible for
  let looking: Promise<unknown> = Promise.resolve();
  const watch = setInterval(() => {
    // One look at a time: starting again takes longer than the interval.
    looking = looking.then(() => server.revive()).catch((error: unknown) => log(String(error)));
  }, DATABASE_WATCH_MS);
  stops.push(async () => {
    clearInterval(watch);
    await looking;
  });
  return server.url;
}
