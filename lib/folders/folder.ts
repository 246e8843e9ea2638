/** `lib/folders`: folders offered for a link, named as last seen (`shortlist.ts`), and their order. */

export const rootId = '0';

export interface FolderRef {
  /** The service's `fld_id`. */
  readonly id: string;
  /** As last seen. Empty for the root, which the interface names in the user's language. */
  readonly name: string;
}

export const rootFolder: FolderRef = { id: rootId, name: '' };

export interface AccountFolder {
  readonly accountId: string;
  readonly folder: FolderRef;
}

/** Folders of one account that the menus offer without asking the service. */
export interface FolderShortlist {
  readonly default: FolderRef;
  /** The user's favourites. The default may be one of them. */
  readonly pinned: readonly FolderRef[];
  /** Newest first, without the default and pinned folders. */
  readonly recent: readonly FolderRef[];
  /** Collects what the user wants to delete if the API can't. Undefined until needed. */
  readonly toDelete?: FolderRef | undefined;
}

export const otherPins = ({ default: { id }, pinned }: FolderShortlist): readonly FolderRef[] =>
  pinned.filter((folder) => folder.id !== id);

export const emptyShortlist: FolderShortlist = { default: rootFolder, pinned: [], recent: [] };
