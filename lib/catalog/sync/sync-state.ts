/** The sync's state of one account, stored with the catalog, so that a sync can resume. */
import { rootId } from '../../folders/folder.ts';
import type { EpochMs } from '../../timing/units.ts';
import type { SyncStatus } from '../file.ts';

/** Enough for the details of 15,000 files, or 300 if the service accepts one per request. */
export const maxDetailsPerHour = 300;
export const hourMs = 3_600_000;

export interface SyncState extends Omit<SyncStatus, 'files' | 'folders' | 'foldersLeft' | 'details'> {
  readonly fullSync: FullSyncProgress | null;
  readonly details: DetailsProgress;
  /** Number of the last full sync that started. Files are marked with it when they are seen. */
  readonly pass: number;
  /** When the last full sync ended, by the local clock. */
  readonly fullSyncedAtMs: number | null;
  /** Something doesn't fit, and only a full sync can resolve it. */
  readonly needsFullSync: boolean;
  /**
   * Every file uploaded until then is known: `YYYY-MM-DD HH:MM:SS` by the service's clock. Only complete listings advance it. Null if the
   * service reports no dates.
   */
  readonly newest: string | null;
  /** There may be new uploads. */
  readonly needsIncrementalSync: boolean;
  /** Failures in a row. From the limit of `incrementalSync` on, full syncs read the new uploads. */
  readonly incrementalFailures: number;
  /** Null after a success. */
  readonly retry: { readonly failures: number; readonly atMs: number } | null;
}

export interface FullSyncProgress {
  /** The first page of files that hasn't been read yet. */
  readonly page: number;
  /** The first page without new files. */
  readonly end: number | null;
  /** The service's count: only a hint. */
  readonly pagesExpected: number | null;
  /** The highest file count that the service reported during the sync. */
  readonly maxFiles: number;
  /** As in `SyncState`. */
  readonly newest: string | null;
  /** All found, in the order of listing, the root first. */
  readonly folders: readonly string[];
  /** How many of them, from the first on, were listed. */
  readonly listedFolders: number;
  /** By item: how often it alone failed. */
  readonly failures: Readonly<Record<string, number>>;
}

/** The files themselves record which details were read. */
export interface DetailsProgress {
  /** The user asked for all details. `days`: files that nobody has viewed for this long are read again. */
  readonly wanted: { readonly days: number | null } | null;
  readonly stoppedAtMs: EpochMs | null;
  /** Nothing is due before. */
  readonly nextAtMs: EpochMs;
  /** Counts `requests`. */
  readonly hourStartedAtMs: EpochMs;
  readonly requests: number;
  readonly isOneByOne: boolean;
  /** Consecutive, for the files that are next. */
  readonly failures: number;
}

const newDetails: DetailsProgress = {
  wanted: null,
  stoppedAtMs: null,
  nextAtMs: 0,
  hourStartedAtMs: 0,
  requests: 0,
  isOneByOne: false,
  failures: 0,
};

export const newFullSync: FullSyncProgress = {
  page: 1,
  end: null,
  pagesExpected: null,
  maxFiles: 0,
  newest: null,
  folders: [rootId],
  listedFolders: 0,
  failures: {},
};

const emptySyncState: SyncState = {
  phase: 'never',
  isStopped: false,
  filesExpected: null,
  syncedAtMs: null,
  isDamaged: false,
  problem: null,
  serviceClock: null,
  fullSync: null,
  details: newDetails,
  pass: 0,
  fullSyncedAtMs: null,
  needsFullSync: false,
  newest: null,
  needsIncrementalSync: false,
  incrementalFailures: 0,
  retry: null,
};

/** Fills in missing values. A damaged full sync starts again. */
export function readSyncState(stored: unknown): SyncState {
  const state = { ...emptySyncState, ...(stored as Partial<SyncState> | undefined | null) };
  const { fullSync, details } = state;
  return {
    ...state,
    fullSync: Array.isArray(fullSync?.folders) ? { ...newFullSync, ...fullSync } : null,
    details: { ...newDetails, ...details },
  };
}

/** @param isDamaged blocks couldn't be read now */
export function toSyncStatus(
  stored: unknown,
  { files, folders, isDamaged }: Pick<SyncStatus, 'files' | 'folders' | 'isDamaged'>,
): SyncStatus {
  const state = readSyncState(stored);
  const { phase, isStopped, filesExpected, syncedAtMs, problem, serviceClock, fullSync, details } = state;
  const foldersLeft = fullSync === null ? 0 : fullSync.folders.length - fullSync.listedFolders;
  const status = { phase, isStopped, filesExpected, syncedAtMs, problem, serviceClock };
  return {
    ...status,
    files,
    folders,
    foldersLeft,
    isDamaged: state.isDamaged || isDamaged,
    details: {
      isWanted: details.wanted !== null,
      isStopped: details.stoppedAtMs !== null,
      waitsUntilMs: details.requests < maxDetailsPerHour ? null : details.hourStartedAtMs + hourMs,
      isOneByOne: details.isOneByOne,
    },
  };
}
