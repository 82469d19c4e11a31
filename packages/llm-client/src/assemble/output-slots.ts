import { findNumber, findText, isJsonObject, type JsonObject } from '../json-value.ts';
import type { WireEvent } from '../wire-event.ts';

/** The text of one part of an item: the pieces until `done` brings the whole. */
type Part = { order: number; pieces: string[]; done: string | undefined };

export type PartKind = 'output_text' | 'refusal' | 'summary_text' | 'reasoning_text';

/** What has come for one output item. */
export type Slot = {
  index: number | undefined;
  added: JsonObject | undefined;
  done: JsonObject | undefined;
  /** Arguments by a `…arguments.done` event. Deltas of arguments are for display and never kept. */
  arguments: string | undefined;
  /** The name that a `…arguments.done` event brought. */
  name: string | undefined;
  parts: Map<PartKind, Map<number, Part>>;
};

/** A name that two items share finds none of them. */
const AMBIGUOUS = 'ambiguous';
type Names = Map<string, Slot | typeof AMBIGUOUS>;

/**
 * The items of one response while they come. `output_index` joins `added` and `done` of one item; arguments go by item id; a call id is
 * asked last, and only when exactly one item has it. Item ids and call ids are looked up apart: one may look like the other.
 */
export class OutputSlots {
  readonly #slots: Slot[] = [];
  readonly #byIndex = new Map<number, Slot>();
  readonly #byItemId: Names = new Map();
  readonly #byCallId: Names = new Map();

  /** In `output_index` order; items without one stand where they came. */
  all(): readonly Slot[] {
    return this.#slots
      .map((slot, arrival) => ({ slot, arrival }))
      .toSorted((a, b) =>
        a.slot.index === undefined || b.slot.index === undefined
          ? a.arrival - b.arrival
          : a.slot.index - b.slot.index,
      )
      .map(({ slot }) => slot);
  }

  add(event: WireEvent): void {
    const item = event['item'];
    if (!isJsonObject(item)) return;
    const index = findNumber(event['output_index']);
    const known =
      (index === undefined ? undefined : this.#byIndex.get(index)) ?? this.#find(this.#byItemId, item['id']);
    const slot = known === undefined || isOther(known.added, item) ? this.#open(index) : known;
    slot.added ??= item;
    this.#name(slot, item);
  }

  complete(event: WireEvent): void {
    const item = event['item'];
    if (!isJsonObject(item)) return;
    const index = findNumber(event['output_index']);
    const known =
      (index === undefined ? undefined : this.#byIndex.get(index)) ??
      this.#find(this.#byItemId, item['id']) ??
      this.#find(this.#byCallId, item['call_id']);
    const slot = known === undefined || isOther(known.done, item) ? this.#open(index) : known;
    // A second `done` of one item repeats the first.
    slot.done ??= item;
    this.#name(slot, item);
  }

  completeArguments(event: WireEvent): void {
    const text = event['arguments'];
    const slot = this.#findCall(event);
    if (typeof text !== 'string' || slot === undefined) return;
    slot.arguments ??= text;
    slot.name ??= findText(event['name']);
  }

  addText(event: WireEvent, kind: PartKind): void {
    const delta = event['delta'];
    if (typeof delta === 'string') this.#part(event, kind).pieces.push(delta);
  }

  completeText(event: WireEvent, kind: PartKind): void {
    const text = event[kind === 'refusal' ? 'refusal' : 'text'];
    if (typeof text !== 'string') return;
    const part = this.#part(event, kind);
    part.done ??= text;
    part.pieces = [];
  }

  /** Arguments that a `done` event brought for a call of a final list, by item id or by call id. */
  findArguments(item: JsonObject): string | undefined {
    const slot = this.#find(this.#byItemId, item['id']) ?? this.#find(this.#byCallId, item['call_id']);
    return slot === undefined ? undefined : argumentsOf(slot);
  }

  #findCall(event: WireEvent): Slot | undefined {
    const itemId = findText(event['item_id']);
    if (itemId !== undefined)
      return this.#find(this.#byItemId, itemId) ?? this.#find(this.#byCallId, event['call_id'] ?? itemId);
    const byCall = this.#find(this.#byCallId, event['call_id']);
    const index = findNumber(event['output_index']);
    return byCall ?? (index === undefined ? undefined : this.#byIndex.get(index));
  }

  /** Text is for display unless nothing better comes, so its slot may be found by index alone, or opened. */
  #part(event: WireEvent, kind: PartKind): Part {
    const index = findNumber(event['output_index']);
    const itemId = findText(event['item_id']);
    let slot =
      (index === undefined ? undefined : this.#byIndex.get(index)) ?? this.#find(this.#byItemId, itemId);
    if (slot === undefined && index === undefined) slot = this.#lastOfText(kind);
    if (slot === undefined) {
      slot = this.#open(index);
      if (itemId !== undefined) remember(this.#byItemId, itemId, slot);
    }
    let parts = slot.parts.get(kind);
    if (parts === undefined) slot.parts.set(kind, (parts = new Map()));
    const order = findNumber(event[kind === 'summary_text' ? 'summary_index' : 'content_index']) ?? 0;
    let part = parts.get(order);
    if (part === undefined) parts.set(order, (part = { order, pieces: [], done: undefined }));
    return part;
  }

  #lastOfText(kind: PartKind): Slot | undefined {
    const type = kind === 'output_text' || kind === 'refusal' ? 'message' : 'reasoning';
    return this.#slots.findLast(
      (slot) => slot.added?.['type'] === type || (slot.added === undefined && slot.parts.has(kind)),
    );
  }

  #open(index: number | undefined): Slot {
    const slot: Slot = {
      index,
      added: undefined,
      done: undefined,
      arguments: undefined,
      name: undefined,
      parts: new Map(),
    };
    this.#slots.push(slot);
    if (index !== undefined && !this.#byIndex.has(index)) this.#byIndex.set(index, slot);
    return slot;
  }

  #name(slot: Slot, item: JsonObject): void {
    remember(this.#byItemId, findText(item['id']), slot);
    remember(this.#byCallId, findText(item['call_id']), slot);
  }

  #find(names: Names, name: unknown): Slot | undefined {
    const text = findText(name);
    const found = text === undefined ? undefined : names.get(text);
    return found === AMBIGUOUS ? undefined : found;
  }
}

function remember(names: Names, name: string | undefined, slot: Slot): void {
  if (name === undefined) return;
  const known = names.get(name);
  if (known === undefined) names.set(name, slot);
  else if (known !== slot) names.set(name, AMBIGUOUS);
}

/** Two calls behind one index or id (an endpoint that numbers everything 0): told apart by call id and content together. */
function isOther(known: JsonObject | undefined, item: JsonObject): boolean {
  if (known === undefined) return false;
  if (known['type'] !== item['type']) return true;
  const before = findText(known['call_id']);
  const now = findText(item['call_id']);
  if (before === undefined || now === undefined || before === now) return false;
  return known['name'] !== item['name'] || known['arguments'] !== item['arguments'];
}

/** Arguments that may run: by a `done` event, by the done item, or by an item that was complete when it was added. */
export function argumentsOf(slot: Slot): string | undefined {
  const done = slot.done?.['arguments'];
  if (typeof done === 'string') return done;
  if (slot.arguments !== undefined) return slot.arguments;
  const added = slot.added;
  const text = added?.['arguments'];
  return added?.['status'] === 'completed' && typeof text === 'string' && text !== '' ? text : undefined;
}

/** The text of one kind of part, in order. */
export function textsOf(slot: Slot, kind: PartKind): string[] {
  return [...(slot.parts.get(kind)?.values() ?? [])]
    .toSorted((a, b) => a.order - b.order)
    .map((part) => part.done ?? part.pieces.join(''));
}
