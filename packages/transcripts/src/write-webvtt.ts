import type { Line } from '@meeting-assistant/contracts';
import { closedTimes } from './closed-times.ts';
import { formatTime } from './time-stamp.ts';

/**
 * WebVTT with the line's number as identifier and its speaker as a voice. Reads back to the same lines, except that a
 * cue cannot leave its times open (see `closedTimes`), nor say that they are approximate.
 */
export function writeWebVtt(lines: readonly Line[]): string {
  const hasVoices = lines.some(({ speaker }) => speaker !== null);
  const times = closedTimes(lines);
  const parts = ['WEBVTT\n'];
  lines.forEach(({ line, speaker, text }, i) => {
    const { startMs, endMs } = times[i] ?? { startMs: 0, endMs: 0 };
    const words = escapeMarkup(text);
    // In a file that names nobody, a colon would be read as the end of a name.
    const said = hasVoices ? words : words.replaceAll(/[:：]/g, (colon) => `&#${colon.charCodeAt(0)};`);
    const spoken = speaker === null ? said : `<v ${escapeMarkup(speaker)}>${said}</v>`;
    parts.push(`\n${line}\n${formatTime(startMs, '.')} --> ${formatTime(endMs, '.')}\n${spoken}\n`);
  });
  return parts.join('');
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
