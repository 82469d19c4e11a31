import { findNumber, type JsonObject } from '../json-value.ts';

export type PartKind = 'output_text' | 'refusal' | 'summary_text' | 'reasoning_text';

/** The text of one part of an item: the pieces until `done` brings the whole. */
type Part = { order: number; pieces: string[]; done: string | undefined };

/** The texts of one output item while they come; each is joined once, when it is asked for. */
export class TextParts {
  readonly #parts = new Map<PartKind, Map<number, Part>>();

  add(place: JsonObject, kind: PartKind, delta: string): void {
    this.#part(place, kind).pieces.push(delta);
  }

  complete(place: JsonObject, kind: PartKind, text: string): void {
    const part = this.#part(place, kind);
    part.done ??= text;
    part.pieces = [];
  }

  /** The texts of one kind, in order. */
  of(kind: PartKind): string[] {
    return [...(this.#parts.get(kind)?.values() ?? [])]
      .toSorted((a, b) => a.order - b.order)
      .map((part) => part.done ?? part.pieces.join(''));
  }

  #part(place: JsonObject, kind: PartKind): Part {
    let parts = this.#parts.get(kind);
    if (parts === undefined) this.#parts.set(kind, (parts = new Map()));
    const order = findNumber(place[kind === 'summary_text' ? 'summary_index' : 'content_index']) ?? 0;
    let part = parts.get(order);
    if (part === undefined) parts.set(order, (part = { order, pieces: [], done: undefined }));
    return part;
  }
}
