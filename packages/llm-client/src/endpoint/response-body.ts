import { StreamCutError } from '../assemble/response-errors.ts';
import { findText, isJsonObject, parseJson, shorten } from '../json-value.ts';
import { isTerminal, type WireEvent } from '../wire-event.ts';
import { UnexpectedBodyError } from './endpoint-errors.ts';
import { SseDecoder, type ServerSentEvent } from './sse-decoder.ts';

/** Enough to tell `event:` and `data:` from prose. */
const SNIFF_LENGTH = 6;
/** A type is the endpoint's word: so much of it stands in a message. */
const TYPE_LIMIT = 100;
const SSE_FIELD = /^(event|data|id|retry)(:|\r|\n|$)/;

export type BodyFacts = { status: number; contentType: string | undefined; requestId: string | undefined };

/** What the events so far amount to. */
type Seen = { lastEvent: string | undefined; ended: boolean };

/** Text pieces of a body; damaged UTF-8 is an error, not a replacement character inside someone's sentence. */
export type TextPieces = AsyncIterable<string>;

/**
 * The events of a response body, in batches of what came together. What the body is, is decided by its first bytes: endpoints
 * answer with SSE to `stream: false`, with JSON to `stream: true`, and with content types that are neither.
 */
export async function* readEvents(
  pieces: TextPieces,
  facts: BodyFacts,
): AsyncGenerator<WireEvent[], void, undefined> {
  let start = '';
  let kind: 'sse' | 'json' | undefined;
  const decoder = new SseDecoder();
  const json: string[] = [];
  const seen: Seen = { lastEvent: undefined, ended: false };
  let atLineStart = false;

  for await (const piece of pieces) {
    let text = piece;
    if (kind === undefined) {
      // Only what has been trimmed is kept, or megabytes of spaces would be looked at with each piece.
      start = trimStart(start + text);
      kind = sniff(start, facts, false);
      if (kind === undefined) {
        // Nothing but the start of something: an empty batch tells the stall timer that the body lives.
        yield [];
        continue;
      }
      text = start;
    }
    if (kind === 'json') {
      json.push(text);
      yield [];
      continue;
    }
    const batch = parseEvents(decoder.decode(dropMarks(text, atLineStart)), facts, seen);
    // A piece may be empty: half a character came.
    if (text !== '') atLineStart = /[\r\n]$/.test(text);
    yield batch.events;
    if (batch.done) return;
  }
  if (kind === undefined) {
    kind = sniff(start, facts, true);
    if (kind === 'sse') yield parseEvents(decoder.decode(start), facts, seen).events;
    else json.push(start);
  }
  if (kind === 'json') yield [eventOfJson(json.join(''), facts)];
  else yield parseEvents(decoder.finish(), facts, seen, true).events;
}

function trimStart(text: string): string {
  return text.replace(/^[\uFEFF\s]+/, '');
}

/** A byte order mark before a line would hide the line's field, and with it perhaps the end of the response. */
function dropMarks(text: string, atLineStart: boolean): string {
  if (!text.includes('\uFEFF')) return text;
  return text.replace(atLineStart ? /(?<=^|[\r\n])\uFEFF/g : /(?<=[\r\n])\uFEFF/g, '');
}

/** What a body is, by its start without the spaces before it. */
function sniff(text: string, facts: BodyFacts, ended: boolean): 'sse' | 'json' | undefined {
  const first = text[0];
  if (first === '{') return 'json';
  if (first === ':') return 'sse';
  if (first === '<') throw unexpected('The endpoint answered with a page', text, facts);
  if (text.length < SNIFF_LENGTH && !ended) return undefined;
  if (text === '') throw new StreamCutError({ lastEvent: undefined, requestId: facts.requestId });
  if (SSE_FIELD.test(text)) return 'sse';
  throw unexpected('The endpoint answered with something that is no Responses answer', text, facts);
}

function parseEvents(
  sent: readonly ServerSentEvent[],
  facts: BodyFacts,
  seen: Seen,
  brokeOff = false,
): { events: WireEvent[]; done: boolean } {
  const events: WireEvent[] = [];
  for (const { name, data } of sent) {
    if (data === '[DONE]') return { events, done: true };
    if (data.trim() === '') continue;
    const parsed = parseJson(data);
    if (parsed === undefined) {
      // What follows the end of the response decides nothing, whether it arrives together with that end or later.
      if (seen.ended) continue;
      const last = seen.lastEvent === undefined ? 'none' : shorten(seen.lastEvent, TYPE_LIMIT);
      throw unexpected(
        `An event after ${last} is ${brokeOff ? 'unfinished' : 'damaged'}`,
        data,
        facts,
        brokeOff,
      );
    }
    const event = eventOf(parsed.value, name);
    if (event === undefined) continue;
    events.push(event);
    seen.lastEvent = event.type;
    seen.ended ||= isTerminal(event);
  }
  return { events, done: false };
}

/** Anything but an object (null, a number) says nothing and is ignored; an object with an error and no type is an error event. */
function eventOf(value: unknown, name: string): WireEvent | undefined {
  if (!isJsonObject(value)) return undefined;
  if (
    typeof value['type'] === 'string' &&
    (name !== 'error' || value['type'] === 'error' || value['type'].includes('.'))
  ) {
    // The check above is what the compiler cannot carry over to the index signature.
    return value as WireEvent;
  }
  if (name === 'error')
    return { ...value, type: 'error', error: isJsonObject(value['error']) ? value['error'] : value };
  if (value['error'] !== undefined && value['error'] !== null) return { ...value, type: 'error' };
  return { ...value, type: name };
}

/** A whole response is what its terminal event would have carried. */
function eventOfJson(text: string, facts: BodyFacts): WireEvent {
  const parsed = parseJson(text);
  if (parsed === undefined || !isJsonObject(parsed.value)) {
    const brokeOff = !text.trimEnd().endsWith('}');
    throw unexpected(
      `The JSON of the answer ${brokeOff ? 'breaks off' : 'is damaged'}`,
      text,
      facts,
      brokeOff,
    );
  }
  const body = parsed.value;
  const response = isJsonObject(body['response']) ? body['response'] : body;
  const status = findText(response['status']);
  if (status === 'failed' || status === 'incomplete') return { type: `response.${status}`, response };
  const isAnswer = Array.isArray(response['output']) || response['object'] === 'response';
  if (response['error'] !== undefined && response['error'] !== null && !isAnswer)
    return { type: 'error', error: response['error'] };
  if (!isAnswer) throw unexpected('The endpoint answered with JSON that is no response', text, facts);
  if (status === 'in_progress' || status === 'queued' || status === 'cancelled') {
    throw unexpected(`The endpoint answered with a response that is ${status}`, text, facts);
  }
  return { type: 'response.completed', response };
}

function unexpected(reason: string, text: string, facts: BodyFacts, brokeOff = false): UnexpectedBodyError {
  return new UnexpectedBodyError({ reason, prefix: shorten(text), brokeOff, ...facts });
}
