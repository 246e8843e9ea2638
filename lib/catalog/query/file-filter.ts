import type { Flag } from '../columns/flags.ts';
import type { NumberColumn, ShownColumn } from '../columns/number-columns.ts';

/** Shared, so never modify it. */
export type FileIds = Uint32Array;

export type SortColumn = 'title' | ShownColumn;
export interface Sorting {
  readonly column: SortColumn;
  readonly descending: boolean;
}

/** Inclusive, in the unit of the column. */
export interface Range {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** All given conditions must hold. */
export interface FileFilter extends Readonly<Partial<Record<Flag, boolean | undefined>>> {
  /** Directly inside this folder; with `isDeep` also in its descendants. */
  readonly folderId?: string | undefined;
  readonly isDeep?: boolean | undefined;
  /** Unknown values are in no range. */
  readonly ranges?: Readonly<Partial<Record<NumberColumn, Range>>> | undefined;
  /** Nobody has viewed the file after this time (`unviewedSince`). */
  readonly unviewedAfter?: number | undefined;
  /** Whether the file's code is one of these. */
  readonly codes?: { readonly among: readonly string[]; readonly isWanted: boolean } | undefined;
}
