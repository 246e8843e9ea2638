/** Writes a transfer's progress down often enough to be watched, but not for each piece that arrives. */

const WRITE_INTERVAL_MS = 100;

export class Progress {
  readonly #write: (bytes: number, total: number) => void;
  #latest: [bytes: number, total: number] | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(write: (bytes: number, total: number) => void) {
    this.#write = write;
  }

  /** Notes how far it is; written at once, or when the last writing is 100 ms ago. */
  update(bytes: number, total: number): void {
    this.#latest = [bytes, total];
    if (this.#timer === undefined) this.#tick();
  }

  /** Writes what is still to be written and ends. */
  end(): void {
    clearTimeout(this.#timer);
    if (this.#latest) this.#write(...this.#latest);
    this.#latest = undefined;
  }

  #tick(): void {
    this.#timer = undefined;
    if (!this.#latest) return;
    this.#write(...this.#latest);
    this.#latest = undefined;
    this.#timer = setTimeout(() => this.#tick(), WRITE_INTERVAL_MS);
  }
}
