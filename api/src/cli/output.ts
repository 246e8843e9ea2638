/** Prints results on stdout (lines on a terminal, otherwise JSON), and progress and errors on stderr. No colours. */
import { once } from 'node:events';
import type { WriteStream } from 'node:tty';
import { describeFailure } from './failure.ts';
import { cutToFit, printable, printableJson } from './printable.ts';

export type OutputStream = NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;

interface OutputOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly isJson: boolean;
  /** Nobody reads the results any more, as after `| head`. */
  readonly onClosed: () => void;
}

const redrawMs = 100;
const clearLine = '\r\x1b[2K';

export class Output {
  readonly isJson: boolean;
  failed = 0;
  readonly #stdout: OutputStream;
  readonly #stderr: OutputStream;
  readonly #hasProgress: boolean;
  #isClosed = false;
  #shown = '';
  #drawnAt = Number.NEGATIVE_INFINITY;

  constructor({ env, stdout, stderr, isJson, onClosed }: OutputOptions) {
    this.isJson = isJson || stdout.isTTY !== true;
    this.#stdout = stdout;
    this.#stderr = stderr;
    this.#hasProgress = stderr.isTTY === true && !isJson && env['TERM'] !== 'dumb';
    stdout.on('error', () => {
      if (this.#isClosed) return;
      this.#isClosed = true;
      onClosed();
    });
    // Nobody is left to report it to.
    stderr.on('error', () => undefined);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Waits if the reader is slower. @param text for people */
  async result(record: object, text: string): Promise<void> {
    if (this.#isClosed) return;
    this.#erase();
    const line = this.isJson ? printableJson(record) : printable(text);
    // If the reader goes away, this rejects. The constructor's listener has handled it.
    if (!this.#stdout.write(`${line}\n`)) await once(this.#stdout, 'drain').catch(() => undefined);
    this.#redraw();
  }

  async failure(record: { readonly type: string; readonly input: string }, error: unknown): Promise<void> {
    this.failed += 1;
    const { code, message } = describeFailure(error);
    const details =
      error instanceof Error && 'mayHaveTakenEffect' in error
        ? { mayHaveTakenEffect: error.mayHaveTakenEffect }
        : {};
    this.note(`${record.input}: ${message}`);
    if (this.isJson)
      await this.result({ ...record, state: 'failed', error: { code, message, ...details } }, '');
  }

  note(sentence: string): void {
    this.#erase();
    this.#stderr.write(`${printable(sentence)}\n`);
    this.#redraw();
  }

  /** In the last line of a terminal, until the next call. An empty text removes it. */
  progress(text: string, isFinal = text === ''): void {
    if (!this.#hasProgress) return;
    const now = performance.now();
    if (!isFinal && now - this.#drawnAt < redrawMs) return;
    this.#drawnAt = now;
    this.#erase();
    this.#shown = cutToFit(printable(text), (this.#stderr.columns || 80) - 1);
    this.#redraw();
  }

  #erase(): void {
    if (this.#shown !== '') this.#stderr.write(clearLine);
  }

  #redraw(): void {
    if (this.#shown !== '') this.#stderr.write(this.#shown);
  }
}
