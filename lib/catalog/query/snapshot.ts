/**
 * What a page sees of an account's catalog: one state of it, in memory, quick to filter, sort and search.
 *
 * A file is named by its row: a number that no other file of the account ever gets. Lists are arrays of rows, so that a
 * list of 100,000 files is 400 kB and a scroll reads only what is in sight. A snapshot never changes; when the catalog
 * does, the page gets another one that shares whatever stayed the same.
 */
import type { CatalogFile, CatalogFolder, FileAddresses, SyncStanding } from '../file.ts';

/** Never changed: several may hold the same one. */
export type Rows = Uint32Array;

export type SortColumn = 'title' | 'uploaded' | 'length' | 'size' | 'views';
export interface Sorting {
  readonly column: SortColumn;
  readonly descending: boolean;
}

/** Every part that is given must hold. */
export interface FileFilter {
  /** Right inside this folder; with `deep` also in the folders below. */
  readonly folderId?: string | undefined;
  readonly deep?: boolean | undefined;
  /** Seconds of the service's wall clock, both ends included. */
  readonly uploadedFrom?: number | undefined;
  readonly uploadedTo?: number | undefined;
  /** Seconds, both ends included. */
  readonly lengthFrom?: number | undefined;
  readonly lengthTo?: number | undefined;
  readonly canPlay?: boolean | undefined;
  readonly isPublic?: boolean | undefined;
}

export interface Snapshot {
  readonly accountId: string;
  /** Another number for every state. */
  readonly version: number;
  readonly standing: SyncStanding;
  /** How many files there are. */
  readonly size: number;
  /** Null where no file has this row any more. */
  file(row: number): CatalogFile | null;
  row(fileCode: string): number | null;
  /** Without a filter: all. In the catalog's own order, newest uploads first as far as the service listed them so. */
  rows(filter?: FileFilter): Rows;
  /** Equal ones stay in the order given, unknown values come last in either direction. */
  sorted(rows: Rows, by: Sorting): Rows;
  /** Files whose title has every word of what is typed, best first, filtered. */
  search(typed: string, filter?: FileFilter): Rows;
  /**
   * Works out what the first search would have to wait for.
   *
   * @param turn gives others theirs; false: nobody needs it any more
   */
  prepareSearch(turn: () => Promise<boolean>): Promise<void>;
  /** By id; the root is not among them. */
  readonly folders: ReadonlyMap<string, CatalogFolder>;
  /** Right inside a folder, by name as people sort. */
  foldersIn(folderId: string): readonly CatalogFolder[];
  /** From the outermost down to the folder itself, without the root; empty for the root and for an unknown one. */
  pathOf(folderId: string): readonly CatalogFolder[];
  /** How many files are right inside. */
  filesIn(folderId: string): number;
}

/** Where a page gets its snapshots from. */
export interface CatalogReader {
  /** The present state, read from storage; unchanged parts come from the snapshot before. */
  read(accountId: string): Promise<Snapshot>;
  /** Addresses of the files in sight, in the order of the rows. */
  addresses(accountId: string, rows: readonly number[]): Promise<readonly FileAddresses[]>;
}
