import type { Line } from '@meeting-assistant/contracts';

/** Something that the summary should say, and the lines that say it. */
export interface GoldItem {
  text: string;
  lines: ReadonlySet<number>;
}

/** A question about the meeting, with the lines that the answer rests on. */
export interface GoldQuery {
  query: string;
  answer: string;
  lines: ReadonlySet<number>;
}

/** A meeting, and what people wrote down about it. An empty list: nobody did. */
export interface GoldMeeting {
  file: string;
  /** The file's name without its ending. */
  name: string;
  title: string | null;
  startedAt: string | null;
  timeZone: string | null;
  lines: readonly Line[];
  /** General summaries, as they are written in the file. */
  summaries: readonly string[];
  /** Null: the file does not say which there were. An empty list says that there were none. */
  decisions: readonly GoldItem[] | null;
  actionItems: readonly GoldItem[] | null;
  queries: readonly GoldQuery[];
  /** What had to be changed to read the file, for people. */
  notes: readonly string[];
}

/** What a shape of file says of a meeting; `file` and `name` are no business of it. */
export type GoldContent = Omit<GoldMeeting, 'file' | 'name'>;
