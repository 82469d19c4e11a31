import type { FunctionTool, SerializedTool } from '@openai/agents';
import { isJsonObject } from '../json-value.ts';

/** The guard's brand: a symbol, so that it never reaches the wire. */
const GUARDED = Symbol('guarded tool');

// Tools of every context, schema and result go through the guard, and it looks at none of the three.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyFunctionTool = FunctionTool<any, any, any>;
type Invoke = AnyFunctionTool['invoke'];
type Parameters = Extract<SerializedTool, { type: 'function' }>['parameters'];
type Branded = { [key: PropertyKey]: unknown };
type Seal = { providerData: Branded; needsApproval: AnyFunctionTool['needsApproval'] };

/** What the guards of this module made, so that a copy of a guarded tool gets its schema back and no second guard. */
const seals = new WeakMap<Invoke, Seal>();

/**
 * Seals a copy of a tool: the schema is hidden from the Runner, and the brand lies in provider data that a copy by spread does not take
 * along. So a copy, whose `invoke` may be another, is no guarded tool, and the model refuses it.
 */
export function seal<T extends AnyFunctionTool>(
  tool: T,
  { invoke, needsApproval }: { invoke: Invoke; needsApproval: AnyFunctionTool['needsApproval'] },
): T {
  const providerData: Branded = { ...tool.providerData, [GUARDED]: { parameters: tool.parameters } };
  const sealed = { providerData, needsApproval };
  seals.set(invoke, sealed);
  return sealAs({ ...tool }, invoke, sealed);
}

/** The tool itself if it is guarded, a guarded one if it is a copy of such a tool with the same `invoke`; undefined for any other. */
export function findGuarded<T extends AnyFunctionTool>(tool: T): T | undefined {
  const sealed = seals.get(tool.invoke);
  if (sealed === undefined) return undefined;
  return tool.providerData === sealed.providerData && tool.needsApproval === sealed.needsApproval
    ? tool
    : sealAs({ ...tool }, tool.invoke, sealed);
}

function sealAs<T extends AnyFunctionTool>(copy: T, invoke: Invoke, sealed: Seal): T {
  return Object.defineProperties(copy, {
    invoke: { value: invoke, enumerable: true, writable: false },
    // Without a schema the Runner hands over every string unparsed; the model puts the schema back on the wire.
    parameters: { value: undefined, enumerable: true },
    providerData: { value: sealed.providerData, enumerable: false, writable: false },
    // The policy of a copy would be asked about arguments that cannot run.
    needsApproval: { value: sealed.needsApproval, enumerable: true, writable: false },
    // The limit is the guard's: a second clock in the Runner would answer in words of its own.
    timeoutMs: { value: undefined, enumerable: true },
    timeoutErrorFunction: { value: undefined, enumerable: true },
  });
}

/** The schema that `seal` hid, or undefined for a tool without the brand. */
export function findHiddenSchema(tool: SerializedTool): { parameters: Parameters } | undefined {
  const providerData: Record<PropertyKey, unknown> | undefined =
    'providerData' in tool ? tool.providerData : undefined;
  const hidden = providerData?.[GUARDED];
  // Only `seal` writes under this symbol.
  return isJsonObject(hidden) ? (hidden as { parameters: Parameters }) : undefined;
}
