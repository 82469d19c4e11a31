import type { ModelRequest } from '@openai/agents';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createConcurrencyLimit, createResponsesClient, ResponsesModel, silenceTracing } from '../index.ts';
import {
  chunkOf,
  headOf,
  slowly,
  startFaultServer,
  type FaultAnswer,
  type FaultServer,
} from '../testing/fault-server.ts';
import { runAlone } from '../testing/run-alone.ts';
import { close, events, sent, streamHead } from './faults.fixture.ts';

/** Another one each time; `STREAM_SEED` repeats that of a run that failed, which stands in the test's name. */
const SEED = Number(process.env['STREAM_SEED'] ?? Math.floor(Math.random() * 1_000_000_000));
const reason = new Error('given up');
const request: ModelRequest = {
  input: 'hello',
  modelSettings: {},
  tools: [],
  outputType: 'text',
  handoffs: [],
  tracing: false,
};

let server: FaultServer;
const rejections: unknown[] = [];
const noteRejection = (rejection: unknown): void => void rejections.push(rejection);
let serial = 0;

beforeAll(async () => {
  silenceTracing();
  process.on('unhandledRejection', noteRejection);
  server = await startFaultServer();
});
afterEach(async () => {
  // Rejections that nobody handles are told after the microtasks.
  await new Promise((resolve) => setImmediate(resolve));
  expect(rejections.splice(0)).toEqual([]);
});
afterAll(async () => {
  process.off('unhandledRejection', noteRejection);
  await server.close();
});

function put(answer: Parameters<FaultServer['put']>[1]): { url: string; name: string } {
  serial += 1;
  const name = `call-${serial}`;
  return { url: server.put(name, answer), name };
}

function modelAt(url: string, useStreaming = true): ResponsesModel {
  const client = createResponsesClient({ baseURL: url, apiKey: 'k' });
  return new ResponsesModel({ client, model: 'm', useStreaming });
}

/** The answer up to this event, and then nothing more. */
function begun(count: number): FaultAnswer {
  return { pieces: [streamHead, ...events.slice(0, count).map(chunkOf)], ending: 'hang' };
}

type Moment = { useStreaming: boolean; delayMs: number; turns: number; events: number };

const moments = fc.record<Moment>({
  useStreaming: fc.boolean(),
  /** After the server has written what it has to say. */
  delayMs: fc.nat(8),
  /** Microtasks after the call. */
  turns: fc.nat(40),
  events: fc.integer({ min: 1, max: events.length - 1 }),
});

const places: { where: string; answer: (moment: Moment) => FaultAnswer }[] = [
  { where: 'before the connection', answer: () => ({ pieces: [], ending: 'hang' }) },
  { where: 'before the headers', answer: () => ({ pieces: [], ending: 'hang' }) },
  { where: 'in the events', answer: ({ events }) => begun(events) },
  {
    where: 'in the wait before a retry',
    answer: () => sent(headOf({ 'Retry-After': '15', ...close }, '503 Service Unavailable'), '{}'),
  },
  { where: 'after the terminal event', answer: () => begun(events.length) },
];

const twentyMoments = places.flatMap((place, at) =>
  fc.sample(moments, { seed: SEED + at, numRuns: 4 }).map((moment) => ({ ...place, moment })),
);

describe(`an abort at one of twenty moments (seed ${SEED})`, () => {
  it.each(twentyMoments)(
    'ends the call with its reason and closes the connection: $where, $moment',
    async (each) => {
      const { where, answer, moment } = each;
      const controller = new AbortController();
      const { url, name } = put(() => ({
        ...answer(moment),
        onWritten: () => {
          setTimeout(() => controller.abort(reason), moment.delayMs);
        },
      }));
      const call = modelAt(url, moment.useStreaming).getResponse({ ...request, signal: controller.signal });
      const outcome = call.then(
        () => 'an answer',
        (error: unknown) => error,
      );
      if (where === 'before the connection') {
        for (let turn = 0; turn < moment.turns; turn += 1) await Promise.resolve();
        controller.abort(reason);
      }
      // Who has the whole answer may still give it.
      const right = where === 'after the terminal event' ? [reason, 'an answer'] : [reason];
      expect(right).toContain(await outcome);
      await expect.poll(() => server.countConnections(), { timeout: 5_000 }).toBe(0);
      expect(server.requestsOf(name).length).toBeLessThanOrEqual(1);
    },
  );

  it('leaves nothing behind: a process that has given up as often ends by itself', async () => {
    const delays = fc.sample(fc.nat(160), { seed: SEED, numRuns: 20 });
    const longWait = put(() =>
      sent(headOf({ 'Retry-After': '15', ...close }, '503 Service Unavailable'), '{}'),
    );
    const calls = delays.map((delayMs, at) => ({
      delayMs,
      useStreaming: at % 2 === 0,
      // A failure, a wait, and then an answer event by event.
      url: put(({ index }) =>
        index === 0
          ? {
              pieces: slowly([headOf({ 'Retry-After-Ms': '30', ...close }, '503 Service Unavailable')], 20),
              ending: 'end',
            }
          : { pieces: slowly([streamHead, ...events.map(chunkOf)], 5), ending: 'hang' },
      ).url,
    }));
    const { said, timers, ended } = await runAlone(ABORTS, [
      ...calls,
      { delayMs: 1_000, useStreaming: true, url: longWait.url },
    ]);
    expect(said).toHaveLength(21);
    expect(new Set(said).difference(new Set(['given up', 'answered']))).toEqual(new Set());
    expect(said.at(-1)).toBe('given up');
    expect({ timers, ...ended }).toEqual({ timers: 0, code: 0, signal: null });
    await expect.poll(() => server.countConnections()).toBe(0);
  });
});

const ABORTS = `
for (const { url, useStreaming, delayMs } of input) {
  const client = createResponsesClient({ baseURL: url, apiKey: 'k' });
  const model = new ResponsesModel({ client, model: 'm', useStreaming, retries: { minDelayMs: 1 } });
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error('given up')), delayMs);
  const call = model.getResponse({ ...request, signal: controller.signal });
  say(await call.then(() => 'answered', (error) => error.code ?? error.message));
  clearTimeout(timer);
}
`;

describe('a reader who walks away', () => {
  const counts = Array.from({ length: events.length - 1 }, (_, count) => count);

  it.each(counts)('after %i events leaves no connection open', async (count) => {
    const { url, name } = put(() => begun(events.length - 1));
    const stream = modelAt(url).getStreamedResponse(request)[Symbol.asyncIterator]();
    for (let read = 0; read < count; read += 1) expect((await stream.next()).done).toBe(false);
    await stream.return?.();
    expect(server.requestsOf(name)).toHaveLength(count === 0 ? 0 : 1);
    await expect.poll(() => server.countConnections()).toBe(0);
  });

  it('leaves nothing behind: a process that has done so ends by itself', async () => {
    const calls = counts.map((count) => ({ count, url: put(() => begun(events.length - 1)).url }));
    const { said, timers, ended } = await runAlone(WALKS, calls);
    expect(said).toEqual(counts.map(String));
    expect({ timers, ...ended }).toEqual({ timers: 0, code: 0, signal: null });
  });
});

const WALKS = `
for (const { url, count } of input) {
  const client = createResponsesClient({ baseURL: url, apiKey: 'k' });
  const model = new ResponsesModel({ client, model: 'm' });
  let read = 0;
  if (count > 0) for await (const event of model.getStreamedResponse(request)) if (++read === count) break;
  say(read);
}
`;

describe('the place of a call among those at once', () => {
  it('is given back however the call ends', async () => {
    const limit = createConcurrencyLimit(1);
    const client = (url: string) => createResponsesClient({ baseURL: url, apiKey: 'k' });
    const whole = (): FaultAnswer => sent(streamHead, ...events.map(chunkOf), '0\r\n\r\n');
    const limited = (answer: () => FaultAnswer): ResponsesModel => {
      const options = {
        concurrencyLimit: limit,
        timeouts: { stallMs: 100 },
        retries: { maxAttempts: 2, minDelayMs: 1 },
      };
      return new ResponsesModel({ client: client(put(answer).url), model: 'm', ...options });
    };
    const endings: [string, () => Promise<unknown>][] = [
      ['an answer', () => limited(whole).getResponse(request)],
      ['a cut', () => limited(() => sent(streamHead)).getResponse(request)],
      ['a stall', () => limited(() => begun(5)).getResponse(request)],
      ['a page', () => limited(() => sent(headOf(close), '<p>')).getResponse(request)],
      [
        'an abort',
        () => {
          const controller = new AbortController();
          const model = limited(() => ({ ...begun(0), onWritten: () => controller.abort(reason) }));
          return model.getResponse({ ...request, signal: controller.signal });
        },
      ],
      [
        'an abort before it',
        () => limited(whole).getResponse({ ...request, signal: AbortSignal.abort(reason) }),
      ],
      [
        'a reader who walks away',
        async () => {
          for await (const _event of limited(() => begun(5)).getStreamedResponse(request)) break;
        },
      ],
    ];
    for (const [name, end] of endings) {
      await end().catch(() => undefined);
      const next = await limited(whole).getResponse({ ...request, signal: AbortSignal.timeout(10_000) });
      expect(next.output, `after ${name}`).toHaveLength(1);
    }
  });

  it('is not waited for any longer once the caller has given up', async () => {
    const limit = createConcurrencyLimit(1);
    const client = createResponsesClient({ baseURL: put(() => begun(3)).url, apiKey: 'k' });
    const model = new ResponsesModel({ client, model: 'm', concurrencyLimit: limit });
    const first = new AbortController();
    const second = new AbortController();
    const holding = model.getResponse({ ...request, signal: first.signal });
    const waiting = model.getResponse({ ...request, signal: second.signal });
    second.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    first.abort(reason);
    await expect(holding).rejects.toBe(reason);
    await expect.poll(() => server.countConnections()).toBe(0);
  });
});

describe('a whole answer', () => {
  it.each([true, false])(
    'leaves nothing behind, read whole or event by event (useStreaming %s)',
    async (useStreaming) => {
      const answer = (): FaultAnswer => ({
        pieces: [streamHead, ...events.map(chunkOf), '0\r\n\r\n'],
        ending: 'hang',
      });
      const { said, timers, ended } = await runAlone(ANSWERS, { useStreaming, url: put(answer).url });
      expect(said).toEqual(['answered', 'answered']);
      expect({ timers, ...ended }).toEqual({ timers: 0, code: 0, signal: null });
    },
  );
});

const ANSWERS = `
const client = createResponsesClient({ baseURL: input.url, apiKey: 'k' });
const model = new ResponsesModel({ client, model: 'm', useStreaming: input.useStreaming });
await model.getResponse(request);
say('answered');
for await (const event of model.getStreamedResponse(request)) if (event.type === 'response_done') say('answered');
`;
