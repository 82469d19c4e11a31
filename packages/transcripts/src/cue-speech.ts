import type { Cue } from './cue-reader.ts';
import { decodeEntities, splitVoices, type MarkupDialect } from './cue-markup.ts';
import type { ImportLog } from './import-log.ts';
import { findLabelColon, LabelCensus } from './speaker-label.ts';
import { SpeechCleaner } from './speech-cleaner.ts';
import type { Utterance } from './utterance.ts';

/** With fewer cues than this share labelled, a single capitalised word before a colon has to recur. */
const LABELLED_SHARE = 0.2;

// Webex names the speaker in the identifier alone.
const WEBEX_ID = /^\d+ "([^"]+)"/;
const DASH = /^\s*[-–—]\s*(?=\S)/;

type Label = { text: string; colon: number; isName: boolean };
/** `label` is what may be a speaker before a colon; whether it is, only the whole file tells. */
type Draft = Utterance & { label: Label | null; isLaterRow: boolean };

/**
 * The lines spoken in the cues. The speaker is named by a `<v>` tag, by Webex's identifier, or, in a file without
 * either, by what stands before the first colon if it looks like a name.
 */
export function speechOfCues(cues: readonly Cue[], options: SpeechOptions): Utterance[] {
  const reader = new SpeechReader(options);
  for (const cue of cues) reader.take(cue);
  return reader.settle(cues.length);
}

export type SpeechOptions = {
  markup: MarkupDialect;
  /** Some cue of the file has a `<v>` tag: then no colon names anyone. */
  hasVoices: boolean;
  participants: readonly string[];
  log: ImportLog;
};

class SpeechReader {
  readonly #options: SpeechOptions;
  readonly #cleaner: SpeechCleaner;
  readonly #census: LabelCensus;
  readonly #drafts: Draft[] = [];
  /** Cues that begin with what looks like a name. */
  #labelled = 0;

  constructor(options: SpeechOptions) {
    this.#options = options;
    this.#cleaner = new SpeechCleaner(options.log);
    this.#census = new LabelCensus(options.participants);
  }

  take(cue: Cue): void {
    const before = this.#drafts.length;
    const webex = cue.id === null ? null : WEBEX_ID.exec(cue.id);
    for (const segment of splitVoices(cue.text, this.#options.markup)) {
      const voice = segment.voice ?? webex?.[1];
      if (voice !== undefined) this.#add(cue, this.#name(voice, cue), segment.text, false, false);
      else if (this.#options.hasVoices) this.#add(cue, null, segment.text, false, false);
      else this.#takeRows(cue, segment.text);
    }
    if (this.#drafts.length === before) this.#options.log.note('dropped', 'a cue without text', cue.row, cue.id);
  }

  /** Rows of one cue are one line, unless dashes or a name at their start give them to several people. */
  #takeRows(cue: Cue, text: string): void {
    if (!text.includes('\n')) {
      this.#add(cue, null, text, true, false);
      return;
    }
    const rows = text.split('\n').filter((row) => row.trim() !== '');
    if (rows.length > 1 && rows.every((row) => DASH.test(row))) {
      for (const row of rows) this.#add(cue, null, row.replace(DASH, ''), true, false);
      return;
    }
    let open = '';
    let isLater = false;
    for (const row of rows) {
      const colon = open === '' ? -1 : findLabelColon(row);
      if (colon !== -1 && this.#census.judge(row.slice(0, colon).trim()) === 'name') {
        this.#add(cue, null, open, true, isLater);
        open = row;
        isLater = true;
      } else {
        open = open === '' ? row : `${open}\n${row}`;
      }
    }
    this.#add(cue, null, open, true, isLater);
  }

  #add(cue: Cue, speaker: string | null, raw: string, mayHaveLabel: boolean, isLaterRow: boolean): void {
    // Looked for before entities are decoded: an escaped colon ends no label.
    const label = mayHaveLabel ? this.#findLabel(raw, isLaterRow) : null;
    const decoded = this.#options.markup.entities ? decodeEntities(raw) : raw;
    const text = this.#cleaner.text(decoded, cue.row, cue.id);
    if (text === '') return;
    this.#drafts.push({
      speaker,
      text,
      startMs: cue.startMs,
      endMs: cue.endMs,
      row: cue.row,
      cue: cue.id,
      label,
      isLaterRow,
    });
  }

  #name(raw: string, cue: Cue): string | null {
    return this.#cleaner.name(this.#options.markup.entities ? decodeEntities(raw) : raw, cue.row, cue.id);
  }
}
