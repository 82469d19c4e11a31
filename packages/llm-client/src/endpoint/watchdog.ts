/**
 * Aborts an attempt when what is waited for does not come. Only waiting counts: while the reader is busy with what has come, the clock
 * does not run.
 */
export class Watchdog {
  readonly #controller: AbortController;
  #timer: NodeJS.Timeout | undefined;
  #waiting = false;

  constructor(controller: AbortController) {
    this.#controller = controller;
  }

  /** From now on each wait may take `limitMs`. */
  expect(limitMs: number, makeError: (limitMs: number) => Error): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#waiting) this.#controller.abort(makeError(limitMs));
    }, limitMs);
  }

  async wait<T>(work: Promise<T>): Promise<T> {
    this.#waiting = true;
    this.#timer?.refresh();
    try {
      return await work;
    } finally {
      this.#waiting = false;
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
