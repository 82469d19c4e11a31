import { z } from 'zod';
import type { GoldContent, GoldQuery } from './gold-meeting.ts';
import { importTurns } from './import-turns.ts';

/** QMSum writes turn numbers as strings. */
const turnNumber = z.union([
  z.int().min(0),
  z.string().regex(/^\d+$/, 'has to be the number of a turn').transform(Number),
]);
const span = z.tuple([turnNumber, turnNumber]);

/** What is read of a QMSum file; whatever else it holds is of no interest here. */
export const qmsumMeeting = z.object({
  meeting_transcripts: z.array(z.object({ speaker: z.string(), content: z.string() })).min(1),
  topic_list: z.array(z.object({ topic: z.string(), relevant_text_span: z.array(span) })).default([]),
  general_query_list: z.array(z.object({ query: z.string(), answer: z.string() })).default([]),
  specific_query_list: z
    .array(z.object({ query: z.string(), answer: z.string(), relevant_text_span: z.array(span) }))
    .default([]),
});

/** `{disfmarker}`, `{vocalsound}`, `{pause}`: the corpus speaks of the sound, nobody said the word. */
const marker = /\{[a-z]+\}/giu;

/**
 * Markers go, and a turn of nothing else makes no line; the words stay as they are, and nothing of the gold is touched. A span that
 * reaches beyond the last turn is cut there, with a note.
 */
export function readQmsumMeeting(meeting: z.infer<typeof qmsumMeeting>): GoldContent {
  const turns = meeting.meeting_transcripts.map(({ speaker, content }) => ({
    speaker: speaker.trim() === '' ? null : speaker,
    text: content.replaceAll(marker, ' ').trim(),
  }));
  const { lines, lineOfTurn } = importTurns(turns);
  const notes: string[] = [];
  const queries = meeting.specific_query_list.map(
    ({ query, answer, relevant_text_span: spans }, at): GoldQuery => {
      const found = new Set<number>();
      for (const [from, to] of spans) {
        if (from > to || to >= turns.length)
          notes.push(`span ${from} to ${to} of specific query ${at + 1} does not fit ${turns.length} turns`);
        for (const line of lineOfTurn.slice(from, to + 1)) if (line !== null) found.add(line);
      }
      return { query, answer, lines: found };
    },
  );
  return {
    title: null,
    startedAt: null,
    timeZone: null,
    lines,
    summaries: meeting.general_query_list
      .map(({ answer }) => answer)
      .filter((answer) => answer.trim() !== ''),
    decisions: null,
    actionItems: null,
    queries,
    notes,
  };
}
