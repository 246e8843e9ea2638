/** What pages read themselves is what the background would tell them. */
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { openWatchDatabase } from '../../../lib/watch/database.ts';
import { readWatch } from '../../../lib/watch/read.ts';
import { createSessionStore } from '../../../lib/watch/session-store.ts';
import { openWatchStore } from '../../../lib/watch/store.ts';
import { combineStores } from '../../../lib/watch/store-types.ts';
import { memoryArea } from '../outbox/samples.ts';
import { sampleTransfer } from './samples.ts';

test('transfers of all accounts, on disk and in memory', async () => {
  const area = memoryArea();
  const disk = await openWatchStore();
  const db = await openWatchDatabase();
  expect(await readWatch(db, area)).toEqual([]);

  const store = combineStores(disk, createSessionStore(area));
  await store.write({
    put: [
      sampleTransfer({ ours: true }),
      sampleTransfer({ fileCode: 'hidden', ours: true, private: true }),
      sampleTransfer({ fileCode: 'theirs', ours: false, accountId: 'another' }),
    ],
    remove: [],
  });
  await area.set({ 'outbox:item:one': { fileCode: 'none' } });
  const read = await readWatch(db, area);
  expect(read).toEqual(await store.all());
  expect(read.map(({ fileCode }) => fileCode).sort()).toEqual(
    ['hidden', sampleTransfer().fileCode, 'theirs'].sort(),
  );
  disk.close();
  db.close();
});
