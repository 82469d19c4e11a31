import { isJsonObject, type JsonObject } from './json-value.ts';

/** Where the original string travels while the Runner holds a stand-in. Survives the SDK's change of case, as it has no capitals. */
const RAW = 'raw_arguments';

/** The Runner walks arguments recursively for each call, and overflows the stack at a depth of about 2,000. */
const DEEPEST_ARGUMENTS = 200;

/** Not a JSON object, so that nothing runs it even where nobody looks for the original. */
const STAND_IN = '"too deep"';

/** A call whose arguments the Runner cannot hold gets a stand-in; the original string stays beside it. */
export function hideDeepArguments(call: JsonObject): JsonObject {
  const text = call['arguments'];
  if (typeof text !== 'string' || !isDeeperThan(text, DEEPEST_ARGUMENTS)) return call;
  return { ...call, arguments: STAND_IN, [RAW]: text };
}

/** The wire item again as the model sent it. */
export function restoreArguments(call: JsonObject): JsonObject {
  const { [RAW]: raw, ...rest } = call;
  return typeof raw === 'string' ? { ...rest, arguments: raw } : call;
}

/** Whether a text is one JSON object that may be run. */
export function isRunnable(text: string): boolean {
  if (isDeeperThan(text, DEEPEST_ARGUMENTS)) return false;
  try {
    return isJsonObject(JSON.parse(text));
  } catch {
    return false;
  }
}

/** Counts brackets outside strings, in one pass; text that is no JSON may count too high, which refuses it all the same. */
function isDeeperThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === 0x22) {
      at = endOfString(text, at);
    } else if (char === 0x7b || char === 0x5b) {
      depth += 1;
      if (depth > limit) return true;
    } else if (char === 0x7d || char === 0x5d) depth -= 1;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at += 1) {
    at = text.indexOf('"', at);
    if (at === -1) return text.length;
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return at;
  }
}
