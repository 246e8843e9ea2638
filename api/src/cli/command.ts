/** A command: one record, from which its parsing, its help and its line in the README are made. */
import type { Client } from '../../../lib/api/index.ts';
import type { Journal } from './journal.ts';
import type { Output } from './output.ts';

export interface Option {
  /** What its value is called in the help; none for a switch. */
  readonly value?: string;
  readonly help: string;
}

export interface Context {
  readonly args: readonly string[];
  /** The value of an option. */
  text(name: string): string | undefined;
  /** Whether a switch is set. */
  flag(name: string): boolean;
  readonly client: Client;
  readonly output: Output;
  /** Where what was sent is written down; opened at the first call. */
  openJournal(): Journal;
  readonly stdin: NodeJS.ReadableStream;
  /** Aborted by the first Ctrl-C, or when nobody reads the output: nothing new is begun. */
  readonly stopping: AbortSignal;
  /** Aborted by the second Ctrl-C: what is under way is cancelled. */
  readonly signal: AbortSignal;
}

export interface Command {
  readonly name: string;
  /** Its arguments, as in "FILE… --to FOLDER". */
  readonly usage: string;
  /** One sentence. */
  readonly summary: string;
  /** Paragraphs of its help. */
  readonly details: readonly string[];
  readonly options: Readonly<Record<string, Option>>;
  /** Fewest and most arguments. */
  readonly count: readonly [number, number];
  run(context: Context): Promise<void>;
}

export const dryRun: Readonly<Record<string, Option>> = {
  'dry-run': { help: 'say what would be done, and change nothing' },
};

/** Of the commands that bring something to a folder. */
export const sendOptions: Readonly<Record<string, Option>> = {
  to: { value: 'FOLDER', help: 'a path like “a/b”, made where it is missing; the root otherwise' },
  again: { help: 'send also what was sent before' },
  ...dryRun,
};
