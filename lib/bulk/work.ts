/** Work on many files, as a page asks for it and as it is followed. */
import type { FolderRef } from '../folders/folder.ts';

/** A file as it stood when the work was asked for; what undo goes back to. */
export interface BulkFile {
  readonly fileCode: string;
  readonly title: string;
  readonly folderId: string;
}

/** A folder below the one whose contents are moved. */
export interface BulkFolder {
  readonly id: string;
  readonly name: string;
  readonly parentId: string;
}

export type BulkWork =
  | { readonly kind: 'move'; readonly files: readonly BulkFile[]; readonly folder: FolderRef }
  /** The new titles, in the order of the files. */
  | { readonly kind: 'rename'; readonly files: readonly BulkFile[]; readonly titles: readonly string[] }
  | {
      readonly kind: 'clone';
      readonly fileCodes: readonly string[];
      /** In the order of the codes, where they are known: what a failure is called by. */
      readonly titles?: readonly (string | null)[] | undefined;
      readonly folder: FolderRef;
    }
  /**
   * Everything below `source` goes into `folder`, in folders of the same names; those of them that are there already are
   * used. The emptied folders stay, because the API has no way to delete one. `contents.ts` makes this of a tree.
   */
  | {
      readonly kind: 'move-contents';
      readonly files: readonly BulkFile[];
      readonly source: FolderRef;
      /** Every folder below the source, each after the one it stands in. */
      readonly folders: readonly BulkFolder[];
      readonly folder: FolderRef;
    };

/** One piece of work and how far it has come. */
export interface BulkJob {
  readonly id: string;
  readonly accountId: string;
  readonly kind: BulkWork['kind'];
  /** Where the files go, where that is one folder: null for a rename, and for a job that takes a move back. */
  readonly folder: FolderRef | null;
  /** For `move-contents`. */
  readonly source: FolderRef | null;
  /** `checking`: everything was asked for and is being read back. `waiting`: see `problem`. */
  readonly state: 'working' | 'checking' | 'waiting' | 'stopped' | 'done';
  readonly total: number;
  /** What the service said yes to and nothing has disproved. */
  readonly done: number;
  /** Those of them that were read back from the service and found to be so. */
  readonly verified: number;
  readonly failed: number;
  /** Clones that may or may not have been made: an answer never came and nothing proves either. */
  readonly unsure: number;
  /** `ApiError.code` of what it waits for; null where it waits for nothing. */
  readonly problem: string | null;
  /** When it is tried again, milliseconds since the epoch; null: not by itself, or it waits for nothing. */
  readonly retryAt: number | null;
  /** Milliseconds since the epoch, our clock. */
  readonly startedAt: number;
  /** When it came to its end or was stopped. */
  readonly endedAt: number | null;
  /** The job that this one undoes. */
  readonly undoes: string | null;
  /** What was done can be undone: a move or rename of the last day with something done, ended or stopped, not undone yet. */
  readonly canUndo: boolean;
  /** A later job has taken it back: it does not go on any more. */
  readonly undone: boolean;
}

/**
 * Why a file did not come out as asked: an `ApiError.code`, or
 * - `unchanged`: the service said yes and changed nothing (of a clone: there is no copy where it should be);
 * - `otherwise`: the service gave it another title than the one asked for;
 * - `changed-since`: undo found another state than the one that the job had left;
 * - `folder-gone`: there is no such folder any more, or (of undo) nobody knew the one that it came from;
 * - `unsure`: nothing proves whether the copy was made (`bulk.decide`);
 * - `unexpected`: a fault of our own.
 */
export type BulkReason = string;

/** One file of a job that did not come out as asked. */
export interface BulkFailure {
  readonly fileCode: string;
  readonly title: string | null;
  readonly code: BulkReason;
  /** The service's own words; for `otherwise` the title that it gave. */
  readonly msg: string | null;
}
