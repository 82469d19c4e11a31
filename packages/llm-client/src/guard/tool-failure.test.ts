import { getAllMcpTools, tool, type MCPServerStdio, type Tool } from '@openai/agents';
import { pino } from 'pino';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { silenceTracing } from '../telemetry/silence-tracing.ts';
import {
  functionCall,
  responseOf,
  startScriptedServer,
  textResponse,
  type ScriptedServer,
} from '../testing/scripted-server.ts';
import { resultsIn, runWith } from './agent-run.fixture.ts';
import { guardTools, type GuardOptions } from './guard-tool.ts';
import { handMade, schema, startMcpServer } from './tool-kinds.fixture.ts';

const opened: (ScriptedServer | MCPServerStdio)[] = [];
beforeAll(silenceTracing);
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
});

/** A logger whose lines can be read. */
function listen(): { logger: pino.Logger; lines: { [key: string]: unknown }[] } {
  const lines: { [key: string]: unknown }[] = [];
  // pino writes one JSON object a line.
  const write = (line: string): void => void lines.push(JSON.parse(line) as { [key: string]: unknown });
  return { logger: pino({ level: 'debug' }, { write }), lines };
}

/** The result of one call of the first tool. */
async function callOnce(tools: readonly Tool[], args: unknown, options: GuardOptions = {}): Promise<unknown> {
  const name = tools[0]?.name ?? '';
  const item = functionCall(name, args, { call_id: 'call_of_the_test' });
  const server = await startScriptedServer(({ index }) =>
    index === 0 ? { response: responseOf([item]) } : textResponse('Done.'),
  );
  opened.push(server);
  expect(await runWith(server, guardTools(tools, options))).toBe('Done.');
  const results = resultsIn(server.requests.at(-1));
  expect(results).toHaveLength(1);
  return results[0];
}

function failing(fields: { errorFunction?: null; name?: string }, thrown: unknown): Tool {
  const parameters = { ...schema({}), additionalProperties: true as const, required: [] };
  return tool({
    name: 'look',
    description: 'd',
    strict: false,
    parameters,
    execute: async () => {
      throw thrown;
    },
    ...fields,
  });
}

const throwing = (thrown: unknown): Tool =>
  handMade(() => {
    throw thrown;
  });

describe('an error of a tool', () => {
  it.each([
    ['a hand-made tool', throwing(new Error('the shelf is empty'))],
    ['a tool of the SDK', failing({ errorFunction: null }, new Error('the shelf is empty'))],
  ])('is its message to the model, and logged once with the cause: %s', async (_kind, tool_) => {
    const { logger, lines } = listen();
    const result = await callOnce([tool_], { secret: 'hunter2' }, { logger });
    expect(result).toEqual({ error: { code: 'tool_failed', message: 'the shelf is empty' } });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      level: 50,
      toolName: 'look',
      callId: 'call_of_the_test',
      err: {
        message: 'The tool look failed: the shelf is empty',
        stack: expect.stringMatching(/caused by: Error: the shelf is empty\n +at /),
      },
    });
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });

  it('that the SDK kept for itself is a fixed text, and logged once', async () => {
    const { logger, lines } = listen();
    const result = await callOnce([failing({}, new Error('the shelf is empty'))], {}, { logger });
    // Were the SDK to answer in other words, they would be the result.
    expect(result).toEqual({ error: { code: 'tool_failed', message: 'The tool failed.' } });
    expect(lines).toMatchObject([{ level: 50, toolName: 'look', callId: 'call_of_the_test' }]);
  });

  it.each([
    ['a text', 'no luck', 'no luck'],
    ['nothing', undefined, 'undefined'],
    ['an error without words', new Error(''), 'The tool failed.'],
    ['what has no text', Object.create(null), 'The tool failed.'],
    ['several lines', new Error('one\n    at two'), 'one at two'],
    ['a long text', new Error('x'.repeat(1_000_000)), `${'x'.repeat(300)}…`],
  ])('is answered also when it is %s', async (_what, thrown, message) => {
    const { logger, lines } = listen();
    const result = await callOnce([throwing(thrown)], {}, { logger });
    expect(result).toEqual({ error: { code: 'tool_failed', message } });
    expect(lines).toHaveLength(1);
  });

  it('is logged without the fields that it carries', async () => {
    const { logger, lines } = listen();
    const error = Object.assign(new Error('refused'), { state: { history: 'hunter2' } });
    await callOnce([throwing(error)], {}, { logger });
    expect(JSON.stringify(lines)).toContain('refused');
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });

  it('of its own parser, which is stricter than its schema, says that the arguments do not fit', async () => {
    const { logger, lines } = listen();
    const parameters = z.object({ word: z.string().refine((word) => word !== 'hunter2') });
    const ran: unknown[] = [];
    const picky = tool({
      name: 'look',
      description: 'd',
      parameters,
      errorFunction: null,
      execute: (args) => ran.push(args),
    });
    const result = await callOnce([picky], { word: 'hunter2' }, { logger });
    expect(result).toEqual({
      error: { code: 'invalid_tool_arguments', message: "The arguments do not fit the tool's schema." },
    });
    expect([ran, lines]).toEqual([[], []]);
  });

  it('of an MCP server is its message to the model, and the run goes on', async () => {
    const mcp = await startMcpServer();
    opened.push(mcp);
    const tools = await getAllMcpTools({ mcpServers: [mcp], errorFunction: null });
    const { logger, lines } = listen();
    const fail = tools.filter(({ name }) => name === 'fail');
    const result = await callOnce(fail, {}, { logger });
    expect(result).toEqual({
      error: { code: 'tool_failed', message: expect.stringContaining('the server has no such shelf') },
    });
    expect(lines).toMatchObject([{ toolName: 'fail', callId: 'call_of_the_test' }]);
  });
});

describe('a call of a tool that does not exist', () => {
  async function nameInAnswer(name: string): Promise<unknown> {
    const item = functionCall(name, {}, { call_id: 'lost' });
    const server = await startScriptedServer(({ index }) =>
      index === 0 ? { response: responseOf([item]) } : textResponse('Done.'),
    );
    opened.push(server);
    const tools = guardTools([handMade(() => 'ran'), { ...handMade(() => 'ran'), name: 'submit' }]);
    expect(await runWith(server, tools)).toBe('Done.');
    const outputs = server.requests.at(-1)?.body.input?.filter((each) => each['call_id'] === 'lost') ?? [];
    expect(outputs.map((each) => each['type'])).toEqual(['function_call', 'function_call_output']);
    return resultsIn(server.requests.at(-1))[0];
  }

  it('is answered for its id, with the names of the tools', async () => {
    expect(await nameInAnswer('search')).toEqual({
      error: { code: 'unknown_tool', message: 'There is no tool "search". The tools are: look, submit.' },
    });
  });

  it.each([
    ['of any length', 'x'.repeat(1_000_000), `"${'x'.repeat(64)}…"`],
    ['with anything in it', 'a"}\n<b>\u0000\u202e', '"a____b___"'],
  ])('is named harmlessly, with a name %s', async (_what, name, shown) => {
    expect(await nameInAnswer(name)).toMatchObject({
      error: { code: 'unknown_tool', message: expect.stringContaining(`There is no tool ${shown}.`) },
    });
  });
});
