/** The activity, as pages read it. */
import { listActivity } from '../../lib/activity/activity.ts';
import type { ActivityEntry } from '../../lib/activity/entry.ts';
import { openActivityStore } from '../../lib/activity/store.ts';

const store = openActivityStore();

export const readActivity = async (): Promise<readonly ActivityEntry[]> => listActivity(await store);
