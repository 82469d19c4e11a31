import { storedSummary } from '@meeting-assistant/contracts';
import { connectDatabase, createApiKey, createWorkspace } from '@meeting-assistant/database';
import { createTestDatabase, type TestDatabase } from '@meeting-assistant/database/testing';
import { callResponse, startScriptedServer } from '@meeting-assistant/llm-client/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ApiCaller } from './system/api-caller.ts';
import { eventually, startApp, type RunningApp } from './system/running-app.ts';

const redisUrl = process.env['TEST_REDIS_URL'];
if (redisUrl === undefined) {
  process.stderr.write('Skipped: api and worker on Redis. Set TEST_REDIS_URL to a Redis server to run it.\n');
}

let database: TestDatabase;
let apps: RunningApp[];

beforeEach(async () => {
  database = await createTestDatabase();
  apps = [];
});

afterEach(async () => {
  await Promise.all(apps.map((app) => app.stop()));
  await database.drop();
});

async function startApi(environment: Record<string, string>): Promise<ApiCaller> {
  const app = startApp('api', [], { PORT: '0', ...environment });
  apps.push(app);
  const { url } = await app.ready;
  const connection = connectDatabase(database.url, { max: 1 });
  try {
    const { id } = await createWorkspace(connection.db, 'test');
    const { key } = await createApiKey(connection.db, {
      workspaceId: id,
      name: 'test',
      scopes: ['upload', 'read', 'operate'],
    });
    return new ApiCaller(url ?? '', key);
  } finally {
    await connection.close();
  }
}

async function startWorker(environment: Record<string, string>): Promise<RunningApp> {
  const app = startApp('worker', [], environment);
  apps.push(app);
  await app.ready;
  return app;
}

describe.each([
  { backend: 'Postgres', skip: false, queue: {} },
  { backend: 'Redis', skip: redisUrl === undefined, queue: { REDIS_URL: redisUrl ?? '' } },
])('api and worker as processes of their own, the queue on $backend', ({ skip, queue }) => {
  test.skipIf(skip)('an upload becomes a stored summary', async () => {
    const environment = { DATABASE_URL: database.url, ...queue };
    const api = await startApi(environment);
    await startWorker(environment);
    const { status, body } = await api.upload('examples/standup.txt');
    expect(status).toBe(202);
    expect(await api.jobEnd(body.job.id)).toMatchObject({ status: 'succeeded' });
    expect(
      storedSummary.parse(await (await api.fetch(`/v1/meetings/${body.meeting.id}/summary`)).json()).version,
    ).toBe(1);
  });

  test.skipIf(skip)(
    'a worker killed in the middle of a job: the next one takes it on, and one summary is stored',
    async () => {
      let answer = false;
      const model = await startScriptedServer(({ index }) =>
        answer || index > 0 ? callResponse('submit_summary', draft) : { nothing: 'hang' },
      );
      try {
        const environment = {
          DATABASE_URL: database.url,
          ...queue,
          OPENAI_BASE_URL: model.url,
          AGENT_MODEL: 'scripted',
        };
        const api = await startApi(environment);
        const first = await startWorker(environment);
        const { body } = await api.upload('examples/standup.txt');
        await eventually('the model call is in flight', () => (model.requests.length > 0 ? true : undefined));
        await first.stop('SIGKILL');
        answer = true;
        await startWorker(environment);
        expect(
          await eventually('the job ends', async () => {
            const job = await api.job(body.job.id);
            return job.status === 'succeeded' || job.status === 'failed' ? job : undefined;
          }),
        ).toMatchObject({ status: 'succeeded', attempts: 2 });
        const versions = await (await api.fetch(`/v1/meetings/${body.meeting.id}/summaries`)).json();
        expect(versions).toMatchObject({ items: [{ version: 1 }] });
        expect(model.requests).toHaveLength(2);
      } finally {
        await model.close();
      }
    },
  );

  test.skipIf(skip)(
    'an endpoint that cannot be reached fails the job with the endpoint and the reason',
    async () => {
      const environment = {
        DATABASE_URL: database.url,
        ...queue,
        OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
        AGENT_MODEL: 'scripted',
        JOB_MAX_ATTEMPTS: '2',
        JOB_RETRY_BASE_MS: '10',
      };
      const api = await startApi(environment);
      await startWorker(environment);
      const { body } = await api.upload('examples/standup.txt');
      const job = await api.jobEnd(body.job.id);
      expect(job).toMatchObject({ status: 'failed', attempts: 2, error: { code: 'endpoint_unreachable' } });
      expect(job.error?.message).toContain('http://127.0.0.1:9/v1');
      expect(job.error?.message).toMatch(/refused|ECONNREFUSED/);
      expect(job.error?.advice).toContain('OPENAI_BASE_URL');
    },
  );
});

const draft = {
  title: 'Stand-up',
  language: 'en',
  overview: 'The team told where they stand.',
  topics: [],
  decisions: [],
  actionItems: [],
  openQuestions: [],
  quotes: [],
};
