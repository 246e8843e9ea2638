/** `lib/folders`: folders offered for a link, named as last seen (`shortlist.ts`) and their order. A base module. */

export interface FolderRef {
  /** The service's `fld_id`; "0" is the root. */
  readonly id: string;
  /** Its name when it was last seen. Empty for the root, which the interface names in the user's language. */
  readonly name: string;
}

export const rootFolder: FolderRef = { id: '0', name: '' };

export interface AccountFolder {
  readonly accountId: string;
  readonly folder: FolderRef;
}

/** The folders of one account that the menus offer without asking the service. */
export interface FolderShortlist {
  readonly default: FolderRef;
  /** The user's favourites. The default may be one of them. */
  readonly pinned: readonly FolderRef[];
  /** Most recently used, newest first, without the default and pinned folders. */
  readonly recent: readonly FolderRef[];
  /** Collects what the user wants to delete if the API can't. Undefined until it was needed. */
  readonly toDelete?: FolderRef | undefined;
}

export const otherPins = ({ default: { id }, pinned }: FolderShortlist): readonly FolderRef[] =>
  pinned.filter((folder) => folder.id !== id);

export const emptyShortlist: FolderShortlist = { default: rootFolder, pinned: [], recent: [] };
