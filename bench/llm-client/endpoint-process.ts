import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { answerTasks } from '../measuring/task-child.ts';
import { findRetryAfterSeconds, SLOW_START_MS } from './scenarios.ts';
import { encodeEvents } from './stream-bytes.ts';
import { findShape, type StreamShape } from './stream-shape.ts';

/** Long enough for a reader to be done with one event before the next one comes. */
const PACE_MS = 0.2;

const EVENT_STREAM = { 'content-type': 'text/event-stream' };

/** Bytes of streams that were asked for, since making them must not delay the reader. */
const encoded = new Map<string, { events: string[]; whole: Buffer }>();

/** Requests of a name that was refused once, and is served the next time. */
const refused = new Set<string>();

function encodeOnce(name: string, shape: StreamShape): { events: string[]; whole: Buffer } {
  let found = encoded.get(name);
  if (found === undefined) {
    const events = encodeEvents(shape);
    found = { events, whole: Buffer.from(events.join('')) };
    encoded.set(name, found);
  }
  return found;
}

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  const request: unknown = JSON.parse(Buffer.concat(pieces).toString());
  const model =
    typeof request === 'object' && request !== null && 'model' in request ? String(request.model) : '';
  const shape = findShape(model);
  if (shape !== undefined) await sendStream(outgoing, model, shape);
  else await playScenario(outgoing, model);
}

async function sendStream(outgoing: ServerResponse, name: string, shape: StreamShape): Promise<void> {
  const { events, whole } = encodeOnce(name, shape);
  if (shape.pace === 'at-once') {
    outgoing.writeHead(200, { ...EVENT_STREAM, 'content-length': whole.length });
    outgoing.end(whole);
    return;
  }
  outgoing.writeHead(200, EVENT_STREAM);
  for (const event of events) {
    outgoing.write(event);
    // A timer cannot wait for less than a millisecond.
    for (const from = performance.now(); performance.now() - from < PACE_MS;) await nextTurn();
  }
  outgoing.end();
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

async function playScenario(outgoing: ServerResponse, model: string): Promise<void> {
  const retryAfter = findRetryAfterSeconds(model);
  if (retryAfter !== undefined) {
    const [name] = model.split('#');
    if (refused.delete(model))
      await sendStream(outgoing, `${name}`, { kind: 'text', deltas: 10, pace: 'at-once' });
    else {
      refused.add(model);
      outgoing.writeHead(429, { 'retry-after': String(retryAfter), 'content-type': 'application/json' });
      outgoing.end('{"error":{"code":"rate_limit_exceeded","message":"slow down"}}');
    }
    return;
  }
  if (model === 'no-headers') return;
  if (model === 'slow') await pause(SLOW_START_MS);
  outgoing.writeHead(200, EVENT_STREAM);
  outgoing.flushHeaders();
  if (model === 'no-event') return;
  if (model === 'slow') await pause(SLOW_START_MS);
  const events = encodeOnce('endless', { kind: 'text', deltas: 10, pace: 'paced' }).events;
  for (const event of events.slice(0, 6)) outgoing.write(event);
  if (model === 'stall') return;
  while (!outgoing.closed) {
    outgoing.write(events[5]);
    await pause(5);
  }
}

const server = createServer((incoming, outgoing) => {
  // A reader that goes away in the middle is what some measurements are about.
  answer(incoming, outgoing).catch((error: unknown) =>
    outgoing.destroy(error instanceof Error ? error : undefined),
  );
});
server.listen(0, '127.0.0.1');

answerTasks(async () => {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The endpoint has no port');
  return `http://127.0.0.1:${address.port}/v1`;
});
