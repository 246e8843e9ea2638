/**
 * The activity: what Linkhaul did, where, and how it ended. It is filled from delivered events of uploads, and by bulk jobs.
 *
 * `lib/activity`: the entry (`activity.ts`), its database, a store for the background, and `read-activity.ts` for pages. It takes
 * the events of uploads as they are, so it may import `lib/uploads`.
 */
import type { LoggedEvent, LoggedKind } from '../uploads/event.ts';

export type ActivityKind =
  | LoggedKind
  | 'moved' // a bulk job has ended: files are in another folder,
  | 'renamed' // have other titles,
  | 'cloned' // or copies,
  | 'filesDeleted' // or are gone
  | 'undone'; // a bulk job was taken back

export interface ActivityEntry extends Omit<LoggedEvent, 'kind' | 'private'> {
  readonly kind: ActivityKind;
  /** Only for bulk jobs: how many files succeeded, and how many failed. */
  readonly files?: { readonly done: number; readonly failed: number } | undefined;
  /** Names what it tells of: an entry with a known `ref` is not stored again. */
  readonly ref: string;
}

export type NewEntry = Omit<ActivityEntry, 'id'>;

export const maxEntries = 1_000;

export function toEntry({ id, private: _, ...event }: LoggedEvent & { readonly kind: LoggedKind }): NewEntry {
  return { ...event, ref: `${event.uploadId} ${id}` };
}
