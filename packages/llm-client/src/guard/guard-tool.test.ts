import { RunContext, tool, ToolCallError, type FunctionTool, type Tool } from '@openai/agents';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  EndpointUnreachableError,
  findResponsesError,
  RepeatedInvalidArgumentsError,
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
import { MODES, resultsIn, runWith } from './agent-run.fixture.ts';
import { guardTool, guardTools } from './guard-tool.ts';
import { handMade, schema } from './tool-kinds.fixture.ts';

const servers: ScriptedServer[] = [];
beforeAll(silenceTracing);
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(answers: readonly Scripted[]): Promise<ScriptedServer> {
  const server = await startScriptedServer(({ index }) => answers[index] ?? textResponse('Done.'));
  servers.push(server);
  return server;
}

const resultsOf = (server: ScriptedServer): unknown[] => resultsIn(server.requests.at(-1));

function note(ran: unknown[], args: unknown): { seen: true } {
  ran.push(args);
  return { seen: true };
}

describe('arguments that are no JSON object', () => {
  it('are answered without a word of the parser or of the arguments', async () => {
    const server = await serve([callResponse('look', '{"secret": "hunter2"')]);
    await runWith(server, guardTools([handMade(() => 'ran')]));
    expect(JSON.stringify(resultsOf(server))).not.toMatch(/hunter2|secret|position|JSON at|Unexpected/);
  });

  it.each(MODES)('end the run after three in a row for one tool (%o)', async (mode) => {
    const server = await serve(Array.from({ length: 5 }, () => callResponse('look', '{"at":')));
    const error: unknown = await runWith(server, guardTools([handMade(() => 'ran')]), { mode }).catch(
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
    expect(await runWith(learning, tools)).toBe('Done.');
    expect(ran).toEqual(['ran']);
    expect(resultsOf(learning)).toHaveLength(7);

    const stubborn = await serve([three, three, three, three]);
    const error: unknown = await runWith(stubborn, tools).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'repeated_invalid_arguments', toolName: 'look', times: 3 });
    expect(stubborn.requests).toHaveLength(3);
  });

  it('are counted anew after a response in which one call of the tool ran', async () => {
    const bad = callResponse('look', 'null');
    const mixed = { response: responseOf([functionCall('look', '{}'), functionCall('look', 'null')]) };
    const server = await serve([bad, bad, mixed, bad, bad]);
    expect(await runWith(server, guardTools([handMade(() => 'ran')]))).toBe('Done.');
  });

  it('are counted anew after a call that ran, and for each run by itself', async () => {
    const bad = callResponse('look', 'null');
    const tools = guardTools([handMade(() => 'ran')]);
    for (let again = 0; again < 2; again += 1) {
      const server = await serve([bad, bad, callResponse('look', '{}'), bad, bad]);
      expect(await runWith(server, tools)).toBe('Done.');
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
    await runWith(server, guardTools([submit]));
    expect(resultsOf(server)[0]).toEqual({
      error: {
        code: 'invalid_tool_arguments',
        message: "The arguments do not fit the tool's schema at topics[0].title.",
      },
    });
    expect(ran).toHaveLength(1);
  });

  it('are answered without the keys that the model made up', async () => {
    const counts = {
      type: 'object',
      properties: {
        counts: {
          type: 'object',
          properties: { all: { type: 'number' } },
          additionalProperties: { type: 'number' },
        },
      },
      required: ['counts'],
      additionalProperties: true,
    } as const;
    const made = { ...handMade(() => 'ran'), parameters: counts } as unknown as FunctionTool;
    const server = await serve([
      callResponse('look', { counts: { hunter2: 'x', ['y'.repeat(1_000_000)]: 'x', all: 'x' } }),
    ]);
    await runWith(server, guardTools([made]));
    expect(resultsOf(server)).toEqual([
      {
        error: {
          code: 'invalid_tool_arguments',
          message: "The arguments do not fit the tool's schema at counts.all, counts.*.",
        },
      },
    ]);
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
    await runWith(server, guardTools([looking]));
    expect(got).toEqual(['{ "at" : 1.0 }', '{"at":2,"at":3}']);
    const input = server.requests.at(-1)?.body.input ?? [];
    const outputs = input
      .filter((item) => item['type'] === 'function_call_output')
      .map((item) => item['call_id']);
    expect(outputs).toEqual(['a', 'b', 'c']);
  });

  it('see the last of two values for one key, and a __proto__ that is a key like any other', async () => {
    const ran: object[] = [];
    const looking = tool({
      name: 'look',
      description: 'd',
      strict: false,
      parameters: { ...schema({}), required: [], additionalProperties: true },
      // The tool has no types: it takes any object.
      execute: (args) => note(ran, args as object),
    });
    const server = await serve([callResponse('look', '{"at":1,"__proto__":{"polluted":true},"at":2}')]);
    await runWith(server, guardTools([looking]));
    const [seen] = ran;
    expect(Object.entries(seen ?? {})).toEqual([
      ['at', 2],
      ['__proto__', { polluted: true }],
    ]);
    expect(Object.getPrototypeOf(seen)).toBe(Object.prototype);
    expect(seen).not.toHaveProperty('polluted');
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  it.each(MODES)('end the run with an error of this package that a tool throws (%o)', async (mode) => {
    const server = await serve([callResponse('look', '{}')]);
    const thrown = new EndpointUnreachableError({ endpoint: 'http://inner', reason: 'gone' });
    const failing = handMade(() => {
      throw thrown;
    });
    const error: unknown = await runWith(server, guardTools([failing]), { mode }).catch(
      (caught: unknown) => caught,
    );
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
    const ended = await runWith(server, guardTools([deaf]), { mode, signal: controller.signal }).then(
      () => 'ended',
      () => 'ended',
    );
    expect(ended).toBe('ended');
    expect(server.requests).toHaveLength(1);
  });
});

describe('the brand of the guard', () => {
  const bad = callResponse('look', '[1]');

  it('does not pass to a tool that took the provider data of a guarded one along', async () => {
    const ran: unknown[] = [];
    const guarded = guardTool(handMade(() => 'guarded'));
    const thief = { ...handMade((input) => note(ran, input)), providerData: guarded.providerData ?? {} };
    const server = await serve([bad]);
    await runWith(server, guardTools([thief]));
    expect(ran).toEqual([]);
    expect(resultsIn(server.requests.at(-1))).toMatchObject([{ error: { code: 'invalid_tool_arguments' } }]);
  });

  it('keeps its approval policy, which is asked about nothing that cannot run', async () => {
    const guarded = guardTool(handMade(() => 'ran'));
    const copy = guardTool({ ...guarded, needsApproval: async () => true });
    const server = await serve([bad]);
    expect(await runWith(server, [copy])).toBe('Done.');
    expect(() => Object.assign(guarded, { needsApproval: async () => true })).toThrow(TypeError);
  });
});

describe('guardTools', () => {
  const plain = (ran: unknown[]): FunctionTool =>
    tool({
      name: 'look',
      description: 'd',
      parameters: z.object({ at: z.number() }),
      execute: (args) => note(ran, args),
      // Each kind of tool is the same to a Runner.
    }) as unknown as FunctionTool;

  async function wireTools(tools: Tool[]): Promise<unknown> {
    const server = await serve([]);
    await runWith(server, tools, { mode: { useStreaming: false, streamed: false } });
    return server.requests[0]?.body.tools;
  }

  it('leaves the tool on the wire as it was', async () => {
    const made = plain([]);
    const { name, description, parameters, strict } = made;
    const onTheWire = [{ type: 'function', name, description, parameters, strict }];
    expect(await wireTools(guardTools([made]))).toEqual(onTheWire);
    expect(made.parameters).toBe(parameters);
  });

  it('guards once, however often it is called', async () => {
    const ran: unknown[] = [];
    const made = plain(ran);
    const [once] = guardTools([made]);
    if (once === undefined) throw new Error('One tool goes in');
    expect(guardTools([once])).toEqual([once]);
    const again = guardTool({ ...once, description: 'another' });
    expect(await wireTools([again])).toMatchObject([{ description: 'another', parameters: made.parameters }]);
    await again.invoke(new RunContext(), '{"at":1}');
    expect(ran).toEqual([{ at: 1 }]);
    expect(await again.invoke(new RunContext(), '[]')).toMatchObject({
      error: { code: 'invalid_tool_arguments' },
    });
  });

  it('leaves no brand on a copy, so that a changed copy is refused before anything is sent', async () => {
    const [once] = guardTools([plain([])]);
    if (once === undefined) throw new Error('One tool goes in');
    const server = await serve([callResponse('look', '[]')]);
    const copy: FunctionTool = { ...once, invoke: async () => 'ran on anything' };
    await expect(runWith(server, [copy])).rejects.toThrow(UnguardedToolError);
    expect(server.requests).toHaveLength(0);
    expect(() => Object.assign(once, { invoke: copy.invoke })).toThrow(TypeError);
  });

  it('refuses what is no function tool', () => {
    const hosted: Tool = { type: 'hosted_tool', name: 'web_search', providerData: { type: 'web_search' } };
    expect(() => guardTools([hosted])).toThrow(UnguardedToolError);
  });
});
