import { randomUUID } from 'node:crypto';
import type { Response, ResponseOutputItem } from 'openai/resources/responses/responses';
import { findText, isJsonObject, type JsonObject } from '../json-value.ts';
import { hideBrokenArguments } from './raw-arguments.ts';

/**
 * The response as the SDK's converters and the Runner can take it: lists and texts where they expect them, an id, call ids that are there
 * and used once, and no arguments that would overflow the Runner's stack.
 */
export function prepareOutput(
  response: Response,
  usedCallIds: ReadonlySet<string>,
  requestId: string | undefined,
): Response {
  const used = new Set(usedCallIds);
  const output = response.output.map((item) => {
    // Items are looked at as what came over the wire: the SDK's types promise more than endpoints keep.
    const wire = withSoundId(item as unknown as JsonObject);
    return prepareItem(wire, used) as unknown as ResponseOutputItem;
  });
  const prepared: Response = { ...response, id: findText(response.id) ?? `resp_${randomUUID()}`, output };
  // Where the SDK looks for the request id of a response.
  if (requestId !== undefined)
    Object.defineProperty(prepared, '_request_id', { value: requestId, enumerable: false });
  return prepared;
}

/** A streamed run ends over an id that is no text, null included. */
function withSoundId(item: JsonObject): JsonObject {
  if (typeof item['id'] === 'string') return item;
  const { id: _none, ...nameless } = item;
  return nameless;
}

/** States of messages and calls that a streamed run takes; it ends over any other. */
const STATES = new Set<unknown>(['in_progress', 'completed', 'incomplete']);

function prepareItem(item: JsonObject, used: Set<string>): JsonObject {
  if (item['type'] === 'message') {
    return {
      ...item,
      // The model speaks: what else an endpoint calls it would make the message one of the user.
      role: 'assistant',
      status: STATES.has(item['status']) ? item['status'] : 'completed',
      content: objectsOf(item['content']).flatMap(prepareContent),
    };
  }
  if (item['type'] === 'reasoning') {
    const summary = objectsOf(item['summary']).filter((part) => typeof part['text'] === 'string');
    return { ...item, summary };
  }
  const states = HOSTED_STATES.get(item['type']);
  if (states !== undefined && !states.includes(item['status']))
    return prepareItem({ ...item, status: 'completed' }, used);
  if (item['type'] === 'compaction' && typeof item['created_by'] !== 'string') {
    const { created_by: _none, ...compaction } = item;
    return isConvertible(compaction) ? compaction : setAside(compaction);
  }
  if (item['type'] !== 'function_call') return isConvertible(item) ? item : setAside(item);
  const callId = freeCallId(findText(item['call_id']), used);
  used.add(callId);
  const { status, ...fields } = item;
  const call = {
    ...fields,
    name: findText(item['name']) ?? 'unnamed',
    call_id: callId,
    ...(status === undefined ? {} : { status: STATES.has(status) ? status : 'completed' }),
  };
  return hideBrokenArguments(call);
}

/** The SDK throws on any other part; `text` is what some servers call `output_text`. */
function prepareContent(part: JsonObject): JsonObject[] {
  const { type, text, refusal } = part;
  if (type === 'output_text' || type === 'text')
    return [{ ...part, type: 'output_text', text: findText(text) ?? '' }];
  return type === 'refusal' ? [{ ...part, refusal: findText(refusal) ?? '' }] : [];
}

/** States in which the SDK takes these back into a request; it throws on any other. */
const HOSTED_STATES = new Map<unknown, readonly unknown[]>([
  ['web_search_call', ['in_progress', 'searching', 'completed', 'failed']],
  ['file_search_call', ['in_progress', 'searching', 'completed', 'failed', 'incomplete']],
  ['code_interpreter_call', ['in_progress', 'interpreting', 'completed']],
  ['image_generation_call', ['in_progress', 'generating', 'completed', 'failed']],
]);

const PATCHES = new Set<unknown>(['create_file', 'delete_file', 'update_file']);

/** Whether the SDK converts an item of one of its own types, now and when it goes back with the next request. */
function isConvertible(item: JsonObject): boolean {
  const { type, action, actions, operation } = item;
  if (type === 'web_search_call')
    return action === undefined || (isJsonObject(action) && typeof action['type'] === 'string');
  if (type === 'computer_call') return isJsonObject(action) || objectsOf(actions).length > 0;
  if (type === 'apply_patch_call') {
    return isJsonObject(operation) && PATCHES.has(operation['type']) && (operation['move_to'] ?? '') === '';
  }
  if (type === 'compaction') return findText(item['encrypted_content']) !== undefined;
  // Results come from us: one that an endpoint sends as its own output belongs to no call of ours.
  return type !== 'function_call_output';
}

/** Under a name that the SDK does not know it passes an item by, where it would end the run over one of its own that is damaged. */
function setAside(item: JsonObject): JsonObject {
  return { ...item, type: `damaged_${String(item['type'])}` };
}

function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** The same response gets the same ids each time that it is read, so stored turns and the wire agree. */
function freeCallId(callId: string | undefined, used: ReadonlySet<string>): string {
  if (callId !== undefined && !used.has(callId)) return callId;
  for (let n = used.size + 1; ; n += 1) {
    const candidate = `${callId ?? 'call'}_${n}`;
    if (!used.has(candidate)) return candidate;
  }
}
