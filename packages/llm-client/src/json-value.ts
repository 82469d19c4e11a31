/** What came over the wire and has not been looked at. */
export type JsonObject = { readonly [key: string]: unknown };

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A non-empty string, or undefined: null and '' are how endpoints say that they have none. */
export function findText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function findNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

export function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** The first characters of a text, on one line, for an error message. */
export function shorten(text: string, limit = 200): string {
  const start = text.slice(0, limit).replace(/\s+/g, ' ').trim();
  return text.length > limit ? `${start}…` : start;
}
