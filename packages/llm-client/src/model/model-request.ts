import type { ModelRequest } from '@openai/agents';
import type { EndpointSwitches } from '../endpoint/endpoint-profile.ts';
import { HandoffRefusedError, UnguardedToolError } from '../guard/guard-errors.ts';
import { findHiddenSchema } from '../guard/guarded-schema.ts';
import { findText, isJsonObject, type JsonObject } from '../json-value.ts';
import { endRepeatedMistakes, refuseInvalidHistory } from './history-check.ts';
import { isRunnable, restoreArguments } from './raw-arguments.ts';

/** The request with the schemas of its tools put back. Throws before anything is sent when the guard was gone around. */
export function revealTools(request: ModelRequest): ModelRequest {
  if (request.handoffs.length > 0)
    throw new HandoffRefusedError(request.handoffs.map((handoff) => handoff.toolName));
  const bare: string[] = [];
  const tools = request.tools.map((tool) => {
    const hidden = findHiddenSchema(tool);
    if (hidden !== undefined && tool.type === 'function') return { ...tool, ...hidden };
    bare.push(tool.name);
    return tool;
  });
  if (bare.length > 0) throw new UnguardedToolError(bare);
  return { ...request, tools };
}

/** Input items as the endpoint is to get them. `hasServerState`: earlier turns are kept by the endpoint, so results may stand alone. */
export function prepareInput(
  items: readonly JsonObject[],
  switches: EndpointSwitches,
  hasServerState: boolean,
): JsonObject[] {
  const prepared = items.flatMap((item) => prepareItem(item, switches));
  refuseInvalidHistory(prepared, hasServerState);
  endRepeatedMistakes(prepared);
  return inCallOrder(prepared);
}

/** One item, or none: compaction items go back as they came, whatever the switches say. */
function prepareItem(item: JsonObject, switches: EndpointSwitches): JsonObject[] {
  if (item['type'] === 'compaction') return [item];
  const prepared = switches.store === false || findText(item['id']) === undefined ? withoutId(item) : item;
  if (prepared['role'] !== undefined && prepared['type'] === undefined)
    return [{ type: 'message', ...withoutUndefinedType(prepared) }];
  if (prepared['type'] === 'reasoning') return prepareReasoning(prepared, switches);
  if (prepared['type'] !== 'function_call') return [prepared];
  const call = restoreArguments(prepared);
  const text = call['arguments'];
  return switches.replayInvalidArguments === 'emptyObject' && typeof text === 'string' && !isRunnable(text)
    ? [{ ...call, arguments: '{}' }]
    : [call];
}

/** Reasoning goes back whole. Where the endpoint keeps nothing, an item that holds nothing itself would only name what is not there. */
function prepareReasoning(item: JsonObject, { store, encryptedReasoning }: EndpointSwitches): JsonObject[] {
  const { encrypted_content: encrypted, ...plain } = item;
  const kept = encryptedReasoning || encrypted === undefined ? item : plain;
  const content = item['content'];
  const isEmpty = kept['encrypted_content'] === undefined && !(Array.isArray(content) && content.length > 0);
  return store === false && isEmpty ? [] : [kept];
}

function withoutId(item: JsonObject): JsonObject {
  if (!('id' in item)) return item;
  const { id: _none, ...rest } = item;
  return rest;
}

function withoutUndefinedType(item: JsonObject): JsonObject {
  const { type: _none, ...rest } = item;
  return rest;
}

/** The Runner puts results of unknown tools behind the others; neighbouring results go into the order of their calls. */
function inCallOrder(items: readonly JsonObject[]): JsonObject[] {
  const order = new Map<unknown, number>();
  for (const item of items) if (item['type'] === 'function_call') order.set(item['call_id'], order.size);
  const result: JsonObject[] = [];
  let outputs: JsonObject[] = [];
  const flush = (): void => {
    result.push(
      ...outputs.toSorted((a, b) => (order.get(a['call_id']) ?? -1) - (order.get(b['call_id']) ?? -1)),
    );
    outputs = [];
  };
  for (const item of items) {
    if (item['type'] === 'function_call_output') outputs.push(item);
    else {
      flush();
      result.push(item);
    }
  }
  flush();
  return result;
}

/** Call ids that stand in the history, which a new call may not use again. */
export function usedCallIds(input: ModelRequest['input']): Set<string> {
  const ids = new Set<string>();
  if (typeof input === 'string') return ids;
  for (const item of input) {
    if (isJsonObject(item) && 'callId' in item && typeof item.callId === 'string') ids.add(item.callId);
  }
  return ids;
}

/** GitHub Copilot counts a request as the user's or as the agent's own. */
export function initiatorOf(items: readonly JsonObject[]): 'user' | 'agent' {
  return items.at(-1)?.['role'] === 'user' ? 'user' : 'agent';
}
