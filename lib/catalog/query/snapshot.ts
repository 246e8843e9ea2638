/**
 * One state of an account's catalog in memory, for pages to filter, sort and search.
 *
 * A file is identified by its row, a number that is never reused. Lists are arrays of rows: 100,000 files are 400 kB, and
 * scrolling reads only visible files. Snapshots are immutable; the next one shares unchanged parts.
 *
 * `lib/catalog/query`: everything that a page asks of a snapshot. Pure; pages may import it.
 */
import type { CatalogFile, CatalogFolder, FileAddresses, SyncStatus } from '../file.ts';

/** Shared: never modify one. */
export type Rows = Uint32Array;

export type SortColumn = 'title' | 'uploaded' | 'length' | 'size' | 'views';
export interface Sorting {
  readonly column: SortColumn;
  readonly descending: boolean;
}

/** All given conditions must hold. */
export interface FileFilter {
  /** Directly inside this folder; with `deep` also in its descendants. */
  readonly folderId?: string | undefined;
  readonly deep?: boolean | undefined;
  /** As `CatalogFile.uploaded`, inclusive. */
  readonly uploadedFrom?: number | undefined;
  readonly uploadedTo?: number | undefined;
  /** Seconds, inclusive. */
  readonly lengthFrom?: number | undefined;
  readonly lengthTo?: number | undefined;
  readonly canPlay?: boolean | undefined;
  readonly isPublic?: boolean | undefined;
}

export interface Snapshot {
  readonly accountId: string;
  /** Unique for each state. */
  readonly version: number;
  /** Whether files and folders are the same, though the sync status may differ. */
  hasSameContents(other: Snapshot): boolean;
  readonly syncStatus: SyncStatus;
  /** Has only the newest files (`CatalogReader.preview`). */
  readonly isPartial: boolean;
  /** Number of files. */
  readonly size: number;
  /** Null where the row's file was removed. */
  file(row: number): CatalogFile | null;
  row(fileCode: string): number | null;
  /** Without a filter: all. In ascending order of rows. */
  rows(filter?: FileFilter): Rows;
  /**
   * Stable; unknown values come last in either direction. By title, more than 1,000 rows keep their order until
   * `prepareTitleOrder` has resolved.
   */
  sorted(rows: Rows, by: Sorting): Rows;
  /** Computes the order of titles; resolves to whether it has changed. */
  prepareTitleOrder(): Promise<boolean>;
  /** Files whose title has every word of the query, best match first, filtered. */
  search(typed: string, filter?: FileFilter): Rows;
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
  ): Promise<Rows>;
  /**
   * Computes what the first search would have to wait for.
   *
   * @param shouldContinue yields to other work; false cancels
   */
  prepareSearch(shouldContinue: () => Promise<boolean>): Promise<void>;
  /** By id, without the root. */
  readonly folders: ReadonlyMap<string, CatalogFolder>;
  /** Direct subfolders, sorted by name. */
  foldersIn(folderId: string): readonly CatalogFolder[];
  /** From the outermost folder to this one, without the root; empty for the root and for unknown folders. */
  pathOf(folderId: string): readonly CatalogFolder[];
  /** Number of files directly inside; null where not all are read. */
  filesIn(folderId: string): number | null;
}

/** Reads snapshots for a page. */
export interface CatalogReader {
  /** The stored state; unchanged parts come from the previous snapshot. */
  read(accountId: string): Promise<Snapshot>;
  /**
   * A snapshot of the one to four blocks with the newest files: its first 200 files, newest first, are those of the account.
   * Null where these are in more blocks, or unknown.
   */
  preview(accountId: string): Promise<Snapshot | null>;
  /** Addresses of some files, in the order of the rows. */
  addresses(accountId: string, rows: readonly number[]): Promise<readonly FileAddresses[]>;
}
