import {
  connectDatabase,
  DatabaseRefusedError,
  migrateDatabase,
  waitForDatabase,
} from '@meeting-assistant/database';
import { openJobQueue, QueueRefusedError } from '@meeting-assistant/queue';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { listenForStop, type StopRequest } from './listen-for-stop.ts';
import { ConfigError, readConfig, type ApiConfig } from './config.ts';
import { buildServer } from './server.ts';

async function main(stopping: StopRequest): Promise<void> {
  const config = readConfig(process.env);
  const logger = pino({ level: config.logLevel, base: { app: 'api', pid: process.pid } });

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
    redisUrl: config.redisUrl,
    prefix: config.queuePrefix,
    onError: (err) => logger.warn({ err }, 'queue connection lost'),
  });
  const server = await buildServer({
    db: database.db,
    queue,
    logger,
    rateLimitPerMinute: config.rateLimitPerMinute,
    trustProxy: config.trustProxy,
  });
  const url = await listen(server, config);
  process.send?.({ type: 'ready', url });

  logger.info({ signal: await stopping.requested }, 'stopping');
  await server.close();
  await queue.close();
  await database.close();
  if (process.connected) process.disconnect();
}

/** @throws ConfigError when the address cannot be had */
async function listen(server: FastifyInstance, { host, port }: ApiConfig): Promise<string> {
  try {
    return await server.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      throw new ConfigError(`Port ${port} of ${host} is in use: set PORT to a free one.`);
    if (code === 'EACCES')
      throw new ConfigError(
        `Port ${port} of ${host} may not be used by this account: set PORT to one above 1023.`,
      );
    if (code === 'EADDRNOTAVAIL')
      throw new ConfigError(`${host} is no address of this machine: correct HOST.`);
    throw error;
  }
}

const stopping = listenForStop();
try {
  await main(stopping);
} catch (error) {
  // Told to stop while it still waited for something.
  if (stopping.signal.aborted && error instanceof Error && error.name === 'AbortError') process.exit(0);
  const short =
    error instanceof ConfigError ||
    error instanceof DatabaseRefusedError ||
    error instanceof QueueRefusedError;
  process.stderr.write(`${error instanceof Error ? (short ? error.message : error.stack) : String(error)}\n`);
  process.exit(1); // connections that main had opened would keep the process alive
}
