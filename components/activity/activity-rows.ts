import type { ActivityEntry } from '../../lib/activity/activity.ts';

export interface ActivityRow {
  readonly id: string;
  readonly latest: ActivityEntry;
  /** Newest first. */
  readonly earlier: readonly ActivityEntry[];
}

export interface ActivityGroup {
  readonly id: string;
  readonly rows: readonly ActivityRow[];
}

export const isGroup = (item: ActivityRow | ActivityGroup): item is ActivityGroup => 'rows' in item;

/**
 * One row for each upload and job. An upload and its replacement share a row.
 *
 * @param entries newest first
 * @returns in the order of their last entries
 */
export function toRows(entries: readonly ActivityEntry[]): readonly ActivityRow[] {
  /** The last upload of each chain of replacements. Entries are newest first, so later uploads are already known. */
  const successors = new Map<string, string>();
  for (const { uploadId, replacedBy } of entries)
    if (uploadId !== null && replacedBy)
      successors.set(uploadId, successors.get(replacedBy.id) ?? replacedBy.id);
  const byUpload = Map.groupBy(entries, ({ id, uploadId }) =>
    uploadId === null ? `entry ${id}` : (successors.get(uploadId) ?? uploadId),
  );
  return [...byUpload].flatMap(([id, [latest, ...earlier]]) => (latest ? [{ id, latest, earlier }] : []));
}

/** A group has at least two rows, and takes the place of its first row. */
export function groupRows(rows: readonly ActivityRow[]): readonly (ActivityRow | ActivityGroup)[] {
  const byBatch = Map.groupBy(rows, ({ id, latest: { batchId } }) => batchId ?? id);
  return [...byBatch].flatMap(([id, found]): readonly (ActivityRow | ActivityGroup)[] =>
    found.length > 1 ? [{ id: `batch ${id}`, rows: found }] : found,
  );
}

interface ListItem {
  readonly atMs: number;
  readonly item: ActivityRow | ActivityGroup;
  /** Part of an open group. */
  readonly isMember: boolean;
}

/** Rows and groups, with the rows of open groups below them. */
export function toItems(
  rows: readonly ActivityRow[],
  isOpen: (groupId: string) => boolean,
): readonly ListItem[] {
  return groupRows(rows).flatMap((found) => {
    const members = isGroup(found) ? found.rows : [found];
    const atMs = members[0]?.latest.atMs ?? 0;
    const items = isGroup(found) ? [found, ...(isOpen(found.id) ? members : [])] : members;
    return items.map((item) => ({ atMs, item, isMember: items.length > 1 && !isGroup(item) }));
  });
}

interface Day<T> {
  readonly atMs: number;
  readonly items: readonly T[];
}

/** In order, by day in the user's time zone. */
export function groupByDay<T extends { readonly atMs: number }>(items: readonly T[]): readonly Day<T>[] {
  const days: { atMs: number; items: T[] }[] = [];
  for (const item of items) {
    const last = days.at(-1);
    if (last && isSameDay(last.atMs, item.atMs)) last.items.push(item);
    else days.push({ atMs: item.atMs, items: [item] });
  }
  return days;
}

export const isSameDay = (one: number, other: number): boolean =>
  new Date(one).toDateString() === new Date(other).toDateString();
