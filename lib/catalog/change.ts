/** What the background writes into the catalog: all of one change in one transaction. */
import type { FileEntry, Folder } from '../api/index.ts';

export interface CatalogChange {
  /** Files as a listing shows them: added, or brought up to date where they are known. */
  readonly files?: readonly FileEntry[] | undefined;
  /** The walk on which `files` were seen; 0 or more. */
  readonly pass?: number | undefined;
  /** What is known to have changed in single files. Unknown codes are passed over. */
  readonly patches?: readonly FilePatch[] | undefined;
  /** Codes of files that are not there any more. */
  readonly gone?: readonly string[] | undefined;
  /** Everything that stands right inside a folder: what is missing here has gone from there. */
  readonly listed?: { readonly folderId: string; readonly folders: readonly Folder[] } | undefined;
  /** A folder that was created or renamed. */
  readonly folder?: { readonly id: string; readonly name: string; readonly parentId?: string } | undefined;
}

export interface FilePatch {
  readonly fileCode: string;
  readonly title?: string | undefined;
  /** Empty: known not to be where it was, and nobody knows where it is. */
  readonly folderId?: string | undefined;
  /** Bytes. */
  readonly size?: number | undefined;
  readonly views?: number | undefined;
  readonly length?: number | undefined;
}

/** What a change did to the files. */
export interface CatalogDelta {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** The writing side, of which the background has one. */
export interface CatalogWriter {
  apply(accountId: string, change: CatalogChange): Promise<CatalogDelta>;
  removeAccount(accountId: string): Promise<void>;
}
