import type { Agent } from '@openai/agents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silenceTracing } from '../telemetry/silence-tracing.ts';
import {
  functionCall,
  responseOf,
  startScriptedServer,
  textResponse,
  type Scripted,
  type ScriptedRequest,
  type ScriptedServer,
} from '../testing/scripted-server.ts';
import { agentWith, resultsIn, runAgent } from './agent-run.fixture.ts';
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

/** One server for all: the first message of a run names the case, and the results so far tell the turn. */
const texts: string[] = [];
let server: ScriptedServer;
let last: ScriptedRequest | undefined;

beforeAll(async () => {
  silenceTracing();
  server = await startScriptedServer((request) => {
    last = request;
    // Bodies of many megabytes are not needed again.
    (server.requests as ScriptedRequest[]).length = 0;
    const turn = resultsIn(request).length;
    const text = texts[numberOf(request)];
    if (turn > 1 || text === undefined) return textResponse('Done.');
    return answerWith(turn === 0 ? text : CORRECTED);
  });
});
afterAll(() => server.close());

function numberOf({ body }: ScriptedRequest): number {
  return Number(/case (\d+)/.exec(JSON.stringify(body.input?.[0]))?.[1]);
}

/** Long arguments come in one piece: deltas of ten characters would be most of the work, and are for display only. */
function answerWith(text: string): Scripted {
  const item = functionCall('look', text);
  const response = responseOf([item]);
  if (text.length < 1000 || last?.body.stream !== true) return { response };
  return {
    events: [
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item: { ...item, arguments: '' } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response },
    ],
  };
}

/** An agent whose one tool notes its runs. */
type Bench = { agent: Agent; takeRuns: NotingTool['takeRuns']; sees: ToolKind['sees'] };

async function withTool(
  kind: ToolKind,
  useStreaming: boolean,
  use: (bench: Bench) => Promise<void>,
): Promise<void> {
  const opened = await kind.open();
  try {
    const agent = agentWith(server, guardTools([opened.tool]), useStreaming);
    await use({ agent, takeRuns: opened.takeRuns, sees: kind.sees });
  } finally {
    await opened.close();
  }
}

async function play(
  { agent, takeRuns }: Bench,
  text: string,
  streamed: boolean,
): Promise<{ results: unknown[]; runs: unknown[]; sent: unknown }> {
  const input = `case ${texts.push(text) - 1}`;
  // The transport is the model's already.
  expect(await runAgent(agent, { mode: { useStreaming: true, streamed }, input })).toBe('Done.');
  const call = last?.body.input?.find((item) => item['type'] === 'function_call');
  return { results: resultsIn(last), runs: await takeRuns(), sent: call?.['arguments'] };
}

async function expectRefused(bench: Bench, wrong: Case, streamed: boolean): Promise<void> {
  const { results, runs, sent } = await play(bench, wrong.text, streamed);
  expect(results[0], wrong.text.slice(0, 80)).toEqual({
    error: { code: 'invalid_tool_arguments', message: wrong.message },
  });
  expect(results).toHaveLength(2);
  expect(runs).toEqual([bench.sees(CORRECTED)]);
  // A comparison that would print megabytes is made here.
  expect(sent === wrong.text).toBe(true);
}

describe.each(TOOL_KINDS)('a tool of the kind: $name', (kind) => {
  // Every other run is a streamed one.
  it.each(TRANSPORTS)(
    'runs on no broken arguments, and once on the corrected ones (%o)',
    async ({ useStreaming }) => {
      await withTool(kind, useStreaming, async (bench) => {
        for (const [at, wrong] of BROKEN.entries()) await expectRefused(bench, wrong, at % 2 === 0);
      });
    },
  );

  it.each(TRANSPORTS)('runs on odd objects, as it sees them (%o)', async ({ useStreaming }) => {
    await withTool(kind, useStreaming, async (bench) => {
      for (const [at, text] of VALID.entries()) {
        const { results, runs, sent } = await play(bench, text, at % 2 === 0);
        expect(results).toHaveLength(2);
        expect(JSON.stringify(results[0]), text).toContain('seen');
        expect(runs, text).toEqual([kind.sees(text), kind.sees(CORRECTED)]);
        expect(sent).toBe(text);
      }
      expect(Object.prototype).not.toHaveProperty('polluted');
    });
  });

  it.each(TRANSPORTS)('runs on one megabyte of arguments (%o)', async ({ useStreaming }) => {
    await withTool(kind, useStreaming, async (bench) => {
      const { runs } = await play(bench, LARGE, false);
      expect(runs).toHaveLength(2);
      expect(runs[0]).toEqual(kind.sees(LARGE));
    });
  });
});

// Two kinds for five megabytes: the text is refused before the kind of the tool matters.
const LARGEST = TOOL_KINDS.filter(({ name }) => name === 'zod' || name === 'hand-made');

describe.each(LARGEST)('a tool of the kind: $name', (kind) => {
  it.each(TRANSPORTS)('does not run on five megabytes of garbage (%o)', async ({ useStreaming }) => {
    await withTool(kind, useStreaming, async (bench) => {
      await expectRefused(bench, { text: GARBAGE, message: WRONG_ARGUMENTS.not_json }, false);
    });
  });
});
