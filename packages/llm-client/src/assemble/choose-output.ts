import { findText, isJsonObject, type JsonObject } from '../json-value.ts';
import { textOfArguments, valueOfArguments } from './call-arguments.ts';
import { argumentsOf, isCall, type Slot } from './item-identity.ts';
import type { OutputSlots } from './output-slots.ts';

/** `unresolved`: names of calls that have no arguments that may run. */
export type ChosenOutput = { items: JsonObject[]; unresolved: string[] };

/**
 * The authoritative list is one list, never a union (a call id may differ between two lists, and a call would run twice): the final
 * output if it holds anything, else the done items, else what the other events make up.
 */
export function chooseOutput(response: JsonObject, slots: OutputSlots): ChosenOutput {
  const output = Array.isArray(response['output']) ? response['output'].filter(isJsonObject) : [];
  if (output.length > 0) return resolveCalls(output, (item) => slots.findArguments(item));

  const all = slots.all();
  const done = all.flatMap((slot) => (slot.done === undefined ? [] : [{ slot, item: slot.done }]));
  if (done.length === 0) return completeItems(all);

  const resolved = resolveCalls(
    done.map(({ item }) => item),
    (_item, position) => {
      const slot = done[position]?.slot;
      return slot === undefined ? undefined : argumentsOf(slot);
    },
  );
  const disputed = done.flatMap(({ slot, item }) => (slot.isDisputed ? [nameOf(item)] : []));
  return { items: resolved.items, unresolved: [...resolved.unresolved, ...disputed, ...lostCalls(all)] };
}

/** Calls that were announced and of which no done item can be the end: dropping them would lose work without a word. */
function lostCalls(slots: readonly Slot[]): string[] {
  const unannounced = new Map<string, number>();
  for (const slot of slots) {
    if (slot.added !== undefined || slot.done === undefined || !isCall(slot.done)) continue;
    const name = nameOf(slot.done);
    unannounced.set(name, (unannounced.get(name) ?? 0) + 1);
  }
  return slots.flatMap((slot) => {
    if (slot.done !== undefined || slot.added === undefined || !isCall(slot.added)) return [];
    const name = nameOf(slot.added);
    const ends = unannounced.get(name) ?? 0;
    unannounced.set(name, ends - 1);
    return ends > 0 ? [] : [name];
  });
}

function resolveCalls(
  list: readonly JsonObject[],
  findArguments: (item: JsonObject, position: number) => string | undefined,
): ChosenOutput {
  const unresolved: string[] = [];
  const seen = new Set<string>();
  const items = list.flatMap((item, position): JsonObject[] => {
    if (!isCall(item)) return [item];
    const text = textOfArguments(item['arguments']) ?? findArguments(item, position);
    if (text === undefined) unresolved.push(nameOf(item));
    const keys = list.length > 1 ? keysOf(item, text) : [];
    const isRepeated = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return isRepeated ? [] : [{ ...item, arguments: text ?? '' }];
  });
  return { items, unresolved };
}

/**
 * The same call twice in one list, under one call id or one item id, is one call; either id may be missing, or be another one each time.
 * A list has places, so that calls without both ids are as many as it holds.
 */
function keysOf(item: JsonObject, text: string | undefined): string[] {
  const content = [item['name'], valueOfArguments(text)];
  return ['call_id', 'id'].flatMap((field) => {
    const id = findText(item[field]);
    return id === undefined ? [] : [JSON.stringify([field, id, ...content])];
  });
}

/** Items without a done item: what `added` said, with the texts and arguments that other events brought. */
function completeItems(slots: readonly Slot[]): ChosenOutput {
  const items: JsonObject[] = [];
  const unresolved: string[] = [];
  for (const slot of slots) {
    if (isCall(slot.added)) {
      const text = argumentsOf(slot);
      const name = findText(slot.added?.['name']) ?? slot.name;
      if (text === undefined || name === undefined) unresolved.push(name ?? 'unnamed');
      else items.push({ ...slot.added, name, arguments: text, status: 'completed' });
      continue;
    }
    const item = completeTextItem(slot);
    if (item !== undefined) items.push(item);
  }
  return { items, unresolved };
}

function completeTextItem(slot: Slot): JsonObject | undefined {
  const { added, texts: parts } = slot;
  const texts = parts.of('output_text').map((text) => ({ type: 'output_text', text, annotations: [] }));
  const refusals = parts.of('refusal').map((refusal) => ({ type: 'refusal', refusal }));
  if (texts.length + refusals.length > 0) {
    const content = [...texts, ...refusals];
    return { role: 'assistant', ...added, type: 'message', content, status: 'completed' };
  }
  const summary = parts.of('summary_text').map((text) => ({ type: 'summary_text', text }));
  const reasoning = parts.of('reasoning_text').map((text) => ({ type: 'reasoning_text', text }));
  if (summary.length + reasoning.length > 0) {
    return {
      ...added,
      type: 'reasoning',
      summary,
      ...(reasoning.length > 0 ? { content: reasoning } : {}),
    };
  }
  if (added === undefined) return undefined;
  const content = added['content'];
  const isEmptyMessage = added['type'] === 'message' && !(Array.isArray(content) && content.length > 0);
  return isEmptyMessage ? undefined : added;
}

function nameOf(item: JsonObject): string {
  return findText(item['name']) ?? 'unnamed';
}
