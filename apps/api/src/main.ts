import {
  connectDatabase,
  DatabaseRefusedError,
  migrateDatabase,
  waitForDatabase,
} from '@meeting-assistant/database';
import { openJobQueue, QueueRefusedError } from '@meeting-assistant/queue';
import { pino } from 'pino';
import { ConfigError, readConfig } from './config.ts';
import { buildServer } from './server.ts';

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const logger = pino({ level: config.logLevel, base: { app: 'api' } });
  const stopping = new AbortController();
  const stopRequested = new Promise<string>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal));
    // Started as a child, the app does not outlive its parent.
    process.once('disconnect', () => resolve('disconnect'));
  });
  void stopRequested.then(() => stopping.abort());

  await waitForDatabase(config.databaseUrl, {
    signal: stopping.signal,
    onWait: (reason) => logger.warn({ reason }, 'waiting for the database'),
  });
  await migrateDatabase(config.databaseUrl);

  const database = connectDatabase(config.databaseUrl, {
    max: config.databasePoolSize,
    applicationName: 'meeting-assistant-api',
    onError: (err) => logger.warn({ err }, 'database connection lost'),
  });
  const queue = openJobQueue({
    databaseUrl: config.databaseUrl,
    ...(config.redisUrl === undefined ? {} : { redisUrl: config.redisUrl }),
    onError: (err) => logger.warn({ err }, 'queue connection lost'),
  });
  const server = await buildServer({
    db: database.db,
    queue,
    logger,
    rateLimitPerMinute: config.rateLimitPerMinute,
    trustProxy: config.trustProxy,
  });
  const url = await server.listen({ host: config.host, port: config.port });
  process.send?.({ type: 'ready', url });

  logger.info({ signal: await stopRequested }, 'stopping');
  await server.close();
  await queue.close();
  await database.close();
  if (process.connected) process.disconnect();
}

try {
  await main();
} catch (error) {
  const short =
    error instanceof ConfigError ||
    error instanceof DatabaseRefusedError ||
    error instanceof QueueRefusedError;
  process.stderr.write(`${error instanceof Error ? (short ? error.message : error.stack) : String(error)}\n`);
  process.exit(1); // connections that main had opened would keep the process alive
}
