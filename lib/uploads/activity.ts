/** The activity: what Linkhaul did, where, and how it ended. It is the log of events (`uploads/event.ts`), as pages read it. */
import { type Database, StorageError } from '../storage/database.ts';
import type { StorageArea } from '../storage/stored.ts';
import { type ActivityKind, isActivity, type LoggedEvent } from './event.ts';
import { memoryKey, readMemory } from './storage/memory-store.ts';
import type { UploadsSchema } from './storage/uploads-database.ts';

export type ActivityEntry = LoggedEvent & { readonly kind: ActivityKind };

const maxEntries = 1_000;

/** Newest first. `session` holds what is in memory only: all of it where the browser has no IndexedDB. */
export async function listActivity(
  database: Database<UploadsSchema>,
  session: StorageArea,
): Promise<readonly ActivityEntry[]> {
  try {
    return await database.use(async (db) => {
      const found: ActivityEntry[] = [];
      let cursor = await db.transaction('events').store.openCursor(null, 'prev');
      for (; cursor !== null && found.length < maxEntries; cursor = await cursor.continue()) {
        const event = cursor.value as LoggedEvent; // stored events have their id
        if (isActivity(event)) found.push(event);
      }
      return found;
    });
  } catch (error) {
    if (!(error instanceof StorageError && error.reason === 'unavailable')) throw error;
    const { events } = readMemory((await session.get(memoryKey))[memoryKey]);
    return events.filter(isActivity).slice(-maxEntries).reverse();
  }
}
