/**
 * The activity: what Linkhaul did, where, and how it ended. Filled from delivered events of uploads, and by bulk jobs.
 *
 * `lib/activity`: the entry (`activity.ts`), its database, a store for the background, and `read-activity.ts` for pages. It uses the events
 * of uploads, so it may import `lib/uploads`.
 */
import type { MoveSource } from '../bulk/work.ts';
import type { LoggedEvent, LoggedKind } from '../uploads/event.ts';

export type ActivityKind =
  | LoggedKind
  | 'moved' // by a bulk job
  | 'renamed' // by a bulk job
  | 'cloned' // by a bulk job
  | 'filesDeleted' // by a bulk job
  | 'undone'; // a bulk job was undone

export interface ActivityEntry extends Omit<LoggedEvent, 'kind' | 'private'> {
  readonly kind: ActivityKind;
  /** Of a bulk job: how many files succeeded, and how many failed. */
  readonly files?: { readonly done: number; readonly failed: number } | undefined;
  /** Of a move by a bulk job. */
  readonly from?: MoveSource | undefined;
  /** An entry with a known `ref` isn't stored again. */
  readonly ref: string;
}

export type NewEntry = Omit<ActivityEntry, 'id'>;

export const maxEntries = 1_000;

export function toEntry({ id, private: _, ...event }: LoggedEvent & { readonly kind: LoggedKind }): NewEntry {
  return { ...event, ref: `${event.uploadId} ${id}` };
}
