/** One change of an account's files, worked out in memory: which blocks it makes anew, and what it did. Pure. */
import type { FileEntry } from '../../api/index.ts';
import type { CatalogChange, CatalogDelta, FilePatch } from '../change.ts';
import {
  type AddressColumns,
  addressColumnsOf,
  type CodedAddresses,
  codedAddresses,
  codedAt,
  noAddresses,
  plainAddresses,
} from '../columns/addresses.ts';
import { Block, blockSize, columnsOf } from '../columns/block.ts';
import { numberOf, rowOf, slotOf } from '../columns/rows.ts';
import type { CatalogFile } from '../file.ts';
import { isSameFile, listedAddresses, listedFile, patchedFile } from './merge.ts';

/** A file that no pass has seen yet. */
const neverSeen = 0xffffffff;

export interface FileTable {
  readonly blocks: readonly Block[];
  /** By block and slot: the pass in which the file was seen last. */
  readonly marks: readonly Uint32Array[];
}

/** By block number: what is to be written. */
export interface FileWrites {
  readonly blocks: ReadonlyMap<number, Block>;
  readonly addresses: ReadonlyMap<number, AddressColumns>;
  readonly marks: ReadonlyMap<number, Uint32Array>;
  readonly delta: CatalogDelta;
}

/** Blocks whose addresses the change may have to compare or change. */
export function blocksOfAddresses({ blocks }: FileTable, { files = [], gone = [] }: CatalogChange): number[] {
  const codes = [...files.map(({ fileCode }) => fileCode), ...gone];
  const rows = codes.map((code) => rowOf(blocks, code));
  const numbers = rows.map((row) => (row === null ? blocks.length - 1 : numberOf(row)));
  return [...new Set(numbers)].filter((number) => number >= 0);
}

/** @param stored gives the addresses of the blocks that `blocksOfAddresses` named; undefined where there are none */
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

/** Codes of the files that were not seen in a pass. */
export function unseenIn({ blocks, marks }: FileTable, pass: number): string[] {
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
  /** Files that this edit itself has added. */
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
    // A file without a code cannot be asked for; the API lets none through.
    if (entry.fileCode === '') return;
    const row = this.#row(entry.fileCode) ?? this.#add(entry.fileCode);
    const known = this.#file(row);
    this.#put(row, known, listedFile(known, entry));
    const addresses = plainAddresses(this.#addressesAt(row), entry.fileCode);
    const told = listedAddresses(addresses, entry);
    if (told.image !== addresses.image || told.download !== addresses.download)
      this.#putAddresses(row, codedAddresses(told, entry.fileCode));
    if (pass !== undefined) this.#mark(row, pass);
  }

  patch(patch: FilePatch): void {
    const row = this.#row(patch.fileCode);
    const known = row === null ? null : this.#file(row);
    if (row !== null && known !== null) this.#put(row, known, patchedFile(known, patch));
  }

  remove(fileCode: string): void {
    const row = this.#row(fileCode);
    if (row === null || this.#file(row) === null) return;
    this.#draft(row)[slotOf(row)] = null;
    this.#putAddresses(row, noAddresses);
    this.#changed.delete(row);
    // What was added and removed by the same change has never been there.
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
    const [number, slot] = [numberOf(row), slotOf(row)];
    const draft = this.#files.get(number);
    return (draft ? draft[slot] : this.#table.blocks[number]?.file(slot)) ?? null;
  }

  #put(row: number, known: CatalogFile | null, file: CatalogFile): void {
    if (known !== null && isSameFile(known, file)) return;
    this.#draft(row)[slotOf(row)] = file;
    if (known !== null && !this.#added.has(file.fileCode)) this.#changed.add(row);
  }

  #draft(row: number): (CatalogFile | null)[] {
    const number = numberOf(row);
    const block = this.#table.blocks[number];
    const files =
      this.#files.get(number) ??
      Array.from({ length: block?.slots ?? 0 }, (_, slot) => block?.file(slot) ?? null);
    this.#files.set(number, files);
    return files;
  }

  #addressesAt(row: number): CodedAddresses {
    const drafted = this.#addresses.get(numberOf(row));
    if (drafted) return drafted[slotOf(row)] ?? noAddresses;
    const stored = this.#stored(numberOf(row));
    return stored ? codedAt(stored, slotOf(row)) : noAddresses;
  }

  #putAddresses(row: number, addresses: CodedAddresses): void {
    const [number, slot] = [numberOf(row), slotOf(row)];
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
    const [number, slot] = [numberOf(row), slotOf(row)];
    const known = this.#marks.get(number) ?? this.#table.marks[number];
    if (known?.[slot] === pass) return;
    const marks = this.#marks.get(number) ?? known?.slice() ?? new Uint32Array(blockSize).fill(neverSeen);
    marks[slot] = pass;
    this.#marks.set(number, marks);
  }
}
