import { readCueTiming } from './cue-timing.ts';
import type { ImportLog } from './import-log.ts';
import { refuseBeyondLimit } from './line-limit.ts';
import { isBlank, RowReader } from './row-reader.ts';

export type Cue = {
  id: string | null;
  startMs: number | null;
  endMs: number | null;
  /** The rows of its text, as they are in the file, parted by newlines. */
  text: string;
  /** Of its timing row in the file, from 1. */
  row: number;
};

export type CueDialect = {
  /** The file begins with a block that holds no cue. */
  header: boolean;
  /** Blocks named NOTE, STYLE and REGION are no speech. */
  silentBlocks: boolean;
};

const WEBEX_ID = /^\d+ "/;
const NO_SPEECH = /^(?:NOTE|STYLE|REGION)(?=[ \t]|$)/;

function isNumber(row: string): boolean {
  const digits = row.trim();
  if (digits.length === 0 || digits.length > 9) return false;
  for (let i = 0; i < digits.length; i++) {
    const code = digits.charCodeAt(i);
    if (code < 0x30 || code > 0x39) return false;
  }
  return true;
}

/**
 * Reads the cues of a WebVTT or SubRip file in one pass, and hands each on when it is complete. What breaks the format
 * loses no speech where that can be helped.
 */
export function readCues(text: string, dialect: CueDialect, log: ImportLog, onCue: (cue: Cue) => void): void {
  const state = new CueState(dialect, log, onCue);
  const rows = new RowReader(text);
  while (rows.next()) state.take(rows.row, rows.number);
  state.finish();
}

class CueState {
  readonly #onCue: (cue: Cue) => void;
  readonly #log: ImportLog;
  readonly #silentBlocks: boolean;
  #cue: Cue | null = null;
  #count = 0;
  /**
   * title: nothing read yet of a file with a header; header: below its first row; text: below a timing row; stray: a
   * block with no timing row so far; silent: NOTE and the like.
   */
  #block: 'title' | 'header' | 'text' | 'stray' | 'silent' | 'none';
  /** The rows of a header or stray block: the last of them may turn out to be an identifier. */
  #held: string[] = [];
  #heldRow = 0;
  /** A number that stood alone where the next cue's number would. */
  #loneNumber: { text: string; row: number } | null = null;
  #lastNumber: number | null = null;
  #idsAreWords = false;

  constructor(dialect: CueDialect, log: ImportLog, onCue: (cue: Cue) => void) {
    this.#log = log;
    this.#onCue = onCue;
    this.#silentBlocks = dialect.silentBlocks;
    this.#block = dialect.header ? 'title' : 'none';
  }

  take(row: string, number: number): void {
    if (isBlank(row)) {
      if (this.#block !== 'title') this.#endBlock();
      return;
    }
    if (this.#block === 'title') {
      this.#block = 'header';
      return;
    }
    const timing = readCueTiming(row);
    if (timing !== null && 'rest' in timing) {
      this.#startCue(timing, number);
      return;
    }
    switch (this.#block) {
      case 'text':
        this.#append(row);
        return;
      case 'silent':
        return;
      case 'none': {
        const silent = this.#silentBlocks ? NO_SPEECH.exec(row) : null;
        if (silent !== null) {
          this.#block = 'silent';
          this.#log.note('dropped', `a ${silent[0]} block, which is no speech`, number);
          return;
        }
        this.#block = 'stray';
      }
    }
    if (this.#held.length === 0) this.#heldRow = number;
    this.#held.push(row);
  }

  finish(): void {
    this.#endBlock();
    this.#dropLoneNumber();
    if (this.#cue !== null) this.#onCue(this.#cue);
  }

  #endBlock(): void {
    if (this.#block === 'stray') {
      this.#dropLoneNumber();
      const only = this.#held.length === 1 ? this.#held[0] : undefined;
      if (only !== undefined && this.#isNextNumber(only)) {
        this.#loneNumber = { text: only.trim(), row: this.#heldRow };
      } else {
        this.#giveHeldToCue();
      }
    }
    this.#held = [];
    this.#block = 'none';
  }

  #dropLoneNumber(): void {
    if (this.#loneNumber !== null)
      this.#log.note('dropped', 'a cue number without a cue', this.#loneNumber.row);
    this.#loneNumber = null;
  }

  #startCue(timing: { startMs: number | null; endMs: number | null; rest: string }, row: number): void {
    const id = this.#takeId();
    if (this.#block === 'stray') this.#giveHeldToCue();
    this.#held = [];
    const cue: Cue = { id, startMs: timing.startMs, endMs: timing.endMs, text: timing.rest, row };
    if (timing.rest !== '') this.#log.note('guessed', 'text on the row of the times is speech', row, id);
    if (cue.startMs === null || cue.endMs === null) {
      this.#log.note('guessed', 'a time of the cue is not readable and was left open', row, id);
    } else if (cue.endMs < cue.startMs) {
      this.#log.note('guessed', 'the cue ends before it starts: its start was taken for both', row, id);
      cue.endMs = cue.startMs;
    }
    if (id !== null && isNumber(id)) this.#lastNumber = Number(id);
    if (this.#cue !== null) this.#onCue(this.#cue);
    this.#cue = cue;
    this.#block = 'text';
    this.#count += 1;
    // Some cues are empty, or show what others did, and become no line: these are let pass, but not without end.
    refuseBeyondLimit(this.#count / 4, row);
  }

  /** The row above a timing row is the cue's identifier, if it looks like one of this file's. */
  #takeId(): string | null {
    if (this.#block === 'text') return this.#takeIdFromText();
    const above = this.#held.at(-1);
    if (above === undefined) {
      const lone = this.#loneNumber;
      this.#loneNumber = null;
      return lone?.text ?? null;
    }
    this.#dropLoneNumber();
    const isWord = !isNumber(above) && !WEBEX_ID.test(above) && /\s/.test(above.trim());
    if (this.#block === 'header' && (isWord || /[:=]/.test(above))) return null;
    if (isWord && this.#count > 0 && !this.#idsAreWords) {
      // A sentence where all cues before it have a number or nothing: the blank row above it was inside a cue.
      return null;
    }
    if (isWord) this.#idsAreWords = true;
    this.#held.pop();
    return above.trim();
  }

  /** No blank row parts this cue from the last: its number ended up as the last row of that one's text. */
  #takeIdFromText(): string | null {
    const cue = this.#cue;
    if (cue === null) return null;
    const cut = cue.text.lastIndexOf('\n');
    const last = cue.text.slice(cut + 1);
    const isOwnRow = isNumber(last) && cut !== -1 && (this.#lastNumber !== null || !this.#silentBlocks);
    if (!isOwnRow && !this.#isNextNumber(last)) return null;
    cue.text = cut === -1 ? '' : cue.text.slice(0, cut);
    return last.trim();
  }

  #isNextNumber(row: string): boolean {
    if (!isNumber(row)) return false;
    if (this.#lastNumber === null) return !this.#silentBlocks || this.#count === 0;
    return Number(row) === this.#lastNumber + 1;
  }

  #giveHeldToCue(): void {
    if (this.#held.length === 0) return;
    if (this.#cue === null) {
      this.#log.note('dropped', 'text before the first cue', this.#heldRow);
      return;
    }
    if (this.#cue.text !== '') {
      this.#log.note(
        'joined',
        'a blank row inside a cue: what follows it is part of the cue',
        this.#heldRow,
        this.#cue.id,
      );
    }
    for (const row of this.#held) this.#append(row);
  }

  #append(row: string): void {
    if (this.#cue === null) return;
    this.#cue.text = this.#cue.text === '' ? row : `${this.#cue.text}\n${row}`;
  }
}
