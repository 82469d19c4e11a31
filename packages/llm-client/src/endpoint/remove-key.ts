import type { ResponsesError } from '../errors.ts';

/** Shorter ones are placeholders such as "none", and words of ordinary sentences. */
const SHORTEST_SECRET = 8;

/** Takes the endpoint's key out of every text of an error: some endpoints quote it when they refuse it. */
export function removeKey(error: ResponsesError, key: string): void {
  if (key.length < SHORTEST_SECRET) return;
  for (const name of ['message', 'stack', ...Object.keys(error)]) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === 'string' && value.includes(key))
      Reflect.set(error, name, value.replaceAll(key, '[key]'));
  }
}
