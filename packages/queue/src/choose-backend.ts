import { postgresBackend } from './postgres-backend.ts';
import type { QueueBackend, QueueSettings } from './queue-backend.ts';
import { redisBackend } from './redis-backend.ts';

/** @throws InvalidQueueUrlError */
export function chooseBackend(settings: QueueSettings): QueueBackend {
  return settings.redisUrl === undefined
    ? postgresBackend(settings.databaseUrl, settings.schema)
    : redisBackend(settings.redisUrl, settings.prefix);
}
