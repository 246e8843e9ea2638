/** The activity: what Linkhaul did, where, and how it ended. It is the log of events (`uploads/event.ts`), as pages read it. */
import { createMatcher, createSearchText, decodeAddress } from '../search/words.ts';
import type { Database } from '../storage/database.ts';
import type { StorageArea } from '../storage/stored.ts';
import type { EventKind, LoggedEvent } from './event.ts';
import { readEvents } from './read.ts';
import type { UploadsSchema } from './storage/database.ts';

export type ActivityKind = Exclude<EventKind, 'blocked'>;
export type ActivityEntry = LoggedEvent & { readonly kind: ActivityKind };

export interface ActivityQuery {
  /** Words, all of which are in the address, title, folder, file code or message (`lib/search`). */
  readonly text?: string;
  readonly kinds?: readonly EventKind[];
  readonly limit?: number;
  /** Only entries older than the one with this id. */
  readonly before?: number;
}

/** Newest first. */
export async function listActivity(
  database: Database<UploadsSchema>,
  session: StorageArea,
  { text = '', kinds, limit = 1_000, before = Number.POSITIVE_INFINITY }: ActivityQuery = {},
): Promise<readonly ActivityEntry[]> {
  const matchesText = createMatcher(text);
  const accept = ({ kind, url, title, folderName, fileCode, msg }: LoggedEvent) =>
    (kinds === undefined || kinds.includes(kind)) &&
    (text === '' || matchesText(createSearchText(url, decodeAddress(url), title, folderName, fileCode, msg)));
  // `readEvents` gives nothing that is no activity.
  return (await readEvents(database, session, accept, limit, before)) as readonly ActivityEntry[];
}
