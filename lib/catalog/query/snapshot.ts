/**
 * One state of an account's catalog in memory, for pages to filter, sort and search.
 *
 * A file is identified by its row, a number that is never reused. Lists are arrays of rows: 100,000 files are 400 kB, and
 * scrolling reads only visible files. Snapshots are immutable; the next one shares unchanged parts.
 *
 * `lib/catalog/query`: everything that a page asks of a snapshot. Pure; pages may import it.
 */
import { fileAt, rowOf } from '../columns/row-numbers.ts';
import type { CatalogFile, CatalogFolder, SyncStatus } from '../file.ts';
import { pathTo } from '../folder-changes.ts';
import type { AccountRecord } from '../storage/catalog-database.ts';
import { findClosest } from './closest.ts';
import type { CatalogContents } from './contents.ts';
import type { FileFilter, Rows, Sorting } from './file-filter.ts';
import { rowsIn } from './filter.ts';
import { prepareSearch, search } from './search.ts';
import { searchFolders } from './search-folders.ts';
import { sortRows } from './sort.ts';
import { prepareTitleOrder, type RankTitles, ranksByRow } from './title-order.ts';

export type { FileFilter, Rows, SortColumn, Sorting } from './file-filter.ts';

export class Snapshot {
  readonly accountId: string;
  /** Unique for each state. */
  readonly version: number;
  readonly syncStatus: SyncStatus;
  /** Number of files. */
  readonly size: number;
  /** By id, without the root. */
  readonly folders: ReadonlyMap<string, CatalogFolder>;
  readonly #contents: CatalogContents;
  readonly #rankTitles: RankTitles;

  constructor(
    { accountId, version, files }: Pick<AccountRecord, 'accountId' | 'version' | 'files'>,
    contents: CatalogContents,
    syncStatus: SyncStatus,
    rankTitles: RankTitles = async (texts) => ranksByRow(texts),
  ) {
    this.accountId = accountId;
    this.version = version;
    this.syncStatus = syncStatus;
    this.size = files;
    this.folders = contents.folders;
    this.#contents = contents;
    this.#rankTitles = rankTitles;
  }

  /** Has only the newest files (`preview` of `createCatalogReader`). */
  get isPartial(): boolean {
    return this.#contents.isPartial;
  }

  /** Whether files and folders are the same, though the sync status may differ. */
  hasSameContents(other: Snapshot): boolean {
    return other.#contents === this.#contents;
  }

  /** Null where the row's file was removed. */
  file(row: number): CatalogFile | null {
    return fileAt(this.#contents.blocks, row);
  }

  row(fileCode: string): number | null {
    return rowOf(this.#contents.blocks, fileCode);
  }

  /** Without a filter: all. In ascending order of rows. */
  rows(filter?: FileFilter): Rows {
    return rowsIn(this.#contents, filter);
  }

  /**
   * Stable; unknown values come last in either direction. By title, more than 1,000 rows keep their order until
   * `prepareTitleOrder` has resolved.
   */
  sorted(rows: Rows, by: Sorting): Rows {
    return sortRows(this.#contents, rows, by);
  }

  /** Computes the order of titles; resolves to whether it has changed. */
  prepareTitleOrder(): Promise<boolean> {
    return prepareTitleOrder(this.#contents, this.#rankTitles);
  }

  /** Files whose title has every word of the query, best match first, filtered. */
  search(typed: string, filter?: FileFilter): Rows {
    return search(this.#contents, typed, filter);
  }

  /**
   * Files whose title nearly matches, without `known`, closest first; some dozens at most.
   *
   * @param shouldContinue yields to other work; false cancels, and gives none
   */
  closest(
    typed: string,
    filter: FileFilter,
    known: Rows,
    shouldContinue: () => Promise<boolean>,
  ): Promise<Rows> {
    return findClosest(this.#contents, typed, filter, known, shouldContinue);
  }

  /**
   * Computes what the first search would have to wait for.
   *
   * @param shouldContinue yields to other work; false cancels
   */
  prepareSearch(shouldContinue: () => Promise<boolean>): Promise<void> {
    return prepareSearch(this.#contents, shouldContinue);
  }

  /** Folders whose name has every word of the query, those that begin with it first; with an id, only those inside of it. */
  searchFolders(typed: string, insideId?: string): readonly CatalogFolder[] {
    return searchFolders(this.#contents, typed, insideId);
  }

  /** Direct subfolders, sorted by name. */
  foldersIn(folderId: string): readonly CatalogFolder[] {
    return this.#contents.foldersIn(folderId);
  }

  /** From the outermost folder to this one, without the root; empty for the root and for unknown folders. */
  pathOf(folderId: string): readonly CatalogFolder[] {
    return pathTo(this.folders, folderId);
  }

  /** Number of files directly inside; null where not all are read. */
  filesIn(folderId: string): number | null {
    return this.isPartial ? null : this.#contents.filesIn(folderId);
  }
}
