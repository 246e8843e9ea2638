/** The snapshot over an account's contents and sync status. */

import { fileAt, rowOf } from '../columns/rows.ts';
import type { CatalogFile, CatalogFolder, SyncStatus } from '../file.ts';
import { pathTo } from '../folders.ts';
import type { AccountRecord } from '../storage/database.ts';
import { findClosest } from './closest.ts';
import type { CatalogContents } from './contents.ts';
import { rowsIn } from './filter.ts';
import { prepareSearch, search } from './search.ts';
import type { FileFilter, Rows, Snapshot, Sorting } from './snapshot.ts';
import { sortRows } from './sort.ts';
import { prepareTitleOrder, type RankTitles, ranksByRow } from './title-order.ts';

export class CatalogView implements Snapshot {
  readonly accountId: string;
  readonly version: number;
  readonly syncStatus: SyncStatus;
  readonly size: number;
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

  get isPartial(): boolean {
    return this.#contents.isPartial;
  }

  hasSameContents(other: Snapshot): boolean {
    return other instanceof CatalogView && other.#contents === this.#contents;
  }

  file(row: number): CatalogFile | null {
    return fileAt(this.#contents.blocks, row);
  }

  row(fileCode: string): number | null {
    return rowOf(this.#contents.blocks, fileCode);
  }

  rows(filter?: FileFilter): Rows {
    return rowsIn(this.#contents, filter);
  }

  sorted(rows: Rows, by: Sorting): Rows {
    return sortRows(this.#contents, rows, by);
  }

  prepareTitleOrder(): Promise<boolean> {
    return prepareTitleOrder(this.#contents, this.#rankTitles);
  }

  search(typed: string, filter?: FileFilter): Rows {
    return search(this.#contents, typed, filter);
  }

  closest(
    typed: string,
    filter: FileFilter,
    known: Rows,
    shouldContinue: () => Promise<boolean>,
  ): Promise<Rows> {
    return findClosest(this.#contents, typed, filter, known, shouldContinue);
  }

  prepareSearch(shouldContinue: () => Promise<boolean>): Promise<void> {
    return prepareSearch(this.#contents, shouldContinue);
  }

  foldersIn(folderId: string): readonly CatalogFolder[] {
    return this.#contents.foldersIn(folderId);
  }

  pathOf(folderId: string): readonly CatalogFolder[] {
    return pathTo(this.folders, folderId);
  }

  filesIn(folderId: string): number | null {
    return this.isPartial ? null : this.#contents.filesIn(folderId);
  }
}
