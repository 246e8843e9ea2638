/** The same promises for each store. `fake-indexeddb` stands in for the one thing that Node does not have. */
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from 'vitest';
import { combineStores, itemId } from '../../../lib/outbox/combined-store.ts';
import { createSessionStore } from '../../../lib/outbox/session-store.ts';
import { openOutboxStore } from '../../../lib/outbox/store.ts';
import { ClaimedError, type OutboxStore } from '../../../lib/outbox/store-types.ts';
import { IllegalStep, transition } from '../../../lib/outbox/transitions.ts';
import { memoryArea, sampleItem } from './samples.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function openDisk(name: string = crypto.randomUUID()) {
  const store = await openOutboxStore(name);
  closers.push(() => store.close());
  return store;
}

const kinds: readonly (readonly [string, () => Promise<OutboxStore>])[] = [
  ['IndexedDB', openDisk],
  ['session memory', async () => createSessionStore(memoryArea())],
  ['both together', async () => combineStores(await openDisk(), createSessionStore(memoryArea()))],
];

const many = (count: number, changes = {}) =>
  Array.from({ length: count }, (_, at) => sampleItem({ id: `item-${at}`, position: at + 1, ...changes }));
const doubt = { cause: 'turned-away', since: 1, missedAt: null, looks: 0, nextLookAt: 1 } as const;
const accept = (fileCode: string) => (item: ReturnType<typeof sampleItem>) =>
  transition(item, { type: 'accept', fileCode }, 2_000);

describe.each(kinds)('%s', (_, open) => {
  test('keeps a thousand items in order and counts them', async () => {
    const store = await open();
    await store.add(many(1_000).reverse());
    const positions = (await store.list()).map(({ position }) => position);
    expect(positions).toEqual(Array.from({ length: 1_000 }, (__, at) => at + 1));
    expect(await store.counts()).toMatchObject({ queued: 1_000, sending: 0 });
    expect(await store.lastPosition()).toBe(1_000);
  });

  test('of two who want to send the same item at the same time, one does', async () => {
    const store = await open();
    await store.add([sampleItem()]);
    const send = () =>
      store.change('one', (item) => transition(item, { type: 'send', folderId: '0' }, 2_000), 'sole');
    const results = await Promise.allSettled([send(), send()]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find((result) => result.status === 'rejected')?.reason).toBeInstanceOf(IllegalStep);
    expect((await store.get('one'))?.attempts).toBe(1);
  });

  test('gives the first queued item of the account that need not wait', async () => {
    const store = await open();
    await store.add([
      sampleItem({ id: 'waits', position: 1, waiting: { reason: 'network', until: 9_000 } }),
      sampleItem({ id: 'gone', position: 2, state: 'refused' }),
      sampleItem({ id: 'turned away', position: 2.5, doubt }),
      sampleItem({ id: 'other', position: 3, accountId: 'another' }),
      sampleItem({ id: 'second', position: 5 }),
      sampleItem({ id: 'first', position: 4.5 }),
    ]);
    expect((await store.nextQueued('account', 5_000))?.id).toBe('first');
    expect((await store.nextQueued('account', 9_000))?.id).toBe('waits');
    expect((await store.nextQueued('account', 5_000, new Set(['first'])))?.id).toBe('second');
    expect(await store.nextQueued('nobody', 5_000)).toBeUndefined();
    expect([...(await store.accountIds())].sort()).toEqual(['account', 'another']);
    expect((await store.inState('account', 'queued')).map(({ id }) => id)).toEqual([
      'waits',
      'turned away',
      'first',
      'second',
    ]);
  });

  test('lets one item alone claim a file code, and remembers the claim when the item is gone', async () => {
    const store = await open();
    await store.add(many(3, { state: 'unsure' }));
    await store.change('item-0', accept('code'), 'sole');
    await store.change('item-0', () => null, 'sole');
    await expect(store.change('item-1', accept('code'), 'sole')).rejects.toBeInstanceOf(ClaimedError);
    expect((await store.get('item-1'))?.state).toBe('unsure');
    expect((await store.change('item-2', accept('code'), 'shared'))?.state).toBe('accepted');
    expect(await store.claimed('account', ['code', 'free'])).toEqual(new Set(['code']));
    expect(await store.claimed('another', ['code'])).toEqual(new Set());
  });

  test('leaves everything as it was when a step fails', async () => {
    const store = await open();
    await store.add([sampleItem()]);
    const fail = () => {
      throw new Error('no');
    };
    await expect(store.change('one', fail, 'sole')).rejects.toThrow('no');
    expect(await store.get('one')).toEqual(sampleItem());
    expect(await store.change('nobody', fail, 'sole')).toBeUndefined();
  });

  test('says of each queued item what it waits for', async () => {
    const store = await open();
    await store.add([
      sampleItem({ id: 'own', position: 1, waiting: { reason: 'service', until: 7_000 } }),
      sampleItem({ id: 'held', position: 2 }),
      sampleItem({ id: 'refused', position: 3, state: 'refused' }),
      sampleItem({ id: 'free', position: 4, accountId: 'another' }),
    ]);
    const words = { failure: 'refused', msg: 'All slots are in use' };
    const hold = {
      accountId: 'account',
      reason: 'slots',
      until: 8_000,
      failures: 1,
      words,
      announced: false,
    } as const;
    await store.setHold(hold);
    const waiting = async () => (await store.list()).map((item) => item.waiting?.reason ?? null);
    expect(await waiting()).toEqual(['service', 'slots', null, null]);
    expect((await store.list())[1]).toMatchObject({ waiting: { until: 8_000 }, msg: words.msg });
    await store.setPaused(true);
    expect(await waiting()).toEqual(['paused', 'paused', null, 'paused']);
    await store.setPaused(false);
    await store.setHold({ ...hold, until: 0 });
    expect(await waiting()).toEqual(['service', null, null, null]);
    await store.clearHold('account');
    expect(await store.hold('account')).toBeUndefined();
  });

  test('moves only what is still queued', async () => {
    const store = await open();
    await store.add([...many(3), sampleItem({ id: 'sent', position: 9, state: 'sending' })]);
    await store.reposition(
      new Map([
        ['item-2', 0.5],
        ['sent', 0.1],
        ['nobody', 1],
      ]),
      3_000,
    );
    expect((await store.list()).map(({ id }) => id)).toEqual(['item-2', 'item-0', 'item-1', 'sent']);
  });

  test('forgets an account without a trace, and leaves the others alone', async () => {
    const store = await open();
    await store.add([...many(2, { state: 'unsure' }), sampleItem({ id: 'other', accountId: 'another' })]);
    await store.change('item-0', accept('code'), 'sole');
    const hold = { reason: 'account', until: null, failures: 1, words: null, announced: true } as const;
    await store.setHold({ ...hold, accountId: 'account' });
    await store.removeAccount('account');
    expect((await store.list()).map(({ id }) => id)).toEqual(['other']);
    expect(await store.claimed('account', ['code'])).toEqual(new Set());
    expect(await store.hold('account')).toBeUndefined();
  });
});

test('what is on disk is there again when the database is opened again', async () => {
  const first = await openDisk('again');
  await first.add([sampleItem()]);
  first.close();
  expect(await (await openDisk('again')).list()).toEqual([sampleItem()]);
});

test('links from private windows leave nothing on disk, and go in order with the others', async () => {
  const disk = await openDisk();
  const area = memoryArea();
  const store = combineStores(disk, createSessionStore(area));
  const hidden = sampleItem({
    id: itemId(true, 'x'),
    position: 1,
    private: true,
    url: 'https://secret.example/',
  });
  await store.add([sampleItem({ id: itemId(false, 'y'), position: 2 }), hidden]);
  expect((await store.list()).map(({ position }) => position)).toEqual([1, 2]);
  expect((await store.nextQueued('account', 0))?.id).toBe(hidden.id);
  await store.change(hidden.id, (item) => transition(item, { type: 'send', folderId: '0' }, 1), 'sole');
  await store.change(hidden.id, accept('secret-code'), 'sole');
  expect(await store.claimed('account', ['secret-code'])).toEqual(new Set(['secret-code']));
  expect(await disk.claimed('account', ['secret-code'])).toEqual(new Set());
  expect((await disk.list()).map(({ position }) => position)).toEqual([2]);
  await store.change(hidden.id, () => null, 'sole');
  expect(JSON.stringify([...area.values])).not.toContain('secret.example');
});
