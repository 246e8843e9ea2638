import type { FailedCall } from '../api/index.ts';
import type { FolderRef } from '../folders/folder.ts';
import type { EpochMs } from '../timing/units.ts';

/** As it was when the job was requested. Undo restores it. */
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
      /** In the order of the codes, for messages. */
      readonly titles?: readonly (string | null)[] | undefined;
      readonly folder: FolderRef;
    }
  /** Permanently. */
  | { readonly kind: 'delete'; readonly files: readonly BulkFile[] }
  /** Into subfolders with the same names, which may exist. Emptied folders stay, because the API can't delete them. */
  | {
      readonly kind: 'move-contents';
      readonly files: readonly BulkFile[];
      readonly source: FolderRef;
      /** All subfolders of the source, each after its parent. */
      readonly folders: readonly BulkFolder[];
      readonly folder: FolderRef;
    };

/** The folders that the files of a move were in, without the target. */
export interface MoveSource {
  readonly count: number;
  /** If it's one whose name is known. */
  readonly folder: FolderRef | null;
}

export const getSourceIds = ({ files, folder }: Extract<BulkWork, { kind: 'move' }>): ReadonlySet<string> => {
  const ids = new Set(files.map(({ folderId }) => folderId));
  ids.delete(folder.id);
  return ids;
};

export interface BulkJob {
  readonly id: string;
  readonly accountId: string;
  readonly kind: BulkWork['kind'];
  /** The target. Null for a rename, a deletion, and the undo of a move. */
  readonly folder: FolderRef | null;
  /** For `move-contents`. */
  readonly source: FolderRef | null;
  /** For `move`. */
  readonly from?: MoveSource | null | undefined;
  /** `checking`: everything was sent and is being read back. `waiting`: see `problem`. */
  readonly state: 'working' | 'checking' | 'waiting' | 'stopped' | 'done';
  readonly total: number;
  /** Accepted by the service and not disproved. */
  readonly done: number;
  /** Of those, confirmed by reading back. */
  readonly verified: number;
  readonly failed: number;
  /** Clones without a response and without evidence. */
  readonly uncertain: number;
  readonly problem: FailedCall['code'] | null;
  /** Of the next retry. */
  readonly retryAtMs: EpochMs | null;
  readonly startedAtMs: EpochMs;
  /** Also set once the job is stopped. */
  readonly endedAtMs: EpochMs | null;
  readonly undoes: string | null;
  /** The job undoes an undo. */
  readonly isRedo: boolean;
  /** A move or rename of the last day that changed something, isn't running, and wasn't undone yet. */
  readonly canUndo: boolean;
  readonly isUndone: boolean;
}

export type BulkReason =
  | FailedCall['code']
  | 'unchanged' // accepted, but nothing changed (for a clone: it is missing from its folder)
  | 'unconfirmed' // accepted, but nothing shows whether the file is gone
  | 'mismatch' // the service chose another title
  | 'changed-since' // undo found another state than the job left
  | 'folder-gone' // the folder is gone, or (for undo) the original folder is unknown
  | 'uncertain'; // no evidence whether the clone was created (`bulk.decide`)

export interface BulkFailure {
  readonly fileCode: string;
  readonly title: string | null;
  readonly code: BulkReason;
  /** The service's message. For `mismatch`, the title that it chose. */
  readonly msg: string | null;
}
