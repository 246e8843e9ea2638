/** Which files a filter lets through. Pure. */
import { type Block, blockSize, flagBits } from '../columns/block.ts';
import { below, rootId } from '../folders.ts';
import type { Contents } from './contents.ts';
import type { FileFilter, Rows } from './snapshot.ts';

/** By slot of one block: whether the file there is let through. Empty slots are not. */
type Test = (slot: number) => boolean;

/** Whether a filter lets everything through. */
export function isOpen({ folderId, deep = false, ...conditions }: FileFilter): boolean {
  const isEverywhere = folderId === undefined || (deep && folderId === rootId);
  return isEverywhere && Object.values(conditions).every((value) => value === undefined);
}

const all = new WeakMap<Contents, Rows>();

/** In ascending order; always the same array where the filter lets everything through. */
export function rowsIn(contents: Contents, filter: FileFilter = {}): Rows {
  if (!isOpen(filter)) return rowsThrough(contents, filter);
  const rows = all.get(contents) ?? rowsThrough(contents, filter);
  all.set(contents, rows);
  return rows;
}

function rowsThrough(contents: Contents, filter: FileFilter): Rows {
  const folders = foldersOf(contents, filter);
  const rows = new Uint32Array(contents.blocks.reduce((sum, { slots }) => sum + slots, 0));
  let count = 0;
  for (const [number, block] of contents.blocks.entries()) {
    const tests = testsOf(block, filter, folders);
    if (tests === null) continue;
    for (let slot = 0; slot < block.slots; slot += 1) {
      if (block.isEmpty(slot) || !tests.every((test) => test(slot))) continue;
      rows[count] = number * blockSize + slot;
      count += 1;
    }
  }
  return rows.slice(0, count);
}

/** Ids of the folders whose files are wanted; null: it does not matter where a file is. */
function foldersOf(
  { folders }: Contents,
  { folderId, deep = false }: FileFilter,
): ReadonlySet<string> | null {
  // Below the root is everything, also what stands in a folder that nobody has found yet.
  if (folderId === undefined || (deep && folderId === rootId)) return null;
  return deep ? below(folders, [folderId]) : new Set([folderId]);
}

function testsOf(
  block: Block,
  filter: FileFilter,
  folders: ReadonlySet<string> | null,
): readonly Test[] | null {
  const tests: Test[] = [];
  if (folders !== null) {
    const isWanted = block.folderIds.map((id) => folders.has(id));
    // Most blocks have no file of most folders.
    if (!isWanted.includes(true)) return null;
    tests.push((slot) => isWanted[block.columns.folders[slot] ?? -1] ?? false);
  }
  const { uploadedFrom, uploadedTo, lengthFrom, lengthTo, canPlay, isPublic } = filter;
  if (uploadedFrom !== undefined || uploadedTo !== undefined)
    tests.push(within(block.numbers('uploaded'), uploadedFrom, uploadedTo));
  if (lengthFrom !== undefined || lengthTo !== undefined)
    tests.push(within(block.numbers('length'), lengthFrom, lengthTo));
  if (canPlay !== undefined) tests.push(flagged(block.columns.flags, flagBits.canPlay, canPlay));
  if (isPublic !== undefined) tests.push(flagged(block.columns.flags, flagBits.isPublic, isPublic));
  return tests;
}

/** What is unknown lies in no span: NaN is neither above nor below anything. */
function within(column: Float64Array, from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY): Test {
  return (slot) => {
    const value = column[slot] ?? Number.NaN;
    return value >= from && value <= to;
  };
}

function flagged(flags: Uint8Array, [known, yes]: readonly [number, number], wanted: boolean): Test {
  const bits = known | (wanted ? yes : 0);
  return (slot) => ((flags[slot] ?? 0) & (known | yes)) === bits;
}
