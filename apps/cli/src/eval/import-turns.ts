import type { Line } from '@meeting-assistant/contracts';
import { readTranscript, writeWebVtt } from '@meeting-assistant/transcripts';

export interface SpokenTurn {
  speaker: string | null;
  text: string;
}

export interface ImportedTurns {
  lines: Line[];
  /** The line of each turn, counted from 0; null where nothing was said. */
  lineOfTurn: (number | null)[];
}

/**
 * The lines that an upload of these turns stores: they are written as WebVTT, the one format that names every speaker without doubt, and
 * read back by the code that reads any upload. A turn without a letter or digit makes no line. Lines have no times, as turns have none.
 *
 * @throws TranscriptError for what no upload may be
 * @throws LinesLostError
 */
export function importTurns(turns: readonly SpokenTurn[]): ImportedTurns {
  const lineOfTurn: (number | null)[] = [];
  const spoken: Line[] = [];
  for (const { speaker, text } of turns) {
    const isSpoken = /[\p{L}\p{N}]/u.test(text);
    if (isSpoken) spoken.push({ line: spoken.length + 1, speaker, startMs: null, endMs: null, text });
    lineOfTurn.push(isSpoken ? spoken.length : null);
  }
  if (spoken.length === 0) return { lines: [], lineOfTurn };
  const people = [...new Set(spoken.flatMap(({ speaker }) => speaker ?? []))];
  const file = new TextEncoder().encode(writeWebVtt(spoken));
  const { lines } = readTranscript(file, { fileName: 'meeting.vtt', participants: people });
  if (lines.length !== spoken.length) throw new LinesLostError(spoken.length, lines.length);
  return {
    lines: lines.map(({ line, speaker, text }) => ({ line, speaker, startMs: null, endMs: null, text })),
    lineOfTurn,
  };
}

/** The import joined or dropped lines: the gold ranges would point elsewhere. */
export class LinesLostError extends Error {
  override readonly name = 'LinesLostError';
  constructor(turns: number, lines: number) {
    super(`${turns} turns with words became ${lines} lines, so that the gold ranges point nowhere`);
  }
}
