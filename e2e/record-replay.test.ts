import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { summary as summarySchema } from '@meeting-assistant/contracts';
import {
  callResponse,
  startScriptedServer,
  type Scripted,
  type ScriptedRequest,
} from '@meeting-assistant/llm-client/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runApp } from './system/running-app.ts';

const KEY = 'sk-record-replay-0123456789';
const transcript = `[00:01] Mara Lind: Good morning. Let's talk about the warehouse move.
[00:20] Jon Okafor: The lease ends on the 30th of June.
[00:35] Mara Lind: So we have decided to move in two stages, the cold storage first.
[00:50] Tess Arai: Agreed. Two stages it is.
[01:00] Jon Okafor: I'll send the moving plan to the carriers by Friday.
`;
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

let parent: string;
let meeting: string;
let folder: string;

async function prepare(): Promise<void> {
  parent = await mkdtemp(path.join(tmpdir(), 'record-replay-'));
  meeting = path.join(parent, 'meeting.txt');
  folder = path.join(parent, 'recording');
  await writeFile(meeting, transcript);
}
const clear = (): Promise<void> => rm(parent, { recursive: true, force: true });

/** Two turns, and before them a failure that passes. */
function answer({ index }: ScriptedRequest): Scripted {
  if (index === 0)
    return {
      body: `{"error":{"message":"slow down, ${KEY}"}}`,
      status: 429,
      headers: { 'retry-after': '0' },
    };
  return index === 1
    ? callResponse('search_lines', { query: 'stages' })
    : callResponse('submit_summary', draft);
}

/** Runs the command against an endpoint that is gone afterwards. */
async function record(args: string[], environment: Record<string, string> = {}, script = answer) {
  const server = await startScriptedServer(script);
  try {
    const run = await runApp('cli', ['agent:summary', meeting, '--record', folder, ...args], {
      OPENAI_BASE_URL: server.url,
      OPENAI_API_KEY: KEY,
      AGENT_MODEL: 'scripted',
      ...environment,
    });
    return { ...run, requests: server.requests };
  } finally {
    await server.close();
  }
}

function replay(args: string[], environment: Record<string, string> = {}) {
  return runApp('cli', ['agent:summary', meeting, '--replay', folder, ...args], environment);
}

describe('a recorded run of agent:summary', () => {
  beforeEach(prepare);
  afterEach(clear);

  test.each(['true', 'false'])(
    'is played back without endpoint, key or model, byte for byte (streaming %s)',
    async (streaming) => {
      const recorded = await record(['--json'], { AGENT_USE_STREAMING: streaming });
      expect(recorded).toMatchObject({ code: 0 });
      expect(recorded.stderr).toContain(`3 exchanges with the model recorded in ${folder}`);
      expect(recorded.requests.map(({ body }) => body.stream ?? false)).toEqual(
        Array.from({ length: 3 }, () => streaming === 'true'),
      );
      expect(recorded.requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
      expect(summarySchema.parse(JSON.parse(recorded.stdout))).toMatchObject({ model: 'scripted' });

      const replayed = await replay(['--json']);
      expect(replayed).toMatchObject({ code: 0, stdout: recorded.stdout });
      expect(replayed.stderr).toContain(`model scripted, replayed from ${folder}`);
      expect(replayed.stderr).toContain(`3 of 3 recorded exchanges played back from ${folder}`);
      expect(turnsOf(replayed.stderr)).toEqual(turnsOf(recorded.stderr));
      expect(turnsOf(replayed.stderr)).not.toEqual([]);
    },
  );

  test('is readable for its owner alone and holds no key', async () => {
    expect(await record([])).toMatchObject({ code: 0 });
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const names = await readdir(folder);
    expect(names).toContain('0003-body.sse');
    for (const name of names) {
      expect((await stat(path.join(folder, name))).mode & 0o777).toBe(0o600);
      expect(await readFile(path.join(folder, name), 'latin1')).not.toContain(KEY);
    }
    expect(await readFile(path.join(folder, '0001-body.txt'), 'utf8')).toContain('slow down, ***removed***');
  });

  test('is played back whatever endpoint the environment names', async () => {
    const recorded = await record([]);
    const environment = {
      OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      OPENAI_API_KEY: 'another-key',
      AGENT_MODEL: 'another-model',
      AGENT_USE_STREAMING: 'false',
    };
    expect(await replay([], environment)).toMatchObject({ code: 0, stdout: recorded.stdout });
    expect(await replay(['--model', 'scripted'])).toMatchObject({ code: 0, stdout: recorded.stdout });
  });

  test('may be one of the offline model', async () => {
    const args = ['--json', '--started-at', '2026-12-01T09:00:00+01:00', '--time-zone', 'Europe/Berlin'];
    const recorded = await runApp('cli', ['agent:summary', meeting, '--record', folder, ...args], {});
    expect(recorded).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/\d exchanges? with the model/),
    });
    expect(await replay(args)).toMatchObject({ code: 0, stdout: recorded.stdout });
  });

  test('that failed fails in the same way', async () => {
    const refused = () => ({ body: `{"error":{"message":"No such key: ${KEY}"}}`, status: 401 });
    const recorded = await record([], {}, refused);
    expect(recorded).toMatchObject({ code: 1, stdout: '' });
    expect(recorded.stderr).toContain('1 exchange with the model recorded');
    const replayed = await replay([]);
    expect(replayed).toMatchObject({ code: 1, stdout: '' });
    expect(replayed.stderr).toContain('No such key: ***removed***');
  });

  test('whose answer was cut short says so, and does not blame the request alone', async () => {
    await record([]);
    await truncate(path.join(folder, '0002-body.sse'), 0);
    const run = await replay([]);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toContain(
      'The answer that was played had failed: The response stream ended after no event without a terminal event',
    );
    expect(run.stderr).toContain('2 of 3 recorded exchanges');
    expect(run.stderr).not.toMatch(/^\s+at /m);
  });

  test('does not answer for another transcript, and says where the two part', async () => {
    await record([]);
    await writeFile(meeting, transcript.replace('carriers', 'drivers'));
    const run = await replay([]);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toMatch(
      /0001-request\.json, and they differ first at body\.input\[0\]\S*, character \d+: recorded ".*carriers by Friday.*", now ".*drivers by Friday/,
    );
    expect(run.stderr).toContain('record again');
    expect(run.stderr).toContain('0 of 3 recorded exchanges');
    expect(run.stderr).not.toMatch(/^\s+at /m);
  });
});

describe('what cannot be recorded or played back is said in a line, without a stack trace', () => {
  beforeAll(async () => {
    await prepare();
    expect(await record([])).toMatchObject({ code: 0 });
  });
  afterAll(clear);

  const failures: { what: string; args: () => string[]; code: number; says: string }[] = [
    {
      what: 'both at once',
      args: () => ['--record', `${folder}-2`, '--replay', folder],
      code: 2,
      says: 'not both',
    },
    {
      what: 'another model',
      args: () => ['--replay', folder, '--model', 'another'],
      code: 2,
      says: 'is of the model scripted, not of another',
    },
    {
      what: 'a folder with a recording',
      args: () => ['--record', folder],
      code: 1,
      says: 'holds a recording already',
    },
    {
      what: 'a folder with other files',
      args: () => ['--record', parent],
      code: 1,
      says: 'it is not empty; name another folder, or empty that one',
    },
    {
      what: 'a file in place of the folder',
      args: () => ['--record', meeting],
      code: 1,
      says: 'a file stands',
    },
    {
      what: 'no recording',
      args: () => ['--replay', `${folder}-2`],
      code: 1,
      says: 'there is no such folder',
    },
  ];
  test.each(failures)('$what: exit code $code', async ({ args, code, says }) => {
    const run = await runApp('cli', ['agent:summary', meeting, ...args()], {});
    expect(run).toMatchObject({ code, stdout: '' });
    expect(run.stderr).toContain(says);
    expect(run.stderr).not.toMatch(/^\s+at /m);
    expect(await readdir(parent)).not.toContain('recording-2');
  });

  test('a damaged file', async () => {
    await writeFile(path.join(folder, '0002-response.json'), '{');
    const run = await replay([]);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toContain('0002-response.json is not JSON');
    expect(run.stderr).not.toMatch(/^\s+at /m);
  });

  test('an answer that fetch could not give', async () => {
    await writeFile(
      path.join(folder, '0002-response.json'),
      JSON.stringify({ status: 204, bodyFile: '0002-body.sse', ending: 'complete' }),
    );
    const run = await replay([]);
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toContain('0002-response.json says status 204, which has no body');
    expect(run.stderr).not.toMatch(/^\s+at /m);
  });
});

/** What the person sees of the run itself. */
function turnsOf(stderr: string): string[] {
  return stderr.split('\n').filter((line) => /^(turn| )/.test(line));
}
