import type { ModelRequest } from '@openai/agents';
import type { EndpointSwitches } from './endpoint-profile.ts';
import { ResponsesError } from './errors.ts';
import {
  HandoffRefusedError,
  RepeatedInvalidArgumentsError,
  UnguardedToolError,
} from './guard/guard-errors.ts';
import { findHiddenSchema } from './guard/guarded-schema.ts';
import { findText, isJsonObject, parseJson, type JsonObject } from './json-value.ts';
import { isRunnable, restoreArguments } from './raw-arguments.ts';

/** So many responses in a row with nothing but invalid calls of one tool end the run. */
const MOST_INVALID_IN_A_ROW = 3;

/**
 * The history that was to be sent holds results without a call, or one call id twice. Nothing was sent.
 *
 * @public
 */
export class InvalidHistoryError extends ResponsesError {
  readonly code = 'invalid_history';
  readonly retryable = false;
  readonly orphanOutputs: readonly string[];
  readonly repeatedIds: readonly string[];

  constructor(facts: { orphanOutputs: readonly string[]; repeatedIds: readonly string[] }) {
    const parts = [
      ...(facts.orphanOutputs.length > 0
        ? [`results without a call: ${facts.orphanOutputs.join(', ')}`]
        : []),
      ...(facts.repeatedIds.length > 0 ? [`call ids used twice: ${facts.repeatedIds.join(', ')}`] : []),
    ];
    super(`The history cannot be sent (${parts.join('; ')})`);
    this.orphanOutputs = facts.orphanOutputs;
    this.repeatedIds = facts.repeatedIds;
  }
}

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

function refuseInvalidHistory(items: readonly JsonObject[], hasServerState: boolean): void {
  const calls = new Set<string>();
  const outputs = new Set<string>();
  const repeatedIds = new Set<string>();
  const orphanOutputs: string[] = [];
  for (const item of items) {
    const id = findText(item['call_id']) ?? '';
    if (item['type'] === 'function_call') {
      if (calls.has(id)) repeatedIds.add(id);
      calls.add(id);
    } else if (item['type'] === 'function_call_output') {
      if (outputs.has(id)) repeatedIds.add(id);
      else if (!calls.has(id) && !hasServerState) orphanOutputs.push(id);
      outputs.add(id);
    }
  }
  if (repeatedIds.size + orphanOutputs.length > 0)
    throw new InvalidHistoryError({ orphanOutputs, repeatedIds: [...repeatedIds] });
}

/**
 * A model that got the same refusal three times in a row for one tool does not learn, and the next call would be paid for in vain. Calls of
 * one response count once: the model has seen no refusal between them. Where one of them ran, the count starts anew. Read from the history,
 * so that it holds for a resumed run as well; the Runner hides what a tool throws on arguments that it could not parse.
 */
function endRepeatedMistakes(items: readonly JsonObject[]): void {
  const names = new Map<unknown, string>();
  const inARow = new Map<string, number>();
  // By tool, whether all its calls of the response at hand were invalid.
  const allInvalid = new Map<string, boolean>();
  const closeResponse = (): void => {
    for (const [name, invalid] of allInvalid) inARow.set(name, invalid ? (inARow.get(name) ?? 0) + 1 : 0);
    allInvalid.clear();
  };
  for (const item of items) {
    if (item['type'] === 'function_call_output') {
      const name = names.get(item['call_id']) ?? '';
      allInvalid.set(name, isInvalidArguments(item['output']) && (allInvalid.get(name) ?? true));
      continue;
    }
    // Results stand behind all calls of their response, so what follows them belongs to the next one.
    closeResponse();
    if (item['role'] === 'user') inARow.clear();
    if (item['type'] === 'function_call') names.set(item['call_id'], findText(item['name']) ?? '');
  }
  closeResponse();
  for (const [name, times] of inARow) {
    if (times >= MOST_INVALID_IN_A_ROW) throw new RepeatedInvalidArgumentsError(name, times);
  }
}

function isInvalidArguments(output: unknown): boolean {
  if (typeof output !== 'string' || !output.startsWith('{"error":')) return false;
  const value = parseJson(output)?.value;
  const error = isJsonObject(value) ? value['error'] : undefined;
  return isJsonObject(error) && error['code'] === 'invalid_tool_arguments';
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
