import type { Line } from '@meeting-assistant/contracts';

/** One row per line: number, speaker, text, parted by tabs. What could end a row or a field early becomes a space. */
export function writeRows(lines: readonly Line[]): string {
  return lines
    .map(({ line, speaker, text }) => `${line}\t${plain(speaker ?? '')}\t${plain(text)}`)
    .join('\n');
}

const plain = (text: string): string => text.replaceAll(/[\t\n\v\f\r\u0085\u2028\u2029]+/gu, ' ');
