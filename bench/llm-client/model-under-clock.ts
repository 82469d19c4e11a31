import { createResponsesClient, ResponsesModel } from '@meeting-assistant/llm-client';
import { modelRequest } from './contenders.ts';

export type Face = 'collected' | 'streamed';

/** A call that is abandoned after so long. */
type AbortTask = { task: 'abort'; baseURL: string; model: string; face: Face; afterMs: number };

/** A call with one limit shorter than the answer takes; the others keep out of its way. */
type TimeoutTask = { task: 'timeout'; baseURL: string; model: string; limit: Limit; limitMs: number };

export type Limit = 'headersMs' | 'firstEventMs' | 'stallMs' | 'totalMs';

/** A call that may be told to wait. */
type WaitTask = { task: 'wait'; baseURL: string; model: string };

export type ClockTask = AbortTask | TimeoutTask | WaitTask;

/** Milliseconds, and the error's class; undefined where there was none. */
export type Clocked = { ms: number; error: string | undefined };

/** How long a call took: from its abort, or else from its start, to its end. */
export async function runUnderClock(task: ClockTask): Promise<Clocked> {
  if (task.task === 'abort') return await clockAbort(task);
  const model = new ResponsesModel({
    client: createResponsesClient({ baseURL: task.baseURL, apiKey: '' }),
    model: task.model,
    ...(task.task === 'timeout' ? { timeouts: { [task.limit]: task.limitMs } } : {}),
  });
  const from = performance.now();
  const error = await failureOf(model.getResponse(modelRequest()));
  return { ms: performance.now() - from, error: nameOf(error) };
}

async function clockAbort(task: AbortTask): Promise<Clocked> {
  const model = new ResponsesModel({
    client: createResponsesClient({ baseURL: task.baseURL, apiKey: '' }),
    model: task.model,
  });
  const controller = new AbortController();
  const request = { ...modelRequest(), signal: controller.signal };
  const reason = new Error('enough');
  let from = Number.NaN;
  setTimeout(() => {
    from = performance.now();
    controller.abort(reason);
  }, task.afterMs);
  const call =
    task.face === 'collected' ? model.getResponse(request) : readAll(model.getStreamedResponse(request));
  const error = await failureOf(call);
  const ms = performance.now() - from;
  return { ms, error: error === reason ? 'the abort reason' : nameOf(error) };
}

async function readAll(events: AsyncIterable<unknown>): Promise<void> {
  for await (const _event of events);
}

async function failureOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
    return undefined;
  } catch (error) {
    return error;
  }
}

function nameOf(error: unknown): string | undefined {
  if (error === undefined) return undefined;
  return error instanceof Error ? error.name : typeof error;
}
