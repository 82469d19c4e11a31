import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { summary as summarySchema, transcript as transcriptSchema } from '@meeting-assistant/contracts';
import { callResponse, startScriptedServer } from '@meeting-assistant/llm-client/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDataFolder } from './system/data-folder.ts';
import { eventually, runApp, startApp, type RunningApp } from './system/running-app.ts';

let folder: string;
let meeting: string;

const transcript = `[00:01] Mara Lind: Good morning. Let's talk about the warehouse move.
[00:20] Jon Okafor: The lease ends on the 30th of June.
[00:35] Mara Lind: So we have decided to move in two stages, the cold storage first.
[00:50] Tess Arai: Agreed. Two stages it is.
[01:00] Jon Okafor: I'll send the moving plan to the carriers by Friday.
`;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'command-line-'));
  meeting = path.join(folder, 'meeting.txt');
  await writeFile(meeting, transcript);
  await mkdir(path.join(folder, 'folder'));
  await writeFile(path.join(folder, 'empty.vtt'), '');
  await writeFile(
    path.join(folder, 'picture.png'),
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 1]),
  );
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the agent on a file', () => {
  test('prints the summary alone on stdout, and the turns on stderr', async () => {
    const run = await runApp(
      'cli',
      [
        'agent:summary',
        meeting,
        '--json',
        '--started-at',
        '2026-12-01T09:00:00+01:00',
        '--time-zone',
        'Europe/Berlin',
      ],
      {},
    );
    expect(run).toMatchObject({ code: 0, stderr: expect.stringContaining('turn 1') });
    const summary = summarySchema.parse(JSON.parse(run.stdout));
    expect(summary.decisions).toMatchObject([
      { text: expect.stringContaining('two stages'), evidence: [{ from: 3, to: 3 }] },
    ]);
    expect(summary.actionItems).toMatchObject([
      {
        owner: { name: 'Jon Okafor', kind: 'participant' },
        due: { phrase: 'by Friday', date: '2026-12-04' },
        evidence: [{ from: 5, to: 5 }],
      },
    ]);
  });

  test.each(['true', 'false'])('asks the configured endpoint, streaming %s', async (streaming) => {
    const draft = {
      title: 'Warehouse move',
      language: 'en',
      overview: 'The team talked about the move of the warehouse.',
      topics: [],
      decisions: [{ text: 'Move in two stages.', evidence: [{ from: 3, to: 3 }] }],
      actionItems: [],
      openQuestions: [],
      quotes: [],
    };
    const model = await startScriptedServer(() => callResponse('submit_summary', draft));
    try {
      const run = await runApp('cli', ['agent:summary', meeting, '--json'], {
        OPENAI_BASE_URL: model.url,
        AGENT_MODEL: 'scripted',
        MeetingAssistant__Agent__UseStreaming: streaming,
      });
      expect(run).toMatchObject({ code: 0 });
      expect(JSON.parse(run.stdout)).toMatchObject({ title: 'Warehouse move', model: 'scripted' });
      expect(model.requests.map(({ body }) => body.stream ?? false)).toEqual([streaming === 'true']);
    } finally {
      await model.close();
    }
  });

  test('transcript:inspect prints the lines as the contract has them', async () => {
    const run = await runApp('cli', ['transcript:inspect', meeting, '--json'], {});
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(transcriptSchema.parse(JSON.parse(run.stdout))).toMatchObject({
      format: 'text',
      speakers: ['Mara Lind', 'Jon Okafor', 'Tess Arai'],
    });
  });
});

describe('what cannot be done is said in a line, without a stack trace', () => {
  const failures: {
    what: string;
    args: () => string[];
    environment?: Record<string, string>;
    code: number;
    says: string;
  }[] = [
    { what: 'no command', args: () => [], code: 2, says: 'Usage:' },
    { what: 'an unknown command', args: () => ['nothing'], code: 2, says: 'unknown command' },
    {
      what: 'an unknown option',
      args: () => ['transcript:inspect', meeting, '--colour'],
      code: 2,
      says: 'unknown option',
    },
    {
      what: 'a missing file',
      args: () => ['agent:summary', path.join(folder, 'none.vtt')],
      code: 1,
      says: 'there is no such file',
    },
    {
      what: 'a folder',
      args: () => ['transcript:inspect', path.join(folder, 'folder')],
      code: 1,
      says: 'this is a folder',
    },
    {
      what: 'an empty file',
      args: () => ['transcript:inspect', path.join(folder, 'empty.vtt')],
      code: 1,
      says: 'empty',
    },
    {
      what: 'a picture',
      args: () => ['agent:summary', path.join(folder, 'picture.png')],
      code: 1,
      says: 'PNG image',
    },
    {
      what: 'a time without an offset',
      args: () => ['agent:summary', meeting, '--started-at', 'tomorrow'],
      code: 2,
      says: 'startedAt',
    },
    {
      what: 'an unknown template',
      args: () => ['agent:summary', meeting, '--template', 'haiku'],
      code: 2,
      says: 'general',
    },
    {
      what: 'a model without an endpoint',
      args: () => ['agent:summary', meeting, '--model', 'gpt-5.5'],
      code: 2,
      says: 'OPENAI_BASE_URL',
    },
    {
      what: 'a wrong setting',
      args: () => ['agent:summary', meeting],
      environment: { AGENT_MAX_TURNS: 'many' },
      code: 2,
      says: 'AGENT_MAX_TURNS',
    },
    { what: 'no API key', args: () => ['jobs'], code: 2, says: 'MEETING_ASSISTANT_API_KEY' },
    {
      what: 'no server',
      args: () => ['jobs'],
      environment: { MEETING_ASSISTANT_API_KEY: 'ma_x', MEETING_ASSISTANT_URL: 'http://127.0.0.1:1' },
      code: 1,
      says: 'No answer from',
    },
  ];
  test.each(failures)('$what: exit code $code', async ({ args, environment, code, says }) => {
    const run = await runApp('cli', args(), environment ?? {});
    expect(run).toMatchObject({ code, stdout: '' });
    expect(run.stderr).toContain(says);
    expect(run.stderr).not.toMatch(/^\s+at /m);
  });
});

describe('the client of the API', () => {
  let data: Awaited<ReturnType<typeof makeDataFolder>>;
  let system: RunningApp;
  let environment: Record<string, string>;

  beforeAll(async () => {
    data = await makeDataFolder();
    await chmod(data.dataDir, 0o755);
    system = startApp('standalone', ['start'], { DATA_DIR: data.dataDir, PORT: '0', LOG_LEVEL: 'warn' });
    const url = await eventually(
      'the system says where it runs',
      () => /runs at (\S+)/.exec(system.stdout())?.[1],
    );
    const key = await runApp('cli', ['key', 'create', '--workspace', 'default', '--scope', 'upload,read'], {
      DATA_DIR: data.dataDir,
    });
    environment = {
      DATA_DIR: data.dataDir,
      MEETING_ASSISTANT_URL: url,
      MEETING_ASSISTANT_API_KEY: key.stdout.trim(),
    };
  });

  afterAll(async () => {
    await system?.stop();
    await data?.remove();
  });

  test('uploads, lists jobs and prints the summary; a file that is refused does not hold up the others', async () => {
    const upload = await runApp(
      'cli',
      ['upload', path.join(folder, 'empty.vtt'), meeting, '--title', 'Move', '--wait', '--json'],
      environment,
    );
    expect(upload).toMatchObject({ code: 1, stderr: expect.stringContaining('empty_file') });
    const [stored] = JSON.parse(upload.stdout) as { meeting: string; status: string }[];
    expect(stored).toMatchObject({ file: meeting, status: 'succeeded' });

    const jobs = await runApp('cli', ['jobs', '--status', 'succeeded'], environment);
    expect(jobs.stdout).toMatch(new RegExp(`succeeded .* ${stored?.meeting}  Move\n`));
    const markdown = await runApp('cli', ['summary', stored?.meeting ?? ''], environment);
    expect(markdown.stdout).toMatch(/^# Move\n/);
    const json = await runApp('cli', ['summary', stored?.meeting ?? '', '--json'], environment);
    expect(summarySchema.parse(JSON.parse(json.stdout)).title).toBe('Move');
  });

  test('makes and lists workspaces and keys, and a revoked key opens nothing', async () => {
    expect(await runApp('cli', ['workspace', 'create', 'sales'], environment)).toMatchObject({ code: 0 });
    expect(await runApp('cli', ['workspace', 'create', 'sales'], environment)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('exists already'),
    });
    const created = await runApp(
      'cli',
      ['key', 'create', '--workspace', 'sales', '--scope', 'read'],
      environment,
    );
    const withKey = { ...environment, MEETING_ASSISTANT_API_KEY: created.stdout.trim() };
    expect(await runApp('cli', ['jobs'], withKey)).toMatchObject({ code: 0, stdout: '' });
    const list = await runApp('cli', ['key', 'list', '--workspace', 'sales'], environment);
    const id = list.stdout.split(' ')[0] ?? '';
    expect(await runApp('cli', ['key', 'revoke', id, '--workspace', 'sales'], environment)).toMatchObject({
      code: 0,
    });
    expect(await runApp('cli', ['jobs'], withKey)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('unauthenticated'),
    });
    expect(
      await runApp('cli', ['key', 'create', '--workspace', 'nobody', '--scope', 'read'], environment),
    ).toMatchObject({ code: 1 });
    expect(
      await runApp('cli', ['key', 'create', '--workspace', 'sales', '--scope', 'everything'], environment),
    ).toMatchObject({ code: 2 });
  });
});
