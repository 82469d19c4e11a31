import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TracerProvider,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace';
import { Agent, Runner, tool, type ModelRequest } from '@openai/agents';
import { z } from 'zod';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createResponsesClient, guardTools, ResponsesModel, silenceTracing } from '../index.ts';
import type { ResponsesModelOptions } from '../model/responses-model.ts';
import {
  eventsOf,
  functionCall,
  message,
  responseOf,
  startScriptedServer,
  textResponse,
  type Scripted,
  type ScriptedServer,
} from '../testing/scripted-server.ts';

const exporter = new InMemorySpanExporter();
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
const servers: ScriptedServer[] = [];

beforeAll(() => {
  silenceTracing();
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
});
afterEach(async () => {
  exporter.reset();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});
afterAll(() => {
  trace.disable();
  context.disable();
});

async function modelAt(
  answers: readonly Scripted[],
  options: Partial<ResponsesModelOptions> = {},
): Promise<ResponsesModel> {
  const server = await startScriptedServer(({ index }) => answers[index] ?? textResponse('a private answer'));
  servers.push(server);
  const client = createResponsesClient({ baseURL: server.url, apiKey: 'k' });
  return new ResponsesModel({
    client,
    model: 'some-model',
    ...options,
    retries: { minDelayMs: 1, ...options.retries },
  });
}

const request: ModelRequest = {
  systemInstructions: 'private instructions',
  input: 'a private prompt',
  modelSettings: { maxTokens: 500, temperature: 0.2 },
  tools: [],
  outputType: 'text',
  handoffs: [],
  tracing: false,
};

function onlySpan(): ReadableSpan {
  const spans = exporter.getFinishedSpans();
  const [span] = spans;
  if (span === undefined || spans.length > 1) throw new Error(`${spans.length} spans`);
  return span;
}

describe.each([true, false])('the span of a model call (useStreaming %s)', (useStreaming) => {
  it('says what was asked and used by the GenAI conventions, over all attempts, and holds no content', async () => {
    const model = await modelAt(
      [
        { body: '', status: 503 },
        { response: responseOf([message('a private answer')], { id: 'resp_1', model: 'some-model-0711' }) },
      ],
      { useStreaming },
    );
    await model.getResponse(request);
    const span = onlySpan();
    expect(span).toMatchObject({ name: 'chat some-model', kind: SpanKind.CLIENT });
    expect(span.attributes).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.request.model': 'some-model',
      'gen_ai.request.max_tokens': 500,
      'gen_ai.request.temperature': 0.2,
      'gen_ai.response.id': 'resp_1',
      'gen_ai.response.model': 'some-model-0711',
      'gen_ai.usage.input_tokens': 10,
      'gen_ai.usage.output_tokens': 5,
      'gen_ai.usage.cache_read.input_tokens': 4,
      'server.address': '127.0.0.1',
      'llm_client.attempts': 2,
    });
    expect(span.events).toMatchObject([
      { name: 'retry', attributes: { attempt: 1, 'error.type': 'endpoint_failed' } },
    ]);
    expect(JSON.stringify([span.attributes, span.events])).not.toContain('private');
  });

  it('holds prompt and answer once that is switched on', async () => {
    await (await modelAt([], { useStreaming, captureContent: true })).getResponse(request);
    const { attributes } = onlySpan();
    expect(attributes['gen_ai.input.messages']).toContain('a private prompt');
    expect(attributes['gen_ai.output.messages']).toContain('a private answer');
    expect(attributes['gen_ai.system_instructions']).toBe('private instructions');
  });

  it('names the kind of an error and not its words', async () => {
    const model = await modelAt([{ body: '{"error":{"message":"a private prompt is bad"}}', status: 400 }], {
      useStreaming,
    });
    await model.getResponse(request).catch(() => undefined);
    const span = onlySpan();
    expect(span.status).toEqual({ code: SpanStatusCode.ERROR });
    expect(span.attributes['error.type']).toBe('request_rejected');
    expect(JSON.stringify([span.attributes, span.events])).not.toContain('private');
  });

  it('stands below the span that was active', async () => {
    const model = await modelAt([], { useStreaming });
    const tracer = trace.getTracer('test');
    const parent = await tracer.startActiveSpan('job', async (span) => {
      await model.getResponse(request);
      span.end();
      return span.spanContext().spanId;
    });
    const call = exporter.getFinishedSpans().find(({ name }) => name === 'chat some-model');
    expect(call?.parentSpanContext?.spanId).toBe(parent);
  });
});

it('a streamed call has its span too, and one whose reader walks away ends it as aborted', async () => {
  const events = eventsOf(responseOf([message('a private answer')]));
  const model = await modelAt([{ events }, { events: events.slice(0, 6), ending: 'hang' }]);
  for await (const event of model.getStreamedResponse(request))
    expect(event.type).toEqual(expect.any(String));
  expect(onlySpan().status).toEqual({ code: SpanStatusCode.UNSET });
  exporter.reset();
  for await (const event of model.getStreamedResponse(request)) if (event.type === 'output_text_delta') break;
  expect(onlySpan().attributes['error.type']).toBe('aborted');
});

it('a tool call has a span with its name and how it ended, and without arguments and result', async () => {
  const parameters = z.object({ at: z.number() });
  const look = tool({ name: 'look', description: 'd', parameters, execute: () => 'a private result' });
  const calls = responseOf([
    functionCall('look', '{"at":"private"}', { call_id: 'call_1' }),
    functionCall('look', '{"at":1}', { call_id: 'call_2' }),
    functionCall('look', '{"at":', { call_id: 'call_3' }),
  ]);
  const model = await modelAt([{ response: calls }]);
  await new Runner().run(new Agent({ name: 'a', model, tools: guardTools([look]) }), 'go');
  const spans = exporter
    .getFinishedSpans()
    .filter(({ name }) => name === 'execute_tool look')
    .toSorted((a, b) => callIdOf(a).localeCompare(callIdOf(b)));
  expect(spans.map(({ attributes }) => attributes)).toMatchObject([
    { 'gen_ai.tool.call.id': 'call_1', 'error.type': 'invalid_tool_arguments' },
    { 'gen_ai.tool.call.id': 'call_2', 'gen_ai.tool.name': 'look' },
    // The SDK does not say of which call a string was that it could not parse.
    { 'gen_ai.tool.name': 'look', 'error.type': 'invalid_tool_arguments' },
  ]);
  expect(spans[1]?.attributes).not.toHaveProperty('error.type');
  expect(JSON.stringify(spans.map(({ attributes }) => attributes))).not.toContain('private');
});

function callIdOf({ attributes }: ReadableSpan): string {
  return String(attributes['gen_ai.tool.call.id']);
}
