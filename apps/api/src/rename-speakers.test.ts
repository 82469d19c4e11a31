import {
  meeting as meetingSchema,
  problem,
  storedSummary,
  transcriptLines,
  uploadAccepted,
} from '@meeting-assistant/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sending, startTestApi, testSummary, type TestApi } from './testing/start-test-api.ts';

const speech = 'Speaker 1: We ship in March.\nBo: Yes.\nSpeaker 1: I send the plan.\nBo: Good.\n';

let api: TestApi;
let key: string;
let path: string;

beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  key = await api.createKey(['upload', 'read', 'operate']);
  const upload = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: speech };
  const { meeting, job } = uploadAccepted.parse(
    await (await api.ask(key, '/v1/transcripts?title=Launch', upload)).json(),
  );
  path = `/v1/meetings/${meeting.id}`;
  await api.finish(job.id, testSummary());
});
afterAll(() => api.stop());

const change = (body: unknown) => api.ask(key, path, sending('PATCH', body));
const changed = async (body: unknown) => {
  const response = await change(body);
  expect(response.status).toBe(200);
  return meetingSchema.parse(await response.json());
};
const read = async (part: string, accept = 'application/json') =>
  (await api.ask(key, `${path}${part}`, { headers: { accept } })).text();

test('the answer is the meeting with its new names and title', async () => {
  expect(await changed({ title: ' Planning ', speakers: { 'Speaker 1': 'Ana Ruiz' } })).toMatchObject({
    title: 'Planning',
    speakers: ['Ana Ruiz', 'Bo'],
    speakerNames: { 'Speaker 1': 'Ana Ruiz' },
    import: { speakers: ['Speaker 1', 'Bo'] },
  });
  expect(meetingSchema.parse(JSON.parse(await read('')))).toMatchObject({ speakers: ['Ana Ruiz', 'Bo'] });
});

test.each(['application/json', 'text/vtt', 'application/x-subrip', 'text/plain'])(
  'the transcript as %s has the new name, the original the old one',
  async (type) => {
    await changed({ speakers: { 'Speaker 1': 'Ana Ruiz' } });
    const transcript = await read('/transcript', type);
    expect(transcript).toContain('Ana Ruiz');
    expect(transcript).not.toContain('Speaker 1');
    expect(await read('/original', '*/*')).toBe(speech);
  },
);

test('the stored summary is shown with the new name everywhere: owner, quote, participant, label in a sentence', async () => {
  await changed({ speakers: { 'Speaker 1': 'Ana Ruiz' } });
  const { version, summary } = storedSummary.parse(JSON.parse(await read('/summary')));
  expect(version).toBe(1);
  expect(summary).toEqual(
    testSummary({
      overview: 'Ana Ruiz and Bo planned the launch.',
      actionItems: testSummary().actionItems.map((item) => ({
        ...item,
        owner: { name: 'Ana Ruiz', kind: 'participant' },
      })),
      quotes: [{ line: 1, speaker: 'Ana Ruiz', text: 'We ship in March.' }],
      participants: [
        { name: 'Ana Ruiz', lines: 2, talkMs: null },
        { name: 'Bo', lines: 2, talkMs: null },
      ],
    }),
  );
  const markdown = await read('/summary', 'text/markdown');
  expect(markdown).toContain('Send the plan. — Ana Ruiz [^3]');
  expect(markdown).toContain('[^1-2]: lines 1–2 — Ana Ruiz: We ship in March.');
  expect(markdown).not.toContain('Speaker 1');
});

test('one renaming after the other is understood by the name shown and by the label of the file', async () => {
  await changed({ speakers: { 'Speaker 1': 'Ana' } });
  await changed({ speakers: { Ana: 'Ana Ruiz' } });
  expect(await changed({ speakers: { 'Speaker 1': 'Ana Maria' } })).toMatchObject({
    speakerNames: { 'Speaker 1': 'Ana Maria' },
  });
  const { lines } = transcriptLines.parse(JSON.parse(await read('/transcript')));
  expect(lines.map(({ speaker }) => speaker)).toEqual(['Ana Maria', 'Bo', 'Ana Maria', 'Bo']);
});

test('a name that another speaker has makes one of both, and the label parts them again', async () => {
  expect(await changed({ speakers: { 'Speaker 1': 'Bo' } })).toMatchObject({ speakers: ['Bo'] });
  const { summary } = storedSummary.parse(JSON.parse(await read('/summary')));
  expect(summary.participants).toEqual([{ name: 'Bo', lines: 4, talkMs: null }]);
  const ambiguous = await change({ speakers: { Bo: 'Bo Diaz' } });
  expect([ambiguous.status, problem.parse(await ambiguous.json()).code]).toEqual([422, 'ambiguous_speaker']);
  expect(await changed({ speakers: { Bo: 'Bo Diaz' }, speakersBy: 'name' })).toMatchObject({
    speakers: ['Bo Diaz'],
  });
  expect(await changed({ speakers: { 'Speaker 1': 'Speaker 1' } })).toMatchObject({
    speakers: ['Speaker 1', 'Bo Diaz'],
  });
});

test.each([{}, { speakers: {} }, { speakers: { Bo: 'Bo' } }])('%j changes nothing', async (body) => {
  const before = await read('');
  expect(JSON.stringify(await (await change(body)).json())).toBe(before);
});

describe('a change that cannot be made gets a problem, and changes nothing', () => {
  test.each([
    ['an unknown speaker', { title: 'x', speakers: { Bo: 'B', Eve: 'E' } }, 422, 'unknown_speaker'],
    [
      'two names for one speaker',
      { speakers: { 'Speaker 1': 'A', Ana: 'B' } },
      422,
      'conflicting_speaker_names',
    ],
    ['a blank name', { speakers: { Bo: ' ' } }, 400, 'invalid_request'],
    ['a name of two lines', { speakers: { Bo: 'B\nAna: yes' } }, 400, 'invalid_request'],
    ['a name that turns around', { speakers: { Bo: 'B\u202e' } }, 400, 'invalid_request'],
    ['a name too long', { speakers: { Bo: 'B'.repeat(201) } }, 400, 'invalid_request'],
    ['a name that is a number', { speakers: { Bo: 7 } }, 400, 'invalid_request'],
    ['a list of names', { speakers: ['Bo'] }, 400, 'invalid_request'],
    ['a blank title', { title: '  ' }, 400, 'invalid_request'],
    ['a title with NUL', { title: 'a\0b' }, 400, 'invalid_request'],
    ['what cannot be changed', { language: 'de' }, 400, 'invalid_request'],
    ['another way to read keys', { speakers: {}, speakersBy: 'line' }, 400, 'invalid_request'],
    ['no object', [], 400, 'invalid_request'],
  ])('%s: %j', async (_what, body, status, code) => {
    await changed({ speakers: { 'Speaker 1': 'Ana' } });
    const before = await read('');
    const response = await change(body);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect([response.status, problem.parse(await response.json()).code]).toEqual([status, code]);
    expect(await read('')).toBe(before);
  });

  test('no body, and a body that is no JSON', async () => {
    expect((await api.ask(key, path, { method: 'PATCH' })).status).toBe(400);
    const broken = await api.ask(key, path, { ...sending('PATCH', {}), body: '{"title":' });
    expect([broken.status, problem.parse(await broken.json()).code]).toEqual([400, 'invalid_json']);
  });

  test('the unknown speaker is named, and so are those there are', async () => {
    const { detail } = problem.parse(await (await change({ speakers: { Eve: 'E' } })).json());
    expect(detail).toBe('The meeting has no speaker "Eve". Its speakers are "Speaker 1", "Bo".');
  });

  test('a key that may only read, and one of another workspace', async () => {
    const reader = await api.createKey(['read']);
    expect((await api.ask(reader, path, sending('PATCH', {}))).status).toBe(403);
    const stranger = await api.createKey(['admin']);
    expect((await api.ask(stranger, path, sending('PATCH', { title: 'mine' }))).status).toBe(404);
    expect(JSON.parse(await read(''))).toMatchObject({ title: 'Launch' });
  });
});
