/**
 * Files, folders and the sync status of an account, as the catalog has them.
 *
 * `lib/catalog`: the local copy of an account. `columns/` is the format of the blocks, `storage/` writes and reads them,
 * `sync/` keeps them up to date, `query/` finds, filters and sorts. A domain: it imports base modules and `lib/api`;
 * pages import its types, `query/` and `storage/reader.ts`.
 */
import type { ApiErrorCode } from '../api/index.ts';
import type { Flag } from './columns/flags.ts';
import type { NumberColumn } from './columns/number-columns.ts';

/** Numbers and flags are null where they are unknown; units in `columns/number-columns.ts`. */
export interface CatalogFile
  extends Readonly<Record<NumberColumn, number | null>>,
    Readonly<Record<Flag, boolean | null>> {
  readonly fileCode: string;
  readonly title: string;
  /** "0" is the root. */
  readonly folderId: string;
}

/** Stored apart, because addresses are long: read only for visible files. */
export interface FileAddresses {
  /** Absolute; null where the service has none. */
  readonly image: string | null;
  readonly download: string | null;
}

/** What each of them is an address of (`withPublicAddresses`). */
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
  /** Stopped by the user until resumed. */
  readonly isStopped: boolean;
  readonly files: number;
  readonly folders: number;
  /** The service's own count, which is unreliable: for a progress bar only. */
  readonly filesExpected: number | null;
  /** Folders found but not yet listed. */
  readonly foldersLeft: number;
  /** When the last successful sync began: milliseconds since the epoch, local clock. */
  readonly syncedAt: number | null;
  /** Files are missing because storage is damaged; the next full sync restores them. */
  readonly isDamaged: boolean;
  readonly problem: ApiErrorCode | null;
  /** What the service's clock showed (seconds, as `CatalogFile.uploaded`) and when; null where it tells no time. */
  readonly serviceClock: { readonly seconds: number; readonly atMs: number } | null;
  readonly details: DetailsStatus;
}

/** How all files' details are read, which listings lack. */
export interface DetailsStatus {
  /** The user asked for them, and not all are read. */
  readonly isWanted: boolean;
  readonly isStopped: boolean;
  /** The limit of requests an hour is reached until then, milliseconds since the epoch, local clock; null: it isn't. */
  readonly waitsUntilMs: number | null;
  /** The service takes one file in a request. */
  readonly isOneByOne: boolean;
}
