/**
 * The storage format of files: immutable blocks with a column for each field. 100,000 files take a few megabytes in few records. A file's
 * id is `block number × blockSize + slot`. The slot of a removed file stays empty and is never reused.
 *
 * `lib/catalog/columns`: for `lib/catalog` only.
 */
import { foldLines } from '../../search/fold.ts';
import { hasShape } from '../../storage/shape.ts';
import type { CatalogFile } from '../file.ts';
import { blockSize } from './block-size.ts';
import { type Flag, flagBits, flagNames, mapFields } from './flags.ts';
import { mapColumns, type NumberColumn, numberColumnNames } from './number-columns.ts';
import { type NumberColumnData, numberAt, packNumbers, unpackNumbers } from './numbers.ts';

/** By slot, texts with one line per slot. The values of an empty slot are undefined. */
export interface BlockColumns extends Readonly<Partial<Record<NumberColumn, NumberColumnData>>> {
  readonly codes: string;
  readonly titles: string;
  /** Each folder once, one per line. */
  readonly folderIds: string;
  /** Indices into the lines of `folderIds`, by slot. */
  readonly folders: Uint16Array;
  /** Bits of `flagBits` and `filled`. */
  readonly flags: Uint8Array;
}

const filled = 16;

const unknown = () => null;
const emptyFile: CatalogFile = { fileCode: '', title: '', folderId: '', ...mapFields(unknown, unknown) };

/** @param files by slot, titles without line breaks */
export function toColumns(files: readonly (CatalogFile | null)[]): BlockColumns {
  const slots = files.map((file) => file ?? emptyFile);
  const folderIds = [...new Set(slots.map(({ folderId }) => folderId))];
  const indexes = new Map(folderIds.map((id, index) => [id, index]));
  return {
    codes: slots.map(({ fileCode }) => escapeCode(fileCode)).join('\n'),
    titles: slots.map(({ title }) => title).join('\n'),
    folderIds: folderIds.map(escapeCode).join('\n'),
    folders: Uint16Array.from(slots, ({ folderId }) => indexes.get(folderId) ?? 0),
    ...mapColumns((column) => packNumbers(slots.map((file) => file[column]))),
    flags: Uint8Array.from(slots, toFlags),
  };
}

export class Block {
  readonly columns: BlockColumns;
  /** Includes empty ones. */
  readonly slots: number;
  readonly codes: Lines;
  readonly titles: Lines;
  #folderIds: readonly string[] | null = null;
  #index: Uint16Array | null = null;
  #folded: Lines | null = null;

  constructor(columns: BlockColumns) {
    this.columns = columns;
    this.slots = columns.folders.length;
    this.codes = new Lines(columns.codes, this.slots);
    this.titles = new Lines(columns.titles, this.slots);
  }

  get folded(): Lines {
    this.#folded ??= new Lines(foldLines(this.titles.text), this.slots);
    return this.#folded;
  }

  /** Indexed by `columns.folders`. */
  get folderIds(): readonly string[] {
    this.#folderIds ??= this.columns.folderIds.split('\n').map(unescapeCode);
    return this.#folderIds;
  }

  /** By slot. NaN: unknown. */
  numbers(column: NumberColumn): Float64Array {
    return unpackNumbers(this.columns[column], this.slots);
  }

  isEmpty(slot: number): boolean {
    return ((this.columns.flags[slot] ?? 0) & filled) === 0;
  }

  file(slot: number): CatalogFile | null {
    if (this.isEmpty(slot)) return null;
    return {
      fileCode: this.code(slot),
      title: this.titles.at(slot),
      folderId: this.folderId(slot),
      ...mapFields(
        (column) => numberAt(this.columns[column], slot),
        (flag) => this.#flag(slot, flag),
      ),
    };
  }

  /** Empty for an empty slot. */
  code(slot: number): string {
    return unescapeCode(this.codes.at(slot));
  }

  folderId(slot: number): string {
    return this.folderIds[this.columns.folders[slot] ?? -1] ?? '';
  }

  #flag(slot: number, flag: Flag): boolean | null {
    const [known, yes] = flagBits[flag];
    const flags = this.columns.flags[slot] ?? 0;
    return (flags & known) === 0 ? null : (flags & yes) !== 0;
  }

  get files(): number {
    return this.columns.flags.reduce((count, flags) => count + ((flags & filled) === 0 ? 0 : 1), 0);
  }

  codesIn(folderId: string): string[] {
    const { folders } = this.columns;
    const index = this.folderIds.indexOf(folderId);
    const codes: string[] = [];
    for (let slot = folders.indexOf(index); slot !== -1; slot = folders.indexOf(index, slot + 1))
      if (!this.isEmpty(slot)) codes.push(this.code(slot));
    return codes;
  }

  /** -1 if there is none. Takes the hash too, because a code is searched in many blocks. */
  findSlot({ line, hash }: ReturnType<typeof createCodeKey>): number {
    this.#index ??= buildCodeIndex(this.codes);
    const mask = this.#index.length - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const entry = this.#index[at] ?? 0;
      if (entry === 0) return -1;
      if (this.codes.is(entry - 1, line)) return entry - 1;
    }
  }
}

/** Splits a text into lines on demand. */
export class Lines {
  readonly text: string;
  readonly count: number;
  #starts: Uint32Array | null = null;

  constructor(text: string, count: number) {
    this.text = text;
    this.count = count;
  }

  /** Of each line, and of one after the last. */
  get starts(): Uint32Array {
    if (this.#starts === null) {
      const starts = new Uint32Array(this.count + 1);
      for (let line = 1; line < this.count; line += 1)
        starts[line] = this.text.indexOf('\n', starts[line - 1]) + 1;
      starts[this.count] = this.text.length + 1;
      this.#starts = starts;
    }
    return this.#starts;
  }

  at(line: number): string {
    return this.text.slice(this.starts[line], (this.starts[line + 1] ?? 1) - 1);
  }

  is(line: number, text: string): boolean {
    const start = this.starts[line] ?? 0;
    return (this.starts[line + 1] ?? 0) - start - 1 === text.length && this.text.startsWith(text, start);
  }
}

/** Replaces a missing or damaged block. Has only empty slots, so that no id gets another file. */
export const lostBlock = new Block({
  codes: '\n'.repeat(blockSize - 1),
  titles: '\n'.repeat(blockSize - 1),
  folderIds: '',
  folders: new Uint16Array(blockSize),
  flags: new Uint8Array(blockSize),
});

export function readBlock(record: BlockColumns | undefined): Block {
  return record !== undefined && areColumnsIntact(record) ? new Block(record) : lostBlock;
}

function areColumnsIntact(columns: BlockColumns): boolean {
  const { folders, flags } = columns;
  const areTexts = hasShape(columns, { codes: String, titles: String, folderIds: String });
  const areNumbers = numberColumnNames
    .map((column) => columns[column])
    .every((data) => data === undefined || data instanceof Uint32Array || data instanceof Float64Array);
  const areSlots = folders instanceof Uint16Array && flags instanceof Uint8Array;
  return areTexts && areNumbers && areSlots && folders.length === flags.length && flags.length <= blockSize;
}

export function createCodeKey(fileCode: string) {
  const line = escapeCode(fileCode);
  return { line, hash: hashText(line, 0, line.length) };
}

/** An open-addressing hash table of `slot + 1` by code. 0: empty. */
function buildCodeIndex({ text, starts, count }: Lines): Uint16Array {
  const index = new Uint16Array(2 * blockSize);
  const mask = index.length - 1;
  for (let slot = 0; slot < count; slot += 1) {
    const start = starts[slot] ?? 0;
    const end = (starts[slot + 1] ?? 1) - 1;
    if (end === start) continue;
    let at = hashText(text, start, end) & mask;
    while (index[at] !== 0) at = (at + 1) & mask;
    index[at] = slot + 1;
  }
  return index;
}

/** FNV-1a over the code units. */
function hashText(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash ^ (hash >>> 15);
}

/** Codes may contain anything, so line breaks are escaped. */
const escapeCode = (code: string) => code.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
const unescapeCode = (line: string) =>
  line.includes('\\') ? line.replaceAll(/\\(.)/gsu, (_, letter) => (letter === 'n' ? '\n' : letter)) : line;

function toFlags(file: CatalogFile): number {
  if (file === emptyFile) return 0;
  let flags = filled;
  for (const flag of flagNames) {
    const [known, yes] = flagBits[flag];
    if (file[flag] !== null) flags |= known | (file[flag] ? yes : 0);
  }
  return flags;
}
