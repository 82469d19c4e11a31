import type { SerializedTool } from '@openai/agents';
import { isJsonObject } from '../json-value.ts';

/** The guard's brand: a symbol, so that it never reaches the wire, registered, so that two copies of this module agree. */
const GUARDED = Symbol.for('@meeting-assistant/llm-client/guarded-tool');

type Parameters = Extract<SerializedTool, { type: 'function' }>['parameters'];

/** Provider data of a guarded tool: the brand, and the schema that is hidden from the Runner. */
export function brand(
  providerData: Record<string, unknown> | undefined,
  parameters: Parameters,
): Record<string, unknown> {
  return { ...providerData, [GUARDED]: { parameters } };
}

/** The schema that `brand` hid, or undefined for a tool without the brand. */
export function findHiddenSchema(tool: SerializedTool): { parameters: Parameters } | undefined {
  const providerData: Record<PropertyKey, unknown> | undefined =
    'providerData' in tool ? tool.providerData : undefined;
  const hidden = providerData?.[GUARDED];
  // Only `brand` writes under this symbol.
  return isJsonObject(hidden) ? (hidden as { parameters: Parameters }) : undefined;
}
