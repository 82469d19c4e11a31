import { decodeEntities, splitVoices, type MarkupDialect } from './cue-markup.ts';
import { refuseBeyondLimit } from './line-limit.ts';
import type { Cue } from './cue-reader.ts';
import type { ImportLog } from './import-log.ts';
import { findLabelColon, LabelCensus } from './speaker-label.ts';
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
  /** Where the colon stands in `text`, or -1. */
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
    const webex = cue.id === null ? null : WEBEX_ID.exec(cue.id);
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
      const label = draft.colon === -1 ? '' : draft.text.slice(0, draft.colon).trim();
      const above = spoken.at(-1);
      if (label !== '' && this.#isSpeaker(label, draft.isLaterRow)) {
        draft.speaker = this.#cleaner.name(label, draft.row, draft.cue);
        draft.text = draft.text.slice(draft.colon + 1).trim();
        if (draft.text === '') this.#dropEmpty(draft.row, draft.cue);
        else spoken.push(draft);
      } else if (draft.isLaterRow && above !== undefined && above.row === draft.row) {
        above.text += ` ${draft.text}`;
      } else {
        spoken.push(draft);
      }
    }
    return spoken;
  }

  #isSpeaker(label: string, isLaterRow: boolean): boolean {
    if (this.#census.isListed(label)) return true;
    const verdict = this.#census.judge(label);
    if (verdict === 'no') return false;
    const count = this.#census.count(label);
    if (isLaterRow) return count > 0;
    if (count > 1) return true;
    const isLabelledFile = this.#labelled >= this.#first * LABELLED_SHARE;
    return verdict === 'name' && (isLabelledFile || label.includes(' '));
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
      if (colon === -1 || this.#census.judge(row.slice(0, colon).trim()) !== 'name') continue;
      this.#addLabelled(cue, rows.slice(from, i).join('\n'), from > 0);
      from = i;
    }
    this.#addLabelled(cue, rows.slice(from).join('\n'), from > 0);
  }

  #addLabelled(cue: Cue, raw: string, isLaterRow: boolean): void {
    const spoken = raw.trimStart();
    const colon = findLabelColon(spoken);
    // An entity for a colon is there to end no label.
    const isLabel = colon !== -1 && !this.#decode(spoken.slice(0, colon)).includes(':');
    this.#add(cue, null, spoken, isLabel, isLaterRow);
  }

  #add(cue: Cue, speaker: string | null, raw: string, hasLabel = false, isLaterRow = false): void {
    const text = this.#cleaner.text(this.#decode(raw), cue.row, cue.id);
    if (text === '') return;
    const colon = hasLabel ? findLabelColon(text) : -1;
    if (!isLaterRow) {
      this.#first += 1;
      refuseBeyondLimit(this.#first, cue.row);
      if (colon !== -1 && this.#census.add(text.slice(0, colon).trim()) === 'name') this.#labelled += 1;
    }
    const { startMs, endMs, row, id } = cue;
    this.#drafts.push({ speaker, text, startMs, endMs, row, cue: id, colon, isLaterRow });
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
