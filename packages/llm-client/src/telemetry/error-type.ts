import { findResponsesError } from '../errors.ts';

/** What OpenTelemetry calls the type of an error: a stable code where there is one. Never its words, which may quote a prompt. */
export function errorTypeOf(error: unknown): string {
  const ours = findResponsesError(error);
  if (ours !== undefined) return ours.code;
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
