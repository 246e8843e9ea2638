/** Bulk work as pages request it, and jobs as pages see them. */
import type { FailedCall } from '../api/index.ts';
import type { FolderRef } from '../folders/folder.ts';

/** A file as it was when the work was requested: undo restores this. */
export interface BulkFile {
  readonly fileCode: string;
  readonly title: string;
  readonly folderId: string;
}

/** A subfolder of the one whose contents are moved. */
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
      /** In the order of the codes, for messages; null where unknown. */
      readonly titles?: readonly (string | null)[] | undefined;
      readonly folder: FolderRef;
    }
  /** For good, and only these. */
  | { readonly kind: 'delete'; readonly files: readonly BulkFile[] }
  /** Into subfolders of the same names; existing ones are used. Emptied folders stay: the API cannot delete one. */
  | {
      readonly kind: 'move-contents';
      readonly files: readonly BulkFile[];
      readonly source: FolderRef;
      /** All subfolders of the source, each after its parent. */
      readonly folders: readonly BulkFolder[];
      readonly folder: FolderRef;
    };

export interface BulkJob {
  readonly id: string;
  readonly accountId: string;
  readonly kind: BulkWork['kind'];
  /** The target folder; null for a rename or a deletion, and for the undo of a move. */
  readonly folder: FolderRef | null;
  /** For `move-contents`. */
  readonly source: FolderRef | null;
  /** `checking`: everything was sent and is being read back. `waiting`: see `problem`. */
  readonly state: 'working' | 'checking' | 'waiting' | 'stopped' | 'done';
  readonly total: number;
  /** Accepted by the service and not disproved. */
  readonly done: number;
  /** Of those, confirmed by reading back. */
  readonly verified: number;
  readonly failed: number;
  /** Clones whose answer was lost, without evidence either way. */
  readonly uncertain: number;
  readonly problem: FailedCall['code'] | null;
  /** Of the next retry, milliseconds since the epoch; null: none is scheduled. */
  readonly retryAtMs: number | null;
  /** Milliseconds since the epoch, local clock. */
  readonly startedAtMs: number;
  /** When it ended or was stopped. */
  readonly endedAtMs: number | null;
  readonly undoes: string | null;
  /** It undoes an undo. */
  readonly isRedo: boolean;
  /** A move or rename of the last day that changed something, has ended or was stopped, and is not undone yet. */
  readonly canUndo: boolean;
  readonly isUndone: boolean;
}

export type BulkReason =
  | FailedCall['code']
  | 'unchanged' // the service accepted the request and changed nothing (a clone is missing from its folder)
  | 'unconfirmed' // the service accepted the deletion, and nothing shows that the file is gone, or that it is not
  | 'mismatch' // the service chose another title than the requested one
  | 'changed-since' // undo found another state than the job left
  | 'folder-gone' // the folder is gone, or (undo) the original folder is unknown
  | 'uncertain'; // no evidence whether the clone was made (`bulk.decide`)

export interface BulkFailure {
  readonly fileCode: string;
  readonly title: string | null;
  readonly code: BulkReason;
  /** The service's message; for `mismatch` the title that it chose. */
  readonly msg: string | null;
}
