/** Ids of the selected files. They are never reused, so a selection survives sorting, filtering and catalog changes. Pure. */
import type { FileIds } from '../../../lib/catalog/query/snapshot.ts';

export interface Selection {
  readonly fileIds: ReadonlySet<number>;
  /** Start of a range. */
  readonly anchor: number | null;
}

export const emptySelection: Selection = { fileIds: new Set(), anchor: null };

export function toggleFile({ fileIds }: Selection, fileId: number): Selection {
  const next = new Set(fileIds);
  if (!next.delete(fileId)) next.add(fileId);
  return { fileIds: next, anchor: fileId };
}

/**
 * Selects from the anchor to `fileId` in the order of `listed`. Without a listed anchor, selects only `fileId`.
 *
 * @param keep keeps the previous selection
 */
export function selectRange(
  { fileIds, anchor }: Selection,
  listed: FileIds | readonly number[],
  fileId: number,
  keep: boolean,
): Selection {
  const from = anchor === null ? -1 : listed.indexOf(anchor);
  const to = listed.indexOf(fileId);
  const next = new Set(keep ? fileIds : []);
  if (from === -1 || to === -1) return { fileIds: next.add(fileId), anchor: fileId };
  for (let at = Math.min(from, to); at <= Math.max(from, to); at++) next.add(listed[at] ?? fileId);
  return { fileIds: next, anchor };
}

export function addFiles({ fileIds, anchor }: Selection, more: Iterable<number>): Selection {
  return { fileIds: fileIds.union(new Set(more)), anchor };
}

/** Returns the same object if nothing was removed. */
export function pruneSelection(selection: Selection, isThere: (fileId: number) => boolean): Selection {
  const { fileIds, anchor } = selection;
  const next = new Set(fileIds.values().filter(isThere));
  if (next.size === fileIds.size) return selection;
  return { fileIds: next, anchor: anchor !== null && isThere(anchor) ? anchor : null };
}

export function countListed({ fileIds }: Selection, listed: FileIds): number {
  let count = 0;
  if (fileIds.size > 0) for (const fileId of listed) if (fileIds.has(fileId)) count += 1;
  return count;
}
