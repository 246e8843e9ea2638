/**
 * One state of an account's catalog in memory, for pages to filter, sort and search. Immutable; the next state shares unchanged parts.
 * Lists are arrays of file ids: 100,000 files take 400 kB, and scrolling reads only visible files.
 *
 * `lib/catalog/query`: everything that a page asks of a snapshot. Pure. Pages may import it.
 */
import { fileAt, findFileId } from '../columns/file-ids.ts';
import type { CatalogFolder, SyncStatus } from '../file.ts';
import { pathTo } from '../folder-changes.ts';
import type { AccountRecord } from '../storage/catalog-database.ts';
import { findClosest } from './closest.ts';
import { type CatalogContents, fileCounts, subfolders, unreadBlock } from './contents.ts';
import type { FileFilter, FileIds, Sorting } from './file-filter.ts';
import { fileIdsIn } from './filter.ts';
import { prepareSearch, search } from './search.ts';
import { searchFolders } from './search-folders.ts';
import { sortFiles } from './sort.ts';
import { prepareTitleOrder, type RankTitles, ranksByFileId } from './title-order.ts';

export type { FileFilter, FileIds, Range, SortColumn, Sorting } from './file-filter.ts';

export type Snapshot = ReturnType<typeof createSnapshot>;

export function createSnapshot(
  { accountId, version, files }: Pick<AccountRecord, 'accountId' | 'version' | 'files'>,
  contents: CatalogContents,
  syncStatus: SyncStatus,
  rankTitles: RankTitles = async (texts) => ranksByFileId(texts),
) {
  const { blocks, folders } = contents;
  const isPartial = blocks.includes(unreadBlock);
  return {
    accountId,
    /** Unique for each state. */
    version,
    syncStatus,
    size: files,
    folders,
    /** Has only the newest files (`preview` of `createCatalogReader`). */
    isPartial,
    contents,
    /** Same files and folders. The sync status may differ. */
    hasSameContents: (other: { readonly contents: CatalogContents }) => other.contents === contents,

    /** Null if the file was removed. */
    file: (fileId: number) => fileAt(blocks, fileId),
    fileId: (fileCode: string) => findFileId(blocks, fileCode),
    /** Ascending. Without a filter, all files. */
    fileIds: (filter?: FileFilter) => fileIdsIn(contents, filter),

    /**
     * Stable. Unknown values come last in both directions. By title, more than 1,000 files keep their order until `prepareTitleOrder` has
     * resolved.
     */
    sorted: (fileIds: FileIds, by: Sorting) => sortFiles(contents, fileIds, by),
    /** Resolves to whether the order of titles has changed. */
    prepareTitleOrder: () => prepareTitleOrder(contents, rankTitles),

    /** Files whose title has every word, best match first, then newest. All files for an empty query. */
    search: (typed: string, filter?: FileFilter) => search(contents, typed, filter),
    /**
     * Files whose title nearly matches, except `known`, closest first. A few dozen at most.
     * @param shouldContinue yields to other work. False cancels, and returns none
     */
    closest: (typed: string, filter: FileFilter, known: FileIds, shouldContinue: () => Promise<boolean>) =>
      findClosest(contents, typed, filter, known, shouldContinue),
    /**
     * Computes what the first search would wait for.
     * @param shouldContinue yields to other work. False cancels
     */
    prepareSearch: (shouldContinue: () => Promise<boolean>) => prepareSearch(contents, shouldContinue),

    /** Folders whose name has every word, those that start with the query first. With an id, only inside that folder. */
    searchFolders: (typed: string, insideId?: string) => searchFolders(contents, typed, insideId),
    /** Sorted by name. */
    foldersIn: (folderId: string): readonly CatalogFolder[] => subfolders(contents).get(folderId) ?? [],
    /** From the outermost folder to this one, without the root. Empty for the root and for unknown folders. */
    getPath: (folderId: string) => pathTo(folders, folderId),
    /** Without subfolders. Null if not all files are read. */
    filesIn: (folderId: string) => (isPartial ? null : (fileCounts(contents).get(folderId) ?? 0)),
  };
}
