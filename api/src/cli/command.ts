/** A command is one record, which its parsing, its help and its line in the README come from. */
import type { Client } from '../../../lib/api/index.ts';
import type { Journal } from './journal.ts';
import type { Output } from './output.ts';

export interface Option {
  /** In the help; undefined for a switch. */
  readonly value?: string;
  readonly help: string;
}

export interface Context {
  readonly args: readonly string[];
  text(name: string): string | undefined;
  flag(name: string): boolean;
  readonly client: Client;
  readonly output: Output;
  /** Records what was sent. */
  openJournal(): Journal;
  readonly stdin: NodeJS.ReadableStream;
  /** Aborted by the first Ctrl-C, or when nobody reads the output. Nothing new starts. */
  readonly stopping: AbortSignal;
  /** Aborted by the second Ctrl-C. Running requests are cancelled. */
  readonly signal: AbortSignal;
}

export interface Command {
  readonly name: string;
  /** As in "FILE… --to FOLDER". */
  readonly usage: string;
  /** One sentence. */
  readonly summary: string;
  /** Paragraphs of its help. */
  readonly details: readonly string[];
  readonly options: Readonly<Record<string, Option>>;
  /** Of arguments. */
  readonly count: readonly [number, number];
  run(context: Context): Promise<void>;
}

export const dryRun: Readonly<Record<string, Option>> = {
  'dry-run': { help: 'print what would be done, and change nothing' },
};

/** Shared by the commands that send something into a folder. */
export const sendOptions: Readonly<Record<string, Option>> = {
  to: { value: 'FOLDER', help: 'a path like “a/b”, created if missing (default: the root)' },
  again: { help: 'also send what was sent before' },
  ...dryRun,
};
