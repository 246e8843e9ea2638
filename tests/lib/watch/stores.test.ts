/** The same promises for each store. `fake-indexeddb` stands in for the one thing that Node does not have. */
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from 'vitest';
import { createSessionStore } from '../../../lib/watch/session-store.ts';
import { openWatchStore } from '../../../lib/watch/store.ts';
import { combineStores, visible, type WatchStore } from '../../../lib/watch/store-types.ts';
import { memoryArea } from '../outbox/samples.ts';
import { sampleTransfer } from './samples.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function openDisk(name: string = crypto.randomUUID()) {
  const store = await openWatchStore(name);
  closers.push(() => store.close());
  return store;
}

const kinds: readonly (readonly [string, () => Promise<WatchStore>])[] = [
  ['IndexedDB', openDisk],
  ['session memory', async () => createSessionStore(memoryArea())],
  ['both together', async () => combineStores(await openDisk(), createSessionStore(memoryArea()))],
];

describe.each(kinds)('%s', (_, open) => {
  test('keeps the transfers of each account apart, though their codes may be the same', async () => {
    const store = await open();
    const [mine, other] = [sampleTransfer(), sampleTransfer({ accountId: 'another', title: 'other' })];
    await store.write({ put: [mine, other], remove: [] });
    expect(await store.all('account')).toEqual([mine]);
    expect(await store.all()).toHaveLength(2);
    await store.removeAccount('account');
    expect(await store.all()).toEqual([other]);
  });

  test('replaces and removes', async () => {
    const store = await open();
    await store.write({ put: [sampleTransfer(), sampleTransfer({ fileCode: 'two' })], remove: [] });
    const ended = sampleTransfer({ phase: 'done' });
    await store.write({
      put: [ended],
      remove: [sampleTransfer(), { accountId: 'account', fileCode: 'two' }],
    });
    expect(await store.all()).toEqual([ended]);
  });

  test('remembers how the looking goes', async () => {
    const store = await open();
    const pulse = { accountId: 'account', lookedAt: 5, movedAt: null, failures: 2 };
    await store.setPulse({ ...pulse, failures: 1 });
    await store.setPulse(pulse);
    expect(await store.pulses()).toEqual([pulse]);
    await store.removeAccount('account');
    expect(await store.pulses()).toEqual([]);
  });
});

test('only what Linkhaul sent from an ordinary window is on disk', async () => {
  const disk = await openDisk();
  const store = combineStores(disk, createSessionStore(memoryArea()));
  const put = [
    sampleTransfer({ fileCode: 'ours' }),
    sampleTransfer({ fileCode: 'private', private: true }),
    sampleTransfer({ fileCode: 'foreign', ours: false }),
  ];
  await store.write({ put, remove: [] });
  expect((await disk.all()).map(({ fileCode }) => fileCode)).toEqual(['ours']);
  expect(await store.all('account')).toHaveLength(3);
});

test('what is on disk is there again when the database is opened again', async () => {
  const first = await openDisk('again');
  await first.write({ put: [sampleTransfer()], remove: [] });
  first.close();
  expect(await (await openDisk('again')).all()).toEqual([sampleTransfer()]);
});

test('a page shows the newest first, and nothing hidden', () => {
  const transfers = [1, 3, 2].map((at) =>
    sampleTransfer({ fileCode: `${at}`, firstSeenAt: at, hidden: at === 2 }),
  );
  expect(visible(transfers).map(({ fileCode }) => fileCode)).toEqual(['3', '1']);
});
