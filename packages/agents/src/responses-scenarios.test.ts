import {
  connectEndpoint,
  endpointVariables,
  guardTools,
  readEndpointSettings,
  silenceTracing,
} from '@meeting-assistant/llm-client';
import {
  encodeEvents,
  eventsOf,
  functionCall,
  message,
  responseOf,
  startScriptedServer,
  type Scripted,
  type ScriptedItem,
  type ScriptedServer,
} from '@meeting-assistant/llm-client/testing';
import { Agent, assistant, Runner, system, tool, user, type Model, type ModelResponse } from '@openai/agents';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { summarise } from './summary/summarise.ts';
import { draftOf } from './testing/drafts.ts';
import { englishMeeting } from './testing/invented-meetings.ts';

type Usage = { input: number | null; output: number | null; cached: number | null };

type Run = {
  /** Tools that really ran, with the arguments that they got. */
  ran: { name: string; args: unknown }[];
  /** Of all its model calls. */
  usage: Usage;
};

type Kind = {
  agent: string;
  run: (model: Model) => Promise<Run>;
  /** A call of one of its tools. */
  call: { name: string; args: Record<string, unknown> };
  /** Answers that bring its work to an end. */
  ending: () => ScriptedItem[][];
  /** Roles of the messages that it sends. */
  roles: string[];
};

const summaryAgent: Kind = {
  agent: 'summary',
  run: async (model) => {
    const ran: Run['ran'] = [];
    const { usage } = await summarise(
      { lines: englishMeeting, durationMs: 68_000, settings: { title: 'Launch' } },
      {
        model,
        modelName: 'scripted',
        onEvent: (event) => {
          if (event.type === 'tool_called' && event.lines) ran.push({ name: event.name, args: event.lines });
        },
      },
    );
    return {
      ran,
      usage: { input: usage.inputTokens, output: usage.outputTokens, cached: usage.cachedInputTokens },
    };
  },
  call: { name: 'read_lines', args: { from: 7, to: 8 } },
  ending: () => [[message('The summary is as follows.')], [functionCall('submit_summary', draftOf())]],
  roles: ['assistant', 'user'],
};

/** An agent that edits a document of rules in a conversation that has begun already. */
const ruleEditor: Kind = {
  agent: 'rule editor',
  run: async (model) => {
    const rules = new Map([['greeting', 'Say good morning.']]);
    const ran: Run['ran'] = [];
    const tools = guardTools([
      tool({
        name: 'set_rule',
        description: 'Writes one rule.',
        parameters: z.object({ name: z.string(), text: z.string() }),
        execute: (args) => {
          ran.push({ name: 'set_rule', args });
          rules.set(args.name, args.text);
          return 'written';
        },
      }),
      tool({
        name: 'clear_rules',
        description: 'Takes all rules away.',
        parameters: z.object({}),
        execute: (args) => {
          ran.push({ name: 'clear_rules', args });
          rules.clear();
          return 'cleared';
        },
      }),
    ]);
    const agent = new Agent({ name: 'rule editor', instructions: 'Edit the rules.', model, tools });
    const conversation = [
      system('Rules are short.'),
      user('Which rules are there?'),
      assistant('There is one, about greetings.'),
      user('Change it.'),
    ];
    const { state } = await new Runner({ tracingDisabled: true }).run(agent, conversation);
    const { usage } = state;
    const cached = usage.inputTokensDetails.map((details) => details['cached_tokens'] ?? 0);
    return {
      ran,
      usage: {
        input: usage.inputTokens,
        output: usage.outputTokens,
        cached: cached.reduce((sum, each) => sum + each, 0),
      },
    };
  },
  call: { name: 'set_rule', args: { name: 'greeting', text: 'Say hello, 😀.' } },
  ending: () => [[message('The rule is changed.')]],
  roles: ['assistant', 'system', 'user'],
};

/** What the endpoint says of the response with its end, and nowhere before. */
const metadata = {
  id: 'resp_of_the_endpoint',
  model: 'model-behind-the-gateway',
  usage: {
    input_tokens: 1_200,
    input_tokens_details: { cached_tokens: 900 },
    output_tokens: 80,
    output_tokens_details: { reasoning_tokens: 33 },
    total_tokens: 1_280,
  },
};

/** Completed items as events of their own, and a last event with the metadata and no output at all. */
function streamedApart(items: readonly ScriptedItem[]): Scripted {
  const events = eventsOf(responseOf(items, metadata));
  const last = { ...events.at(-1), response: responseOf([], metadata) };
  const body = encodeEvents([...events.slice(0, -1), last]);
  return { body, headers: { 'content-type': 'text/event-stream' } };
}

function asJson(items: readonly ScriptedItem[]): Scripted {
  return {
    body: JSON.stringify(responseOf(items, metadata)),
    headers: { 'content-type': 'application/json' },
  };
}

let server: ScriptedServer | undefined;
beforeAll(silenceTracing);
afterEach(async () => await server?.close());

/** An endpoint that gives these answers, one after the other, and the model that the settings make of it. */
async function connect(answers: readonly Scripted[], variables: Record<string, string> = {}) {
  await server?.close();
  const started = await startScriptedServer(
    ({ index }) => answers[index] ?? { status: 500, body: 'The script has no answer left.' },
  );
  server = started;
  const { calls } = readEndpointSettings(
    z.object(endpointVariables).parse({ OPENAI_BASE_URL: started.url, AGENT_MODEL: 'm', ...variables }),
  );
  const inner = connectEndpoint({ baseURL: started.url, apiKey: 'k', calls }).model('m');
  const received: ModelResponse[] = [];
  const model: Model = {
    getResponse: async (request) => {
      const response = await inner.getResponse(request);
      received.push(response);
      return response;
    },
    getStreamedResponse: (request) => inner.getStreamedResponse(request),
  };
  return { model, received, requests: started.requests };
}

const transports = [
  { variables: { AGENT_USE_STREAMING: 'true' }, answer: streamedApart },
  { variables: { AGENT_USE_STREAMING: 'false' }, answer: asJson },
];

function textOf(response: ModelResponse | undefined): string {
  return (response?.output ?? [])
    .flatMap((item) => (item.type === 'message' && item.role === 'assistant' ? item.content : []))
    .map((part) => (part.type === 'output_text' ? part.text : ''))
    .join('');
}

function expectMetadata(response: ModelResponse | undefined): void {
  expect(response).toMatchObject({
    responseId: 'resp_of_the_endpoint',
    providerData: { id: 'resp_of_the_endpoint', model: 'model-behind-the-gateway', status: 'completed' },
  });
  expect(response?.usage).toMatchObject({
    inputTokens: 1_200,
    outputTokens: 80,
    totalTokens: 1_280,
    inputTokensDetails: [{ cached_tokens: 900 }],
    outputTokensDetails: [{ reasoning_tokens: 33 }],
  });
}

/** The usage of so many responses. */
const usageOf = (count: number): Usage => ({ input: 1_200 * count, output: 80 * count, cached: 900 * count });

describe.each([summaryAgent, ruleEditor])('for the agent $agent', ({ run, call, ending, roles }) => {
  it('streamed text response is assembled', async () => {
    const answers = ending();
    const text = 'Grüße: the launch moves to the third of March. 😀';
    answers[0] = [message(text)];
    const { model, received, requests } = await connect(answers.map(streamedApart));
    const { usage } = await run(model);
    expect(requests).toHaveLength(answers.length);
    expect(textOf(received[0])).toBe(text);
    for (const response of received) expectMetadata(response);
    expect(usage).toEqual(usageOf(answers.length));
  });

  it('streamed function call is assembled', async () => {
    const made = functionCall(call.name, call.args, { call_id: 'call_of_the_model' });
    const { model, received, requests } = await connect([[made], ...ending()].map(streamedApart));
    const { ran, usage } = await run(model);
    expect(ran).toEqual([call]);
    expect(received[0]?.output).toMatchObject([
      { type: 'function_call', callId: 'call_of_the_model', name: call.name, arguments: made['arguments'] },
    ]);
    expectMetadata(received[0]);
    expect(usage).toEqual(usageOf(1 + ending().length));
    expect(requests[1]?.body.input?.slice(-2)).toMatchObject([
      {
        type: 'function_call',
        call_id: 'call_of_the_model',
        name: call.name,
        arguments: JSON.stringify(call.args),
      },
      { type: 'function_call_output', call_id: 'call_of_the_model' },
    ]);
  });

  it('streaming transport can be disabled', async () => {
    const items = [[functionCall(call.name, call.args)], ...ending()];
    for (const variables of [
      { MeetingAssistant__Agent__UseStreaming: 'false' },
      { AGENT_USE_STREAMING: 'false' },
    ]) {
      const { model, received, requests } = await connect(items.map(asJson), variables);
      const { ran, usage } = await run(model);
      expect(requests.map(({ body }) => body.stream ?? false)).toEqual(items.map(() => false));
      expect(ran).toEqual([call]);
      for (const response of received) expectMetadata(response);
      expect(usage).toEqual(usageOf(items.length));
    }
    const byDefault = await connect(items.map(streamedApart));
    await run(byDefault.model);
    expect(byDefault.requests.map(({ body }) => body.stream)).toEqual(items.map(() => true));
  });

  it('chat message input remains a Responses message', async () => {
    const items = [[message('I look first.'), functionCall(call.name, call.args)], ...ending()];
    for (const { variables, answer } of transports) {
      const { model, requests } = await connect(items.map(answer), variables);
      await run(model);
      const sent = requests.flatMap(({ body }) => body.input ?? []);
      const messages = sent.filter((item) => 'role' in item);
      expect(new Set(messages.map(({ role }) => role))).toEqual(new Set(roles));
      expect(new Set(messages.map(({ type }) => type))).toEqual(new Set(['message']));
      expect(new Set(sent.map(({ type }) => type))).toEqual(
        new Set(['message', 'function_call', 'function_call_output']),
      );
      expect(JSON.stringify(requests.at(-1)?.body.input)).toContain('I look first.');
    }
  });

  it('malformed function arguments are returned to the agent', async () => {
    const good = JSON.stringify(call.args);
    const malformed = [
      '',
      'null',
      '[]',
      '123',
      '"{}"',
      good.slice(0, -3),
      `${good}${good}`,
      `${good} secret`,
    ];
    for (const { variables, answer } of transports) {
      for (const args of malformed) {
        const broken = functionCall(call.name, args, { call_id: 'call_broken' });
        const corrected = functionCall(call.name, good, { call_id: 'call_corrected' });
        const items = [[broken], [corrected], ...ending()];
        const { model, requests } = await connect(items.map(answer), variables);
        const { ran } = await run(model);
        expect(ran).toEqual([call]);
        expect(requests).toHaveLength(items.length);
        const [sentCall, sentResult] = requests[1]?.body.input?.slice(-2) ?? [];
        expect(sentCall).toMatchObject({ call_id: 'call_broken', arguments: args });
        expect(sentResult).toMatchObject({ type: 'function_call_output', call_id: 'call_broken' });
        const result: unknown = JSON.parse(String(sentResult?.['output']));
        expect(result).toEqual({ error: { code: 'invalid_tool_arguments', message: expect.any(String) } });
        expect(JSON.stringify(result)).not.toContain('secret');
        expect(requests[2]?.body.input).toContainEqual(
          expect.objectContaining({ type: 'function_call_output', call_id: 'call_corrected' }),
        );
      }
    }
  });
});

it('malformed function arguments do not run a tool without parameters', async () => {
  for (const { variables, answer } of transports) {
    for (const args of ['', '{', 'null', '[]', '"{}"']) {
      const items = [[functionCall('clear_rules', args)], ...ruleEditor.ending()];
      const { model, requests } = await connect(items.map(answer), variables);
      expect((await ruleEditor.run(model)).ran).toEqual([]);
      expect(JSON.stringify(requests[1]?.body.input?.at(-1))).toContain('invalid_tool_arguments');
    }
  }
});
