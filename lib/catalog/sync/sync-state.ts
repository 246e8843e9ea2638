/** The sync's state of one account, stored in the same transactions as the catalog, so that a sync can resume. */
import type { EpochMs } from '../../timing/units.ts';
import type { SyncStatus } from '../file.ts';

/** Requests that read details of all files: 15,000 files, or 300 at a service that accepts one per request. */
export const maxDetailsPerHour = 300;
export const hourMs = 3_600_000;

export interface SyncState extends Omit<SyncStatus, 'files' | 'folders' | 'foldersLeft' | 'details'> {
  readonly fullSync: FullSyncProgress | null;
  readonly details: DetailsProgress;
  /** Number of the last full sync that started. Files are marked with it when they are seen. */
  readonly pass: number;
  /** When the last full sync ended, by the local clock. */
  readonly fullSyncedAt: number | null;
  /** A discrepancy was found that only a full sync can resolve. */
  readonly needsFullSync: boolean;
  /**
   * Every file uploaded until then is known: `YYYY-MM-DD HH:MM:SS` on the service's clock. Advanced only by complete listings. Null if the
   * service reports no dates.
   */
  readonly newest: string | null;
  /** There may be new uploads. */
  readonly needsIncrementalSync: boolean;
  /** How often in a row reading only the new uploads failed. From the limit of `incrementalSync` on, full syncs read them. */
  readonly incrementalFailures: number;
  /** Consecutive failures, and the time of the next retry. Null after a success. */
  readonly retry: { readonly failures: number; readonly atMs: number } | null;
}

export interface FullSyncProgress {
  /** The first page of files that hasn't been read yet. */
  readonly page: number;
  /** The first page without new files. Null until found. */
  readonly end: number | null;
  /** The service's page count: only a hint. */
  readonly pagesExpected: number | null;
  /** The highest file count that the service reported during the sync. */
  readonly maxFiles: number;
  /** The newest upload seen, as in `SyncState`. */
  readonly newest: string | null;
  /** All folders found, in the order of listing, the root first. */
  readonly folders: readonly string[];
  /** How many of them, from the first on, were listed. */
  readonly listedFolders: number;
  /** Item to how often it alone failed. */
  readonly failures: Readonly<Record<string, number>>;
}

/** Reading all files' details. The files themselves record which were read. */
export interface DetailsProgress {
  /** The user asked for all of them. `days`: files that nobody has viewed for this long are also read again. */
  readonly wanted: { readonly days: number | null } | null;
  readonly stoppedAtMs: EpochMs | null;
  /** Nothing is due before. */
  readonly nextAtMs: EpochMs;
  /** Counts `requests`. */
  readonly hourStartedAtMs: EpochMs;
  readonly requests: number;
  readonly isOneByOne: boolean;
  /** Consecutive failures for the files that are next. */
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
  folders: ['0'],
  listedFolders: 0,
  failures: {},
};

const emptySyncState: SyncState = {
  phase: 'never',
  isStopped: false,
  filesExpected: null,
  syncedAt: null,
  isDamaged: false,
  problem: null,
  serviceClock: null,
  fullSync: null,
  details: newDetails,
  pass: 0,
  fullSyncedAt: null,
  needsFullSync: false,
  newest: null,
  needsIncrementalSync: false,
  incrementalFailures: 0,
  retry: null,
};

/** The stored state, with defaults for missing values. A damaged full sync starts again. */
export function readSyncState(stored: unknown): SyncState {
  const state = { ...emptySyncState, ...(stored as Partial<SyncState> | undefined | null) };
  const { fullSync, details } = state;
  return {
    ...state,
    fullSync: Array.isArray(fullSync?.folders) ? { ...newFullSync, ...fullSync } : null,
    details: { ...newDetails, ...details },
  };
}

/**
 * The status for pages.
 * @param isDamaged whether blocks couldn't be read now
 */
export function toSyncStatus(
  stored: unknown,
  { files, folders, isDamaged }: Pick<SyncStatus, 'files' | 'folders' | 'isDamaged'>,
): SyncStatus {
  const state = readSyncState(stored);
  const { phase, isStopped, filesExpected, syncedAt, problem, serviceClock, fullSync, details } = state;
  const foldersLeft = fullSync === null ? 0 : fullSync.folders.length - fullSync.listedFolders;
  const status = { phase, isStopped, filesExpected, syncedAt, problem, serviceClock };
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
