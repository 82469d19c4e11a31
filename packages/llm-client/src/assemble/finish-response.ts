import type { Response, ResponseUsage } from 'openai/resources/responses/responses';
import { findNumber, findText, isJsonObject, shorten, type JsonObject } from '../json-value.ts';
import { isFailure, type WireEvent } from '../wire-event.ts';
import { chooseOutput } from './choose-output.ts';
import { isCall } from './item-identity.ts';
import type { OutputSlots } from './output-slots.ts';
import {
  EmptyResponseError,
  IncompleteResponseError,
  RefusalError,
  ResponseFailedError,
  UnresolvedCallError,
} from './response-errors.ts';

const MESSAGE_LIMIT = 300;

type Ended = {
  terminal: WireEvent;
  started: JsonObject | undefined;
  slots: OutputSlots;
  requestId: string | undefined;
};

type Known = {
  usage: ResponseUsage | undefined;
  requestId: string | undefined;
  responseId: string | undefined;
};

export function finishResponse(ended: Ended): Response {
  const final = isJsonObject(ended.terminal['response']) ? ended.terminal['response'] : undefined;
  const response = mergeFinal(ended.started, final);
  const usage = usageOf(response);
  const known = { usage, requestId: ended.requestId, responseId: findText(response['id']) };
  const status = statusOf(ended.terminal, response);

  if (status === 'failed') throw failure(ended.terminal, response, known);
  const { items, unresolved } = chooseOutput(response, ended.slots);
  if (status === 'incomplete') throw incomplete(reasonOf(response) ?? 'no reason given', items, known);
  const refusal = refusalOf(items);
  if (refusal !== undefined) throw new RefusalError({ refusal, ...known });
  if (items.some((item) => isCall(item) && item['status'] === 'incomplete'))
    throw incomplete(reasonOf(response) ?? 'a call was cut short', items, known);
  if (unresolved.length > 0) throw new UnresolvedCallError({ callNames: unresolved, ...known });
  if (items.length === 0) {
    if (isJsonObject(response['error'])) throw failure(ended.terminal, response, known);
    throw new EmptyResponseError({ outputTokens: usage?.output_tokens, ...known });
  }
  // What came over the wire is a Response as far as anyone can say: its output and status are set here, the rest is kept as sent.
  return { ...response, usage, status: 'completed', output: items } as unknown as Response;
}

/** What is known of a response that has no end. */
export function knownOf(started: JsonObject | undefined): Omit<Known, 'requestId'> {
  return { usage: usageOf(started ?? {}), responseId: findText(started?.['id']) };
}

/** What a response says of its end is in its terminal event or nowhere. */
const ENDINGS = new Set(['output', 'status', 'error', 'incomplete_details']);

/** Final metadata win; what the final response leaves out or has as null was said when it started. */
function mergeFinal(started: JsonObject | undefined, final: JsonObject | undefined): JsonObject {
  const merged = new Map(Object.entries(started ?? {}).filter(([key]) => !ENDINGS.has(key)));
  for (const [key, value] of Object.entries(final ?? {})) {
    if (value !== undefined && (value !== null || !merged.has(key))) merged.set(key, value);
  }
  return Object.fromEntries(merged);
}

/**
 * The terminal event decides, unless the response in it says that it failed or was cut short. Any other status word (`in_progress`, one
 * that nobody knows, none at all) says nothing against its end.
 */
function statusOf(terminal: WireEvent, response: JsonObject): 'completed' | 'incomplete' | 'failed' {
  if (isFailure(terminal)) return 'failed';
  const status = response['status'];
  if (terminal.type === 'response.incomplete' || status === 'incomplete') return 'incomplete';
  if (status === 'failed' || status === 'cancelled' || saysError(response['error'])) return 'failed';
  return reasonOf(response) === undefined ? 'completed' : 'incomplete';
}

/** An error object that holds nothing is how some servers write that there is none. */
function saysError(error: unknown): boolean {
  if (!isJsonObject(error)) return findText(error) !== undefined;
  return Object.values(error).some((value) => value !== null && value !== '');
}

function reasonOf(response: JsonObject): string | undefined {
  const details = response['incomplete_details'];
  return isJsonObject(details) ? findText(details['reason']) : undefined;
}

function incomplete(reason: string, items: readonly JsonObject[], known: Known): IncompleteResponseError {
  return new IncompleteResponseError({ reason, partialText: textOf(items), ...known });
}

/** The server's own words, flat on the event or nested in an `error` object. */
function failure(terminal: WireEvent, response: JsonObject, known: Known): ResponseFailedError {
  const nested = isJsonObject(terminal['error']) ? terminal['error'] : undefined;
  const inResponse = isJsonObject(response['error']) ? response['error'] : undefined;
  const said = nested ?? inResponse ?? terminal;
  const plain = findText(terminal['error']) ?? findText(response['error']);
  const message = findText(said['message']) ?? plain;
  const type = said === terminal ? undefined : findText(said['type']);
  const code = findText(said['code']) ?? findNumber(said['code'])?.toString();
  return new ResponseFailedError({
    serverCode: code ?? type ?? (terminal.type === 'response.cancelled' ? 'cancelled' : undefined),
    serverMessage: message === undefined ? undefined : shorten(message, MESSAGE_LIMIT),
    ...known,
  });
}

function partsOf(items: readonly JsonObject[]): JsonObject[] {
  return items.flatMap((item) =>
    item['type'] === 'message' && Array.isArray(item['content']) ? item['content'].filter(isJsonObject) : [],
  );
}

function textOf(items: readonly JsonObject[]): string {
  return partsOf(items)
    .map((part) => (part['type'] === 'output_text' ? (findText(part['text']) ?? '') : ''))
    .join('');
}

function refusalOf(items: readonly JsonObject[]): string | undefined {
  return partsOf(items)
    .map((part) => (part['type'] === 'refusal' ? findText(part['refusal']) : undefined))
    .find((refusal) => refusal !== undefined);
}

/** Token numbers that are numbers. Details that are missing stay missing: an unknown number of cached tokens is not 0. */
function usageOf(response: JsonObject): ResponseUsage | undefined {
  const usage = response['usage'];
  if (!isJsonObject(usage)) return undefined;
  const counts = ['input_tokens', 'output_tokens', 'total_tokens'];
  if (counts.every((name) => findNumber(usage[name]) === undefined)) return undefined;
  const sound = Object.entries(usage).flatMap(([name, value]): [string, unknown][] => {
    if (counts.includes(name)) return findNumber(value) === undefined ? [] : [[name, value]];
    if (!name.endsWith('_details')) return [[name, value]];
    return isJsonObject(value) ? [[name, numbersOf(value)]] : [];
  });
  // Whoever reads a count that the endpoint left out finds undefined there, whatever the SDK's type says.
  return Object.fromEntries(sound) as unknown as ResponseUsage;
}

function numbersOf(details: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => findNumber(value) !== undefined));
}
