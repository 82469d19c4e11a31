import type { Line, Summary } from '@meeting-assistant/contracts';
import { words } from './words.ts';

/** How much each person spoke. Announced people who said nothing are listed with no lines. */
export function participantShares(
  people: readonly string[],
  lines: readonly Line[],
): Summary['participants'] {
  const timed = lines.some(({ startMs, endMs }) => startMs !== null && endMs !== null);
  const shares = new Map(
    people.map((name) => [words(name).join(' '), { name, lines: 0, talkMs: timed ? 0 : null }]),
  );
  for (const { speaker, startMs, endMs } of lines) {
    const share = speaker === null ? undefined : shares.get(words(speaker).join(' '));
    if (!share) continue;
    share.lines += 1;
    if (share.talkMs !== null && startMs !== null && endMs !== null)
      share.talkMs += Math.max(0, endMs - startMs);
  }
  return [...shares.values()];
}
