import type { StorageArea } from '../storage/stored.ts';
import type { ActivityEntry } from './activity.ts';
import { type ActivityDatabase, createMemoryActivity, orInMemory } from './activity-database.ts';

/**
 * For pages. Newest first.
 * @param session holds the activity if the browser has no IndexedDB
 */
export const readActivity = (
  { use }: Pick<ActivityDatabase, 'use'>,
  session: StorageArea,
): Promise<readonly ActivityEntry[]> =>
  orInMemory(
    use(async (db) => ((await db.getAll('entries')) as ActivityEntry[]).reverse()),
    async () => (await createMemoryActivity(session).get()).toReversed(),
  );
