import { rootId } from '../../folders/folder.ts';
import { type Block, createCodeKey } from '../columns/block.ts';
import { blockSize } from '../columns/block-size.ts';
import { flagBits, flagNames } from '../columns/flags.ts';
import { numberColumnNames } from '../columns/number-columns.ts';
import { descendantIds } from '../folder-changes.ts';
import { type CatalogContents, onceFor } from './contents.ts';
import type { FileFilter, FileIds, Range } from './file-filter.ts';
import { unviewedSince } from './last-views.ts';

type SlotTest = (slot: number) => boolean;

export function matchesAll({ folderId, isDeep = false, ...conditions }: FileFilter): boolean {
  const isEverywhere = folderId === undefined || (isDeep && folderId === rootId);
  return isEverywhere && Object.values(conditions).every((value) => value === undefined);
}

const allFileIds = onceFor((contents) => filterFiles(contents, {}));

/** Ascending. Always the same array if every file matches. */
export const fileIdsIn = (contents: CatalogContents, filter: FileFilter = {}): FileIds =>
  matchesAll(filter) ? allFileIds(contents) : filterFiles(contents, filter);

function filterFiles(contents: CatalogContents, filter: FileFilter): FileIds {
  const folders = wantedFolders(contents, filter);
  const fileIds = new Uint32Array(contents.blocks.reduce((sum, { slots }) => sum + slots, 0));
  let count = 0;
  for (const [number, block] of contents.blocks.entries()) {
    const tests = slotTests(block, filter, folders);
    if (tests === null) continue;
    for (let slot = 0; slot < block.slots; slot += 1) {
      if (block.isEmpty(slot) || (tests.length > 0 && !tests.every((test) => test(slot)))) continue;
      fileIds[count] = number * blockSize + slot;
      count += 1;
    }
  }
  return fileIds.slice(0, count);
}

/** Null: any folder. */
function wantedFolders(
  { folders }: CatalogContents,
  { folderId, isDeep = false }: FileFilter,
): ReadonlySet<string> | null {
  // Includes files of folders that weren't found yet.
  if (folderId === undefined || (isDeep && folderId === rootId)) return null;
  return isDeep ? descendantIds(folders, [folderId]) : new Set([folderId]);
}

function slotTests(
  block: Block,
  filter: FileFilter,
  folders: ReadonlySet<string> | null,
): readonly SlotTest[] | null {
  const tests: SlotTest[] = [];
  if (folders !== null) {
    const isWanted = block.folderIds.map((id) => folders.has(id));
    if (!isWanted.includes(true)) return null;
    tests.push((slot) => isWanted[block.columns.folders[slot] ?? -1] ?? false);
  }
  const { ranges = {}, unviewedAfter, codes } = filter;
  for (const column of numberColumnNames) {
    const range = ranges[column];
    if (range !== undefined) tests.push(isWithin(block.numbers(column), range));
  }
  if (unviewedAfter !== undefined) {
    const [views, uploads] = [block.numbers('lastView'), block.numbers('uploaded')];
    tests.push((slot) => unviewedSince(views[slot], uploads[slot]) <= unviewedAfter);
  }
  if (codes !== undefined) {
    const slots = new Set(codes.among.map((code) => block.findSlot(createCodeKey(code))));
    tests.push((slot) => slots.has(slot) === codes.isWanted);
  }
  for (const flag of flagNames) {
    const wanted = filter[flag];
    if (wanted !== undefined) tests.push(hasFlag(block.columns.flags, flagBits[flag], wanted));
  }
  return tests;
}

/** Unknown values (NaN) are in no range. */
function isWithin(
  column: Float64Array,
  { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY }: Range,
): SlotTest {
  return (slot) => {
    const value = column[slot] ?? Number.NaN;
    return value >= from && value <= to;
  };
}

function hasFlag(flags: Uint8Array, [known, yes]: readonly [number, number], wanted: boolean): SlotTest {
  const bits = known | (wanted ? yes : 0);
  return (slot) => ((flags[slot] ?? 0) & (known | yes)) === bits;
}
