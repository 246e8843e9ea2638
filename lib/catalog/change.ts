import type { FileEntry, Folder } from '../api/index.ts';
import type { NumberColumn } from './columns/number-columns.ts';

export interface CatalogChange {
  /** Added, or updated if known. */
  readonly files?: readonly FileEntry[] | undefined;
  /** Number of the full sync in which `files` were seen. */
  readonly pass?: number | undefined;
  /** Unknown codes are ignored. */
  readonly patches?: readonly FilePatch[] | undefined;
  /** Addresses of players, as the service returned them. */
  readonly players?: readonly { readonly fileCode: string; readonly address: string }[] | undefined;
  /** Codes of removed files. */
  readonly gone?: readonly string[] | undefined;
  /** All folders directly inside a folder. Others are removed from it. */
  readonly listed?: { readonly folderId: string; readonly folders: readonly Folder[] } | undefined;
  /** Created or renamed. */
  readonly folder?: { readonly id: string; readonly name: string; readonly parentId?: string } | undefined;
}

/** Empty, null or missing values change nothing, except the folder, and a last view of null, which becomes unknown. */
export interface FilePatch extends Readonly<Partial<Record<NumberColumn, number | null | undefined>>> {
  readonly fileCode: string;
  readonly title?: string | undefined;
  /** Empty: moved to an unknown folder. */
  readonly folderId?: string | undefined;
}

export const listSeen = ({ files = [], patches = [] }: CatalogChange): readonly FilePatch[] => [
  ...files.map(({ fileCode, title, folderId }) => ({
    fileCode,
    title: title ?? undefined,
    folderId: folderId ?? undefined,
  })),
  ...patches,
];

export interface CatalogDelta {
  readonly added: number;
  readonly removed: number;
}
