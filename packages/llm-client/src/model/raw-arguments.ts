import { isJsonObject, parseJson, type JsonObject } from '../json-value.ts';

/** Where the original string travels while the Runner holds a stand-in. Survives the SDK's change of case, as it has no capitals. */
const RAW = 'raw_arguments';

/** The Runner walks arguments recursively for each call, and overflows the stack at a depth of about 2,000. */
export const DEEPEST_ARGUMENTS = 200;

/** The Runner takes seconds for each megabyte of arguments, which is too much for what cannot run. */
const LONGEST_BROKEN = 10_000;

type WrongArguments = 'not_json' | 'not_an_object' | 'too_deep';

/** None is a JSON object, so that nothing runs it even where nobody looks for the original. */
export const STAND_INS: { readonly [wrong in WrongArguments]: string } = {
  not_json: '"not JSON"',
  not_an_object: '"not an object"',
  too_deep: '"too deep"',
};

/** One JSON object that may be run, or what is wrong with the text. */
export type ReadArguments = { object: JsonObject } | { wrong: WrongArguments };

/** A call with arguments that the Runner cannot hold, or not without much work for nothing, gets a stand-in; the original stays beside it. */
export function hideBrokenArguments(item: JsonObject): JsonObject {
  // A field of that name from an endpoint is none of ours.
  const { [RAW]: _foreign, ...call } = item;
  const text = call['arguments'];
  if (typeof text !== 'string' || text.length <= DEEPEST_ARGUMENTS) return call;
  if (text.length <= LONGEST_BROKEN && !isDeeperThan(text, DEEPEST_ARGUMENTS)) return call;
  const read = readArguments(text);
  return 'wrong' in read ? { ...call, arguments: STAND_INS[read.wrong], [RAW]: text } : call;
}

/** The wire item again as the model sent it. */
export function restoreArguments(call: JsonObject): JsonObject {
  const { [RAW]: raw, ...rest } = call;
  return typeof raw === 'string' ? { ...rest, arguments: raw } : call;
}

/** What the model wrote as arguments, or the stand-in that the Runner holds instead. Text too deep is not parsed. */
export function readArguments(text: string): ReadArguments {
  for (const wrong of ['not_json', 'too_deep'] as const) if (text === STAND_INS[wrong]) return { wrong };
  if (isDeeperThan(text, DEEPEST_ARGUMENTS)) return { wrong: 'too_deep' };
  const parsed = parseJson(text);
  if (parsed === undefined) return { wrong: 'not_json' };
  return isJsonObject(parsed.value) ? { object: parsed.value } : { wrong: 'not_an_object' };
}

/** Whether a text is one JSON object that may be run. */
export function isRunnable(text: string): boolean {
  return 'object' in readArguments(text);
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
