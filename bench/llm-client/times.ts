import { singleFigure, figure, type Bar, type Figure, type Section } from '../measuring/report.ts';
import { summarise } from '../measuring/statistics.ts';
import { TaskChild } from '../measuring/task-child.ts';
import type { Clocked, ClockTask, Face, Limit } from './model-under-clock.ts';
import { rateLimitedModel, SLOW_START_MS, type ScenarioName } from './scenarios.ts';
import { modelNameOf } from './stream-shape.ts';

const ABORTS = 20;
const REPEATS = 5;
const LIMIT_MS = 250;
const SOON: Bar = { atMost: 100 };
/** Two requests and a timer of two seconds are in it, and no cancelling depends on it. */
const NOT_MUCH_LATER: Bar = { atMost: 250 };

const FLOOD = modelNameOf({ kind: 'text', deltas: 200_000, pace: 'at-once' });

/** Where an abort falls: somewhere from the call to well into the stream, or among events that come faster than they are read. */
const ABORTED: readonly { what: string; model: string; withinMs: number }[] = [
  { what: 'slow stream', model: 'slow' satisfies ScenarioName, withinMs: SLOW_START_MS * 3 },
  { what: 'flood of events', model: FLOOD, withinMs: 100 },
];

const LIMITS: readonly { limit: Limit; model: ScenarioName; error: string }[] = [
  { limit: 'headersMs', model: 'no-headers', error: 'HeadersTimeoutError' },
  { limit: 'firstEventMs', model: 'no-event', error: 'FirstEventTimeoutError' },
  { limit: 'stallMs', model: 'stall', error: 'StreamStalledError' },
  { limit: 'totalMs', model: 'endless', error: 'TotalTimeoutError' },
];

/** The times that a test cannot assert on a busy machine. */
export async function measureTimes(baseURL: string, progress: (line: string) => void): Promise<Section[]> {
  const process = await TaskChild.start(new URL('clock-process.ts', import.meta.url));
  const clock = async (task: ClockTask, expected: string | undefined): Promise<number> => {
    const { ms, error } = await process.ask<Clocked>(task);
    if (error === expected) return ms;
    throw new Error(`${task.task} of ${task.model} ended with ${error}, not with ${expected}`);
  };
  try {
    progress('aborts');
    // The endpoint makes the bytes of the flood, and the client compiles what it will only run later.
    await clock({ task: 'wait', baseURL, model: FLOOD }, undefined);
    const aborts = await measureAborts(baseURL, clock);
    progress('waits and timeouts');
    const waits = await measureWaits(baseURL, clock);
    const timeouts = await measureTimeouts(baseURL, clock);
    return [
      { title: `From abort() to the rejection, ${ABORTS} random moments each`, figures: aborts },
      { title: 'Retry-After', figures: waits },
      { title: `Timeouts of ${LIMIT_MS} ms, how long after the limit`, figures: timeouts },
    ];
  } finally {
    await process.stop();
  }
}

type Clock = (task: ClockTask, expected: string | undefined) => Promise<number>;

async function measureAborts(baseURL: string, clock: Clock): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { what, model, withinMs } of ABORTED) {
    for (const face of ['collected', 'streamed'] satisfies Face[]) {
      const times: number[] = [];
      for (let n = 0; n < ABORTS; n += 1) {
        // One in each part of the span, so that no run misses a phase.
        const afterMs = ((n + Math.random()) / ABORTS) * withinMs;
        times.push(await clock({ task: 'abort', baseURL, model, face, afterMs }, 'the abort reason'));
      }
      figures.push(...medianAndSlowest(`ours, ${face}, ${what}`, times));
    }
  }
  return figures;
}

async function measureWaits(baseURL: string, clock: Clock): Promise<Figure[]> {
  const waited: number[] = [];
  const thrown: number[] = [];
  for (let serial = 0; serial < REPEATS; serial += 1) {
    if (serial < 2)
      waited.push(await clock({ task: 'wait', baseURL, model: rateLimitedModel(2, serial) }, undefined));
    thrown.push(
      await clock({ task: 'wait', baseURL, model: rateLimitedModel(120, serial) }, 'RateLimitedError'),
    );
  }
  return [
    singleFigure('Retry-After 2, shortest wait', 'ms', Math.min(...waited), { atLeast: 2_000 }),
    ...medianAndSlowest(
      'Retry-After 2, over 2 s',
      waited.map((ms) => ms - 2_000),
      NOT_MUCH_LATER,
    ),
    ...medianAndSlowest('Retry-After 120, until it is thrown', thrown),
  ];
}

async function measureTimeouts(baseURL: string, clock: Clock): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { limit, model, error } of LIMITS) {
    const over: number[] = [];
    for (let n = 0; n < REPEATS; n += 1)
      over.push(
        (await clock({ task: 'timeout', baseURL, model, limit, limitMs: LIMIT_MS }, error)) - LIMIT_MS,
      );
    figures.push(...medianAndSlowest(limit, over));
  }
  return figures;
}

function medianAndSlowest(what: string, times: readonly number[], bar = SOON): Figure[] {
  const summary = summarise(times);
  return [figure(what, 'ms', summary), singleFigure(`${what}, slowest`, 'ms', summary.high, bar)];
}
