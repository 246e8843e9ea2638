/** How far the reading of an account has come: stored with what was read, so that it goes on where it was. */
import type { SyncStanding } from '../file.ts';

export interface SyncState extends Omit<SyncStanding, 'files' | 'folders' | 'foldersLeft'> {
  /** The walk through the account that is under way. */
  readonly walk: Walk | null;
  /** The number of the last walk that was begun; files are marked with it as they are seen. */
  readonly pass: number;
  /** When the last walk ended, milliseconds since the epoch, our clock. */
  readonly walkedAt: number | null;
  /** Something was found that only another walk can clear up. */
  readonly walkIsDue: boolean;
  /**
   * Every file uploaded until then is known: `YYYY-MM-DD HH:MM:SS` on the service's clock. It moves only by listings
   * that leave nothing out; null where the service gives no dates.
   */
  readonly newest: string | null;
  /** There is something new that no listing has shown yet. */
  readonly newsIsDue: boolean;
  /** Answers that did not come, in a row, and when to ask again, milliseconds since the epoch; null: the last one came. */
  readonly retry: { readonly failures: number; readonly at: number } | null;
}

/** One walk: all pages of files, then all folders, then those files that were not seen. */
export interface Walk {
  /** The pages of files below this one have been read. */
  readonly page: number;
  /** The first page without anything new; null until it was found. */
  readonly end: number | null;
  /** Pages that there are, as the service says: no more than a hint. */
  readonly pagesExpected: number | null;
  /** The most files that the service has counted on the way. */
  readonly mostFiles: number;
  /** The newest upload seen, as in `SyncState`. */
  readonly newest: string | null;
  /** All folders found, the root first, in the order in which they are looked into. */
  readonly folders: readonly string[];
  /** So many of them, from the first, have been looked into. */
  readonly looked: number;
}

export const firstSteps: Walk = {
  page: 1,
  end: null,
  pagesExpected: null,
  mostFiles: 0,
  newest: null,
  folders: ['0'],
  looked: 0,
};

const blank: SyncState = {
  phase: 'never',
  stopped: false,
  filesExpected: null,
  syncedAt: null,
  damaged: false,
  problem: null,
  walk: null,
  pass: 0,
  walkedAt: null,
  walkIsDue: false,
  newest: null,
  newsIsDue: false,
  retry: null,
};

/** What the store holds, if anything; nobody but the sync writes it. A walk that is damaged begins again. */
export function readState(stored: unknown): SyncState {
  const state = { ...blank, ...(stored as Partial<SyncState> | undefined | null) };
  return Array.isArray(state.walk?.folders) ? state : { ...state, walk: null };
}

/** What pages show of it, beside what the catalog holds. @param isDamaged blocks could not be read just now */
export function standingOf(
  stored: unknown,
  { files, folders, isDamaged }: Pick<SyncStanding, 'files' | 'folders'> & { readonly isDamaged: boolean },
): SyncStanding {
  const { phase, stopped, filesExpected, syncedAt, problem, walk, ...state } = readState(stored);
  const damaged = state.damaged || isDamaged;
  const foldersLeft = walk === null ? 0 : walk.folders.length - walk.looked;
  return { phase, stopped, files, folders, filesExpected, foldersLeft, syncedAt, damaged, problem };
}
