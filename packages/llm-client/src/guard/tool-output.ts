/** What a tool that returns nothing is taken to say. */
export const NOTHING_RETURNED = 'The tool ran and returned nothing.';

/**
 * Characters of a result as the model gets it: those of a text, or of the JSON of anything else; bytes count as base64. Throws on
 * what has no JSON: cycles, bigints, functions, a `toJSON` that throws.
 */
export function measureOutput(output: unknown): number {
  if (typeof output === 'string') return output.length;
  let encoded = 0;
  const json: unknown = JSON.stringify(output, function (this: unknown, key: string, value: unknown) {
    // The value as it was before its own toJSON: a Buffer would count as a list of numbers.
    const held: unknown = typeof this === 'object' && this !== null ? Reflect.get(this, key) : value;
    if (!ArrayBuffer.isView(held) && !(held instanceof ArrayBuffer)) return value;
    encoded += Math.ceil(held.byteLength / 3) * 4;
    return '';
  });
  if (typeof json !== 'string') throw new TypeError(`A ${typeof output} has no JSON`);
  return json.length + encoded;
}
