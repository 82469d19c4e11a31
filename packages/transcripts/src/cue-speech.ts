import { decodeEntities, splitVoices, type MarkupDialect } from './cue-markup.ts';
import { refuseBeyondLimit } from './line-limit.ts';
import type { Cue } from './cue-reader.ts';
import type { ImportLog } from './import-log.ts';
import { findLabelColon, type Label, LabelCensus } from './speaker-label.ts';
import { SpeechCleaner } from './speech-cleaner.ts';
import type { Utterance } from './utterance.ts';

/** With a smaller share of cues labelled than this, a single capitalised word before a colon has to recur. */
const LABELLED_SHARE = 0.2;

// Webex names the speaker in the identifier alone.
const WEBEX_ID = /^\d+ "([^"]+)"/;
const DASH = /^\s*[-–—]\s*(?=\S)/;

export type SpeechOptions = {
  markup: MarkupDialect;
  /** Some cue of the file has a `<v>` tag: then no colon names anyone. */
  hasVoices: boolean;
  participants: readonly string[];
  log: ImportLog;
};

/** An utterance whose text may begin with its speaker and a colon; whether it does, only the whole file tells. */
type Draft = Utterance & {
  label: Label | null;
  /** Where the label's colon stands in `text`. */
  colon: number;
  /** It begins on a later row of its cue, so that without a speaker it belongs to what stands above it. */
  isLaterRow: boolean;
};

/**
 * Collects the lines spoken in the cues of one file. A speaker is named by a `<v>` tag, by Webex's identifier, or, in a
 * file without either, by what stands before the first colon if it looks like a name.
 */
export class CueSpeech {
  readonly #options: SpeechOptions;
  readonly #cleaner: SpeechCleaner;
  readonly #census: LabelCensus;
  readonly #drafts: Draft[] = [];
  /** Drafts that begin with what looks like a name, and all that could. */
  #labelled = 0;
  #first = 0;

  constructor(options: SpeechOptions) {
    this.#options = options;
    this.#cleaner = new SpeechCleaner(options.log);
    this.#census = new LabelCensus(options.participants);
  }

  take(cue: Cue): void {
    const before = this.#drafts.length;
    const webex = cue.id?.endsWith(')') ? WEBEX_ID.exec(cue.id) : null;
    for (const { voice, text } of splitVoices(cue.text, this.#options.markup)) {
      const name = voice ?? webex?.[1];
      if (name !== undefined) this.#add(cue, this.#name(name, cue), text);
      else if (this.#options.hasVoices) this.#add(cue, null, text);
      else this.#takeRows(cue, text);
    }
    if (this.#drafts.length === before) this.#dropEmpty(cue.row, cue.id);
  }

  /** Once all cues are taken: the labels that name someone become speakers. */
  settle(): Utterance[] {
    const spoken: Utterance[] = [];
    for (const draft of this.#drafts) {
      const { label, colon, isLaterRow } = draft;
      const above = spoken.at(-1);
      if (label !== null && this.#isSpeaker(label, isLaterRow)) {
        draft.speaker = this.#cleaner.name(label.text, draft.row, draft.cue);
        draft.text = draft.text.slice(colon + 1).trim();
        if (draft.text === '') this.#dropEmpty(draft.row, draft.cue);
        else spoken.push(draft);
      } else if (isLaterRow && above !== undefined && above.row === draft.row) {
        above.text += ` ${draft.text}`;
      } else {
        spoken.push(draft);
      }
    }
    return spoken;
  }

  #isSpeaker(label: Label, isLaterRow: boolean): boolean {
    if (label.isListed) return true;
    if (label.verdict === 'no') return false;
    // Found before all rows were counted.
    if (isLaterRow) return this.#census.find(label.text).count > 0;
    if (label.count > 1) return true;
    const isLabelledFile = this.#labelled >= this.#first * LABELLED_SHARE;
    return label.verdict === 'name' && (isLabelledFile || label.text.includes(' '));
  }

  /** Rows of one cue are one line, unless dashes or a name at their start give them to several people. */
  #takeRows(cue: Cue, text: string): void {
    if (!text.includes('\n')) {
      this.#addLabelled(cue, text, false);
      return;
    }
    const rows = text.split('\n').filter((row) => row.trim() !== '');
    if (rows.length > 1 && rows.every((row) => DASH.test(row))) {
      for (const row of rows) this.#addLabelled(cue, row.replace(DASH, ''), false);
      return;
    }
    let from = 0;
    for (let i = 1; i < rows.length; i++) {
      const row = rows[i] ?? '';
      const colon = findLabelColon(row);
      if (colon === -1 || this.#census.find(row.slice(0, colon).trim()).verdict !== 'name') continue;
      this.#addLabelled(cue, rows.slice(from, i).join('\n'), from > 0);
      from = i;
    }
    this.#addLabelled(cue, rows.slice(from).join('\n'), from > 0);
  }

  #addLabelled(cue: Cue, raw: string, isLaterRow: boolean): void {
    const spoken = raw.trimStart();
    const colon = findLabelColon(spoken);
    // An entity for a colon is there to end no label.
    const hasLabel = colon > 0 && !this.#decode(spoken.slice(0, colon)).includes(':');
    this.#add(cue, null, spoken, hasLabel, isLaterRow);
  }

  #add(cue: Cue, speaker: string | null, raw: string, hasLabel = false, isLaterRow = false): void {
    const text = this.#cleaner.text(this.#decode(raw), cue.row, cue.id);
    if (text === '') return;
    const colon = hasLabel ? findLabelColon(text) : -1;
    let label: Label | null = null;
    if (colon > 0) {
      const name = text.slice(0, colon).trim();
      label = isLaterRow ? this.#census.find(name) : this.#census.add(name);
    }
    if (!isLaterRow) {
      this.#first += 1;
      if (label?.verdict === 'name') this.#labelled += 1;
    }
    // Later rows mostly join the one above, and are no lines of their own then.
    refuseBeyondLimit(Math.max(this.#first, this.#drafts.length / 4), cue.row);
    const { startMs, endMs, row, id } = cue;
    this.#drafts.push({ speaker, text, startMs, endMs, row, cue: id, label, colon, isLaterRow });
  }

  #name(raw: string, cue: Cue): string | null {
    return this.#cleaner.name(this.#decode(raw), cue.row, cue.id);
  }

  #decode(raw: string): string {
    return this.#options.markup.entities ? decodeEntities(raw) : raw;
  }

  #dropEmpty(row: number, cue: string | null): void {
    this.#options.log.note('dropped', 'a cue without text', row, cue);
  }
}
