import { NulCharacterError } from '../errors.ts';
import type { TranscriptUpload } from './accept-transcript.ts';

/** Postgres would refuse the character too, but late, and without saying where it is. */
export function refuseNul({
  transcript,
  settings,
  fileName,
  mediaType,
  idempotencyKey,
}: TranscriptUpload): void {
  for (const { line, text, speaker } of transcript.lines) {
    if (text.includes('\0') || speaker?.includes('\0')) throw new NulCharacterError(`line ${line}`);
  }
  const { lines: _lines, ...imported } = transcript;
  const named = {
    ...settings,
    'file name': fileName,
    'media type': mediaType,
    'idempotency key': idempotencyKey,
    imported,
  };
  for (const [place, value] of Object.entries(named)) {
    if (holdsNul(value)) throw new NulCharacterError(place);
  }
}

function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (value === null || typeof value !== 'object') return false;
  return Object.entries(value).some(([key, part]) => key.includes('\0') || holdsNul(part));
}
