import {
  Agent,
  Runner,
  tool,
  ToolCallError,
  type FunctionTool,
  type RunContext,
  type Tool,
} from '@openai/agents';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  createResponsesClient,
  EndpointUnreachableError,
  findResponsesError,
  guardTool,
  guardTools,
  RepeatedInvalidArgumentsError,
  ResponsesModel,
  silenceTracing,
  UnguardedToolError,
} from '../index.ts';
import {
  callResponse,
  functionCall,
  responseOf,
  startScriptedServer,
  textResponse,
  type Scripted,
  type ScriptedServer,
} from '../testing/scripted-server.ts';

const servers: ScriptedServer[] = [];
beforeAll(silenceTracing);
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

type Mode = { useStreaming: boolean; streamed: boolean };
const MODES: Mode[] = [true, false].flatMap((useStreaming) =>
  [true, false].map((streamed) => ({ useStreaming, streamed })),
);

async function serve(answers: readonly Scripted[]): Promise<ScriptedServer> {
  const server = await startScriptedServer(({ index }) => answers[index] ?? textResponse('Done.'));
  servers.push(server);
  return server;
}

async function run(server: ScriptedServer, tools: Tool[], mode: Mode, signal?: AbortSignal): Promise<string> {
  const client = createResponsesClient({ baseURL: server.url, apiKey: 'k' });
  const model = new ResponsesModel({
    client,
    model: 'm',
    useStreaming: mode.useStreaming,
    retries: { baseMs: 1 },
  });
  const agent = new Agent({ name: 'a', instructions: 'i', model, tools });
  const options = {
    maxTurns: 8,
    toolNotFoundBehavior: 'return_error_to_model',
    ...(signal ? { signal } : {}),
  } as const;
  if (!mode.streamed) return (await new Runner().run(agent, 'go', options)).finalOutput ?? '';
  const result = await new Runner().run(agent, 'go', { ...options, stream: true });
  for await (const _event of result);
  await result.completed;
  return result.cancelled ? '' : (result.finalOutput ?? '');
}

function resultsOf(server: ScriptedServer): unknown[] {
  const input = server.requests.at(-1)?.body.input ?? [];
  return input
    .filter((item) => item['type'] === 'function_call_output')
    .map((item) => readJson(String(item['output'])));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Every kind of tool that a Runner can have, each of which notes that it ran. */
const KINDS: { [kind: string]: (ran: unknown[]) => FunctionTool<unknown, never> } = {
  zod: (ran) =>
    tool({
      name: 'look',
      description: 'd',
      parameters: z.object({ at: z.number() }),
      execute: (args) => note(ran, args),
    }) as never,
  'JSON schema, strict': (ran) =>
    tool({
      name: 'look',
      description: 'd',
      parameters: schema({ at: { type: 'number' } }),
      execute: (args) => note(ran, args),
    }) as never,
  'JSON schema, not strict': (ran) =>
    tool({
      name: 'look',
      description: 'd',
      strict: false,
      parameters: { ...schema({ at: { type: 'number' } }), required: [], additionalProperties: true },
      execute: (args) => note(ran, args),
    }) as never,
  'no arguments, zod': (ran) =>
    tool({
      name: 'look',
      description: 'd',
      parameters: z.object({}),
      execute: (args) => note(ran, args),
    }) as never,
  'no arguments, JSON schema': (ran) =>
    tool({
      name: 'look',
      description: 'd',
      parameters: schema({}),
      execute: (args) => note(ran, args),
    }) as never,
  'hand-made': (ran) => handMade((input) => note(ran, input)),
  'hand-made without a schema': (ran) =>
    ({ ...handMade((input) => note(ran, input)), parameters: undefined }) as never,
  'with an approval policy': (ran) =>
    tool({
      name: 'look',
      description: 'd',
      parameters: schema({ at: { type: 'number' } }),
      needsApproval: async () => false,
      execute: (args) => note(ran, args),
    }) as never,
};

function schema<P extends object>(properties: P) {
  return {
    type: 'object' as const,
    properties,
    required: Object.keys(properties),
    additionalProperties: false as const,
  };
}

function handMade(invoke: (input: string) => unknown): FunctionTool {
  return {
    type: 'function',
    name: 'look',
    description: 'd',
    parameters: {
      type: 'object',
      properties: { at: { type: 'number' } },
      required: [],
      additionalProperties: true,
    },
    strict: false,
    needsApproval: async () => false,
    isEnabled: async () => true,
    invoke: async (_context: RunContext, input: string) => invoke(input),
  };
}

function note(ran: unknown[], args: unknown): { seen: true } {
  ran.push(args);
  return { seen: true };
}

const BAD = [
  '',
  '  ',
  'null',
  '[]',
  '123',
  'true',
  '"{}"',
  '{"at":1}{"at":2}',
  '{"at":1} and so on',
  '{"at":1',
  '{"at":NaN}',
  `{"at":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
];

describe('arguments that are no JSON object', () => {
  it.each(Object.keys(KINDS))('never run a tool of the kind: %s', async (kind) => {
    for (const mode of MODES) {
      for (const text of BAD) {
        const ran: unknown[] = [];
        const made = KINDS[kind]?.(ran);
        if (made === undefined) throw new Error(kind);
        const server = await serve([callResponse('look', text), callResponse('look', '{"at":1}')]);
        expect(await run(server, guardTools([made as never]), mode)).toBe('Done.');
        expect(ran).toHaveLength(1);
        const call = server.requests.at(-1)?.body.input?.find((item) => item['type'] === 'function_call');
        expect(call?.['arguments']).toBe(text);
        expect(resultsOf(server)).toEqual([
          { error: { code: 'invalid_tool_arguments', message: 'The arguments must be one JSON object.' } },
          { seen: true },
        ]);
      }
    }
  });

  it('are answered without a word of the parser or of the arguments', async () => {
    const server = await serve([callResponse('look', '{"secret": "hunter2"')]);
    await run(server, guardTools([handMade(() => 'ran')]), { useStreaming: true, streamed: false });
    expect(JSON.stringify(resultsOf(server))).not.toMatch(/hunter2|secret|position|JSON at|Unexpected/);
  });

  it.each(MODES)('end the run after three in a row for one tool (%o)', async (mode) => {
    const server = await serve(Array.from({ length: 5 }, () => callResponse('look', '{"at":')));
    const error: unknown = await run(server, guardTools([handMade(() => 'ran')]), mode).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(RepeatedInvalidArgumentsError);
    expect(error).toMatchObject({ toolName: 'look', times: 3, retryable: false });
    expect(server.requests).toHaveLength(3);
  });

  it('count once for a response, however many calls of one tool it holds', async () => {
    const three = {
      response: responseOf(['{"at":', 'null', '[]'].map((text) => functionCall('look', text))),
    };
    const ran: unknown[] = [];
    const tools = guardTools([handMade(() => note(ran, 'ran'))]);
    const learning = await serve([three, three, callResponse('look', '{}')]);
    expect(await run(learning, tools, { useStreaming: true, streamed: false })).toBe('Done.');
    expect(ran).toEqual(['ran']);
    expect(resultsOf(learning)).toHaveLength(7);

    const stubborn = await serve([three, three, three, three]);
    const error: unknown = await run(stubborn, tools, { useStreaming: true, streamed: false }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: 'repeated_invalid_arguments', toolName: 'look', times: 3 });
    expect(stubborn.requests).toHaveLength(3);
  });

  it('are counted anew after a response in which one call of the tool ran', async () => {
    const bad = callResponse('look', 'null');
    const mixed = { response: responseOf([functionCall('look', '{}'), functionCall('look', 'null')]) };
    const server = await serve([bad, bad, mixed, bad, bad]);
    expect(
      await run(server, guardTools([handMade(() => 'ran')]), { useStreaming: true, streamed: false }),
    ).toBe('Done.');
  });

  it('are counted anew after a call that ran, and for each run by itself', async () => {
    const bad = callResponse('look', 'null');
    const tools = guardTools([handMade(() => 'ran')]);
    for (let again = 0; again < 2; again += 1) {
      const server = await serve([bad, bad, callResponse('look', '{}'), bad, bad]);
      expect(await run(server, tools, { useStreaming: true, streamed: false })).toBe('Done.');
    }
  });
});

describe('arguments that are an object and do not fit the schema', () => {
  it('are answered with the places that do not fit, and the corrected call runs', async () => {
    const ran: unknown[] = [];
    const parameters = z.object({ topics: z.array(z.object({ title: z.string() })) });
    const submit = tool({ name: 'submit', description: 'd', parameters, execute: (args) => note(ran, args) });
    const server = await serve([
      callResponse('submit', { topics: [{ title: 7 }] }),
      callResponse('submit', { topics: [{ title: 'a' }], more: 1 }),
    ]);
    await run(server, guardTools([submit]), { useStreaming: true, streamed: false });
    expect(resultsOf(server)[0]).toEqual({
      error: {
        code: 'invalid_tool_arguments',
        message: "The arguments do not fit the tool's schema at topics[0].title.",
      },
    });
    expect(ran).toHaveLength(1);
  });
});

describe('calls that run', () => {
  it('get the string that the model wrote, and their results come in call order', async () => {
    const got: string[] = [];
    const server = await serve([
      {
        response: responseOf([
          functionCall('nowhere', {}, { call_id: 'a' }),
          functionCall('look', '{ "at" : 1.0 }', { call_id: 'b' }),
          functionCall('look', '{"at":2,"at":3}', { call_id: 'c' }),
        ]),
      },
    ]);
    const looking = handMade((input) => {
      got.push(input);
      return 'seen';
    });
    await run(server, guardTools([looking]), { useStreaming: true, streamed: false });
    expect(got).toEqual(['{ "at" : 1.0 }', '{"at":2,"at":3}']);
    const input = server.requests.at(-1)?.body.input ?? [];
    const outputs = input
      .filter((item) => item['type'] === 'function_call_output')
      .map((item) => item['call_id']);
    expect(outputs).toEqual(['a', 'b', 'c']);
  });

  it('answer an error of the tool as a value, and the run goes on', async () => {
    const failing = [
      handMade(() => {
        throw new Error('the shelf is empty');
      }),
      {
        ...tool({
          name: 'other',
          description: 'd',
          parameters: schema({}),
          execute: () => {
            throw new Error('internal detail');
          },
        }),
      },
    ];
    const server = await serve([
      { response: responseOf([functionCall('look', {}), functionCall('other', {})]) },
    ]);
    expect(await run(server, guardTools(failing as never), { useStreaming: true, streamed: false })).toBe(
      'Done.',
    );
    expect(resultsOf(server)).toMatchObject([
      { error: { code: 'tool_failed', message: 'the shelf is empty' } },
      { error: { code: 'tool_failed', message: expect.not.stringContaining('internal detail') } },
    ]);
  });

  it.each(MODES)('end the run with an error of this package that a tool throws (%o)', async (mode) => {
    const server = await serve([callResponse('look', '{}')]);
    const thrown = new EndpointUnreachableError({ endpoint: 'http://inner', reason: 'gone' });
    const failing = handMade(() => {
      throw thrown;
    });
    const error: unknown = await run(server, guardTools([failing]), mode).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ToolCallError);
    expect(findResponsesError(error)).toBe(thrown);
  });

  it.each(MODES)('do not hold up an abort when the tool is deaf to it (%o)', async (mode) => {
    const controller = new AbortController();
    const server = await serve([callResponse('look', '{}')]);
    const deaf = handMade(() => {
      controller.abort(new Error('shutdown'));
      return new Promise(() => undefined);
    });
    const ended = await run(server, guardTools([deaf]), mode, controller.signal).then(
      () => 'ended',
      () => 'ended',
    );
    expect(ended).toBe('ended');
    expect(server.requests).toHaveLength(1);
  });

  it('ask for approval by the policy of the tool', async () => {
    const ran: unknown[] = [];
    const asking = tool({
      name: 'look',
      description: 'd',
      parameters: schema({ at: { type: 'number' } }),
      needsApproval: true,
      execute: (args) => note(ran, args),
    });
    const server = await serve([callResponse('look', 'null'), callResponse('look', '{"at":1}')]);
    const client = createResponsesClient({ baseURL: server.url, apiKey: 'k' });
    const agent = new Agent({
      name: 'a',
      model: new ResponsesModel({ client, model: 'm' }),
      tools: [guardTool(asking)],
    });
    const result = await new Runner().run(agent, 'go');
    expect(result.interruptions).toHaveLength(1);
    expect(ran).toEqual([]);
  });
});

describe('guardTools', () => {
  it('leaves the tool on the wire as it was', async () => {
    const plain = KINDS['zod']?.([]);
    if (plain === undefined) throw new Error('no tool');
    const server = await serve([]);
    await run(server, guardTools([plain as never]), { useStreaming: false, streamed: false });
    const { name, description, parameters, strict } = plain;
    expect(server.requests[0]?.body.tools).toEqual([
      { type: 'function', name, description, parameters, strict },
    ]);
  });

  it('refuses what is no function tool', () => {
    const hosted: Tool = { type: 'hosted_tool', name: 'web_search', providerData: { type: 'web_search' } };
    expect(() => guardTools([hosted])).toThrow(UnguardedToolError);
  });
});
