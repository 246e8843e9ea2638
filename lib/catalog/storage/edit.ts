/** Applies a change to an account's files in memory. Returns what to write and what changed. Pure. */
import type { FileEntry } from '../../api/index.ts';
import type { CatalogChange, CatalogDelta, FilePatch } from '../change.ts';
import {
  type AddressColumns,
  type CodedAddresses,
  codedAt,
  decodeAddresses,
  encodeAddresses,
  noAddresses,
  toAddressColumns,
} from '../columns/address-columns.ts';
import { Block, toColumns } from '../columns/block.ts';
import { blockSize } from '../columns/block-size.ts';
import { findFileId, getBlockNumber, getSlot } from '../columns/file-ids.ts';
import type { CatalogFile } from '../file.ts';
import { applyPatch, isSameFile, mergeAddresses, mergeListed } from './merge.ts';

const neverSeen = 0xffffffff;

export interface FileTable {
  readonly blocks: readonly Block[];
  /** By block and slot: the full sync in which the file was last seen. */
  readonly lastSeen: readonly Uint32Array[];
}

/** By block number. */
export interface FileWrites {
  readonly blocks: ReadonlyMap<number, Block>;
  readonly addresses: ReadonlyMap<number, AddressColumns>;
  readonly lastSeen: ReadonlyMap<number, Uint32Array>;
}

/** Blocks whose addresses the change needs. */
export function blocksWithAddresses(
  { blocks }: FileTable,
  { files = [], gone = [] }: CatalogChange,
): number[] {
  const codes = [...files.map(({ fileCode }) => fileCode), ...gone];
  const fileIds = codes.map((code) => findFileId(blocks, code));
  const numbers = fileIds.map((fileId) => (fileId === null ? blocks.length - 1 : getBlockNumber(fileId)));
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

/** @param storedAddresses of a block in `blocksWithAddresses`. Undefined if there are none */
export function editFiles(
  table: FileTable,
  { files = [], pass, patches = [], gone = [] }: CatalogChange,
  storedAddresses: (number: number) => AddressColumns | undefined,
): FileWrites & { readonly delta: CatalogDelta } {
  /** By block number. */
  const fileDrafts = new Map<number, (CatalogFile | null)[]>();
  const addressDrafts = new Map<number, CodedAddresses[]>();
  const lastSeen = new Map<number, Uint32Array>();
  /** Files that this change has added, by code. */
  const added = new Map<string, number>();
  let removed = 0;
  const last = table.blocks.length - 1;
  let nextFileId = last < 0 ? 0 : last * blockSize + (table.blocks[last]?.slots ?? 0);

  for (const entry of files) list(entry);
  for (const patch of patches) applyTo(patch);
  for (const code of gone) remove(code);
  return {
    blocks: new Map(Array.from(fileDrafts, ([number, draft]) => [number, new Block(toColumns(draft))])),
    addresses: new Map(Array.from(addressDrafts, ([number, draft]) => [number, toAddressColumns(draft)])),
    lastSeen,
    delta: { added: added.size, removed },
  };

  function list(entry: FileEntry): void {
    // `lib/api` drops files without a code.
    if (entry.fileCode === '') return;
    const fileId = findKnownId(entry.fileCode) ?? addFileId(entry.fileCode);
    const known = fileIn(fileId);
    put(fileId, known, mergeListed(known, entry));
    const addresses = decodeAddresses(addressesIn(fileId), entry.fileCode);
    const merged = mergeAddresses(addresses, entry);
    if (merged.image !== addresses.image || merged.download !== addresses.download)
      putAddresses(fileId, encodeAddresses(merged, entry.fileCode));
    if (pass !== undefined) markSeen(fileId, pass);
  }

  function applyTo(patch: FilePatch): void {
    const fileId = findKnownId(patch.fileCode);
    const known = fileId === null ? null : fileIn(fileId);
    if (fileId !== null && known !== null) put(fileId, known, applyPatch(known, patch));
  }

  function remove(fileCode: string): void {
    const fileId = findKnownId(fileCode);
    if (fileId === null || fileIn(fileId) === null) return;
    getDraft(fileId)[getSlot(fileId)] = null;
    putAddresses(fileId, noAddresses);
    // A file that the same change added doesn't count as removed.
    if (!added.delete(fileCode)) removed += 1;
  }

  function findKnownId(fileCode: string): number | null {
    const addedId = added.get(fileCode);
    if (addedId !== undefined) return addedId;
    const fileId = findFileId(table.blocks, fileCode);
    return fileId !== null && fileIn(fileId) === null ? null : fileId;
  }

  function addFileId(fileCode: string): number {
    const fileId = nextFileId;
    nextFileId += 1;
    added.set(fileCode, fileId);
    return fileId;
  }

  function fileIn(fileId: number): CatalogFile | null {
    const draft = fileDrafts.get(getBlockNumber(fileId));
    return (
      (draft ? draft[getSlot(fileId)] : table.blocks[getBlockNumber(fileId)]?.file(getSlot(fileId))) ?? null
    );
  }

  function put(fileId: number, known: CatalogFile | null, file: CatalogFile): void {
    if (known === null || !isSameFile(known, file)) getDraft(fileId)[getSlot(fileId)] = file;
  }

  function getDraft(fileId: number): (CatalogFile | null)[] {
    const number = getBlockNumber(fileId);
    const block = table.blocks[number];
    const draft =
      fileDrafts.get(number) ??
      Array.from({ length: block?.slots ?? 0 }, (_, slot) => block?.file(slot) ?? null);
    fileDrafts.set(number, draft);
    return draft;
  }

  function addressesIn(fileId: number): CodedAddresses {
    const draft = addressDrafts.get(getBlockNumber(fileId));
    if (draft) return draft[getSlot(fileId)] ?? noAddresses;
    const stored = storedAddresses(getBlockNumber(fileId));
    return stored ? codedAt(stored, getSlot(fileId)) : noAddresses;
  }

  function putAddresses(fileId: number, addresses: CodedAddresses): void {
    const [number, slot] = [getBlockNumber(fileId), getSlot(fileId)];
    const draft = addressDrafts.get(number) ?? draftAddresses(storedAddresses(number));
    while (draft.length < slot) draft.push(noAddresses);
    draft[slot] = addresses;
    addressDrafts.set(number, draft);
  }

  function draftAddresses(stored: AddressColumns | undefined): CodedAddresses[] {
    return stored ? Array.from({ length: stored.image.length / 2 }, (_, slot) => codedAt(stored, slot)) : [];
  }

  function markSeen(fileId: number, pass: number): void {
    const [number, slot] = [getBlockNumber(fileId), getSlot(fileId)];
    const draft = lastSeen.get(number);
    const known = draft ?? table.lastSeen[number];
    if (known?.[slot] === pass) return;
    const passes = draft ?? known?.slice() ?? new Uint32Array(blockSize).fill(neverSeen);
    passes[slot] = pass;
    lastSeen.set(number, passes);
  }
}
