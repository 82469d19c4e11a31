import { isJsonObject } from '../json-value.ts';
import { REMOVED } from './secrets.ts';

export type Difference = { path: string; recorded: unknown; now: unknown };

/** Characters of a value that a message quotes. */
const EXCERPT = 80;
/** Of them, those before the place where two texts part. */
const LEAD = 20;

/** Where two JSON values differ, in the recorded one's order. The order of keys is no difference, nor is a secret that was removed. */
export function* findDifferences(recorded: unknown, now: unknown, path = ''): Generator<Difference> {
  if (Array.isArray(recorded) && Array.isArray(now)) {
    for (let at = 0; at < Math.max(recorded.length, now.length); at += 1)
      yield* findDifferences(recorded[at], now[at], `${path}[${at}]`);
  } else if (isJsonObject(recorded) && isJsonObject(now)) {
    for (const key of new Set([...Object.keys(recorded), ...Object.keys(now)]))
      yield* findDifferences(own(recorded, key), own(now, key), pathTo(path, key));
  } else if (!isSame(recorded, now)) yield { path, recorded, now };
}

/** Both values, up to 80 characters of each; long texts from shortly before the place where they part. */
export function describeDifference({ path, recorded, now }: Difference): {
  path: string;
  recorded: string;
  now: string;
} {
  if (typeof recorded !== 'string' || typeof now !== 'string')
    return { path, recorded: excerpt(recorded), now: excerpt(now) };
  let at = 0;
  while (at < recorded.length && recorded[at] === now[at]) at += 1;
  const start = Math.max(recorded.length, now.length) <= EXCERPT || at <= LEAD ? 0 : at - LEAD;
  return {
    path: start === 0 ? path : `${path}, character ${at + 1}`,
    recorded: excerpt(recorded, start),
    now: excerpt(now, start),
  };
}

function excerpt(value: unknown, start = 0): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const shown = text.slice(start, start + EXCERPT);
  const before = start > 0 ? '…' : '';
  const after = text.length > start + EXCERPT ? '…' : '';
  return typeof value === 'string' ? JSON.stringify(before + shown + after) : shown + after;
}

function isSame(recorded: unknown, now: unknown): boolean {
  if (recorded === now) return true;
  if (typeof recorded !== 'string' || typeof now !== 'string' || !recorded.includes(REMOVED)) return false;
  // Anything may stand where a secret was.
  const [first = '', ...parts] = recorded.split(REMOVED);
  const last = parts.pop() ?? '';
  if (!now.startsWith(first) || !now.endsWith(last) || now.length < first.length + last.length) return false;
  let from = first.length;
  const end = now.length - last.length;
  for (const part of parts) {
    const at = now.slice(0, end).indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return true;
}

function own(object: { readonly [key: string]: unknown }, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function pathTo(path: string, key: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}
