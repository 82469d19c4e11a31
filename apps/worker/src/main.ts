import { hostname } from 'node:os';
import {
  connectDatabase,
  DatabaseRefusedError,
  heartbeatWorker,
  migrateDatabase,
  registerWorker,
  stopWorker,
  waitForDatabase,
} from '@meeting-assistant/database';
import { silenceTracing, startTracing } from '@meeting-assistant/llm-client';
import { openJobQueue, QueueRefusedError, startJobWorker, waitForQueue } from '@meeting-assistant/queue';
import { pino } from 'pino';
import { listenForStop, type StopRequest } from './listen-for-stop.ts';
import { ConfigError, readConfig } from './config.ts';
import { every } from './every.ts';
import { cancelRevokedJobs } from './cancel-revoked-jobs.ts';
import { connectModelEndpoint } from './model-endpoint.ts';
import { runSummaryJob } from './run-summary-job.ts';
import { createSweeper } from './sweeper.ts';

const HEARTBEAT_MS = 5_000;
const SWEEP_MS = 30_000;
const CANCEL_WATCH_MS = 1_000;
const SHUTDOWN_GRACE_MS = 10_000;

async function main(stopping: StopRequest): Promise<void> {
  silenceTracing();
  const config = readConfig(process.env);
  const tracing = config.model.tracing ? await startTracing('meeting-assistant-worker') : undefined;
  const workerId = crypto.randomUUID();
  const logger = pino({ level: config.logLevel, base: { app: 'worker', workerId, pid: process.pid } });

  const backend = {
    databaseUrl: config.databaseUrl,
    redisUrl: config.redisUrl,
    prefix: config.queuePrefix,
  };
  await waitForDatabase(config.databaseUrl, {
    signal: stopping.signal,
    onWait: (reason) => logger.warn({ reason }, 'waiting for the database'),
  });
  await migrateDatabase(config.databaseUrl);
  await waitForQueue(backend, {
    signal: stopping.signal,
    onWait: (reason) => logger.warn({ reason }, 'waiting for the queue'),
  });

  const database = connectDatabase(config.databaseUrl, {
    max: config.databasePoolSize,
    applicationName: 'meeting-assistant-worker',
    onError: (err) => logger.warn({ err }, 'database connection lost'),
  });
  const { db } = database;
  const onQueueError = (err: Error) => logger.warn({ err }, 'queue connection lost');
  const queue = openJobQueue({ ...backend, onError: onQueueError });
  const endpoint = connectModelEndpoint(config.model);
  await registerWorker(db, { id: workerId, name: config.name ?? `${hostname()}:${process.pid}` });

  const running = new Map<string, number>();
  const runner = {
    db,
    running,
    endpoint,
    workerId,
    logger,
    maxTurns: config.maxTurns,
    maxAttempts: config.maxAttempts,
    retryBaseMs: config.retryBaseMs,
  };
  const worker = startJobWorker(
    { ...backend, concurrency: config.concurrency, onError: onQueueError },
    (run) => runSummaryJob(runner, run),
  );
  const sweeper = createSweeper(db, queue, logger, stopping.signal);
  const repeat = (intervalMs: number, what: string, task: () => Promise<unknown>) =>
    every(intervalMs, task, {
      signal: stopping.signal,
      onError: (err) => logger.warn({ err }, `${what} failed`),
    });
  const background = [
    repeat(HEARTBEAT_MS, 'heartbeat', () => heartbeatWorker(db, workerId)),
    repeat(HEARTBEAT_MS, 'sweep of lost workers', sweeper.sweepLostWorkers),
    repeat(SWEEP_MS, 'sweep', sweeper.sweepAll),
    repeat(CANCEL_WATCH_MS, 'watch for cancelled jobs', () => cancelRevokedJobs(db, running, worker)),
  ];
  if (config.model.keyIgnored) {
    logger.warn(
      'OPENAI_API_KEY is set, but neither OPENAI_BASE_URL nor AGENT_MODEL: the offline model answers',
    );
  }
  logger.info(
    { model: endpoint.defaultModel, endpoint: endpoint.description, concurrency: config.concurrency },
    'worker started',
  );

  process.send?.({ type: 'ready' });

  logger.info({ signal: await stopping.requested }, 'stopping');
  await worker.close({ graceMs: SHUTDOWN_GRACE_MS });
  await Promise.all(background);
  await stopWorker(db, workerId);
  await queue.close();
  await database.close();
  const lost = await tracing?.stop();
  if (lost !== undefined) logger.warn({ reason: lost }, 'OpenTelemetry spans were lost');
  if (process.connected) process.disconnect();
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
