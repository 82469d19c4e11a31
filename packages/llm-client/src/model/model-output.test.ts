import { Agent, Runner, tool } from '@openai/agents';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  createResponsesClient,
  guardTools,
  ResponsesError,
  ResponsesModel,
  silenceTracing,
} from '../index.ts';
import { startAnswerReader, type AnswerReader } from '../testing/answer-reader.ts';
import {
  functionCall,
  message,
  responseOf,
  startScriptedServer,
  type ScriptedItem,
} from '../testing/scripted-server.ts';

let reader: AnswerReader;
beforeAll(async () => {
  silenceTracing();
  reader = await startAnswerReader();
});
afterAll(() => reader.close());

describe('output items', () => {
  it('that are damaged reach the SDK in a form that it takes', async () => {
    const output = [
      {
        type: 'message',
        content: [null, { type: 'text', text: 'plain' }, { type: 'image' }, 'x', { type: 'output_text' }],
      },
      { type: 'reasoning', summary: [null, { type: 'summary_text', text: 'why' }, { type: 'summary_text' }] },
      { type: 'computer_call', call_id: 'c' },
      { type: 'apply_patch_call', call_id: 'p', operation: { type: 'rename' } },
      { type: 'compaction' },
      { type: 'function_call_output', call_id: 'o', output: [{ type: 'video' }] },
      { type: 'web_search_call', status: 'resting' },
      { type: 'web_search_call', status: 'completed', action: 'look' },
      { type: 'code_interpreter_call', status: null, code: 'x' },
      { type: 7 },
      {},
    ];
    const { output: got } = await reader.read({ json: responseOf(output) });
    expect(got.map((item) => item.type)).toEqual([
      'message',
      'reasoning',
      'unknown',
      'unknown',
      'unknown',
      'unknown',
      'hosted_tool_call',
      'unknown',
      'hosted_tool_call',
      'unknown',
      'unknown',
    ]);
    expect(got[0]).toMatchObject({
      role: 'assistant',
      content: [
        { type: 'output_text', text: 'plain' },
        { type: 'output_text', text: '' },
      ],
    });
    expect(got[1]).toMatchObject({ content: [{ type: 'input_text', text: 'why' }] });
  });

  it('are an answer or an error of ours, whatever they hold', async () => {
    const kind = fc.constantFrom(
      'message',
      'reasoning',
      'function_call',
      'function_call_output',
      'web_search_call',
      'file_search_call',
      'code_interpreter_call',
      'image_generation_call',
      'computer_call',
      'shell_call',
      'shell_call_output',
      'apply_patch_call',
      'apply_patch_call_output',
      'mcp_call',
      'mcp_list_tools',
      'mcp_approval_request',
      'tool_search_call',
      'tool_search_output',
      'program',
      'program_output',
      'custom_tool_call',
      'local_shell_call',
      'compaction',
      'new_kind',
    );
    const field = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('completed', 'x', null, {}));
    const item = fc.record(
      {
        type: kind,
        id: field,
        call_id: field,
        name: field,
        arguments: field,
        status: field,
        content: field,
        summary: field,
        action: field,
        actions: field,
        operation: field,
        output: field,
        tools: field,
        caller: field,
        result: field,
        encrypted_content: field,
        phase: field,
        created_by: field,
      },
      { requiredKeys: ['type'] },
    );
    let answers = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 4 }), async (output) => {
        const outcome: unknown = await reader
          .read({ json: responseOf(output) })
          .catch((error: unknown) => error);
        expect(outcome instanceof Error && !(outcome instanceof ResponsesError) ? outcome : 'ours').toBe(
          'ours',
        );
        if (!(outcome instanceof Error)) answers += 1;
      }),
      { numRuns: 200 },
    );
    expect(answers).toBeGreaterThan(100);
  });
});

const MODES = [true, false].flatMap((useStreaming) =>
  [true, false].map((stream) => ({ useStreaming, stream })),
);

/** A run whose first answer holds these items, and what its tool was given. */
async function runWith(
  first: readonly ScriptedItem[],
  { useStreaming, stream }: { useStreaming: boolean; stream: boolean },
): Promise<{ final: unknown; ran: unknown[]; results: unknown[] }> {
  const server = await startScriptedServer(({ index }) => {
    if (index > 0) return { response: responseOf([message('Done.')]) };
    return { events: [{ type: 'response.completed', response: responseOf(first) }] };
  });
  try {
    const client = createResponsesClient({ baseURL: server.url, apiKey: 'k' });
    const model = new ResponsesModel({ client, model: 'm', useStreaming });
    const ran: unknown[] = [];
    const parameters = z.object({ n: z.number() });
    const execute = (args: unknown): string => {
      ran.push(args);
      return 'seen';
    };
    const tools = guardTools([tool({ name: 'look', description: 'd', parameters, execute })]);
    const agent = new Agent({ name: 'a', model, tools });
    const runner = new Runner();
    const result = stream ? await runner.run(agent, 'go', { stream: true }) : await runner.run(agent, 'go');
    if ('completed' in result) await result.completed;
    const results = (server.requests[1]?.body.input ?? []).filter(
      (i) => i['type'] === 'function_call_output',
    );
    return { final: result.finalOutput, ran, results: results.map((item) => item['output']) };
  } finally {
    await server.close();
  }
}

describe.each(MODES)('a run (useStreaming $useStreaming, streamed $stream)', (mode) => {
  const odd = [undefined, null, 'resting', 7, {}];
  const changes = [
    ...['message', 'function_call', 'reasoning'].flatMap((type) =>
      ['id', 'status'].flatMap((field) => odd.map((value) => ({ type, field, value }))),
    ),
    ...[...odd, 'user'].map((value) => ({ type: 'message', field: 'role', value })),
  ];
  it.each(changes)('takes a $type whose $field is $value', async ({ type, field, value }) => {
    const thought = { id: 'rs_1', type: 'reasoning', summary: [{ type: 'summary_text', text: 'why' }] };
    const items = [thought, message('I look.'), functionCall('look', '{"n":1}')].map((item) =>
      item['type'] === type ? { ...item, [field]: value } : item,
    );
    expect(await runWith(items, mode)).toEqual({ final: 'Done.', ran: [{ n: 1 }], results: ['seen'] });
  });

  it('refuses arguments that are an object nested deeper than the stack', async () => {
    const deep = `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`;
    const body = JSON.stringify(responseOf([functionCall('look', '{}', { arguments: 'DEEP' })]));
    const server = await startScriptedServer(({ index }) =>
      index > 0
        ? { response: responseOf([message('Done.')]) }
        : { body: body.replace('"DEEP"', deep), headers: { 'content-type': 'application/json' } },
    );
    const client = createResponsesClient({ baseURL: server.url, apiKey: 'k' });
    const model = new ResponsesModel({ client, model: 'm', useStreaming: mode.useStreaming });
    const look = tool({ name: 'look', description: 'd', parameters: z.object({}), execute: () => 'ran' });
    const agent = new Agent({ name: 'a', model, tools: guardTools([look]) });
    const result = mode.stream
      ? await new Runner().run(agent, 'go', { stream: true })
      : await new Runner().run(agent, 'go');
    if ('completed' in result) await result.completed;
    await server.close();
    expect(result.finalOutput).toBe('Done.');
    expect(JSON.stringify(server.requests[1]?.body.input)).toContain('invalid_tool_arguments');
  });
});

describe('the next request of a run', () => {
  /** What the second request holds of the items of the first answer. */
  async function replay(output: readonly ScriptedItem[]): Promise<readonly ScriptedItem[]> {
    const server = await startScriptedServer(({ index }) => ({
      response: responseOf(index === 0 ? [...output, functionCall('look', '{}')] : [message('Done.')]),
    }));
    const model = new ResponsesModel({
      client: createResponsesClient({ baseURL: server.url, apiKey: 'k' }),
      model: 'm',
      switches: { encryptedReasoning: true },
    });
    const look = tool({ name: 'look', description: 'd', parameters: z.object({}), execute: () => 'seen' });
    await new Runner().run(new Agent({ name: 'a', model, tools: guardTools([look]) }), 'go');
    await server.close();
    return (
      server.requests[1]?.body.input?.filter(({ type }) => output.some((item) => item['type'] === type)) ?? []
    );
  }

  it('holds a compaction item as it came, in the place of what came before it', async () => {
    const compaction = { id: 'cmp_1', type: 'compaction', encrypted_content: 'c2hvcnQ9PQ==' };
    expect(await replay([compaction])).toEqual([compaction]);
    expect(await replay([{ ...compaction, created_by: null }])).toEqual([compaction]);
  });

  it('holds reasoning items whole and before the items that they led to', async () => {
    const thought = {
      id: 'rs_1',
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: 'Look first.' }],
      content: [{ type: 'reasoning_text', text: 'I look first.' }],
      encrypted_content: 'b3BhcXVl',
    };
    const second = { id: 'rs_2', type: 'reasoning', summary: [], encrypted_content: 'YWdhaW4=' };
    const said = message('I look.', { id: 'msg_1' });
    expect((await replay([thought, said, second])).slice(1)).toEqual([thought, said, second]);
  });

  it('holds a search as it came', async () => {
    const search = {
      id: 'ws_1',
      type: 'web_search_call',
      status: 'completed',
      action: { type: 'search', query: 'q' },
    };
    expect(await replay([search])).toEqual([search]);
  });
});
