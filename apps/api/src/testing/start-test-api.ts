import { randomBytes } from 'node:crypto';
import type { ApiKeyScope, Summary } from '@meeting-assistant/contracts';
import {
  claimJob,
  connectDatabase,
  createApiKey,
  createWorkspace,
  finishJob,
  type Database,
} from '@meeting-assistant/database';
import { createTestDatabase } from '@meeting-assistant/database/testing';
import { openJobQueue } from '@meeting-assistant/queue';
import { pino } from 'pino';
import { buildServer } from '../server.ts';

export type TestApi = {
  db: Database;
  /** A key of a new workspace. */
  createKey(scopes: ApiKeyScope[]): Promise<string>;
  /** A request of the path with that key. */
  ask(key: string, path: string, init?: RequestInit): Promise<Response>;
  /** Ends a queued job with the summary, as a worker does. */
  finish(jobId: string, summary: Summary): Promise<{ version: number }>;
  stop(): Promise<void>;
};

/** The server on a port of its own, with a database and a queue of its own. */
export async function startTestApi(): Promise<TestApi> {
  const database = await createTestDatabase();
  const connection = connectDatabase(database.url, { max: 5 });
  const { db } = connection;
  const queue = openJobQueue({ databaseUrl: database.url });
  const logger = pino({ level: 'silent' });
  const server = await buildServer({ db, queue, logger, rateLimitPerMinute: 10_000, trustProxy: false });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    db,
    async createKey(scopes) {
      const name = randomBytes(8).toString('hex');
      const { id: workspaceId } = await createWorkspace(db, name);
      return (await createApiKey(db, { workspaceId, name, scopes })).key;
    },
    ask(key, path, init = {}) {
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${key}`);
      return fetch(`${url}${path}`, { ...init, headers });
    },
    async finish(jobId, summary) {
      const claimed = await claimJob(db, { jobId, epoch: 0, workerId: crypto.randomUUID() });
      return finishJob(db, { jobId, fence: claimed?.fence ?? 0, summary });
    },
    async stop() {
      await server.close();
      await queue.close();
      await connection.close();
      await database.drop();
    },
  };
}

/** A JSON body and how it is sent. */
export const sending = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** One decision and one action item, on the lines of a transcript of four. */
export function testSummary(parts: Partial<Summary> = {}): Summary {
  return {
    title: 'Launch planning',
    language: 'en',
    overview: 'Speaker 1 and Bo planned the launch.',
    topics: [],
    decisions: [{ id: 'd1', text: 'Ship in March.', evidence: [{ from: 1, to: 2 }], support: 'supported' }],
    actionItems: [
      {
        id: 'a1',
        text: 'Send the plan.',
        owner: { name: 'Speaker 1', kind: 'participant' },
        due: null,
        evidence: [{ from: 3, to: 3 }],
        support: 'supported',
      },
    ],
    openQuestions: [],
    quotes: [{ line: 1, speaker: 'Speaker 1', text: 'We ship in March.' }],
    participants: [
      { name: 'Speaker 1', lines: 2, talkMs: null },
      { name: 'Bo', lines: 2, talkMs: null },
    ],
    quality: {
      status: 'complete',
      coverage: 1,
      reasons: [],
      claims: { quoted: 0, supported: 2, inferred: 0, unsupported: 0 },
    },
    model: 'test-model',
    template: 'general',
    ...parts,
  };
}
