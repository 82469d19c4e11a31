import type { JsonObject } from './json-value.ts';

/** An event as it came: its type is known to be a string, its fields are looked at where they are used. */
export type WireEvent = JsonObject & { readonly type: string };

/** They say that the endpoint works, and carry nothing that a reader could have used. */
const BEGINNINGS = new Set(['response.created', 'response.in_progress', 'response.queued']);
const FAILURES = new Set(['response.failed', 'response.cancelled', 'response.error', 'error']);
const ENDS = new Set(['response.completed', 'response.incomplete', ...FAILURES]);

export function isBeginning(event: WireEvent): boolean {
  return BEGINNINGS.has(event.type);
}

/** The first of these ends the response. */
export function isTerminal(event: WireEvent): boolean {
  return ENDS.has(event.type);
}

/** An end that the endpoint itself calls a failure. */
export function isFailure(event: WireEvent): boolean {
  return FAILURES.has(event.type);
}

/** Whether output has begun: from here on the request is not repeated behind the caller's back. */
export function isOutput(event: WireEvent): boolean {
  return event.type.startsWith('response.') && !isBeginning(event) && !isTerminal(event);
}
