import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelRequest } from '@openai/agents';
import type { Response, ResponseStreamEvent } from 'openai/resources/responses/responses';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assembleResponse, createResponsesClient, ResponsesModel, silenceTracing } from './index.ts';
import { startScriptedServer, type ScriptedServer } from './testing/scripted-server.ts';

const folder = process.env['RESPONSES_CORPUS'];
if (folder === undefined) {
  process.stdout.write(
    'Skipped: recorded streams are replayed only where RESPONSES_CORPUS names a folder with them and their index.json\n',
  );
}

type Call = { name: string; call_id: string; arguments: string };
type Recording = {
  file: string;
  text: string;
  calls: Call[];
  usage: {
    input_tokens: number;
    output_tokens: number;
    input_tokens_details?: { cached_tokens?: number };
  } | null;
  terminal: string | null;
  unparsableLines: number;
};
type Event = { [key: string]: unknown; type: string };

const recordings: Recording[] =
  folder === undefined ? [] : JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
const whole = recordings.filter(
  (recording) => recording.terminal === 'response.completed' && recording.unparsableLines === 0,
);
const broken = recordings.filter((recording) => !whole.includes(recording));

function linesOf(recording: Recording): string[] {
  return readFileSync(join(folder ?? '', recording.file), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
}

function requestOf(): ModelRequest {
  return { input: 'hello', modelSettings: {}, tools: [], outputType: 'text', handoffs: [], tracing: false };
}

function answerOf(output: readonly unknown[]): { text: string; calls: Call[] } {
  let text = '';
  const calls: Call[] = [];
  for (const item of output as { [key: string]: unknown }[]) {
    if (item['type'] === 'message') {
      for (const part of item['content'] as { type: string; text: string }[])
        if (part.type === 'output_text') text += part.text;
    } else if (item['type'] === 'function_call') {
      const callId = item['callId'] ?? item['call_id'];
      calls.push({
        name: String(item['name']),
        call_id: String(callId),
        arguments: String(item['arguments']),
      });
    }
  }
  return { text, calls };
}

describe.skipIf(folder === undefined)('recorded streams', () => {
  let server: ScriptedServer;
  let lines: string[] = [];
  beforeAll(async () => {
    silenceTracing();
    server = await startScriptedServer(() => ({
      body: lines.map((line) => `data: ${line}\n\n`).join(''),
      headers: { 'content-type': 'text/event-stream' },
    }));
  });
  afterAll(() => server.close());

  function model(): ResponsesModel {
    return new ResponsesModel({
      client: createResponsesClient({ baseURL: server.url, apiKey: 'k' }),
      model: 'm',
      retries: { attempts: 1 },
    });
  }

  it.each(whole)('$file gives its text, calls and usage', async (recording) => {
    lines = linesOf(recording);
    const response = await model().getResponse(requestOf());
    expect(answerOf(response.output)).toEqual({ text: recording.text, calls: recording.calls });
    expect(response.usage.inputTokens).toBe(recording.usage?.input_tokens ?? 0);
    expect(response.usage.outputTokens).toBe(recording.usage?.output_tokens ?? 0);
    expect(response.usage.inputTokensDetails[0]?.['cached_tokens']).toBe(
      recording.usage?.input_tokens_details?.cached_tokens,
    );
  });

  it.each(broken)('$file, which is damaged or failed, is an error of ours', async (recording) => {
    lines = linesOf(recording);
    await expect(model().getResponse(requestOf())).rejects.toMatchObject({
      code: expect.any(String),
      retryable: expect.any(Boolean),
    });
  });

  const withoutDeltas = new Set(['openai__openai-phase-1.jsonl', 'openai__openai-shell-container-1.jsonl']);

  it.each(Object.entries(changes()))('a stream changed so gives the same answer: %s', (name, change) => {
    const failures: string[] = [];
    for (const recording of whole) {
      if (name.includes('no done items') && withoutDeltas.has(recording.file)) continue;
      const events = linesOf(recording).map((line): Event => JSON.parse(line));
      const changed = change(events);
      if (changed === undefined) continue;
      try {
        const response: Response = assembleResponse(changed as unknown as ResponseStreamEvent[]);
        expect(answerOf(response.output)).toEqual({ text: recording.text, calls: recording.calls });
      } catch (error) {
        failures.push(`${recording.file}: ${String(error).slice(0, 300)}`);
      }
    }
    expect(failures).toEqual([]);
  });
});

/** What endpoints do to a stream. A change that leaves a recording without its answer gives undefined. */
function changes(): { [name: string]: (events: Event[]) => Event[] | undefined } {
  const finalOutput = (events: Event[], output: unknown): Event[] =>
    events.map((event) => {
      if (event.type !== 'response.completed') return event;
      const { output: _output, ...response } = event['response'] as { [key: string]: unknown };
      return { ...event, response: output === undefined ? response : { ...response, output } };
    });
  const empty = (events: Event[]): Event[] => finalOutput(events, []);
  const hasFinalOutput = (events: Event[]): boolean =>
    events.some(
      (event) =>
        event.type === 'response.completed' && (event['response'] as { output?: unknown[] }).output?.length,
    );
  const without = (type: string) => (events: Event[]) => events.filter((event) => event.type !== type);
  const noIndex = (events: Event[]): Event[] => events.map(({ output_index: _index, ...event }) => event);
  const nullIds = (events: Event[]): Event[] =>
    events.map((event) => ({
      ...event,
      ...('item_id' in event ? { item_id: null } : {}),
      ...('item' in event ? { item: { ...(event['item'] as object), id: null } } : {}),
    }));
  const rotating = (events: Event[]): Event[] =>
    events.map((event, at) => ({
      ...event,
      ...('item_id' in event ? { item_id: `id_${at}` } : {}),
      ...('item' in event ? { item: { ...(event['item'] as object), id: `id_${at}` } } : {}),
    }));
  const unknown = (events: Event[]): Event[] =>
    events.flatMap((event) => [{ type: 'codex.rate_limits', limits: [] }, event, { type: 'ping' }]);
  const doneTwice = (events: Event[]): Event[] =>
    events.flatMap((event) => (event.type === 'response.output_item.done' ? [event, event] : [event]));
  const otherCallIds = (events: Event[]): Event[] =>
    events.map((event, index) => {
      const item = event['item'] as { [key: string]: unknown } | undefined;
      return item?.['call_id'] === undefined
        ? event
        : { ...event, item: { ...item, call_id: `other_${index}` } };
    });
  const done = 'response.output_item.done';
  const added = 'response.output_item.added';
  return {
    'final output emptied': empty,
    'final output null': (events) => finalOutput(events, null),
    'final output absent': (events) => finalOutput(events, undefined),
    'ids rotate': rotating,
    'ids rotate, final output emptied': (events) => empty(rotating(events)),
    'no output_index': noIndex,
    'no output_index, final output emptied': (events) => empty(noIndex(events)),
    'done items twice': doneTwice,
    'done items twice, final output emptied': (events) => empty(doneTwice(events)),
    'no added items, final output emptied': (events) => empty(without(added)(events)),
    'unknown events everywhere': unknown,
    'no item events, final output full': (events) =>
      hasFinalOutput(events)
        ? events.filter((event) => ['response.created', 'response.completed'].includes(event.type))
        : undefined,
    'no done items': without(done),
    'no done items, final output emptied': (events) => empty(without(done)(events)),
    'ids null': nullIds,
    'ids null, final output emptied': (events) => empty(nullIds(events)),
    'ids null, no output_index, final output emptied': (events) => empty(noIndex(nullIds(events))),
    'call ids of done items differ, final list wins': (events) =>
      hasFinalOutput(events) ? otherCallIds(events) : undefined,
  };
}
