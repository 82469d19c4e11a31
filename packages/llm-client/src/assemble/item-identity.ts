import { findText, type JsonObject } from '../json-value.ts';
import { stringify, textOfArguments, valueOfArguments } from './call-arguments.ts';
import type { TextParts } from './text-parts.ts';

/** What has come for one output item. */
export type Slot = {
  index: number | undefined;
  added: JsonObject | undefined;
  done: JsonObject | undefined;
  /** What the done item says, once that was asked for. */
  content: string | undefined;
  /** A later done item of this call, by all its names, had other arguments: nobody knows which are right, or whether it is one call. */
  isDisputed: boolean;
  /** Arguments by a `…arguments.done` event. Deltas of arguments are for display and never kept. */
  arguments: string | undefined;
  /** The name that a `…arguments.done` event brought. */
  name: string | undefined;
  texts: TextParts;
};

export function isCall(item: JsonObject | undefined): boolean {
  return item?.['type'] === 'function_call';
}

/** Whether an announced item is another one than the slot has, though an index or a name led to it. */
export function isOtherAdded(slot: Slot, item: JsonObject, index: number | undefined): boolean {
  const known = slot.added ?? slot.done;
  if (known === undefined) return false;
  if (known['type'] !== item['type'] || isElsewhere(slot, index)) return true;
  if (differ(known['call_id'], item['call_id']) || differ(known['name'], item['name'])) return true;
  // Nothing is announced twice under two ids; the other way round, a done item may have come first, and ids rotate.
  return slot.added !== undefined && differ(slot.added['id'], item['id']);
}

/**
 * Whether a done item is another one than the slot has (an endpoint that numbers everything 0, two calls under one call id). An item that
 * says the same as before is a repetition whatever its ids are; one that says something else is the same only when an id says so.
 */
export function isOtherDone(slot: Slot, item: JsonObject, index: number | undefined): boolean {
  const known = slot.done ?? slot.added;
  if (known === undefined) return false;
  if (known['type'] !== item['type'] || differ(known['name'], item['name'])) return true;
  const elsewhere = isElsewhere(slot, index);
  // Ids, call ids and indexes may each differ between the two events of one item, but not all of them; the name does not.
  if (slot.done === undefined) return elsewhere && differ(known['id'], item['id']);
  if (repeats(slot, item)) return elsewhere && differ(known['id'], item['id']);
  if (elsewhere || differ(known['call_id'], item['call_id']) || differ(known['id'], item['id'])) return true;
  const isSameCall = findText(item['call_id']) !== undefined && index !== undefined && index === slot.index;
  return !isSameCall && (findText(item['id']) === undefined || known['id'] !== item['id']);
}

/** Whether an item says what the done item of the slot said. */
export function repeats(slot: Slot, item: JsonObject): boolean {
  if (slot.done === undefined) return false;
  slot.content ??= contentOf(slot.done);
  return slot.content !== undefined && slot.content === contentOf(item);
}

/** Whether a repeated done item of a call brings arguments that are not those of the first. */
export function isDispute(slot: Slot, item: JsonObject): boolean {
  if (slot.done === undefined || !isCall(item) || repeats(slot, item)) return false;
  return (
    textOfArguments(slot.done['arguments']) !== undefined && textOfArguments(item['arguments']) !== undefined
  );
}

/** What an item says, without its ids and its state; the arguments of a call by their value. */
function contentOf(item: JsonObject): string | undefined {
  if (isCall(item)) return stringify(['function_call', item['name'], valueOfArguments(item['arguments'])]);
  const { id: _id, call_id: _callId, status: _status, ...content } = item;
  return stringify(content);
}

function isElsewhere(slot: Slot, index: number | undefined): boolean {
  return index !== undefined && slot.index !== undefined && index !== slot.index;
}

/** Both are there, and they are not the same. */
function differ(a: unknown, b: unknown): boolean {
  const known = findText(a);
  const other = findText(b);
  return known !== undefined && other !== undefined && known !== other;
}

/** Arguments that may run: by the done item, by a `done` event, or by an item that was complete when it was added. */
export function argumentsOf(slot: Slot): string | undefined {
  const done = slot.done?.['arguments'];
  if (typeof done === 'string') return done;
  if (slot.arguments !== undefined) return slot.arguments;
  const added = slot.added;
  const text = added?.['arguments'];
  return added?.['status'] === 'completed' && typeof text === 'string' && text !== '' ? text : undefined;
}
