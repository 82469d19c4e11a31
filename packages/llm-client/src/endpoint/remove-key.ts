/** Shorter ones are placeholders such as "none", and words of ordinary sentences. */
const SHORTEST_SECRET = 8;
/** A beginning of a key that an excerpt was cut in is a secret too, unless it is as short as this. */
const SHORTEST_BEGINNING = 4;

/** Takes the endpoint's key out of every text of an error and of its causes: some endpoints quote it when they refuse it. */
export function removeKey(error: Error, key: string): void {
  if (key.length < SHORTEST_SECRET) return;
  // Excerpts are on one line, so a key that holds a line break stands in them with a space.
  const spellings = new Set([key, key.replace(/\s+/g, ' ')]);
  for (const name of ['message', 'stack', ...Object.keys(error)]) {
    const value: unknown = Reflect.get(error, name);
    const clean = [...spellings].reduce(withoutKey, value);
    if (clean !== value) Reflect.set(error, name, clean);
  }
  if (error.cause instanceof Error) removeKey(error.cause, key);
}

function withoutKey(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.map((part: unknown) => withoutKey(part, key));
  if (typeof value !== 'string') return value;
  let text = value.replaceAll(key, '[key]');
  for (let length = key.length - 1; length >= SHORTEST_BEGINNING; length -= 1)
    text = text.replaceAll(`${key.slice(0, length)}…`, '[key]…');
  return text;
}
