import type { Line } from '@meeting-assistant/contracts';
import { tool } from '@openai/agents';
import { z } from 'zod';
import { isStopword } from './stopwords.ts';
import { writeRows } from './transcript-block.ts';
import { sameStem, terms } from './words.ts';

const MAX_ROWS = 20;

/** Finds lines by their words. Changes nothing. */
export function searchLinesTool(lines: readonly Line[], onCall: () => void) {
  return tool({
    name: 'search_lines',
    description: `Finds the transcript lines that hold the most of some words, at most ${MAX_ROWS}, in the order of the meeting.`,
    parameters: z.object({
      query: z.string().describe('A few words to look for, in the language of the transcript.'),
    }),
    strict: true,
    // The guard answers for errors.
    errorFunction: null,
    execute: ({ query }) => {
      onCall();
      return searchLines(lines, query);
    },
  });
}

function searchLines(lines: readonly Line[], query: string): string {
  const hits = findLines(lines, query);
  return hits.length === 0 ? 'No line holds any of these words.' : writeRows(hits);
}

/** The lines that hold the most of the words of a query, 20 at most, in the order of the meeting. */
export function findLines(lines: readonly Line[], query: string): Line[] {
  const asked = [...new Set(terms(query))];
  const content = asked.filter((word) => !isStopword(word));
  const wanted = content.length > 0 ? content : asked;
  return lines
    .map((line) => {
      const said = terms(`${line.speaker ?? ''} ${line.text}`);
      return { line, score: wanted.filter((word) => said.some((other) => sameStem(word, other))).length };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || a.line.line - b.line.line)
    .slice(0, MAX_ROWS)
    .map(({ line }) => line)
    .toSorted((a, b) => a.line - b.line);
}
