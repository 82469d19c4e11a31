import { findNumber, findText, isJsonObject, type JsonObject } from '../json-value.ts';
import type { WireEvent } from '../wire-event.ts';
import {
  argumentsOf,
  isCall,
  isDispute,
  isOtherAdded,
  isOtherDone,
  repeats,
  type Slot,
} from './item-identity.ts';
import { TextParts, type PartKind } from './text-parts.ts';

/** A name that two items share finds none of them. */
const AMBIGUOUS = 'ambiguous';
type Names<Key> = Map<Key, Slot | typeof AMBIGUOUS>;

/**
 * The items of one response while they come. `output_index` joins `added` and `done` of one item; arguments go by item id; a call id is
 * asked after it, and only when exactly one item has it. Item ids and call ids are looked up apart: one may look like the other.
 */
export class OutputSlots {
  readonly #slots: Slot[] = [];
  readonly #firstByIndex = new Map<number, Slot>();
  readonly #byIndex: Names<number> = new Map();
  readonly #byItemId: Names<string> = new Map();
  readonly #byCallId: Names<string> = new Map();
  /** Where text without index or known id goes. */
  readonly #lastOfText = new Map<string, Slot>();
  /** Kept until all items are known: only then is it known which of their names are shared. */
  #waitingArguments: WireEvent[] = [];

  /** In `output_index` order; an item without one stands behind the item that came before it. */
  all(): readonly Slot[] {
    this.#attachArguments();
    let last = Number.NEGATIVE_INFINITY;
    const placed = this.#slots.map((slot) => ({ slot, at: (last = slot.index ?? last) }));
    return placed.toSorted((a, b) => (a.at === b.at ? 0 : a.at - b.at)).map(({ slot }) => slot);
  }

  add(event: WireEvent): void {
    const item = event['item'];
    if (!isJsonObject(item)) return;
    const index = findNumber(event['output_index']);
    const slot =
      this.#candidates(item, index).find((each) => !isOtherAdded(each, item, index)) ?? this.#open(index);
    slot.added ??= item;
    this.#name(slot, item);
    if (item['type'] === 'message' || item['type'] === 'reasoning') this.#lastOfText.set(item['type'], slot);
  }

  complete(event: WireEvent): void {
    const item = event['item'];
    if (!isJsonObject(item)) return;
    const index = findNumber(event['output_index']);
    const slot =
      this.#candidates(item, index).find((each) => !isOtherDone(each, item, index)) ??
      this.#repeated(item, index) ??
      this.#open(index);
    // A second `done` of one item repeats the first.
    slot.isDisputed ||= isDispute(slot, item);
    slot.done ??= item;
    this.#name(slot, item);
  }

  completeArguments(event: WireEvent): void {
    if (typeof event['arguments'] === 'string') this.#waitingArguments.push(event);
  }

  addText(event: WireEvent, kind: PartKind): void {
    const delta = event['delta'];
    if (typeof delta === 'string') this.#textSlot(event, kind).texts.add(event, kind, delta);
  }

  completeText(event: WireEvent, kind: PartKind, text: unknown): void {
    if (typeof text === 'string') this.#textSlot(event, kind).texts.complete(event, kind, text);
  }

  /** Arguments that a `done` event or item brought for a call of a final list, by item id or by call id. */
  findArguments(item: JsonObject): string | undefined {
    this.#attachArguments();
    const slot =
      find(this.#byItemId, findText(item['id'])) ?? find(this.#byCallId, findText(item['call_id']));
    return slot === undefined || !isCall(slot.added ?? slot.done) ? undefined : argumentsOf(slot);
  }

  #attachArguments(): void {
    const waiting = this.#waitingArguments;
    this.#waitingArguments = [];
    for (const event of waiting) {
      const slot = this.#findCall(event);
      const text = event['arguments'];
      if (slot === undefined || typeof text !== 'string') continue;
      slot.arguments ??= text;
      slot.name ??= findText(event['name']);
    }
  }

  /** Without any id, the index is asked, as it is for items; an id that is unknown belongs to nothing here. */
  #findCall(event: WireEvent): Slot | undefined {
    const itemId = findText(event['item_id']);
    const callId = findText(event['call_id']);
    const slot = find(this.#byItemId, itemId) ?? find(this.#byCallId, callId);
    if (slot !== undefined) return isCall(slot.added ?? slot.done) ? slot : undefined;
    if (itemId !== undefined || callId !== undefined) return undefined;
    const byIndex = find(this.#byIndex, findNumber(event['output_index']));
    return isCall(byIndex?.added ?? byIndex?.done) ? byIndex : undefined;
  }

  /** Slots that an item may belong to, the likeliest first. */
  #candidates(item: JsonObject, index: number | undefined): Slot[] {
    const byCallId = find(this.#byCallId, findText(item['call_id']));
    const byIndex = index === undefined ? undefined : this.#firstByIndex.get(index);
    const byItemId = find(this.#byItemId, findText(item['id']));
    // An endpoint that numbers everything 0 has one slot by index, and others that only the ids find.
    const order = byCallId?.index === index ? [byCallId, byIndex, byItemId] : [byIndex, byItemId, byCallId];
    return order.filter((slot) => slot !== undefined);
  }

  /**
   * The item that was done last, once more, where the endpoint gives nothing to know an item by: no call id, and no index or one index for
   * all. The limit of it: items that are repeated in turns (A, B, A, B) without any name are as many items, since they may as well be.
   */
  #repeated(item: JsonObject, index: number | undefined): Slot | undefined {
    const last = this.#slots.at(-1);
    if (last === undefined || findText(item['call_id']) !== undefined || last.index !== index)
      return undefined;
    return findText(last.done?.['call_id']) === undefined && repeats(last, item) ? last : undefined;
  }

  /** Text is for display unless nothing better comes, so its slot may be found by index alone, or opened. */
  #textSlot(event: WireEvent, kind: PartKind): Slot {
    const index = findNumber(event['output_index']);
    const itemId = findText(event['item_id']);
    const type = kind === 'output_text' || kind === 'refusal' ? 'message' : 'reasoning';
    const byIndex = index === undefined ? undefined : this.#firstByIndex.get(index);
    const isPlaced = index !== undefined && (byIndex?.added === undefined || byIndex.added['type'] === type);
    const known = find(this.#byItemId, itemId) ?? (isPlaced ? byIndex : this.#lastOfText.get(type));
    if (known !== undefined) return known;
    const slot = this.#open(index);
    if (itemId !== undefined) remember(this.#byItemId, itemId, slot);
    this.#lastOfText.set(type, slot);
    return slot;
  }

  #open(index: number | undefined): Slot {
    const slot: Slot = {
      index,
      added: undefined,
      done: undefined,
      content: undefined,
      isDisputed: false,
      arguments: undefined,
      name: undefined,
      texts: new TextParts(),
    };
    this.#slots.push(slot);
    if (index !== undefined && !this.#firstByIndex.has(index)) this.#firstByIndex.set(index, slot);
    remember(this.#byIndex, index, slot);
    return slot;
  }

  #name(slot: Slot, item: JsonObject): void {
    remember(this.#byItemId, findText(item['id']), slot);
    remember(this.#byCallId, findText(item['call_id']), slot);
  }
}

function find<Key>(names: Names<Key>, name: Key | undefined): Slot | undefined {
  const found = name === undefined ? undefined : names.get(name);
  return found === AMBIGUOUS ? undefined : found;
}

function remember<Key>(names: Names<Key>, name: Key | undefined, slot: Slot): void {
  if (name === undefined) return;
  const known = names.get(name);
  if (known === undefined) names.set(name, slot);
  else if (known !== slot) names.set(name, AMBIGUOUS);
}
