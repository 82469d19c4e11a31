import { isJsonObject, parseJson } from '../json-value.ts';
import { STAND_INS } from '../model/raw-arguments.ts';

/** The text of a call's arguments. Some endpoints send them as the object that they are. */
export function textOfArguments(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return isJsonObject(value) ? (stringify(value) ?? STAND_INS.too_deep) : undefined;
}

/** Equal for arguments that are the same JSON value, however they are spelled: spaces, escapes and the order of names say nothing. */
export function valueOfArguments(value: unknown): string | undefined {
  const text = textOfArguments(value);
  if (text === undefined) return undefined;
  const parsed = parseJson(text);
  return parsed === undefined ? text : (stringify(parsed.value, inOrder) ?? text);
}

/** Undefined where a value is nested so deep that writing it would overflow the stack. */
export function stringify(
  value: unknown,
  replacer?: (key: string, value: unknown) => unknown,
): string | undefined {
  try {
    return JSON.stringify(value, replacer);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function inOrder(_key: string, value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
