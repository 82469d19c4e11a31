import {
  job as jobSchema,
  problem,
  storedSummary,
  summaryComparison,
  summaryVersions,
  uploadAccepted,
  type Claim,
  type Summary,
} from '@meeting-assistant/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sending, startTestApi, testSummary, type TestApi } from './testing/start-test-api.ts';

const speech = 'Speaker 1: We ship in March.\nBo: Yes.\nSpeaker 1: I send the plan.\nBo: Good.\n';

const openApi = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

let api: TestApi;
let key: string;
let path: string;
let firstJob: string;

beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  key = await api.createKey(['upload', 'read', 'operate']);
  const upload = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: speech };
  const { meeting, job } = uploadAccepted.parse(await (await api.ask(key, '/v1/transcripts', upload)).json());
  path = `/v1/meetings/${meeting.id}`;
  firstJob = job.id;
});
afterAll(() => api.stop());

const askAgain = async (settings: unknown = {}) => {
  const response = await api.ask(key, `${path}/jobs`, sending('POST', settings));
  expect(response.status).toBe(202);
  return jobSchema.parse(await response.json()).id;
};
const again = async (summary: Summary) => api.finish(await askAgain(), summary);
const read = async (part: string): Promise<unknown> => (await api.ask(key, `${path}${part}`)).json();
const versions = async (query = '') => summaryVersions.parse(await read(`/summaries${query}`));
const version = async (number: number) => storedSummary.parse(await read(`/summary?version=${number}`));

const hire: Claim = {
  id: 'd1',
  text: 'Hire two people.',
  evidence: [{ from: 4, to: 4 }],
  support: 'supported',
};

test('a meeting without a summary has no versions', async () => {
  expect(await versions()).toEqual({ items: [], nextCursor: null });
});

test('summarising again makes a new version, and none is overwritten', async () => {
  await api.finish(firstJob, testSummary({ title: 'First' }));
  const first = await read('/summary?version=1');
  await again(testSummary({ title: 'Second' }));
  await again(testSummary({ title: 'Third' }));
  expect(await read('/summary?version=1')).toEqual(first);
  expect((await version(2)).summary.title).toBe('Second');
  expect(storedSummary.parse(await read('/summary'))).toMatchObject({
    version: 3,
    summary: { title: 'Third' },
  });
});

test('jobs that finish at once get a version each', async () => {
  const jobs = [firstJob, await askAgain(), await askAgain({ template: 'stand-up' })];
  const finished = await Promise.all(jobs.map((id) => api.finish(id, testSummary({ title: id }))));
  expect(finished.map((one) => one.version).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
  for (const [index, one] of finished.entries()) {
    expect(await version(one.version)).toMatchObject({
      jobId: jobs[index],
      summary: { title: jobs[index] },
    });
  }
});

test('each version says what is otherwise than in the one before', async () => {
  await api.finish(firstJob, testSummary());
  const { actionItems } = testSummary();
  const ofBo = actionItems.map((item) => ({ ...item, owner: { ...item.owner, name: 'Bo' } }));
  await again(testSummary({ decisions: [hire], actionItems: ofBo }));
  const { items, nextCursor } = await versions();
  expect(nextCursor).toBeNull();
  expect(items).toMatchObject([
    {
      version: 2,
      comparedWith: 1,
      counts: { decisions: 1, actionItems: 1, quotes: 1, topics: 0 },
      difference: {
        counts: { added: 1, removed: 1, changed: 1 },
        changes: [
          { kind: 'decision', change: 'added', before: null, after: { text: 'Hire two people.' } },
          { kind: 'decision', change: 'removed', before: { text: 'Ship in March.' }, after: null },
          {
            kind: 'actionItem',
            change: 'changed',
            differs: ['owner'],
            before: { owner: { name: 'Speaker 1' } },
            after: { owner: { name: 'Bo' } },
          },
        ],
      },
    },
    { version: 1, comparedWith: null, difference: null, quality: { status: 'complete' } },
  ]);
});

test('a renamed speaker is no difference between two versions, though each was written with another name', async () => {
  await api.finish(firstJob, testSummary());
  await api.ask(key, path, sending('PATCH', { speakers: { 'Speaker 1': 'Ana' } }));
  const named: unknown = JSON.parse(JSON.stringify(testSummary()).replaceAll('Speaker 1', 'Ana'));
  await again(storedSummary.shape.summary.parse(named));
  const { items } = await versions();
  expect(items.map(({ difference }) => difference?.changes)).toEqual([[], undefined]);
});

test('pages hold each version once, and the last of a page is compared with the first of the next', async () => {
  await api.finish(firstJob, testSummary({ title: 'v1' }));
  for (const title of ['v2', 'v3', 'v4', 'v5']) await again(testSummary({ title }));
  const first = await versions('?limit=2');
  const second = await versions(`?limit=2&cursor=${first.nextCursor}`);
  const third = await versions(`?limit=2&cursor=${second.nextCursor}`);
  const seen = [first, second, third].flatMap(({ items }) =>
    items.map((item) => [item.version, item.comparedWith, item.difference?.changes[0]?.before?.text]),
  );
  expect(seen).toEqual([
    [5, 4, 'v4'],
    [4, 3, 'v3'],
    [3, 2, 'v2'],
    [2, 1, 'v1'],
    [1, null, undefined],
  ]);
  expect(third.nextCursor).toBeNull();
});

test('any two versions can be compared, in either direction', async () => {
  await api.finish(firstJob, testSummary());
  await again(testSummary());
  await again(testSummary({ decisions: [...testSummary().decisions, hire] }));
  const between = async (from: number, to: number) =>
    summaryComparison.parse(await read(`/summaries/difference?from=${from}&to=${to}`));
  expect(await between(1, 3)).toMatchObject({
    from: { version: 1 },
    to: { version: 3 },
    difference: { counts: { added: 1, removed: 0, changed: 0 } },
  });
  expect((await between(3, 1)).difference.counts).toEqual({ added: 0, removed: 1, changed: 0 });
  expect((await between(2, 2)).difference.changes).toEqual([]);
});

describe('a wrong question gets a problem', () => {
  test.each([
    ['/summaries?limit=0', 400, 'invalid_request'],
    ['/summaries?limit=51', 400, 'invalid_request'],
    ['/summaries?cursor=abc', 400, 'invalid_request'],
    ['/summaries?cursor=3000000000', 400, 'invalid_request'],
    ['/summaries?from=1', 400, 'invalid_request'],
    ['/summaries/difference', 400, 'invalid_request'],
    ['/summaries/difference?from=1', 400, 'invalid_request'],
    ['/summaries/difference?from=0&to=1', 400, 'invalid_request'],
    ['/summaries/difference?from=1&to=9', 404, 'no_summary'],
    ['/summary?version=9', 404, 'no_summary'],
  ])('%s: %i %s', async (part, status, code) => {
    await api.finish(firstJob, testSummary());
    const response = await api.ask(key, `${path}${part}`);
    expect([response.status, problem.parse(await response.json()).code]).toEqual([status, code]);
  });

  test('and another workspace sees nothing', async () => {
    await api.finish(firstJob, testSummary());
    const stranger = await api.createKey(['admin']);
    for (const part of ['/summaries', '/summaries/difference?from=1&to=1']) {
      const response = await api.ask(stranger, `${path}${part}`);
      expect([response.status, problem.parse(await response.json()).code]).toEqual([404, 'not_found']);
    }
  });
});

test('the OpenAPI document describes the change of a meeting, the versions and their difference', async () => {
  const { paths } = openApi.parse(await (await api.ask(key, '/openapi.json')).json());
  const shown = (route: string, method: string) => JSON.stringify(paths[route]?.[method]);
  const patch = shown('/v1/meetings/{id}', 'patch');
  for (const word of ['"speakers"', '"speakersBy"', '"title"', '"speakerNames"'])
    expect(patch).toContain(word);
  const list = shown('/v1/meetings/{id}/summaries', 'get');
  for (const word of ['"limit"', '"cursor"', '"comparedWith"', '"difference"', '"changes"', '"openQuestion"'])
    expect(list).toContain(word);
  const difference = shown('/v1/meetings/{id}/summaries/difference', 'get');
  for (const word of ['"from"', '"to"', '"differs"']) expect(difference).toContain(word);
});
