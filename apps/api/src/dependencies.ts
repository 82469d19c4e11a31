import type { Database } from '@meeting-assistant/database';
import type { JobQueue } from '@meeting-assistant/queue';
import type { FastifyBaseLogger } from 'fastify';

/** What the routes need. */
export interface ApiDependencies {
  db: Database;
  queue: JobQueue;
  logger: FastifyBaseLogger;
  rateLimitPerMinute: number;
  trustProxy: boolean;
}

/** Uploads are bounded at 25 MB; the envelope of a multipart request comes on top. */
export const MAX_UPLOAD_BYTES = 25 * 1024 * 1024;
