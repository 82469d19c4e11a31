import { z } from 'zod';

export interface TranscriptLine {
  readonly number: number;
  readonly speaker: string | null;
  readonly text: string;
}

const meetingHeader = z.object({
  title: z.string().nullish().catch(null),
  participants: z.array(z.string()).catch([]),
  language: z.string().nullish().catch(null),
});

export interface MeetingInput {
  readonly title: string | null;
  readonly participants: readonly string[];
  /** Language tag of the transcript, null when the request names none. */
  readonly language: string | null;
  /** In the order of their numbers, each number once. */
  readonly lines: readonly TranscriptLine[];
}

const MEETING = /^<meeting>$\n([\s\S]*?)\n^<\/meeting>$/m;
const TRANSCRIPT_START = /^<transcript\b[^>]*>$/;
const LINE = /^(\d{1,9})\t([^\t]*)\t(.*)$/s;

/** The meeting in the texts of a request's messages; null when none of them holds a transcript. */
export function findMeeting(texts: readonly string[]): MeetingInput | null {
  const lines = new Map<number, TranscriptLine>();
  for (const text of texts) for (const line of transcriptLines(text)) lines.set(line.number, line);
  if (lines.size === 0) return null;
  const header = texts.map(parseHeader).find((parsed) => parsed !== null);
  return {
    title: header?.title?.trim() || null,
    participants: header?.participants ?? [],
    language: header?.language ?? null,
    lines: [...lines.values()].toSorted((a, b) => a.number - b.number),
  };
}

/** A transcript ends at a line that is the closing tag and nothing else, which no numbered line can be, whatever was said in it. */
function* transcriptLines(text: string): Generator<TranscriptLine> {
  let inside = false;
  for (const row of text.split(/\r?\n/)) {
    if (!inside) inside = TRANSCRIPT_START.test(row);
    else if (row === '</transcript>') inside = false;
    else {
      const [, number, speaker, spoken] = LINE.exec(row) ?? [];
      if (number === undefined || spoken === undefined || spoken.trim() === '') continue;
      yield { number: Number(number), speaker: speaker?.trim() || null, text: spoken };
    }
  }
}

function parseHeader(text: string): z.infer<typeof meetingHeader> | null {
  const json = MEETING.exec(text)?.[1];
  if (json === undefined) return null;
  try {
    return meetingHeader.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    // A header that cannot be read leaves the transcript as it is: summarised without title and participants.
    return null;
  }
}
