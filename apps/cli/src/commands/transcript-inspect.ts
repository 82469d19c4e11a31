import { basename } from 'node:path';
import { formatTime, type Transcript } from '@meeting-assistant/contracts';
import { readTranscript } from '@meeting-assistant/transcripts';
import type { Output } from '../output.ts';
import { readInputFile } from '../read-input-file.ts';

/** Shows what an upload of this file would store, and what the import did to it. */
export async function transcriptInspect(
  file: string,
  options: { json?: boolean },
  output: Output,
): Promise<void> {
  const transcript = readTranscript(await readInputFile(file), { fileName: basename(file) });
  output.result(options.json ? `${JSON.stringify(transcript, null, 2)}\n` : describe(transcript));
}

function describe({ format, encoding, confidence, lines, speakers, durationMs, report }: Transcript): string {
  const counts = Object.entries(report.counts).map(([what, count]) => `${count} ${what}`);
  const notes = report.notes.map(({ line, cue, what, why }) => {
    const place = [line === null ? '' : `line ${line}`, cue === null ? '' : `cue ${cue}`]
      .filter(Boolean)
      .join(', ');
    return `  ${place || 'file'}: ${what}, ${why}`;
  });
  const shown = lines.slice(0, 10).map(({ line, startMs, speaker, text }) => {
    const time = startMs === null ? '' : `${formatTime(startMs)} `;
    return `  ${line}  ${time}${speaker ?? '(unknown)'}: ${text}`;
  });
  return [
    `format    ${format} (confidence ${confidence}), ${encoding}`,
    `lines     ${lines.length}`,
    `speakers  ${speakers.join(', ') || 'none named'}`,
    `duration  ${durationMs === null ? 'not stated' : formatTime(durationMs)}`,
    `import    ${counts.join(', ') || 'nothing dropped, joined, guessed or cleaned'}`,
    ...notes,
    '',
    ...shown,
    ...(lines.length > shown.length ? [`  … ${lines.length - shown.length} more (--json prints all)`] : []),
    '',
  ].join('\n');
}
