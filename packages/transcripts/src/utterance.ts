/** What a format reads out of its file, before it is numbered: clean, in the order of the file, and never empty. */
export type Utterance = {
  speaker: string | null;
  text: string;
  startMs: number | null;
  endMs: number | null;
  /** Where it begins in the uploaded file, from 1. */
  row: number;
  /** The cue's own identifier, where the format has cues. */
  cue: string | null;
};
