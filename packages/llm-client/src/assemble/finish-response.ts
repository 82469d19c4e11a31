import type { Response, ResponseUsage } from 'openai/resources/responses/responses';
import { findNumber, findText, isJsonObject, shorten, type JsonObject } from '../json-value.ts';
import type { WireEvent } from '../wire-event.ts';
import { argumentsOf, textsOf, type OutputSlots, type Slot } from './output-slots.ts';
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

export function finishResponse(ended: Ended): Response {
  const final = isJsonObject(ended.terminal['response']) ? ended.terminal['response'] : undefined;
  const response = mergeFinal(ended.started, final);
  const requestId = ended.requestId;
  const usage = usageOf(response);
  const status = statusOf(ended.terminal, response);

  if (status === 'failed') throw failure(ended.terminal, response, usage, requestId);
  if (status === 'incomplete') {
    const details = response['incomplete_details'];
    throw new IncompleteResponseError({
      reason: (isJsonObject(details) ? findText(details['reason']) : undefined) ?? 'no reason given',
      partialText: textOf(chooseOutput(response, ended.slots).items),
      usage,
      requestId,
    });
  }

  const { items, unresolved } = chooseOutput(response, ended.slots);
  const refusal = refusalOf(items);
  if (refusal !== undefined) throw new RefusalError({ refusal, usage, requestId });
  if (unresolved.length > 0) throw new UnresolvedCallError({ callNames: unresolved, requestId });
  if (items.length === 0) throw new EmptyResponseError({ outputTokens: usage?.output_tokens, requestId });
  // What came over the wire is a Response as far as anyone can say: its output and status are set here, the rest is kept as sent.
  return { ...response, status: 'completed', output: items } as unknown as Response;
}

/** Final metadata win; what the final response leaves out or has as null was said when it started. */
function mergeFinal(started: JsonObject | undefined, final: JsonObject | undefined): JsonObject {
  const merged: { [key: string]: unknown } = { ...started };
  for (const [key, value] of Object.entries(final ?? {})) {
    if (value !== undefined && (value !== null || merged[key] === undefined)) merged[key] = value;
  }
  return merged;
}

function statusOf(terminal: WireEvent, response: JsonObject): 'completed' | 'incomplete' | 'failed' {
  if (
    terminal.type === 'error' ||
    terminal.type === 'response.failed' ||
    terminal.type === 'response.cancelled'
  )
    return 'failed';
  if (terminal.type === 'response.incomplete' || response['status'] === 'incomplete') return 'incomplete';
  return response['status'] === 'failed' || response['status'] === 'cancelled' ? 'failed' : 'completed';
}

/** The server's own words, flat on the event or nested in an `error` object. */
function failure(
  terminal: WireEvent,
  response: JsonObject,
  usage: ResponseUsage | undefined,
  requestId: string | undefined,
): ResponseFailedError {
  const nested = isJsonObject(terminal['error']) ? terminal['error'] : undefined;
  const inResponse = isJsonObject(response['error']) ? response['error'] : undefined;
  const said = nested ?? inResponse ?? terminal;
  const plain = findText(terminal['error']);
  const message = findText(said['message']) ?? plain;
  const type = said === terminal ? undefined : findText(said['type']);
  return new ResponseFailedError({
    serverCode:
      findText(said['code']) ?? type ?? (terminal.type === 'response.cancelled' ? 'cancelled' : undefined),
    serverMessage: message === undefined ? undefined : shorten(message, MESSAGE_LIMIT),
    usage,
    requestId,
  });
}

/**
 * The authoritative list is one list, never a union (a call id may differ between two lists, and a call would run twice): the final
 * output if it holds anything, else the done items, else what the other events make up.
 */
function chooseOutput(
  response: JsonObject,
  slots: OutputSlots,
): { items: JsonObject[]; unresolved: string[] } {
  const output = Array.isArray(response['output']) ? response['output'].filter(isJsonObject) : [];
  if (output.length > 0) return resolveCalls(output, (item) => slots.findArguments(item));

  const all = slots.all();
  const done = all.flatMap((slot) => (slot.done === undefined ? [] : [{ slot, item: slot.done }]));
  if (done.length === 0) return completeItems(all);

  const resolved = resolveCalls(
    done.map(({ item }) => item),
    (_item, position) => done[position]?.slot.arguments,
  );
  return { items: resolved.items, unresolved: [...resolved.unresolved, ...lostCalls(all)] };
}

/** Calls that were announced and of which no done item can be the end: dropping them would lose work without a word. */
function lostCalls(slots: readonly Slot[]): string[] {
  const open = slots.filter((slot) => slot.done === undefined && isCall(slot.added));
  const unannounced = slots.filter((slot) => slot.added === undefined && isCall(slot.done));
  return open.slice(unannounced.length).map((slot) => findText(slot.added?.['name']) ?? 'unnamed');
}

function resolveCalls(
  list: readonly JsonObject[],
  findArguments: (item: JsonObject, position: number) => string | undefined,
): { items: JsonObject[]; unresolved: string[] } {
  const unresolved: string[] = [];
  const items = list.map((item, position) => {
    if (!isCall(item) || typeof item['arguments'] === 'string') return item;
    const text = isJsonObject(item['arguments'])
      ? JSON.stringify(item['arguments'])
      : findArguments(item, position);
    if (text === undefined) unresolved.push(findText(item['name']) ?? 'unnamed');
    return { ...item, arguments: text ?? '' };
  });
  return { items, unresolved };
}

/** Items without a done item: what `added` said, with the texts and arguments that other events brought. */
function completeItems(slots: readonly Slot[]): { items: JsonObject[]; unresolved: string[] } {
  const items: JsonObject[] = [];
  const unresolved: string[] = [];
  for (const slot of slots) {
    if (isCall(slot.added) || slot.name !== undefined) {
      const text = argumentsOf(slot);
      const name = findText(slot.added?.['name']) ?? slot.name;
      if (text === undefined || name === undefined) unresolved.push(name ?? 'unnamed');
      else items.push({ ...slot.added, type: 'function_call', name, arguments: text, status: 'completed' });
      continue;
    }
    const item = completeTextItem(slot);
    if (item !== undefined) items.push(item);
  }
  return { items, unresolved };
}

function completeTextItem(slot: Slot): JsonObject | undefined {
  const texts = textsOf(slot, 'output_text').map((text) => ({ type: 'output_text', text, annotations: [] }));
  const refusals = textsOf(slot, 'refusal').map((refusal) => ({ type: 'refusal', refusal }));
  if (texts.length + refusals.length > 0) {
    return {
      role: 'assistant',
      ...slot.added,
      type: 'message',
      content: [...texts, ...refusals],
      status: 'completed',
    };
  }
  const summary = textsOf(slot, 'summary_text').map((text) => ({ type: 'summary_text', text }));
  const reasoning = textsOf(slot, 'reasoning_text').map((text) => ({ type: 'reasoning_text', text }));
  if (summary.length + reasoning.length > 0 || slot.added?.['type'] === 'reasoning') {
    return {
      ...slot.added,
      type: 'reasoning',
      summary,
      ...(reasoning.length > 0 ? { content: reasoning } : {}),
    };
  }
  const isEmptyMessage = slot.added === undefined || slot.added['type'] === 'message';
  return isEmptyMessage ? undefined : slot.added;
}

function isCall(item: JsonObject | undefined): boolean {
  return item?.['type'] === 'function_call';
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

function usageOf(response: JsonObject): ResponseUsage | undefined {
  const usage = response['usage'];
  if (!isJsonObject(usage) || findNumber(usage['output_tokens']) === undefined) return undefined;
  // Details that are missing stay missing: an unknown number of cached tokens is not 0.
  return usage as unknown as ResponseUsage;
}
