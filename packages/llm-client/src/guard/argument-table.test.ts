import type { Agent } from '@openai/agents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silenceTracing } from '../telemetry/silence-tracing.ts';
import {
  functionCall,
  responseOf,
  startScriptedServer,
  textResponse,
  type Scripted,
  type ScriptedItem,
  type ScriptedRequest,
  type ScriptedServer,
} from '../testing/scripted-server.ts';
import { agentWith, MODES, resultsIn, runAgent, type Mode } from './agent-run.fixture.ts';
import { WRONG_ARGUMENTS } from './argument-check.ts';
import { guardTools } from './guard-tool.ts';
import { TOOL_KINDS, type NotingTool, type ToolKind } from './tool-kinds.fixture.ts';

const whole = '{"at":1,"name":"a \\"b\\"","list":[1,{"c":null}]}';
const deep = (open: string, close: string): string => open.repeat(10_000) + close.repeat(10_000);

const NOT_JSON: readonly string[] = [
  '',
  ' ',
  ' \n\t\r\n ',
  'undefined',
  'NaN',
  'Infinity',
  '-',
  '01',
  'None',
  'True',
  'at=1',
  '{"at":None}',
  '{"at":True}',
  '{"at":NaN}',
  '{"at":Infinity}',
  '{"at":undefined}',
  "{'at':1}",
  '{at:1}',
  '{"at":1,}',
  '{"at":[1,]}',
  '{"at" 1}',
  '{"at":1 // one\n}',
  '/* one */ {"at":1}',
  '{"at":1}{"at":2}',
  '{"at":1}\n{"at":2}',
  '{"at":1} and so on',
  '{"at":1}}',
  '\uFEFF{"at":1}',
  '\u0000{"at":1}',
  '{"at":1}\u0000',
  '{"at":"\u0000"}',
  '{"at":"a\nb"}',
  '\uD800',
  '{"at":1}\uDC00',
  '{"\\uD8":1}',
  '{"at":0x10}',
  '{"at":"\\x41"}',
  '```json\n{"at":1}\n```',
  '<look><at>1</at></look>',
  '<tool_call>{"name":"look","arguments":{"at":1}}</tool_call>',
  'look({"at":1})',
  // Cut off at several places.
  ...[1, 3, 5, 6, 7, 20, whole.length - 3, whole.length - 1].map((length) => whole.slice(0, length)),
];

const NO_OBJECT: readonly string[] = [
  'null',
  '[]',
  '[{}]',
  '[{"at":1}]',
  '123',
  '-0',
  '1e999',
  '9007199254740993',
  'true',
  'false',
  '""',
  '"at"',
  '"{}"',
  '"{\\"at\\":1}"',
  '"\\uD800"',
  ' \nnull\n',
  // Longer than what the Runner is given of broken arguments.
  JSON.stringify('x'.repeat(20_000)),
];

const TOO_DEEP: readonly string[] = [
  deep('[', ']'),
  deep('{"at":', '}').replace('}', '1}'),
  `{"at":${deep('[', ']')}}`,
  deep('[', ']').slice(0, 10_000),
];

type Case = { text: string; message: string };
const BROKEN: readonly Case[] = [
  ...NOT_JSON.map((text) => ({ text, message: WRONG_ARGUMENTS.not_json })),
  ...NO_OBJECT.map((text) => ({ text, message: WRONG_ARGUMENTS.not_an_object })),
  ...TOO_DEEP.map((text) => ({ text, message: WRONG_ARGUMENTS.too_deep })),
];

/** Objects, however odd. All of them fit the schemas of the kinds. */
const VALID: readonly string[] = [
  '{"at":1}',
  '{"at":1,"at":2}',
  '{"__proto__":{"polluted":true},"at":1}',
  '{"constructor":{"prototype":{"polluted":true}},"at":1}',
  '{"\\u0061t":1}',
  ' \n\t{ "at" : 1.0 }\r\n ',
  '{"at":-0}',
  '{"at":9007199254740993}',
  '{"at":1e300,"more":"\\ud800 \\u0000"}',
  '{"at":1,"":null}',
];
const LARGE = `{"at":1,"pad":"${'x'.repeat(1_000_000)}"}`;
const GARBAGE = '0a1b '.repeat(1_000_000);

const CORRECTED = '{"at":1}';

const TRANSPORTS = [{ useStreaming: true }, { useStreaming: false }];

/** A run in which the model calls the tool with each of the texts at once, then with corrected arguments, and then says that it is done. */
type Script = {
  texts: readonly string[];
  takeRuns: NotingTool['takeRuns'];
  /** The request after the first response. */
  next?: ScriptedRequest;
  /** What the tool ran with before the corrected call. */
  early: readonly unknown[];
};

let script: Script = { texts: [], takeRuns: async () => [], early: [] };
let server: ScriptedServer;

beforeAll(async () => {
  silenceTracing();
  server = await startScriptedServer(async (request) => {
    // Bodies of many megabytes are not needed again.
    (server.requests as ScriptedRequest[]).length = 0;
    const { texts, takeRuns } = script;
    const turn = resultsIn(request).length;
    if (turn === 0)
      return answerWith(
        texts.map((text, at) => callOf(text, `call_${at}`)),
        request,
      );
    if (turn > texts.length) return textResponse('Done.');
    script.next = request;
    script.early = await takeRuns();
    return answerWith([callOf(CORRECTED, 'corrected')], request);
  });
});
afterAll(() => server.close());

function callOf(text: string, id: string): ScriptedItem {
  return functionCall('look', text, { call_id: id });
}

/** Long arguments come in one piece: deltas of ten characters would be most of the work, and are for display only. */
function answerWith(items: readonly ScriptedItem[], { body }: ScriptedRequest): Scripted {
  const response = responseOf([...items]);
  if (body.stream !== true) return { response };
  return {
    events: [
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      ...items.flatMap((item, at) => [
        { type: 'response.output_item.added', output_index: at, item: { ...item, arguments: '' } },
        ...argumentEvents(item, at),
        { type: 'response.output_item.done', output_index: at, item },
      ]),
      { type: 'response.completed', response },
    ],
  };
}

function argumentEvents(item: ScriptedItem, at: number): ScriptedItem[] {
  const text = String(item['arguments']);
  if (text.length >= 1000) return [];
  const place = { item_id: item['id'], output_index: at };
  const deltas = text.match(/[^]{1,10}/g) ?? [];
  return [
    ...deltas.map((delta) => ({ type: 'response.function_call_arguments.delta', ...place, delta })),
    { type: 'response.function_call_arguments.done', ...place, arguments: text },
  ];
}

/** An agent whose one tool notes its runs. */
type Trial = { agent: Agent; takeRuns: NotingTool['takeRuns']; sees: ToolKind['sees'] };

/** For the tests of a `describe`, which share the tool: one of the kinds is a process. */
function openTool(kind: ToolKind): (useStreaming: boolean) => Trial {
  let opened: NotingTool;
  beforeAll(async () => {
    opened = await kind.open();
  });
  afterAll(() => opened.close());
  return (useStreaming) => ({
    agent: agentWith(server, guardTools([opened.tool]), useStreaming),
    takeRuns: opened.takeRuns,
    sees: kind.sees,
  });
}

type Outcome = {
  /** By call id, as the request after the calls carries them. */
  results: Map<unknown, unknown>;
  sent: Map<unknown, unknown>;
  /** What the tool ran with, before the corrected call and by it. */
  early: readonly unknown[];
  late: readonly unknown[];
};

async function play(
  { agent, takeRuns }: Trial,
  texts: readonly string[],
  streamed: boolean,
): Promise<Outcome> {
  script = { texts, takeRuns, early: ['no second request'] };
  // The transport is the model's already.
  const mode: Mode = { useStreaming: true, streamed };
  expect(await runAgent(agent, { mode })).toBe('Done.');
  const late = await takeRuns();
  const input = script.next?.body.input ?? [];
  const outputs = input.filter((item) => item['type'] === 'function_call_output');
  const parsed = resultsIn(script.next);
  const calls = input.filter((item) => item['type'] === 'function_call');
  return {
    results: new Map(outputs.map((item, at) => [item['call_id'], parsed[at]])),
    sent: new Map(calls.map((item) => [item['call_id'], item['arguments']])),
    early: script.early,
    late,
  };
}

async function expectRefused(trial: Trial, cases: readonly Case[], streamed: boolean): Promise<void> {
  const texts = cases.map(({ text }) => text);
  const { results, sent, early, late } = await play(trial, texts, streamed);
  const refusals = cases.map(({ message }, at) => [
    `call_${at}`,
    { error: { code: 'invalid_tool_arguments', message } },
  ]);
  expect([...results]).toEqual(refusals);
  expect(early).toEqual([]);
  expect(late).toEqual([trial.sees(CORRECTED)]);
  expect(sent.size).toBe(texts.length);
  // A comparison that would print megabytes is made here.
  expect(texts.filter((text, at) => sent.get(`call_${at}`) !== text)).toEqual([]);
}

describe.each(TOOL_KINDS.map((kind, at) => ({ ...kind, at })))('a tool of the kind: $name', (kind) => {
  const trialWith = openTool(kind);

  it.each(MODES)(
    'runs on no broken arguments, though all come at once, and once on the corrected ones (%o)',
    async ({ useStreaming, streamed }) => {
      await expectRefused(trialWith(useStreaming), BROKEN, streamed);
    },
  );

  it.each(MODES)('runs on odd objects, as it sees them (%o)', async ({ useStreaming, streamed }) => {
    const { results, sent, early, late } = await play(trialWith(useStreaming), VALID, streamed);
    expect(early).toEqual(VALID.map((text) => kind.sees(text)));
    expect(late).toEqual([kind.sees(CORRECTED)]);
    expect(results.size).toBe(VALID.length);
    for (const [at, text] of VALID.entries()) {
      expect(JSON.stringify(results.get(`call_${at}`)), text).toContain('seen');
      expect(sent.get(`call_${at}`)).toBe(text);
    }
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  // The transport is another from kind to kind: neither knows the other.
  it('runs on one megabyte of arguments', async () => {
    const { early, late } = await play(trialWith(kind.at % 2 === 0), [LARGE], false);
    expect(early).toEqual([kind.sees(LARGE)]);
    expect(late).toEqual([kind.sees(CORRECTED)]);
  });
});

// One kind for what comes one by one, and for five megabytes: the text is refused before the kind of the tool matters.
const ONE_KIND = TOOL_KINDS.filter(({ name }) => name === 'zod');

describe.each(ONE_KIND)('a tool of the kind: $name', (kind) => {
  const trialWith = openTool(kind);

  // Every other run is a streamed one.
  it.each(TRANSPORTS)('runs on no broken arguments that come alone (%o)', async ({ useStreaming }) => {
    const trial = trialWith(useStreaming);
    for (const [at, wrong] of BROKEN.entries()) await expectRefused(trial, [wrong], at % 2 === 0);
  });

  it.each(TRANSPORTS)('does not run on five megabytes of garbage (%o)', async ({ useStreaming }) => {
    const garbage = { text: GARBAGE, message: WRONG_ARGUMENTS.not_json };
    await expectRefused(trialWith(useStreaming), [garbage], false);
  });
});
