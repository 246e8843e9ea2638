/**
 * Files, folders and the sync status of an account, as the catalog has them.
 *
 * `lib/catalog`: the local copy of an account. `columns/` is the format of the blocks, `storage/` writes and reads them, `sync/` keeps them
 * up to date, `query/` finds, filters and sorts. Pages import its types, `query/` and `storage/reader.ts`.
 */

import type { ApiErrorCode } from '../api/index.ts';
import type { EpochMs } from '../timing/units.ts';
import type { Flag } from './columns/flags.ts';
import type { NumberColumn } from './columns/number-columns.ts';

/** Null: unknown. `columns/number-columns.ts` has the units. */
export interface CatalogFile
  extends Readonly<Record<NumberColumn, number | null>>,
    Readonly<Record<Flag, boolean | null>> {
  readonly fileCode: string;
  readonly title: string;
  /** "0" is the root. */
  readonly folderId: string;
}

/** Stored separately, because addresses are long. Read only for visible files. */
export interface FileAddresses {
  /** Absolute. */
  readonly image: string | null;
  readonly download: string | null;
}

/** What each field is the address of (`withPublicAddresses`). */
export const addressFields = { pictures: ['image'], pages: ['download'] } as const;

export interface CatalogFolder {
  readonly id: string;
  readonly name: string;
  readonly parentId: string;
  /** The code of the folder's public page. */
  readonly code: string | null;
}

export interface SyncStatus {
  /** `never`: nothing read yet. `first`: the first full sync is running. `complete`: one has ended. */
  readonly phase: 'never' | 'first' | 'complete';
  /** By the user. */
  readonly isStopped: boolean;
  readonly files: number;
  readonly folders: number;
  /** The service's count, which is unreliable. Only for a progress bar. */
  readonly filesExpected: number | null;
  /** Found but not yet listed. */
  readonly foldersLeft: number;
  /** When the last successful sync started, by the local clock. */
  readonly syncedAtMs: number | null;
  /** Files are missing because storage is damaged. The next full sync restores them. */
  readonly isDamaged: boolean;
  readonly problem: ApiErrorCode | null;
  /** The service's clock (in seconds, like `CatalogFile.uploaded`), and when it was read. */
  readonly serviceClock: { readonly seconds: number; readonly atMs: number } | null;
  readonly details: DetailsStatus;
}

/** The reading of all files' details, which listings lack. */
interface DetailsStatus {
  /** The user asked for details, and some are still missing. */
  readonly isWanted: boolean;
  readonly isStopped: boolean;
  /** When the hourly limit of requests ends, if it is reached. */
  readonly waitsUntilMs: EpochMs | null;
  /** The service accepts only one file per request. */
  readonly isOneByOne: boolean;
}
