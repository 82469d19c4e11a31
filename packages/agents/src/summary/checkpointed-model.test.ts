import {
  callResponse,
  startScriptedServer,
  textResponse,
  type Scripted,
} from '@meeting-assistant/llm-client/testing';
import { describe, expect, test } from 'vitest';
import { draftOf } from '../testing/drafts.ts';
import { englishMeeting } from '../testing/invented-meetings.ts';
import { modelAt } from '../testing/scripted-model.ts';
import type { AgentEvent } from './agent-event.ts';
import type { StoredTurn } from './stored-turn.ts';
import { summarise, type SummariseResult } from './summarise.ts';

const answers: readonly Scripted[] = [
  callResponse('read_lines', { from: 1, to: 3 }),
  textResponse('I have read it.'),
  callResponse('submit_summary', '{"title"'),
  callResponse(
    'submit_summary',
    draftOf({ decisions: [{ text: 'The launch is on 5 March.', evidence: [{ from: 7, to: 8 }] }] }),
  ),
  callResponse('submit_summary', draftOf()),
];

const killed = new Error('killed');

/** One attempt that dies once it has stored `turns` turns; what it stored is read back from JSON, as from a database. */
async function attempt(stored: readonly StoredTurn[], turns: number, useStreaming: boolean) {
  const server = await startScriptedServer(
    ({ index }) => answers[index + stored.length] ?? textResponse('…'),
  );
  const kept = [...stored];
  const events: AgentEvent[] = [];
  let result: SummariseResult | undefined;
  try {
    result = await summarise(
      { lines: englishMeeting, durationMs: null, settings: { title: 'Launch' } },
      {
        model: modelAt(server.url, useStreaming),
        modelName: 'scripted',
        onEvent: (event) => events.push(event),
        turns: {
          stored,
          store: async (turn) => {
            kept.push(JSON.parse(JSON.stringify(turn)));
            if (kept.length === turns) throw killed;
          },
        },
      },
    );
  } catch (error) {
    if (error !== killed) throw error;
  } finally {
    await server.close();
  }
  return { kept, result, events, bodies: server.requests.map(({ body }) => JSON.stringify(body)) };
}

describe.each([{ useStreaming: true }, { useStreaming: false }])(
  'with streaming $useStreaming',
  ({ useStreaming }) => {
    test.each([1, 2, 3, 4, 5])(
      'killed after turn %i, the next attempt repeats no call and sends the same bytes',
      async (turns) => {
        const whole = await attempt([], Number.POSITIVE_INFINITY, useStreaming);
        const first = await attempt([], turns, useStreaming);
        expect(first.kept).toHaveLength(turns);
        const second = await attempt(first.kept, Number.POSITIVE_INFINITY, useStreaming);
        expect([...first.bodies, ...second.bodies]).toEqual(whole.bodies);
        expect(second.result).toEqual(whole.result);
        expect(second.kept.map(({ turn }) => turn)).toEqual([0, 1, 2, 3, 4]);
      },
    );
  },
);

test('a replayed turn says so, and states the usage that it had', async () => {
  const first = await attempt([], 2, true);
  const { events } = await attempt(first.kept, Number.POSITIVE_INFINITY, true);
  const finished = events.filter((event) => event.type === 'turn_finished');
  expect(finished.map(({ turn, replayed }) => [turn, replayed])).toEqual([
    [0, true],
    [1, true],
    [2, false],
    [3, false],
    [4, false],
  ]);
  expect(finished[0]?.usage).toEqual({
    inputTokens: 10,
    cachedInputTokens: 4,
    outputTokens: 5,
    reasoningTokens: 0,
  });
  expect(finished[0]?.toolCalls.map(({ name }) => name)).toEqual(['read_lines']);
});

test('turns of another section are not replayed', async () => {
  const first = await attempt([], 1, true);
  const foreign = first.kept.map((turn) => ({ ...turn, section: 'lines 1-9' }));
  const server = await startScriptedServer(() => callResponse('submit_summary', draftOf()));
  await summarise(
    { lines: englishMeeting, durationMs: null, settings: {} },
    { model: modelAt(server.url), modelName: 'scripted', turns: { stored: foreign, store: async () => {} } },
  );
  await server.close();
  expect(server.requests).toHaveLength(1);
});

test('turns behind a missing one are not replayed', async () => {
  const whole = await attempt([], Number.POSITIVE_INFINITY, true);
  const server = await startScriptedServer(({ index }) => answers[index + 1] ?? textResponse('…'));
  const fresh: number[] = [];
  const result = await summarise(
    { lines: englishMeeting, durationMs: null, settings: { title: 'Launch' } },
    {
      model: modelAt(server.url),
      modelName: 'scripted',
      turns: {
        stored: whole.kept.filter(({ turn }) => turn !== 1),
        store: async ({ turn }) => void fresh.push(turn),
      },
    },
  );
  await server.close();
  expect(fresh).toEqual([1, 2, 3, 4]);
  expect(result).toEqual(whole.result);
});
