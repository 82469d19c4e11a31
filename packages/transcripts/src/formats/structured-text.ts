import type { FilePlace } from '../errors.ts';

// By how the file begins, broken or not. `[00:12]`, `[music]` and `{laughs}` are how people type a transcript.
const STRUCTURES: readonly { begins: RegExp; kind: string }[] = [
  { begins: /^<(?:!doctype|html|\?xml)(?![\w-])/i, kind: 'HTML or XML' },
  // A brace that the row does not close, or a pair with a key, a quotation mark or nothing in it.
  { begins: /^\{(?!\\)(?:\s*["'}]|[^}]*(?:$|[":[{]))/, kind: 'JSON' },
  { begins: /^\[\s*(?:$|["{\]]|\[\s*(?:$|["{[\]])|(?:-?\d[\d.e+-]*|\[\s*-?\d[\d.e+-]*|true|false|null)\s*(?:,|$))/i, kind: 'JSON' },
]; // prettier-ignore

/** A file of data or a page, which no row of speech begins like: where it begins, and what it looks like. */
export function findStructure(text: string): { place: FilePlace; kind: string } | null {
  const start = text.search(/[^\s\ufeff]/);
  if (start === -1) return null;
  const length = text.slice(start).search(/[\r\n]/);
  const row = (length === -1 ? text.slice(start) : text.slice(start, start + length)).trimEnd();
  const found = STRUCTURES.find(({ begins }) => begins.test(row));
  if (found === undefined) return null;
  const above = text.slice(0, start).split(/\r\n|\r|\n/);
  return { place: { line: above.length, column: (above.at(-1)?.length ?? 0) + 1 }, kind: found.kind };
}
