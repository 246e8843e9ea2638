/** Applies a change to an account's files in memory: the blocks to write, and what changed. Pure. */
import type { FileEntry } from '../../api/index.ts';
import type { CatalogChange, CatalogDelta, FilePatch } from '../change.ts';
import {
  type AddressColumns,
  addressColumnsOf,
  type CodedAddresses,
  codedAt,
  decodeAddresses,
  encodeAddresses,
  noAddresses,
} from '../columns/address-columns.ts';
import { Block, columnsOf } from '../columns/block.ts';
import { blockSize } from '../columns/block-size.ts';
import { blockOf, rowOf, slotOf } from '../columns/row-numbers.ts';
import type { CatalogFile } from '../file.ts';
import { applyPatch, isSameFile, mergeAddresses, mergeListed } from './merge.ts';

/** Not seen in any full sync. */
const neverSeen = 0xffffffff;

export interface FileTable {
  readonly blocks: readonly Block[];
  /** By block and slot: number of the full sync in which the file was last seen. */
  readonly marks: readonly Uint32Array[];
}

/** Records to write, by block number. */
export interface FileWrites {
  readonly blocks: ReadonlyMap<number, Block>;
  readonly addresses: ReadonlyMap<number, AddressColumns>;
  readonly marks: ReadonlyMap<number, Uint32Array>;
  readonly delta: CatalogDelta;
}

/** Numbers of the blocks whose addresses the change needs. */
export function blocksWithAddresses(
  { blocks }: FileTable,
  { files = [], gone = [] }: CatalogChange,
): number[] {
  const codes = [...files.map(({ fileCode }) => fileCode), ...gone];
  const rows = codes.map((code) => rowOf(blocks, code));
  const numbers = rows.map((row) => (row === null ? blocks.length - 1 : blockOf(row)));
  return [...new Set(numbers)].filter((number) => number >= 0);
}

/** @param stored returns the addresses of a block of `blocksWithAddresses`; undefined where there are none */
export function editFiles(
  table: FileTable,
  { files = [], pass, patches = [], gone = [] }: CatalogChange,
  stored: (number: number) => AddressColumns | undefined,
): FileWrites {
  const edit = new Edit(table, stored);
  for (const entry of files) edit.list(entry, pass);
  for (const patch of patches) edit.patch(patch);
  for (const code of gone) edit.remove(code);
  return edit.writes();
}

/** Codes of the files that were not seen in a full sync. */
export function unseenCodes({ blocks, marks }: FileTable, pass: number): string[] {
  return blocks.flatMap((block, number) => {
    const codes: string[] = [];
    for (let slot = 0; slot < block.slots; slot += 1)
      if (!block.isEmpty(slot) && marks[number]?.[slot] !== pass) codes.push(block.code(slot));
    return codes;
  });
}

class Edit {
  readonly #table: FileTable;
  readonly #stored: (number: number) => AddressColumns | undefined;
  readonly #files = new Map<number, (CatalogFile | null)[]>();
  readonly #addresses = new Map<number, CodedAddresses[]>();
  readonly #marks = new Map<number, Uint32Array>();
  /** Rows of the files that this edit has added, by code. */
  readonly #added = new Map<string, number>();
  readonly #changed = new Set<number>();
  #removed = 0;
  #nextRow: number;

  constructor(table: FileTable, stored: (number: number) => AddressColumns | undefined) {
    this.#table = table;
    this.#stored = stored;
    const last = table.blocks.length - 1;
    this.#nextRow = last < 0 ? 0 : last * blockSize + (table.blocks[last]?.slots ?? 0);
  }

  list(entry: FileEntry, pass: number | undefined): void {
    // `lib/api` lets no file without a code through.
    if (entry.fileCode === '') return;
    const row = this.#row(entry.fileCode) ?? this.#add(entry.fileCode);
    const known = this.#file(row);
    this.#put(row, known, mergeListed(known, entry));
    const addresses = decodeAddresses(this.#addressesAt(row), entry.fileCode);
    const merged = mergeAddresses(addresses, entry);
    if (merged.image !== addresses.image || merged.download !== addresses.download)
      this.#putAddresses(row, encodeAddresses(merged, entry.fileCode));
    if (pass !== undefined) this.#mark(row, pass);
  }

  patch(patch: FilePatch): void {
    const row = this.#row(patch.fileCode);
    const known = row === null ? null : this.#file(row);
    if (row !== null && known !== null) this.#put(row, known, applyPatch(known, patch));
  }

  remove(fileCode: string): void {
    const row = this.#row(fileCode);
    if (row === null || this.#file(row) === null) return;
    this.#draft(row)[slotOf(row)] = null;
    this.#putAddresses(row, noAddresses);
    this.#changed.delete(row);
    // A file added by the same change does not count as removed.
    if (!this.#added.delete(fileCode)) this.#removed += 1;
  }

  writes(): FileWrites {
    const blocks = new Map([...this.#files].map(([number, files]) => [number, new Block(columnsOf(files))]));
    const addresses = new Map(
      [...this.#addresses].map(([number, coded]) => [number, addressColumnsOf(coded)]),
    );
    const delta = { added: this.#added.size, changed: this.#changed.size, removed: this.#removed };
    return { blocks, addresses, marks: this.#marks, delta };
  }

  #row(fileCode: string): number | null {
    const row = this.#added.get(fileCode) ?? rowOf(this.#table.blocks, fileCode);
    return row !== null && this.#file(row) === null && !this.#added.has(fileCode) ? null : row;
  }

  #add(fileCode: string): number {
    const row = this.#nextRow;
    this.#nextRow += 1;
    this.#added.set(fileCode, row);
    return row;
  }

  #file(row: number): CatalogFile | null {
    const [number, slot] = [blockOf(row), slotOf(row)];
    const draft = this.#files.get(number);
    return (draft ? draft[slot] : this.#table.blocks[number]?.file(slot)) ?? null;
  }

  #put(row: number, known: CatalogFile | null, file: CatalogFile): void {
    if (known !== null && isSameFile(known, file)) return;
    this.#draft(row)[slotOf(row)] = file;
    if (known !== null && !this.#added.has(file.fileCode)) this.#changed.add(row);
  }

  #draft(row: number): (CatalogFile | null)[] {
    const number = blockOf(row);
    const block = this.#table.blocks[number];
    const files =
      this.#files.get(number) ??
      Array.from({ length: block?.slots ?? 0 }, (_, slot) => block?.file(slot) ?? null);
    this.#files.set(number, files);
    return files;
  }

  #addressesAt(row: number): CodedAddresses {
    const drafted = this.#addresses.get(blockOf(row));
    if (drafted) return drafted[slotOf(row)] ?? noAddresses;
    const stored = this.#stored(blockOf(row));
    return stored ? codedAt(stored, slotOf(row)) : noAddresses;
  }

  #putAddresses(row: number, addresses: CodedAddresses): void {
    const [number, slot] = [blockOf(row), slotOf(row)];
    const drafted = this.#addresses.get(number) ?? this.#storedAddresses(number);
    while (drafted.length < slot) drafted.push(noAddresses);
    drafted[slot] = addresses;
    this.#addresses.set(number, drafted);
  }

  #storedAddresses(number: number): CodedAddresses[] {
    const stored = this.#stored(number);
    return stored ? Array.from({ length: stored.image.length / 2 }, (_, slot) => codedAt(stored, slot)) : [];
  }

  #mark(row: number, pass: number): void {
    const [number, slot] = [blockOf(row), slotOf(row)];
    const known = this.#marks.get(number) ?? this.#table.marks[number];
    if (known?.[slot] === pass) return;
    const marks = this.#marks.get(number) ?? known?.slice() ?? new Uint32Array(blockSize).fill(neverSeen);
    marks[slot] = pass;
    this.#marks.set(number, marks);
  }
}
