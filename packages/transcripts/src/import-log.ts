import type { ImportNote, ImportReport } from '@meeting-assistant/contracts';

type What = ImportNote['what'];

const MAX_NOTES = 200;
// One frequent reason must not crowd out the rare ones.
const MAX_NOTES_PER_REASON = 50;

/** Keeps the account of one import: every act is counted, and the first ones of each reason are described. */
export class ImportLog {
  readonly #counts = new Map<What, number>();
  readonly #reasons = new Map<string, number>();
  readonly #notes: ImportNote[] = [];

  note(what: What, why: string, line: number | null = null, cue: string | null = null): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
    if (this.#notes.length >= MAX_NOTES) return;
    const reason = `${what}: ${why}`;
    const told = this.#reasons.get(reason) ?? 0;
    if (told >= MAX_NOTES_PER_REASON) return;
    this.#reasons.set(reason, told + 1);
    this.#notes.push({ line, cue: cue === null ? null : cue.slice(0, 200), what, why });
  }

  report(): ImportReport {
    return { counts: Object.fromEntries(this.#counts), notes: this.#notes };
  }
}
