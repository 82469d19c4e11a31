import { storedSummary } from '@meeting-assistant/contracts';
import { connectDatabase, createApiKey, createWorkspace } from '@meeting-assistant/database';
import { createTestDatabase, type TestDatabase } from '@meeting-assistant/database/testing';
import { callResponse, startScriptedServer, type Scripted } from '@meeting-assistant/llm-client/testing';
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

  test.skipIf(skip)('a worker that is told to stop hands its job back, and ends in order', async () => {
    const answers: Scripted[] = [
      callResponse('read_lines', { from: 1, to: 3 }),
      { nothing: 'hang' },
      callResponse('submit_summary', draft),
    ];
    const model = await startScriptedServer(({ index }) => answers[index] ?? { nothing: 'reset' });
    try {
      const environment = {
        DATABASE_URL: database.url,
        ...queue,
        OPENAI_BASE_URL: model.url,
        AGENT_MODEL: 'scripted',
      };
      const api = await startApi(environment);
      const worker = await startWorker(environment);
      const { body } = await api.upload('examples/standup.txt');
      await eventually('the second model call is in flight', () => model.requests[1]);
      await worker.stop('SIGTERM');
      expect(await worker.exited).toEqual({ code: 0, signal: null });
      expect(worker.stdout()).toContain('job handed over');
      expect(await api.job(body.job.id)).toMatchObject({ status: 'queued', turns: 1 });
      await startWorker(environment);
      expect(await api.jobEnd(body.job.id)).toMatchObject({ status: 'succeeded', turns: 2 });
    } finally {
      await model.close();
    }
  });

  test.skipIf(skip)('cancelling a job aborts the model call in flight', async () => {
    const model = await startScriptedServer(() => ({ nothing: 'hang' }));
    try {
      const environment = {
        DATABASE_URL: database.url,
        ...queue,
        OPENAI_BASE_URL: model.url,
        AGENT_MODEL: 'scripted',
      };
      const api = await startApi(environment);
      await startWorker(environment);
      const { body } = await api.upload('examples/standup.txt');
      await eventually('the model call is in flight', () => model.requests[0]);
      const cancelled = await api.fetch(`/v1/jobs/${body.job.id}/cancel`, { method: 'POST' });
      expect(await cancelled.json()).toMatchObject({ status: 'cancelled' });
      await eventually('the connection is closed', async () =>
        (await model.countConnections()) === 0 ? true : undefined,
      );
      expect(await api.job(body.job.id)).toMatchObject({ status: 'cancelled' });
    } finally {
      await model.close();
    }
  });

  test.skipIf(skip)(
    'a worker killed in the middle of a job: the next one goes on from the stored turn, and one summary is stored',
    async () => {
      const answers: Scripted[] = [
        callResponse('read_lines', { from: 1, to: 3 }),
        { nothing: 'hang' }, // the call in flight when the worker dies
        callResponse('submit_summary', draft),
      ];
      const model = await startScriptedServer(({ index }) => answers[index] ?? { nothing: 'reset' });
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
        await eventually('the second model call is in flight', () => model.requests[1]);
        await first.stop('SIGKILL');
        await startWorker(environment);
        expect(await api.jobEnd(body.job.id)).toMatchObject({ status: 'succeeded', attempts: 2, turns: 2 });
        const versions = await (await api.fetch(`/v1/meetings/${body.meeting.id}/summaries`)).json();
        expect(versions).toMatchObject({ items: [{ version: 1, jobId: body.job.id }] });
        expect(model.requests).toHaveLength(3);
        expect(model.requests[2]?.body).toEqual(model.requests[1]?.body);
      } finally {
        await model.close();
      }
    },
  );

  test.skipIf(skip)(
    'an endpoint that cannot be reached fails the job with the endpoint and the reason',
    async () => {
      const gone = await startScriptedServer(() => ({ nothing: 'reset' }));
      await gone.close();
      const environment = {
        DATABASE_URL: database.url,
        ...queue,
        OPENAI_BASE_URL: gone.url,
        AGENT_MODEL: 'scripted',
        JOB_MAX_ATTEMPTS: '2',
        JOB_RETRY_BASE_MS: '10',
      };
      const api = await startApi(environment);
      await startWorker(environment);
      const { body } = await api.upload('examples/standup.txt');
      const job = await api.jobEnd(body.job.id);
      expect(job).toMatchObject({ status: 'failed', attempts: 2, error: { code: 'endpoint_unreachable' } });
      expect(job.error?.message).toContain(gone.url);
      expect(job.error?.message).toMatch(/refused|ECONNREFUSED/);
      expect(job.error?.advice).toContain('OPENAI_BASE_URL');
    },
  );
});

const draft = {
  title: 'Stand-up',
  language: 'en',
  overview: 'The team told where they stand, and kept the meeting short.',
  topics: [],
  decisions: [{ text: "Let's keep it quick today.", evidence: [{ from: 1, to: 1 }] }],
  actionItems: [],
  openQuestions: [],
  quotes: [],
};
