import { inspect } from 'node:util';
import { summary as summarySchema } from '@meeting-assistant/contracts';
import {
  callResponse,
  functionCall,
  responseOf,
  startScriptedServer,
  textResponse,
  type Scripted,
  type ScriptedServer,
} from '@meeting-assistant/llm-client/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { draftOf } from '../testing/drafts.ts';
import { englishMeeting } from '../testing/invented-meetings.ts';
import { modelAt } from '../testing/scripted-model.ts';
import type { AgentEvent } from './agent-event.ts';
import { summarise, type SummariseInput, type SummariseOptions } from './summarise.ts';

const input: SummariseInput = {
  lines: englishMeeting,
  durationMs: 68_000,
  settings: {
    title: 'Launch',
    startedAt: '2026-12-02T10:00:00+01:00',
    timeZone: 'Europe/Berlin',
    participants: ['Dana Kim'],
  },
};

const submit = (draft: unknown): Scripted => callResponse('submit_summary', draft);
const badDecision = { text: 'The launch is on 5 March.', evidence: [{ from: 7, to: 8 }] };
const farDecision = { text: 'The launch is on 3 March.', evidence: [{ from: 700, to: 800 }] };

let server: ScriptedServer | undefined;
afterEach(async () => await server?.close());

async function serve(answers: readonly Scripted[]): Promise<ScriptedServer> {
  server = await startScriptedServer(({ index }) => answers[index] ?? textResponse('Nothing more to say.'));
  return server;
}

describe.each([{ useStreaming: true }, { useStreaming: false }])(
  'with streaming $useStreaming',
  ({ useStreaming }) => {
    async function run(answers: readonly Scripted[], options: Partial<SummariseOptions> = {}) {
      const { url, requests } = await serve(answers);
      const events: AgentEvent[] = [];
      const promise = summarise(input, {
        model: modelAt(url, useStreaming),
        modelName: 'scripted',
        onEvent: (event) => events.push(event),
        ...options,
      });
      return { promise, requests, events };
    }

    test('an accepted draft ends the run without another model call', async () => {
      const { promise, requests, events } = await run([submit(draftOf())]);
      const { summary, turns, usage } = await promise;
      expect(requests).toHaveLength(1);
      expect(turns).toBe(1);
      expect(usage).toEqual({ inputTokens: 10, cachedInputTokens: 4, outputTokens: 5, reasoningTokens: 0 });
      expect(summarySchema.parse(summary)).toEqual(summary);
      expect(summary.topics[0]?.points[0]).toMatchObject({ id: 'p1', support: 'quoted' });
      expect(summary.decisions).toEqual([
        { id: 'd1', text: 'The launch is on 3 March.', evidence: [{ from: 7, to: 8 }], support: 'supported' },
      ]);
      expect(summary.actionItems[0]).toMatchObject({
        id: 'a1',
        owner: { name: 'Chidi Okoro', kind: 'participant' },
        due: { phrase: 'by Friday', date: '2026-12-04' },
        support: 'quoted',
      });
      expect(summary.openQuestions[0]?.id).toBe('q1');
      expect(summary.quotes).toEqual([
        { line: 5, speaker: 'Bo Diaz', text: 'forty percent of our customers pay on a phone.' },
      ]);
      expect(summary.participants).toEqual([
        { name: 'Dana Kim', lines: 0, talkMs: 0 },
        { name: 'Ana Ruiz', lines: 7, talkMs: 24_500 },
        { name: 'Bo Diaz', lines: 6, talkMs: 21_000 },
        { name: 'Chidi Okoro', lines: 4, talkMs: 14_000 },
      ]);
      expect(summary.quality).toEqual({
        status: 'complete',
        coverage: 1,
        reasons: [],
        claims: { quoted: 2, supported: 2, inferred: 0, unsupported: 0 },
      });
      expect(summary).toMatchObject({ language: 'en', model: 'scripted', template: 'general' });
      expect(events.map(({ type }) => type)).toEqual([
        'turn_started',
        'turn_finished',
        'tool_called',
        'submitted',
      ]);
    });

    test('the model gets the meeting in one message, and every tool with a strict schema', async () => {
      const { promise, requests } = await run([submit(draftOf())]);
      await promise;
      const body = requests[0]?.body;
      expect(body?.input).toHaveLength(1);
      expect(body?.tools?.map(({ name, strict }) => ({ name, strict }))).toEqual([
        { name: 'read_lines', strict: true },
        { name: 'search_lines', strict: true },
        { name: 'submit_summary', strict: true },
      ]);
      expect(body?.['tool_choice']).toBe('required');
    });

    test('a rejected draft goes back with what is wrong with which claim, and the corrected one is accepted', async () => {
      const { promise, requests, events } = await run([
        submit(draftOf({ decisions: [badDecision] })),
        submit(draftOf()),
      ]);
      const { summary, turns } = await promise;
      expect(turns).toBe(2);
      expect(summary.quality.status).toBe('complete');
      const answer = requests[1]?.body.input?.find(({ type }) => type === 'function_call_output');
      expect(JSON.parse(String(answer?.['output']))).toEqual({
        accepted: false,
        rejected: [
          { claim: 'decisions[0]', rule: 'number_not_in_lines', message: expect.stringContaining('5') },
        ],
      });
      expect(requests[1]?.body['tool_choice']).toBe('required');
      expect(events).toContainEqual({
        type: 'claim_rejected',
        section: 'whole',
        turn: 0,
        claim: 'decisions[0]',
        rule: 'number_not_in_lines',
      });
    });

    test('the second time, a claim without a line is dropped, and any other is kept as unsupported', async () => {
      const bad = submit(draftOf({ decisions: [badDecision, farDecision] }));
      const { promise, requests } = await run([bad, bad]);
      const { summary } = await promise;
      expect(requests).toHaveLength(2);
      expect(summary.decisions).toEqual([{ id: 'd1', ...badDecision, support: 'unsupported' }]);
      expect(summary.quality).toMatchObject({
        status: 'degraded',
        reasons: ['claims_dropped'],
        claims: { unsupported: 1 },
      });
    });

    test('a quote that is dropped makes the summary degraded', async () => {
      const bad = submit(draftOf({ quotes: [{ line: 5, text: 'half of our customers' }] }));
      const { promise } = await run([bad, bad]);
      const { summary } = await promise;
      expect(summary.quotes).toEqual([]);
      expect(summary.quality).toMatchObject({ status: 'degraded', reasons: ['quotes_dropped'] });
    });

    test('an overview with a name from nowhere goes back once, and then the summary is degraded', async () => {
      const bad = submit(draftOf({ overview: 'The team agreed with Globex to move the launch.' }));
      const corrected = await run([bad, submit(draftOf())]);
      expect((await corrected.promise).summary.quality.status).toBe('complete');
      expect(corrected.events).toContainEqual({
        type: 'claim_rejected',
        section: 'whole',
        turn: 0,
        claim: 'overview',
        rule: 'overview_not_in_transcript',
      });
      await server?.close();
      const stubborn = await run([bad, bad]);
      expect((await stubborn.promise).summary.quality).toMatchObject({
        status: 'degraded',
        reasons: ['overview_unsupported'],
      });
      expect(stubborn.requests).toHaveLength(2);
    });

    test('two drafts in one turn count as one submission', async () => {
      const bad = draftOf({ decisions: [badDecision] });
      const both = responseOf([functionCall('submit_summary', bad), functionCall('submit_summary', bad)]);
      const { promise, requests } = await run([{ response: both }, submit(draftOf())]);
      expect((await promise).summary.quality.claims.unsupported).toBe(0);
      expect(requests).toHaveLength(2);
    });

    test('malformed arguments are refused by name, and do not count as a submission', async () => {
      const bad = submit(draftOf({ decisions: [badDecision] }));
      const { promise, requests } = await run([
        submit('{"title":'),
        submit({ title: 'x' }),
        bad,
        submit(draftOf()),
      ]);
      expect((await promise).summary.quality.claims.unsupported).toBe(0);
      const outputs = requests[3]?.body.input?.filter(({ type }) => type === 'function_call_output') ?? [];
      expect(outputs.map(({ output }) => String(output).includes('invalid_tool_arguments'))).toEqual([
        true,
        true,
        false,
      ]);
    });

    test('look-ups are answered, and a tool that is not there is refused', async () => {
      const lookUps = responseOf([
        functionCall('read_lines', { from: 7, to: 8 }),
        functionCall('delete_everything', {}),
        functionCall('search_lines', { query: 'budget advertising' }),
      ]);
      const { promise, requests } = await run([{ response: lookUps }, submit(draftOf())]);
      await promise;
      const outputs = requests[1]?.body.input?.filter(({ type }) => type === 'function_call_output') ?? [];
      expect(outputs[0]?.['output']).toContain('7\tAna Ruiz\tThen we move the launch.');
      expect(outputs[1]?.['output']).toContain('unknown_tool');
      expect(outputs[2]?.['output']).toContain('12\tAna Ruiz\tThank you. What about the budget');
    });

    test('prose instead of a tool call is answered with a nudge, within the turns', async () => {
      const { promise, requests } = await run([
        textResponse('Here is your summary: all good.'),
        submit(draftOf()),
      ]);
      expect((await promise).turns).toBe(2);
      expect(JSON.stringify(requests[1]?.body.input?.at(-1))).toContain('submit_summary');
    });

    test('a model that never submits is an error that says how many turns it had', async () => {
      const { promise, requests } = await run([], { maxTurns: 3 });
      await expect(promise).rejects.toMatchObject({ code: 'no_summary', turns: 3 });
      expect(requests).toHaveLength(3);
    });

    test('a model that only looks things up is an error too, and none of the transcript is in it', async () => {
      const reading = Array.from({ length: 4 }, () => callResponse('read_lines', { from: 1, to: 17 }));
      const { promise } = await run(reading, { maxTurns: 4 });
      const error: unknown = await promise.catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'no_summary', turns: 4 });
      expect(inspect(error, { depth: 20, showHidden: true })).not.toContain('booking');
    });

    test('three unreadable calls in a row end the run with the error of the guard', async () => {
      const { promise } = await run([submit('x'), submit('y'), submit('z')]);
      await expect(promise).rejects.toMatchObject({ code: 'repeated_invalid_arguments' });
    });

    test('an abort during a call ends the run with its reason', async () => {
      const abort = new AbortController();
      const reason = new Error('shutdown');
      server = await startScriptedServer(() => {
        abort.abort(reason);
        return { nothing: 'hang' };
      });
      const promise = summarise(input, {
        model: modelAt(server.url, useStreaming),
        modelName: 'scripted',
        signal: abort.signal,
      });
      await expect(promise).rejects.toBe(reason);
    });

    test('an abort between a call and its tools ends the run with its reason', async () => {
      const abort = new AbortController();
      const reason = new Error('cancelled');
      const { promise } = await run([submit(draftOf())], {
        signal: abort.signal,
        turns: { stored: [], store: async () => abort.abort(reason) },
      });
      await expect(promise).rejects.toBe(reason);
    });

    test('a turn that cannot be stored ends the run with the error of the store', async () => {
      const fenceLost = new Error('fence lost');
      const { promise, requests } = await run([submit(draftOf())], {
        turns: { stored: [], store: () => Promise.reject(fenceLost) },
      });
      await expect(promise).rejects.toBe(fenceLost);
      expect(requests).toHaveLength(1);
    });
  },
);

test('a template that is not there is an error that lists those there are', async () => {
  const { url } = await serve([]);
  const promise = summarise(
    { ...input, settings: { template: 'board' } },
    { model: modelAt(url), modelName: 'scripted' },
  );
  await expect(promise).rejects.toMatchObject({
    code: 'unknown_template',
    known: ['general', 'stand-up', 'one-to-one', 'sales-call'],
  });
});

test('each template makes instructions of its own', async () => {
  const { url, requests } = await serve(Array.from({ length: 4 }, () => submit(draftOf())));
  for (const template of ['general', 'stand-up', 'one-to-one', 'sales-call']) {
    await summarise({ ...input, settings: { template } }, { model: modelAt(url), modelName: 'scripted' });
  }
  expect(new Set(requests.map(({ body }) => body['instructions'])).size).toBe(4);
});

test('a transcript without lines is an error', async () => {
  const { url } = await serve([]);
  const promise = summarise({ ...input, lines: [] }, { model: modelAt(url), modelName: 'scripted' });
  await expect(promise).rejects.toMatchObject({ code: 'no_lines' });
});

test.each([
  ['startedAt', { startedAt: 'yesterday at ten' }],
  ['startedAt', { startedAt: '' }],
  ['startedAt', { startedAt: '2026-12-02T10:00:00' }],
  ['startedAt', { startedAt: '2026-13-02T10:00:00Z' }],
  ['timeZone', { timeZone: 'Europe/Atlantis' }],
  ['timeZone', { timeZone: '' }],
])('a %s that cannot be read is an error before any model call: %o', async (setting, changes) => {
  const { url, requests } = await serve([submit(draftOf())]);
  const promise = summarise(
    { ...input, settings: { ...input.settings, ...changes } },
    { model: modelAt(url), modelName: 'scripted' },
  );
  await expect(promise).rejects.toMatchObject({
    code: 'invalid_setting',
    setting,
    message: expect.stringContaining(setting),
  });
  expect(requests).toHaveLength(0);
});

test('a figure that the endpoint did not state is null, not 0', async () => {
  const { url } = await serve([
    { response: responseOf([functionCall('submit_summary', draftOf())], { usage: null }) },
  ]);
  const { usage } = await summarise(input, { model: modelAt(url, false), modelName: 'scripted' });
  expect(usage).toEqual({
    inputTokens: null,
    cachedInputTokens: null,
    outputTokens: null,
    reasoningTokens: null,
  });
});
