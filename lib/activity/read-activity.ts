/** Reads the activity, for pages. */
import type { StorageArea } from '../storage/stored.ts';
import type { ActivityEntry } from './activity.ts';
import { type ActivityDatabase, createMemoryActivity, orInMemory } from './activity-database.ts';

/**
 * Newest first.
 * @param session holds the activity if the browser has no IndexedDB
 */
export const readActivity = (
  { use }: Pick<ActivityDatabase, 'use'>,
  session: StorageArea,
): Promise<readonly ActivityEntry[]> =>
  orInMemory(
    // Stored entries have their id.
    use(async (db) => ((await db.getAll('entries')) as ActivityEntry[]).reverse()),
    async () => (await createMemoryActivity(session).get()).toReversed(),
  );
