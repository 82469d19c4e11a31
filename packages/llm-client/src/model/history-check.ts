import { ResponsesError } from '../errors.ts';
import { RepeatedInvalidArgumentsError } from '../guard/guard-errors.ts';
import { findText, isJsonObject, parseJson, type JsonObject } from '../json-value.ts';

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

/** Throws `InvalidHistoryError`. `hasServerState`: earlier turns are kept by the endpoint, so results may stand alone. */
export function refuseInvalidHistory(items: readonly JsonObject[], hasServerState: boolean): void {
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
export function endRepeatedMistakes(items: readonly JsonObject[]): void {
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
