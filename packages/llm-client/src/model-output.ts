import { randomUUID } from 'node:crypto';
import type { Response, ResponseOutputItem } from 'openai/resources/responses/responses';
import { findText, type JsonObject } from './json-value.ts';
import { hideDeepArguments } from './raw-arguments.ts';

/**
 * The response as the SDK's converters and the Runner can take it: lists where they expect lists, an id, call ids that are there and used
 * once, and no arguments that would overflow the Runner's stack.
 */
export function prepareOutput(
  response: Response,
  usedCallIds: ReadonlySet<string>,
  requestId: string | undefined,
): Response {
  const used = new Set(usedCallIds);
  const output = response.output.map((item) => {
    // Items are looked at as what came over the wire: the SDK's types promise more than endpoints keep.
    const wire = item as unknown as JsonObject;
    return prepareItem(wire, used) as unknown as ResponseOutputItem;
  });
  const prepared: Response = { ...response, id: findText(response.id) ?? `resp_${randomUUID()}`, output };
  // Where the SDK looks for the request id of a response.
  if (requestId !== undefined)
    Object.defineProperty(prepared, '_request_id', { value: requestId, enumerable: false });
  return prepared;
}

function prepareItem(item: JsonObject, used: Set<string>): JsonObject {
  if (item['type'] === 'message') return { ...item, content: listOf(item['content']) };
  if (item['type'] === 'reasoning') return { ...item, summary: listOf(item['summary']) };
  if (item['type'] !== 'function_call') return item;
  const callId = freeCallId(findText(item['call_id']), used);
  used.add(callId);
  return hideDeepArguments(callId === item['call_id'] ? item : { ...item, call_id: callId });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The same response gets the same ids each time that it is read, so stored turns and the wire agree. */
function freeCallId(callId: string | undefined, used: ReadonlySet<string>): string {
  if (callId !== undefined && !used.has(callId)) return callId;
  for (let n = used.size + 1; ; n += 1) {
    const candidate = `${callId ?? 'call'}_${n}`;
    if (!used.has(candidate)) return candidate;
  }
}
