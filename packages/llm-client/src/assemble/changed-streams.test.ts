import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silenceTracing } from '../index.ts';
import { readAnswer, startAnswerReader, type AnswerReader } from '../testing/answer-reader.ts';
import {
  eventsOf,
  functionCall,
  message,
  responseOf,
  type ScriptedItem,
} from '../testing/scripted-server.ts';
import {
  answerOf,
  changeEverything,
  finalResponse,
  STREAM_CHANGES,
  type StreamEvent,
} from '../testing/stream-changes.ts';

/** Every kind of output item that comes without a tool of ours being asked. */
const reasoning = {
  id: 'rs_own',
  type: 'reasoning',
  summary: [
    { type: 'summary_text', text: 'First, look.' },
    { type: 'summary_text', text: 'Then, tell.' },
  ],
  encrypted_content: 'b3BhcXVl',
};
const search = {
  id: 'ws_own',
  type: 'web_search_call',
  status: 'completed',
  action: { type: 'search', query: 'budget 2031' },
};
const mcpTools = { id: 'mcpl_own', type: 'mcp_list_tools', server_label: 'notes', tools: [] };
const mcpCall = {
  id: 'mcp_own',
  type: 'mcp_call',
  status: 'completed',
  server_label: 'notes',
  name: 'find_note',
  arguments: '{"topic":"budget"}',
  output: 'Nothing found.',
  error: null,
};
const custom = {
  id: 'ct_own',
  type: 'custom_tool_call',
  call_id: 'custom_1',
  name: 'write',
  input: 'free text',
};
const compaction = { id: 'cmp_own', type: 'compaction', encrypted_content: 'c2hvcnQ=' };
const cited = message('The budget was agreed.', {
  content: [
    {
      type: 'output_text',
      text: 'The budget was agreed. ',
      annotations: [
        { type: 'url_citation', url: 'https://example.org/', title: 'T', start_index: 4, end_index: 10 },
      ],
    },
    { type: 'output_text', text: 'Zoë signs it 🖋.', annotations: [] },
  ],
});

const OUTPUTS: { [name: string]: readonly ScriptedItem[] } = {
  'a text': [message('Hello there, everyone in the room.')],
  'a call': [functionCall('read_lines', { from: 1, to: 40 })],
  'a call without arguments': [functionCall('list_meetings', '{}')],
  'the same tool twice': [functionCall('read_lines', { from: 1 }), functionCall('read_lines', { from: 41 })],
  'the same call twice under two call ids': [
    functionCall('read_lines', { from: 1 }),
    functionCall('read_lines', { from: 1 }),
  ],
  'text, then calls of three tools': [
    message('I look first.'),
    functionCall('read_lines', '{ "from" : 1 }'),
    functionCall('search', { words: 'Zoë 🖋 \n "quoted"' }),
    functionCall('note', '{}'),
  ],
  'encrypted reasoning before a call': [reasoning, functionCall('read_lines', { from: 1 })],
  'two texts': [message('One. ', { phase: 'commentary' }), message('Two.', { phase: 'final_answer' })],
  'several parts with annotations': [search, cited],
  'a call on another server': [mcpTools, mcpCall, message('No note.')],
  'a custom tool call': [custom, message('Written.')],
  'a compaction item': [compaction, message('Go on.')],
  'invalid arguments, kept as they came': [functionCall('read_lines', '{"from":1')],
};

const usage = {
  input_tokens: 120,
  input_tokens_details: { cached_tokens: 64 },
  output_tokens: 30,
  output_tokens_details: { reasoning_tokens: 12 },
  total_tokens: 150,
};

function streamOf(output: readonly ScriptedItem[], fields: ScriptedItem = {}): StreamEvent[] {
  return eventsOf(responseOf(output, { usage, ...fields })).map((event) => ({
    ...event,
    type: String(event['type']),
  }));
}

const streams = Object.entries(OUTPUTS).map(([name, output]) => ({
  name,
  events: name === 'the same tool twice' ? interleaved(streamOf(output)) : streamOf(output),
  expected: { ...answerOf(output), input: 120, output: 30, cached: 64, reasoning: 12 },
}));

/** The events of two items in turns, each in its own order. */
function interleaved(events: readonly StreamEvent[]): StreamEvent[] {
  const placeOf = (event: StreamEvent): number => Number(event['output_index'] ?? -1);
  const items = [0, 1].map((index) => events.filter((event) => placeOf(event) === index));
  const turns = items[0]?.flatMap((event, at) => [event, ...(items[1]?.slice(at, at + 1) ?? [])]) ?? [];
  const rest = items[1]?.slice(items[0]?.length) ?? [];
  return [...events.slice(0, 2), ...turns, ...rest, ...events.slice(-1)];
}

let reader: AnswerReader;
beforeAll(async () => {
  silenceTracing();
  reader = await startAnswerReader();
});
afterAll(() => reader.close());

describe('a stream changed as endpoints change it', () => {
  it.each(STREAM_CHANGES)('gives the same answer: $name', async ({ apply }) => {
    const got = await Promise.all(
      streams.map(async ({ name, events }) => ({
        name,
        answer: await reader.read({ events: apply(events) }).then(readAnswer, String),
      })),
    );
    expect(got).toEqual(streams.map(({ name, expected }) => ({ name, answer: expected })));
  });

  it.each(STREAM_CHANGES.filter(({ changesFinal }) => changesFinal))(
    'gives the same answer as one JSON body: $name',
    async ({ apply }) => {
      const got = await Promise.all(
        streams.map(({ events }) =>
          reader.read({ json: finalResponse(apply(events)) }).then(readAnswer, String),
        ),
      );
      expect(got).toEqual(streams.map(({ expected }) => expected));
    },
  );

  it.each(Array.from({ length: 20 }, (_, at) => ({ seed: at + 1 })))(
    'gives the same answer with all changes at once, in gzip, with CRLF, cut anywhere (seed $seed)',
    async ({ seed }) => {
      const transport = { gzip: seed % 2 === 0, lineEnd: seed % 3 === 0 ? '\n' : '\r\n', seed } as const;
      const got = await Promise.all(
        streams.map(({ events }) =>
          reader.read({ events: changeEverything(events), transport }).then(readAnswer, String),
        ),
      );
      expect(got).toEqual(streams.map(({ expected }) => expected));
    },
  );

  it('keeps the output items in order and whole, whichever list they are read from', async () => {
    const events = streamOf([reasoning, search, cited, functionCall('read_lines', { from: 1 })]);
    const emptied = STREAM_CHANGES.find(({ name }) => name === 'final output emptied');
    const fromFinal = await reader.read({ events });
    const fromDone = await reader.read({ events: emptied?.apply(events) ?? [] });
    expect(fromDone.output).toEqual(fromFinal.output);
    expect(fromFinal.output.map((item) => item.type)).toEqual([
      'reasoning',
      'hosted_tool_call',
      'message',
      'function_call',
    ]);
    expect(fromFinal.output[0]).toMatchObject({
      content: [{ text: 'First, look.' }, { text: 'Then, tell.' }],
      providerData: { encrypted_content: 'b3BhcXVl' },
    });
  });
});

describe('a body without an answer', () => {
  it('is an error that names both numbers where it is one JSON body without output', async () => {
    for (const output of [[], null, undefined]) {
      const json = responseOf([], { usage, output });
      await expect(reader.read({ json })).rejects.toThrow(/30 output tokens.*0 output items/);
      await expect(reader.read({ json })).rejects.toMatchObject({
        code: 'empty_response',
        outputTokens: 30,
        responseId: json['id'],
        usage,
      });
    }
  });

  it.each(STREAM_CHANGES.filter(({ name }) => !name.startsWith('no item events')))(
    'is a refusal where the model refuses: $name',
    async ({ apply }) => {
      const refusal = message('', { content: [{ type: 'refusal', refusal: 'I will not.' }] });
      const at = { item_id: refusal['id'], output_index: 0, content_index: 0 };
      const all = streamOf([refusal]);
      const events = [
        ...all.slice(0, 3),
        { type: 'response.refusal.delta', ...at, delta: 'I will ' },
        { type: 'response.refusal.delta', ...at, delta: 'not.' },
        { type: 'response.refusal.done', ...at, refusal: 'I will not.' },
        ...all.slice(3),
      ];
      await expect(reader.read({ events: apply(events) })).rejects.toMatchObject({
        code: 'model_refusal',
        refusal: 'I will not.',
        usage,
      });
    },
  );
});

describe('usage', () => {
  it('is unknown, not 0, where the endpoint does not tell it', async () => {
    const bare = { input_tokens: 7, output_tokens: 3, total_tokens: 10 };
    const events = streamOf([message('x')], { usage: bare });
    for (const body of [{ events }, { events: changeEverything(events) }, { json: finalResponse(events) }]) {
      expect(readAnswer(await reader.read(body))).toEqual({
        text: 'x',
        calls: [],
        input: 7,
        output: 3,
        cached: undefined,
        reasoning: undefined,
      });
    }
  });

  it('is unknown where it is no number', async () => {
    const odd = { ...usage, input_tokens_details: { cached_tokens: null }, output_tokens_details: 'none' };
    const { cached, reasoning: thought } = readAnswer(
      await reader.read({ events: streamOf([message('x')], { usage: odd }) }),
    );
    expect([cached, thought]).toEqual([undefined, undefined]);
  });
});
