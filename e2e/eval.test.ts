import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  callResponse,
  startScriptedServer,
  type Scripted,
  type ScriptedRequest,
} from '@meeting-assistant/llm-client/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually, runApp, startApp } from './system/running-app.ts';

const goldMeetings = path.resolve(import.meta.dirname, '../apps/cli/src/eval/gold-meetings');
const names = ['bakery-oven', 'library-roof', 'village-choir'];
let folder: string;
let meetings: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'eval-'));
  meetings = path.join(folder, 'meetings');
  await cp(goldMeetings, meetings, { recursive: true });
  // Only what ends in .json is a meeting.
  await writeFile(path.join(meetings, 'LICENSE'), 'free');
  await mkdir(path.join(folder, 'empty'));
  await writeFile(path.join(folder, 'broken.json'), '{"lines":');
  await writeFile(path.join(folder, 'no-gold.json'), '{"lines":[{"speaker":"A","text":"One."}]}');
  await writeFile(path.join(folder, 'other.json'), '{"transcript":"A: One."}');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const claim = (text: string, line: number) => ({ text, evidence: [{ from: line, to: line }] });
const empty = { topics: [], decisions: [], actionItems: [], openQuestions: [], quotes: [] };
const bakery = {
  ...empty,
  title: 'The new oven',
  language: 'en',
  overview: 'The team buys a stone oven.',
  decisions: [
    claim('We have decided to buy the stone oven from Lindner.', 3),
    claim('The old oven needs two hours to get hot.', 2),
  ],
  actionItems: [
    {
      ...claim("I'll order the stone oven by Friday.", 4),
      owner: { name: 'Tomas Reyes', kind: 'participant' },
      due: { phrase: 'by Friday' },
    },
  ],
};
const choir = {
  ...empty,
  title: 'The choir tour',
  language: 'en',
  overview: 'The organ is tuned before the tour.',
  openQuestions: [claim('The organ has to be tuned before the tour.', 4)],
};

/** Two meetings are summarised, the third is refused. */
function answer({ body }: ScriptedRequest): Scripted {
  const asked = JSON.stringify(body.input);
  if (asked.includes('stone oven')) return callResponse('submit_summary', bakery);
  if (asked.includes('organ tuner')) return callResponse('submit_summary', choir);
  return { body: '{"error":{"message":"The roof is no subject here."}}', status: 400 };
}

async function withEndpoint(script: typeof answer, args: string[]) {
  const server = await startScriptedServer(script);
  try {
    const run = await runApp('cli', ['eval', ...args], {
      OPENAI_BASE_URL: server.url,
      AGENT_MODEL: 'scripted',
    });
    return { ...run, requests: server.requests };
  } finally {
    await server.close();
  }
}

describe('eval', () => {
  test('scores each meeting as counted by hand, and a meeting that fails is a row', async () => {
    const run = await withEndpoint(answer, [meetings, '--json', '--queries']);
    expect(run.stderr).toContain('1 of 3 meetings could not be scored');
    expect(run.code).toBe(1);
    const report = JSON.parse(run.stdout);
    expect(report.model).toBe('scripted');
    expect(report.meetings.map((row: { name: string }) => row.name)).toEqual(names);
    const [first, failed, third] = report.meetings;

    // "the team buys a stone oven" beside "the bakery buys a stone oven": five words of six, three pairs of five.
    expect(first.overviewWords).toBe(6);
    expect(first.rouge.rouge1).toBeCloseTo(5 / 6, 10);
    expect(first.rouge.rouge2).toBeCloseTo(3 / 5, 10);
    expect(first.rouge.rougeL).toBeCloseTo(5 / 6, 10);
    // Lines 2, 3 and 4 are cited, lines 3 to 7 of 8 are gold.
    expect(first.evidence).toMatchObject({ citedLines: 3, citedGoldLines: 2, chance: 5 / 8 });
    expect(first.evidence.lift).toBeCloseTo(2 / 3 / (5 / 8), 10);
    expect(first.decisions).toMatchObject({ found: 1, missed: 0, extra: 1, precision: 0.5, recall: 1 });
    expect(first.actionItems).toMatchObject({
      found: 1,
      missed: 1,
      extra: 0,
      missedTexts: ['Ida tells the neighbours.'],
    });
    expect(first).toMatchObject({
      unsupportedRate: 0,
      quality: { status: 'complete', coverage: 1 },
      turns: 1,
    });
    // "Who pays for the chimney?" is line 6, its answer lines 6 and 7.
    expect(first.queries).toMatchObject([{ goldLines: 2, chance: 0.25 }]);
    expect(first.queries[0].search.recall).toBeGreaterThan(0);

    expect(failed).toEqual({
      file: path.join(meetings, 'library-roof.json'),
      name: 'library-roof',
      lines: 5,
      error: expect.stringContaining('The roof is no subject here.'),
    });

    // Seven words, all of them in the reference's fourteen; six pairs, all in its thirteen.
    expect(third.rouge.rouge1).toBeCloseTo((2 * 7) / (7 + 14), 10);
    expect(third.rouge.rouge2).toBeCloseTo((2 * 6) / (6 + 13), 10);
    expect(third).toMatchObject({ lines: 6, decisions: null, actionItems: null });
    // Turns 0 to 2, 4 and 6 are gold, of them turn 1 is no line; line 4 is cited.
    expect(third.evidence).toMatchObject({ citedLines: 1, citedGoldLines: 1, chance: 4 / 6, lift: 1.5 });

    expect(report.overall).toMatchObject({ meetings: 3, failed: 1, complete: 2 });
    expect(report.overall.rouge.rouge1).toBeCloseTo((5 / 6 + 2 / 3) / 2, 10);
    expect(report.overall.decisions).toMatchObject({ found: 1, missed: 0, extra: 1 });
  });

  test('prints a table whose last row is the mean, and says on stderr how far it is', async () => {
    const run = await runApp('cli', ['eval', meetings, '--queries'], {});
    expect(run).toMatchObject({ code: 0, stderr: expect.stringContaining('3 meetings; model offline') });
    for (const name of names) expect(run.stderr).toMatch(new RegExp(`^${name}: ROUGE-1/2/Lsum [\\d.]+`, 'm'));
    const tables = run.stdout
      .trimEnd()
      .split('\n\n')
      .map((table) => table.split('\n'));
    const [heading = [], summaries = [], items = [], queries = []] = tables;
    expect(heading[0]).toContain('offline, extractive');
    expect(summaries[0]?.split(/\s{2,}/)).toEqual(
      expect.arrayContaining(['meeting', 'words', 'R1', 'R2', 'RL', 'RLsum', 'lift', 'quality', 'sec']),
    );
    expect(firstCells(summaries)).toEqual(['meeting', ...names, 'mean']);
    expect(firstCells(items)).toEqual(['meeting', 'bakery-oven', 'library-roof', 'all']);
    expect(firstCells(queries)).toEqual(['meeting', 'bakery-oven', 'library-roof', 'village-choir', 'mean']);
    const widths = tables.flat().map((line) => line.length);
    expect(Math.max(...widths)).toBeLessThanOrEqual(120);
    // Columns: every row of a table ends where the others do.
    expect(new Set(summaries.map((line) => line.length)).size).toBe(1);
  });

  test('--baseline adds the first words and lexrank at three lengths', async () => {
    const files = names.map((name) => path.join(meetings, `${name}.json`));
    const run = await runApp('cli', ['eval', ...files, '--baseline', '--json'], {});
    expect(run).toMatchObject({ code: 0 });
    const { overall, meetings: rows } = JSON.parse(run.stdout);
    const systems = overall.baselines.map(
      ({ system, length, meetings: count }: { system: string; length: number; meetings: number }) =>
        `${system} ${length} of ${count}`,
    );
    expect(systems).toEqual(
      ['lead', 'lexrank'].flatMap((system) => [100, 150, 200].map((length) => `${system} ${length} of 3`)),
    );
    // The whole meeting is shorter than 100 words: lead is all of it, at every length.
    const lead = rows[0].baselines.filter((row: { system: string }) => row.system === 'lead');
    expect(lead.map((row: { words: number }) => row.words)).toEqual([60, 60, 60]);

    const table = await runApp('cli', ['eval', ...files, '--baseline'], {});
    const last = table.stdout.trimEnd().split('\n\n').at(-1)?.split('\n') ?? [];
    expect(last.map((line) => line.split(/\s{2,}/)[0])).toEqual([
      'means',
      ...['lead', 'lexrank'].flatMap((system) =>
        [100, 150, 200].map((length) => `${system}, ${length} words`),
      ),
      'this summary',
    ]);
    expect(last[1]).toMatch(/\d\*/);
  });

  test('--limit takes the first files, and --model names another model', async () => {
    const run = await withEndpoint(answer, [meetings, '--json', '--limit', '1', '--model', 'other']);
    expect(run).toMatchObject({ code: 0 });
    const report = JSON.parse(run.stdout);
    expect(report).toMatchObject({ model: 'other', meetings: [{ name: 'bakery-oven' }] });
    expect(run.requests.map(({ body }) => body.model)).toEqual(['other']);
  });

  test('ctrl-c ends it with a line, while models are answering', async () => {
    const server = await startScriptedServer(() => ({ nothing: 'hang' }));
    const run = startApp('cli', ['eval', meetings], { OPENAI_BASE_URL: server.url, AGENT_MODEL: 'scripted' });
    try {
      // Several at once.
      await eventually('all three meetings are asked about', () =>
        server.requests.length === 3 ? true : undefined,
      );
      run.child.kill('SIGINT');
      expect(await run.exited).toEqual({ code: 1, signal: null });
      expect(run.stdout()).toBe('');
      expect(run.stderr()).toContain('Stopped by SIGINT');
      expect(run.stderr()).not.toMatch(/^\s+at /m);
    } finally {
      await run.stop('SIGKILL');
      await server.close();
    }
  });

  const failures: { what: string; args: () => string[]; code: number; says: string[] }[] = [
    { what: 'nothing', args: () => [], code: 2, says: ['missing required argument'] },
    {
      what: 'a missing folder',
      args: () => [path.join(folder, 'none')],
      code: 1,
      says: ['none: there is no such file or folder'],
    },
    {
      what: 'an empty folder',
      args: () => [path.join(folder, 'empty')],
      code: 1,
      says: ['empty: there is no .json file'],
    },
    {
      what: 'a folder of wrong files',
      args: () => [folder],
      code: 2,
      says: [
        'broken.json: not valid JSON',
        'no-gold.json: ',
        'at gold',
        'other.json: no meeting with gold data',
      ],
    },
    {
      what: 'a wrong file among good ones',
      args: () => [meetings, path.join(folder, 'other.json')],
      code: 2,
      says: ['other.json'],
    },
    { what: 'a limit of 0', args: () => [meetings, '--limit', '0'], code: 2, says: ['--limit'] },
  ];
  test.each(failures)(
    '$what is said in a line, exit code $code, and no model is asked',
    async ({ args, code, says }) => {
      const run = await withEndpoint(answer, args());
      expect(run).toMatchObject({ code, stdout: '', requests: [] });
      for (const words of says) expect(run.stderr).toContain(words);
      expect(run.stderr).not.toMatch(/^\s+at /m);
    },
  );
});

function firstCells(table: readonly string[]): string[] {
  return table.map((line) => line.split(' ')[0] ?? '');
}
