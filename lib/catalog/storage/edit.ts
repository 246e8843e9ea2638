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

const neverSeen = 0xffffffff;

export interface FileTable {
  readonly blocks: readonly Block[];
  /** By block and slot: number of the full sync in which the file was last seen. */
  readonly lastSeen: readonly Uint32Array[];
}

/** Records to write, by block number. */
export interface FileWrites {
  readonly blocks: ReadonlyMap<number, Block>;
  readonly addresses: ReadonlyMap<number, AddressColumns>;
  readonly lastSeen: ReadonlyMap<number, Uint32Array>;
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

export function unseenCodes({ blocks, lastSeen }: FileTable, pass: number): string[] {
  return blocks.flatMap((block, number) => {
    const codes: string[] = [];
    for (let slot = 0; slot < block.slots; slot += 1)
      if (!block.isEmpty(slot) && lastSeen[number]?.[slot] !== pass) codes.push(block.code(slot));
    return codes;
  });
}

/** @param storedAddresses of a block of `blocksWithAddresses`; undefined where there are none */
export function editFiles(
  table: FileTable,
  { files = [], pass, patches = [], gone = [] }: CatalogChange,
  storedAddresses: (number: number) => AddressColumns | undefined,
): FileWrites & { readonly delta: CatalogDelta } {
  /** By block number: what is written. */
  const fileDrafts = new Map<number, (CatalogFile | null)[]>();
  const addressDrafts = new Map<number, CodedAddresses[]>();
  const lastSeen = new Map<number, Uint32Array>();
  /** Rows of the files that this edit has added, by code. */
  const added = new Map<string, number>();
  const changed = new Set<number>();
  let removed = 0;
  const last = table.blocks.length - 1;
  let nextRow = last < 0 ? 0 : last * blockSize + (table.blocks[last]?.slots ?? 0);

  for (const entry of files) list(entry);
  for (const patch of patches) applyTo(patch);
  for (const code of gone) remove(code);
  return {
    blocks: new Map(Array.from(fileDrafts, ([number, draft]) => [number, new Block(columnsOf(draft))])),
    addresses: new Map(Array.from(addressDrafts, ([number, draft]) => [number, addressColumnsOf(draft)])),
    lastSeen,
    delta: { added: added.size, changed: changed.size, removed },
  };

  function list(entry: FileEntry): void {
    // `lib/api` lets no file without a code through.
    if (entry.fileCode === '') return;
    const row = findRow(entry.fileCode) ?? addRow(entry.fileCode);
    const known = fileIn(row);
    put(row, known, mergeListed(known, entry));
    const addresses = decodeAddresses(addressesIn(row), entry.fileCode);
    const merged = mergeAddresses(addresses, entry);
    if (merged.image !== addresses.image || merged.download !== addresses.download)
      putAddresses(row, encodeAddresses(merged, entry.fileCode));
    if (pass !== undefined) markSeen(row, pass);
  }

  function applyTo(patch: FilePatch): void {
    const row = findRow(patch.fileCode);
    const known = row === null ? null : fileIn(row);
    if (row !== null && known !== null) put(row, known, applyPatch(known, patch));
  }

  function remove(fileCode: string): void {
    const row = findRow(fileCode);
    if (row === null || fileIn(row) === null) return;
    draftOf(row)[slotOf(row)] = null;
    putAddresses(row, noAddresses);
    changed.delete(row);
    // A file added by the same change does not count as removed.
    if (!added.delete(fileCode)) removed += 1;
  }

  function findRow(fileCode: string): number | null {
    const addedRow = added.get(fileCode);
    if (addedRow !== undefined) return addedRow;
    const row = rowOf(table.blocks, fileCode);
    return row !== null && fileIn(row) === null ? null : row;
  }

  function addRow(fileCode: string): number {
    const row = nextRow;
    nextRow += 1;
    added.set(fileCode, row);
    return row;
  }

  function fileIn(row: number): CatalogFile | null {
    const draft = fileDrafts.get(blockOf(row));
    return (draft ? draft[slotOf(row)] : table.blocks[blockOf(row)]?.file(slotOf(row))) ?? null;
  }

  function put(row: number, known: CatalogFile | null, file: CatalogFile): void {
    if (known !== null && isSameFile(known, file)) return;
    draftOf(row)[slotOf(row)] = file;
    if (known !== null && !added.has(file.fileCode)) changed.add(row);
  }

  function draftOf(row: number): (CatalogFile | null)[] {
    const number = blockOf(row);
    const block = table.blocks[number];
    const draft =
      fileDrafts.get(number) ??
      Array.from({ length: block?.slots ?? 0 }, (_, slot) => block?.file(slot) ?? null);
    fileDrafts.set(number, draft);
    return draft;
  }

  function addressesIn(row: number): CodedAddresses {
    const draft = addressDrafts.get(blockOf(row));
    if (draft) return draft[slotOf(row)] ?? noAddresses;
    const stored = storedAddresses(blockOf(row));
    return stored ? codedAt(stored, slotOf(row)) : noAddresses;
  }

  function putAddresses(row: number, addresses: CodedAddresses): void {
    const [number, slot] = [blockOf(row), slotOf(row)];
    const draft = addressDrafts.get(number) ?? draftAddresses(storedAddresses(number));
    while (draft.length < slot) draft.push(noAddresses);
    draft[slot] = addresses;
    addressDrafts.set(number, draft);
  }

  function draftAddresses(stored: AddressColumns | undefined): CodedAddresses[] {
    return stored ? Array.from({ length: stored.image.length / 2 }, (_, slot) => codedAt(stored, slot)) : [];
  }

  function markSeen(row: number, pass: number): void {
    const [number, slot] = [blockOf(row), slotOf(row)];
    const draft = lastSeen.get(number);
    const known = draft ?? table.lastSeen[number];
    if (known?.[slot] === pass) return;
    const passes = draft ?? known?.slice() ?? new Uint32Array(blockSize).fill(neverSeen);
    passes[slot] = pass;
    lastSeen.set(number, passes);
  }
}
