import { expect, onTestFinished, test } from 'vitest';
import type { NewEntry } from '../../../lib/activity/activity.ts';
import { createActivityDatabase } from '../../../lib/activity/activity-database.ts';
import { createActivityStore } from '../../../lib/activity/activity-store.ts';
import { readActivity } from '../../../lib/activity/read-activity.ts';
import { StorageError } from '../../../lib/storage/database.ts';
import { noUpload } from '../../../lib/uploads/event.ts';
import { createDatabaseName } from '../storage/fake-database-name.ts';
import { createFakeFrozenArea } from '../uploads/samples.ts';

const { private: _, ...blank } = noUpload;
const entry = (ref: string): NewEntry => ({ ...blank, atMs: 1, kind: 'done', accountId: 'account', ref });

const failing = (reason: 'unavailable' | 'damaged') => ({
  use: () => Promise.reject(new StorageError('linkhaul-activity', reason)),
});

function open({ hasDisk }: { hasDisk: boolean }) {
  const session = createFakeFrozenArea();
  const disk = createActivityDatabase(createDatabaseName());
  onTestFinished(() => disk.close());
  const database = hasDisk ? disk : failing('unavailable');
  return {
    store: createActivityStore(database, session),
    refs: async () => (await readActivity(database, session)).map(({ ref }) => ref),
    ids: async () => (await readActivity(database, session)).map(({ id }) => id),
    session,
  };
}

test.each([true, false])(
  'has each entry once, newest first, however often it is added (disk: %s)',
  async (hasDisk) => {
    const { store, refs, ids } = open({ hasDisk });
    expect(await refs()).toEqual([]);
    await store.add(['a', 'b'].map(entry));
    await store.add(['a', 'b', 'c', 'c'].map(entry));
    expect(await refs()).toEqual(['c', 'b', 'a']);
    expect(new Set(await ids()).size).toBe(3);
    await store.clear();
    expect(await refs()).toEqual([]);
    await store.add([entry('a')]);
    expect(await refs(), 'it happened again').toEqual(['a']);
  },
);

test.each([true, false])('keeps the newest thousand (disk: %s)', async (hasDisk) => {
  const { store, refs } = open({ hasDisk });
  const all = Array.from({ length: 1_005 }, (_, at) => String(at));
  await store.add(all.slice(0, 990).map(entry));
  await store.add(all.slice(990).map(entry));
  expect(await refs()).toEqual(all.slice(5).reverse());
});

test('a damaged database doesn’t count as an empty one, and isn’t replaced', async () => {
  const session = createFakeFrozenArea();
  const store = createActivityStore(failing('damaged'), session);
  await expect(store.add([entry('a')])).rejects.toMatchObject({ reason: 'damaged' });
  await expect(readActivity(failing('damaged'), session)).rejects.toMatchObject({ reason: 'damaged' });
  expect(session.values.size).toBe(0);
});
