import { createHash } from 'node:crypto';
import type { MeetingSettings } from '@meeting-assistant/contracts';

export const sha256 = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex');

/** Equal for the same bytes and settings, whatever the order of the settings' keys. */
export function fingerprintOf(bytesHash: string, settings: MeetingSettings): string {
  return sha256(`${bytesHash}\n${canonicalJson(settings)}`);
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}
