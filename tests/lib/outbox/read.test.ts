/** What pages read themselves is what the background would tell them. */
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { combineStores, itemId } from '../../../lib/outbox/combined-store.ts';
import { openOutboxDatabase } from '../../../lib/outbox/database.ts';
import { readOutbox } from '../../../lib/outbox/read.ts';
import { createSessionStore } from '../../../lib/outbox/session-store.ts';
import { openOutboxStore } from '../../../lib/outbox/store.ts';
import { memoryArea, sampleItem } from './samples.ts';

async function openBoth() {
  const name = crypto.randomUUID();
  const area = memoryArea();
  const disk = await openOutboxStore(name);
  const db = await openOutboxDatabase(name);
  const store = combineStores(disk, createSessionStore(area));
  return { store, area, read: () => readOutbox(db, area), close: () => [disk, db].map((one) => one.close()) };
}

test('links from ordinary and private windows in order, with what each waits for', async () => {
  const { store, area, read, close } = await openBoth();
  await store.add([
    sampleItem({ id: itemId(false, 'last'), position: 3 }),
    sampleItem({ id: itemId(true, 'hidden'), position: 2, private: true }),
    sampleItem({ id: itemId(false, 'first'), position: 1 }),
    sampleItem({ id: itemId(true, 'elsewhere'), position: 4, private: true, accountId: 'another' }),
  ]);
  await area.set({ 'watch:transfer:account/one': { position: 0 } });
  expect(await read()).toEqual({ items: await store.list(), paused: false });

  const words = { msg: 'Wrong auth', failure: 'unauthorized' } as const;
  await store.setHold({
    accountId: 'account',
    reason: 'account',
    until: null,
    failures: 1,
    words,
    announced: true,
  });
  const held = await read();
  expect(held.items).toEqual(await store.list());
  expect(held.items.map(({ waiting }) => waiting?.reason)).toEqual([
    'account',
    'account',
    'account',
    undefined,
  ]);

  await store.setPaused(true);
  const paused = await read();
  expect(paused).toEqual({ items: await store.list(), paused: true });
  expect(paused.items.map(({ waiting }) => waiting?.reason)).toEqual(Array(4).fill('paused'));
  close();
});

test('nothing, before the background has written anything', async () => {
  const { read, close } = await openBoth();
  expect(await read()).toEqual({ items: [], paused: false });
  close();
});
