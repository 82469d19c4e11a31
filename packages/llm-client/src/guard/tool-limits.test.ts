import {
  getAllMcpTools,
  RunContext,
  tool,
  ToolCallError,
  ToolTimeoutError,
  type FunctionTool,
  type Tool,
} from '@openai/agents';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { silenceTracing } from '../telemetry/silence-tracing.ts';
import {
  callResponse,
  startScriptedServer,
  textResponse,
  type ScriptedServer,
} from '../testing/scripted-server.ts';
import { MODES, resultsIn, runWith, type Mode } from './agent-run.fixture.ts';
import { guardTool, guardTools, type GuardOptions } from './guard-tool.ts';
import { handMade, schema, startMcpServer } from './tool-kinds.fixture.ts';

const servers: ScriptedServer[] = [];
beforeAll(silenceTracing);
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serveCall(name: string): Promise<ScriptedServer> {
  const server = await startScriptedServer(({ index }) =>
    index === 0 ? callResponse(name, '{}') : textResponse('Done.'),
  );
  servers.push(server);
  return server;
}

async function callOnce(made: Tool, options: GuardOptions, mode?: Mode): Promise<unknown> {
  const server = await serveCall(made.name);
  expect(await runWith(server, guardTools([made], options), mode ? { mode } : {})).toBe('Done.');
  return resultsIn(server.requests.at(-1))[0];
}

const tooLate = (ms: number) => ({
  error: { code: 'tool_timeout', message: `The tool did not answer within ${ms} ms.` },
});

/** Never ends of its own accord. */
const never = (): Promise<never> => new Promise(() => undefined);

function slow(
  fields: Partial<FunctionTool>,
  execute: (signal: AbortSignal | undefined) => unknown = never,
): Tool {
  const made = tool({
    name: 'look',
    description: 'd',
    parameters: schema({}),
    execute: async (_args, _context, details) => execute(details?.signal),
  });
  return { ...made, ...fields };
}

describe('a tool that does not answer in time', () => {
  it.each(MODES)('is answered for, and the run goes on (%o)', async (mode) => {
    expect(await callOnce(handMade(never), { timeoutMs: 20 }, mode)).toEqual(tooLate(20));
    expect(await callOnce(slow({}), { timeoutMs: 20 }, mode)).toEqual(tooLate(20));
  });

  it('hears of it through its signal', async () => {
    const reasons: unknown[] = [];
    const listening = slow({}, async (signal) => {
      signal?.addEventListener('abort', () => reasons.push(signal.reason));
      return await never();
    });
    expect(await callOnce(listening, { timeoutMs: 20 })).toEqual(tooLate(20));
    expect(reasons).toEqual([expect.any(ToolTimeoutError)]);
  });

  it.each([
    ['a result', (resolve: (value: unknown) => void) => resolve('half of it')],
    ['an error', (_resolve: unknown, reject: (error: Error) => void) => reject(new Error('stopped'))],
  ])('is too late also when its answer to the signal is %s', async (_what, settle) => {
    const answering = handMade(
      (_input, details) =>
        new Promise((resolve, reject) => {
          details?.signal?.addEventListener('abort', () => settle(resolve, reject));
        }),
    );
    expect(await callOnce(answering, { timeoutMs: 20 })).toEqual(tooLate(20));
  });

  it('may be an MCP server', async () => {
    const mcp = await startMcpServer();
    try {
      const tools = await getAllMcpTools([mcp]);
      const waiting = tools.filter(({ name }) => name === 'wait');
      expect(waiting).toHaveLength(1);
      for (const each of waiting) expect(await callOnce(each, { timeoutMs: 20 })).toEqual(tooLate(20));
    } finally {
      await mcp.close();
    }
  });

  it('has its own limit, if it was made with one, and the words of the guard', async () => {
    const own = slow({ timeoutMs: 20, timeoutErrorFunction: () => 'words of its own' });
    expect(await callOnce(own, { timeoutMs: 60_000 })).toEqual(tooLate(20));
    const longer = slow({ timeoutMs: 60_000 }, async () => {
      await new Promise((resolve) => setTimeout(resolve, 40));
      return 'seen';
    });
    expect(await callOnce(longer, { timeoutMs: 20 })).toBe('seen');
  });

  it.each([
    ['error_as_result', tooLate(20)],
    ['raise_exception', expect.any(ToolTimeoutError)],
  ] as const)(
    'is answered in one way also where no Runner has taken its own clock away: %s',
    async (timeoutBehavior, expected) => {
      const made = tool({
        name: 'look',
        description: 'd',
        parameters: schema({}),
        timeoutMs: 20,
        timeoutBehavior,
        execute: never,
      });
      const outcome: unknown = await guardTool(made)
        .invoke(new RunContext(), '{}')
        .catch((error: unknown) => error);
      expect(outcome).toEqual(expected);
    },
  );

  it.each(MODES)('ends the run if it was made to do so (%o)', async (mode) => {
    const server = await serveCall('look');
    const tools = guardTools([slow({ timeoutMs: 20, timeoutBehavior: 'raise_exception' })]);
    const error: unknown = await runWith(server, tools, { mode }).catch((thrown: unknown) => thrown);
    const inner: unknown = error instanceof ToolCallError ? error.error : error;
    expect(inner).toBeInstanceOf(ToolTimeoutError);
    expect(server.requests).toHaveLength(1);
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])(
    'cannot have %s as its limit',
    (limit) => {
      expect(() => guardTool(handMade(never), { timeoutMs: limit })).toThrow(RangeError);
      expect(() => guardTool(handMade(never), { maxOutputLength: limit })).toThrow(RangeError);
    },
  );
});

describe('the signal of a tool', () => {
  it.each(MODES)('is aborted with the run, for its reason (%o)', async (mode) => {
    const controller = new AbortController();
    const reason = new Error('shutdown');
    const heard: unknown[] = [];
    const listening = slow({}, async (signal) => {
      signal?.addEventListener('abort', () => heard.push(signal.reason));
      controller.abort(reason);
      return await never();
    });
    const server = await serveCall('look');
    await runWith(server, guardTools([listening]), { mode, signal: controller.signal }).catch(() => '');
    expect(heard).toEqual([reason]);
    expect(heard[0]).toBe(reason);
    expect(server.requests).toHaveLength(1);
  });
});

describe('the output of a tool', () => {
  const tooLarge = (length: number, limit: number) => ({
    error: {
      code: 'tool_output_too_large',
      message: `The output has ${length} characters, and at most ${limit} are allowed. Ask for a smaller part.`,
    },
  });

  it('may have as many characters as its limit, as a text or as JSON', async () => {
    expect(
      await callOnce(
        handMade(() => 'x'.repeat(50)),
        { maxOutputLength: 50 },
      ),
    ).toBe('x'.repeat(50));
    expect(
      await callOnce(
        handMade(() => 'x'.repeat(51)),
        { maxOutputLength: 50 },
      ),
    ).toEqual(tooLarge(51, 50));
    const value = { list: ['a', 'b'] };
    const { length } = JSON.stringify(value);
    expect(
      await callOnce(
        handMade(() => value),
        { maxOutputLength: length },
      ),
    ).toEqual(value);
    expect(
      await callOnce(
        handMade(() => value),
        { maxOutputLength: length - 1 },
      ),
    ).toEqual(tooLarge(length, length - 1));
  });

  it('is bounded also where nobody says so', async () => {
    expect(
      await callOnce(
        handMade(() => 'x'.repeat(5_000_000)),
        {},
      ),
    ).toEqual(tooLarge(5_000_000, 200_000));
  });

  it('counts bytes as base64', async () => {
    const picture = { type: 'image', image: { data: new Uint8Array(300), mediaType: 'image/png' } };
    const around = JSON.stringify({ ...picture, image: { data: '', mediaType: 'image/png' } }).length;
    expect(
      await callOnce(
        handMade(() => picture),
        { maxOutputLength: around + 399 },
      ),
    ).toEqual(tooLarge(around + 400, around + 399));
    expect(
      await callOnce(
        handMade(() => picture),
        { maxOutputLength: around + 400 },
      ),
    ).toMatchObject([{ type: 'input_image' }]);
  });

  const cyclic: { self?: unknown } = {};
  cyclic.self = cyclic;
  const throwing = {
    toJSON() {
      throw new Error('hunter2');
    },
  };
  it.each([
    ['a cycle', cyclic],
    ['a bigint', { count: 1n }],
    ['a toJSON that throws', throwing],
    ['a function', () => 1],
    ['a symbol', Symbol('a')],
  ])('that cannot be written as JSON is a failure of the tool: %s', async (_what, output) => {
    expect(
      await callOnce(
        handMade(() => output),
        {},
      ),
    ).toEqual({
      error: { code: 'tool_failed', message: 'The tool ran, but its result cannot be written as JSON.' },
    });
  });

  it.each([
    ['nothing', undefined, 'The tool ran and returned nothing.'],
    ['null', null, null],
    ['an empty text', '', ''],
    ['a number', 7, 7],
    ['false', false, false],
  ])('may be %s', async (_what, output, expected) => {
    expect(
      await callOnce(
        handMade(() => output),
        {},
      ),
    ).toBe(expected);
  });
});
