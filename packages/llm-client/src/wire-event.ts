import type { JsonObject } from './json-value.ts';

/** An event as it came: its type is known to be a string, its fields are looked at where they are used. */
export type WireEvent = JsonObject & { readonly type: string };

const TERMINAL_TYPES = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
  'response.cancelled',
  'response.error',
  'error',
]);

/** Events that say that the endpoint works, and carry nothing that a reader could have used. */
const PRELUDE_TYPES = new Set(['response.created', 'response.in_progress', 'response.queued']);

export function isTerminal(event: WireEvent): boolean {
  return TERMINAL_TYPES.has(event.type);
}

/** Whether output has begun: from here on the request is not repeated behind the caller's back. */
export function isOutput(event: WireEvent): boolean {
  return (
    event.type.startsWith('response.') && !PRELUDE_TYPES.has(event.type) && !TERMINAL_TYPES.has(event.type)
  );
}
