/** Which files a page asks for, in which order. */
import type { Flag } from '../columns/flags.ts';
import type { NumberColumn } from '../columns/number-columns.ts';

/** Shared: never modify one. */
export type Rows = Uint32Array;

export type SortColumn = 'title' | NumberColumn;
export interface Sorting {
  readonly column: SortColumn;
  readonly descending: boolean;
}

/** All given conditions must hold. */
export interface FileFilter extends Readonly<Partial<Record<Flag, boolean | undefined>>> {
  /** Directly inside this folder; with `isDeep` also in its descendants. */
  readonly folderId?: string | undefined;
  readonly isDeep?: boolean | undefined;
  /** As `CatalogFile.uploaded`, inclusive. */
  readonly uploadedFrom?: number | undefined;
  readonly uploadedTo?: number | undefined;
  /** Seconds, inclusive. */
  readonly lengthFrom?: number | undefined;
  readonly lengthTo?: number | undefined;
}
