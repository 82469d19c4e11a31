import { cleanName, cleanText, type Cleaned } from './clean-text.ts';
import type { ImportLog } from './import-log.ts';

/** Cleans the texts and names of one file and notes what it took out of them. */
export class SpeechCleaner {
  readonly #log: ImportLog;
  // A file has few names and many lines.
  readonly #names = new Map<string, Cleaned>();

  constructor(log: ImportLog) {
    this.#log = log;
  }

  text(raw: string, row: number, cue: string | null): string {
    const { text, removed } = cleanText(raw);
    if (removed.length > 0)
      this.#log.note('cleaned', `removed from the text: ${removed.join(', ')}`, row, cue);
    return text;
  }

  /** Null when nothing visible is left of the name. */
  name(raw: string, row: number, cue: string | null): string | null {
    let name = this.#names.get(raw);
    if (name === undefined) {
      name = cleanName(raw);
      this.#names.set(raw, name);
    }
    if (name.removed.length > 0) {
      this.#log.note('cleaned', `removed from a name: ${name.removed.join(', ')}`, row, cue);
    }
    return name.text === '' ? null : name.text;
  }
}
