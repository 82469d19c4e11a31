import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { storedSummary } from '@meeting-assistant/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiCaller } from './system/api-caller.ts';
import { makeDataFolder } from './system/data-folder.ts';
import { eventually, runApp, startApp, type RunningApp } from './system/running-app.ts';

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let system: RunningApp;
let api: ApiCaller;

beforeAll(async () => {
  folder = await makeDataFolder();
  const { dataDir } = folder;
  system = startApp('standalone', ['start'], { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' });
  const url = await eventually(
    'the system says where it runs',
    () => /runs at (\S+)/.exec(system.stdout())?.[1],
  );
  const key = await runApp(
    'cli',
    ['key', 'create', '--workspace', 'default', '--scope', 'upload,read,operate'],
    { DATA_DIR: dataDir },
  );
  expect(key).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ma_\S+\n$/) });
  api = new ApiCaller(url, key.stdout.trim());
});

afterAll(async () => {
  await system?.stop();
  await folder?.remove();
});

describe('the whole system started by one command', () => {
  test('an upload is accepted, its job succeeds, and the summary is there as JSON and as Markdown', async () => {
    const { status, body } = await api.upload('examples/standup.txt', { title: 'Stand-up' });
    expect(status).toBe(202);
    expect(body.import).toMatchObject({ format: 'text', lineCount: body.meeting.lineCount });
    expect(await api.jobEnd(body.job.id)).toMatchObject({ status: 'succeeded', error: null });

    const json = await api.fetch(`/v1/meetings/${body.meeting.id}/summary`);
    const { summary, version } = storedSummary.parse(await json.json());
    expect(version).toBe(1);
    for (const { evidence } of [...summary.decisions, ...summary.actionItems]) {
      for (const { from, to } of evidence) {
        expect(from).toBeGreaterThanOrEqual(1);
        expect(to).toBeLessThanOrEqual(body.meeting.lineCount);
      }
    }
    const markdown = await api.fetch(`/v1/meetings/${body.meeting.id}/summary`, {
      headers: { accept: 'text/markdown' },
    });
    expect(markdown.headers.get('content-type')).toContain('text/markdown');
    expect(await markdown.text()).toMatch(/\[\^[\d,-]+\]: lines? \d+/);
  });

  test('the same bytes again answer 200 with the same ids, and no second job', async () => {
    const first = await api.upload('examples/standup.txt', { title: 'Again' });
    await api.jobEnd(first.body.job.id);
    const second = await api.upload('examples/standup.txt', { title: 'Again' });
    expect(second.status).toBe(200);
    expect([second.body.meeting.id, second.body.job.id]).toEqual([first.body.meeting.id, first.body.job.id]);
    const jobs = await (await api.fetch(`/v1/jobs?meetingId=${first.body.meeting.id}`)).json();
    expect(jobs).toMatchObject({ items: [{ id: first.body.job.id }], nextCursor: null });
  });

  test('the sign-in link opens the page once, and a second use is refused', async () => {
    const link = /Sign in \(works once\):\s+(\S+)/.exec(system.stdout())?.[1] ?? '';
    const first = await fetch(link, { redirect: 'manual' });
    expect(first.status).toBe(303);
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(first.headers.get('set-cookie')).toMatch(/HttpOnly/);
    const page = await (await fetch(api.url, { headers: { cookie } })).text();
    expect(page).not.toContain('You are not signed in');
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(401);
  });

  test('stopping it ends every process it started, the database too', async () => {
    const other = await makeDataFolder();
    const ended = startApp('standalone', ['start'], {
      DATA_DIR: other.dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
    });
    const url = await eventually('it runs', () => /runs at (\S+)/.exec(ended.stdout())?.[1]);
    await ended.stop('SIGTERM');
    expect(await ended.exited).toEqual({ code: 0, signal: null });
    await expect(fetch(url)).rejects.toThrow('fetch failed');
    expect(ended.stderr()).not.toMatch(/error/i);
    await other.remove();
  });

  test('told to stop while it starts, it stops', async () => {
    const other = await makeDataFolder();
    for (const startedWith of [/Starting/, /"msg":"worker started"/]) {
      const stopped = startApp('standalone', ['start'], { DATA_DIR: other.dataDir, PORT: '0' });
      await eventually('it has come so far', () => (startedWith.test(stopped.stderr()) ? true : undefined));
      await stopped.stop('SIGTERM');
      expect((await stopped.exited).code).not.toBeNull();
    }
    await other.remove();
  });

  test('a worker that was killed is started again, and the system goes on', async () => {
    const other = await makeDataFolder();
    const app = startApp('standalone', ['start'], { DATA_DIR: other.dataDir, PORT: '0' });
    const url = await eventually('it runs', () => /runs at (\S+)/.exec(app.stdout())?.[1]);
    const workers = () => app.stderr().split('"msg":"worker started"').length - 1;
    const pid = /"pid":(\d+)[^\n]*"msg":"worker started"/.exec(app.stderr())?.[1];
    process.kill(Number(pid), 'SIGKILL');
    await eventually('a second worker has started', () => (workers() === 2 ? true : undefined));
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    await app.stop();
    await other.remove();
  });

  test('a database that was killed is started again, and nothing accepted is lost', async () => {
    const other = await makeDataFolder();
    const app = startApp('standalone', ['start'], { DATA_DIR: other.dataDir, PORT: '0', LOG_LEVEL: 'warn' });
    const url = await eventually('it runs', () => /runs at (\S+)/.exec(app.stdout())?.[1]);
    const key = await runApp('cli', ['key', 'create', '--workspace', 'default', '--scope', 'upload,read'], {
      DATA_DIR: other.dataDir,
    });
    const before = new ApiCaller(url, key.stdout.trim());
    const { body } = await before.upload('examples/standup.txt');
    const pidFile = await readFile(path.join(other.dataDir, 'postgres/cluster/data/postmaster.pid'), 'utf8');
    process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL');
    await eventually('the API says that the database is away', async () =>
      (await fetch(`${url}/readyz`)).status === 503 ? true : undefined,
    );
    await eventually('the database is back', async () =>
      (await fetch(`${url}/readyz`)).status === 200 ? true : undefined,
    );
    expect(await before.jobEnd(body.job.id)).toMatchObject({ status: 'succeeded' });
    await app.stop();
    expect(await app.exited).toEqual({ code: 0, signal: null });
    await other.remove();
  });

  test('killed with -9, it leaves nothing behind that a second start would trip over', async () => {
    const other = await makeDataFolder();
    const first = startApp('standalone', ['start'], {
      DATA_DIR: other.dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
    });
    await eventually('it runs', () => /runs at (\S+)/.exec(first.stdout())?.[1]);
    await first.stop('SIGKILL');
    const second = startApp('standalone', ['start'], {
      DATA_DIR: other.dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
    });
    await eventually('it runs again', () => /runs at (\S+)/.exec(second.stdout())?.[1]);
    await second.stop();
    expect(await second.exited).toEqual({ code: 0, signal: null });
    await other.remove();
  });
});
