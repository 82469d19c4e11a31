/** Walks the rows of a text once. LF, CRLF and a CR alone each end a row. */
export class RowReader {
  row = '';
  /** Of `row` in the file, from 1. */
  number = 0;
  readonly #text: string;
  #at = 0;
  #lf: number;
  #cr: number;

  constructor(text: string) {
    this.#text = text;
    this.#lf = this.#find('\n');
    this.#cr = this.#find('\r');
  }

  /** False once the text is used up. */
  next(): boolean {
    if (this.#at > this.#text.length) return false;
    // Each search starts where the last one ended, so that all of them together read the text once.
    if (this.#lf < this.#at) this.#lf = this.#find('\n');
    if (this.#cr < this.#at) this.#cr = this.#find('\r');
    const end = Math.min(this.#lf, this.#cr);
    this.row = this.#text.slice(this.#at, end);
    this.number += 1;
    this.#at = end + (this.#cr + 1 === this.#lf && end === this.#cr ? 2 : 1);
    return true;
  }

  #find(ending: string): number {
    const found = this.#text.indexOf(ending, this.#at);
    return found === -1 ? this.#text.length : found;
  }
}

export function isBlank(row: string): boolean {
  return row === '' || row.trim() === '';
}
