/**
 * JSON that Postgres accepts as jsonb. It refuses U+0000 and lone surrogates, and model output can hold either:
 * both become U+FFFD, since a turn that cannot be stored would fail its job at every attempt.
 */
export function encodeJson(value: unknown): string {
  const text = JSON.stringify(value);
  // JSON.stringify writes both as escapes, so a text without one of these needs no second pass.
  if (!/\\u(?:0000|d[89a-f])/i.test(text)) return text;
  return JSON.stringify(JSON.parse(text), (_key, part: unknown) => repair(part));
}

function repair(part: unknown): unknown {
  if (typeof part === 'string') return clean(part);
  if (part !== null && typeof part === 'object' && !Array.isArray(part)) {
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [clean(key), value]));
  }
  return part;
}

const clean = (text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD');
