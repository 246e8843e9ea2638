/** Adding, events, accounts and the user's files, in one store over disk and memory. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { createEvent, type LoggedEvent } from '../../../lib/uploads/event.ts';
import { createDiskStore } from '../../../lib/uploads/storage/disk-store.ts';
import { createMemoryStore } from '../../../lib/uploads/storage/memory-store.ts';
import { combineStores, type UploadStore } from '../../../lib/uploads/storage/upload-store.ts';
import { createUploadsDatabase } from '../../../lib/uploads/storage/uploads-database.ts';
import { createTrackingStore } from '../../../lib/uploads/tracking/progress.ts';
import { shownStates, type Upload } from '../../../lib/uploads/upload.ts';
import { createUploads } from '../../../lib/uploads/uploads.ts';
import { createFakeAccountStatus } from '../fake-account-status.ts';
import { createDatabaseName } from '../storage/fake-database-name.ts';
import {
  accountId,
  createFakeFrozenArea,
  putUploads,
  quietContext,
  runningUpload,
  sampleUpload,
} from './samples.ts';
import { setUp as setUpService, to, url } from './set-up.ts';

function setUp(wrap: (store: UploadStore) => UploadStore = (store) => store) {
  const database = createUploadsDatabase(createDatabaseName());
  onTestFinished(() => database.close());
  const area = createFakeFrozenArea();
  const openStore = () => wrap(combineStores(createDiskStore(database), createMemoryStore(area)));
  const store = openStore();
  const changes: boolean[] = [];
  let nowMs = 5_000;
  const accountStatus = createFakeAccountStatus(area, {
    clock: () => 5_000,
    onChange: () => changes.push(false),
  });
  const openOn = (given: UploadStore) =>
    createUploads({
      ...quietContext,
      store: given,
      accountStatus,
      tracking: createTrackingStore(area),
      clock: () => nowMs,
      random: () => 0.5,
      isOnline: () => true,
      clientFor: async () => null,
      onChange: (hasEvents) => changes.push(hasEvents),
    });
  return {
    uploads: openOn(store),
    open: () => openOn(openStore()),
    pass(durationMs: number) {
      nowMs += durationMs;
    },
    store,
    area,
    accountStatus,
    changes,
    put: (...list: readonly Upload[]) => putUploads(store, ...list),
    get: (id: string) => store.transact('read', (tx) => tx.get(id)),
    queue: () => store.transact('read', (tx) => tx.listInStates(accountId, ['queued'])),
  };
}

describe('adding', () => {
  test('two concurrent calls with the same address create one upload and one duplicate', async () => {
    const { uploads, queue } = setUp();
    const results = await Promise.all([1, 2].map(() => uploads.add([{ url: url('film') }], to)));
    expect(results.map(({ added, existing }) => [added.length, existing.length])).toEqual([
      [1, 0],
      [0, 1],
    ]);
    expect(results[1]?.existing[0]?.upload.id).toBe(results[0]?.added[0]?.id);
    expect(await queue()).toEqual(results[0]?.added);
  });

  test('private uploads that have ended are removed with the last window, others stay and aren’t counted', async () => {
    const { uploads, store } = setUp();
    const add = (each: string, isPrivate: boolean) =>
      uploads.add([{ url: url(each) }], { ...to, private: isPrivate });
    const [[ended], [queued], [ours]] = [
      (await add('ended', true)).added,
      (await add('queued', true)).added,
      (await add('ours', false)).added,
    ];
    if (!ended || !queued || !ours) throw new Error('Nothing was added.');
    await putUploads(store, { ...ended, state: 'refused' }, { ...ours, state: 'refused' });
    expect(await uploads.countUploads({ withPrivate: true })).toEqual({ moving: 1, attention: 2 });
    expect(await uploads.countUploads({ withPrivate: false })).toEqual({ moving: 0, attention: 1 });
    const removed = await add('removed', true);
    await uploads.remove(removed.added[0]?.id ?? '', { removalId: 'removed' });
    await uploads.forgetPrivate();
    expect(await uploads.restore('removed')).toMatchObject({ ids: [] });
    const left = await store.transact('read', (tx) => tx.listInStates(ours.accountId, ['queued', 'refused']));
    expect(left.map(({ id }) => id).sort()).toEqual([queued.id, ours.id].sort());
  });

  test('links that are sent together share a batch, and a single link has none', async () => {
    const { uploads } = setUp();
    const drafts = Array.from({ length: 300 }, (_, at) => ({ url: url(`${at}`) }));
    const { added } = await uploads.add(drafts, to);
    expect(new Set(added.map(({ batch }) => batch?.id)).size).toBe(1);
    expect(added.at(-1)?.batch?.size).toBe(300);
    expect((await uploads.add([{ url: url('film') }], to)).added[0]?.batch).toBeNull();
  });

  test('links to several places are stored in one transaction, in their order', async () => {
    let durable = 0;
    const { uploads, queue } = setUp((store) => ({
      transact: (mode, work) => {
        durable += mode === 'durable' ? 1 : 0;
        return store.transact(mode, work);
      },
    }));
    const films = { ...to, folder: { id: '7', name: 'Films' }, also: [{ ...to, accountId: 'other' }] };
    const [one, two, three] = [1, 2, 3].map((name) => ({ url: url(name), to: name === 2 ? films : to }));
    const { added } = await uploads.addToDestinations([one, two, three].flatMap((draft) => draft ?? []));
    expect(durable).toBe(1);
    expect((await queue()).map((each) => [each.url, each.folder.id])).toEqual([
      [url(1), '0'],
      [url(2), '7'],
      [url(3), '0'],
    ]);
    expect(added.map(({ batch }) => batch?.size)).toEqual([2, undefined, undefined, 2]);
    expect(added.map(({ linkId }) => linkId !== null)).toEqual([false, true, true, false]);
  });

  test('an address that occurs twice in one call becomes one upload', async () => {
    const { uploads, queue } = setUp();
    const { added, existing } = await uploads.add([{ url: url('film') }, { url: `${url('film')}#t=1` }], to);
    expect([added.length, existing.length]).toEqual([1, 1]);
    expect(await queue()).toHaveLength(1);
  });

  test('addresses whose fragments name different files become two uploads', async () => {
    const { uploads } = setUp();
    const fragments = ['#key/file/F1', '#key/file/F2', '#key/file/F1'];
    const { added, existing } = await uploads.add(
      fragments.map((fragment) => ({ url: url('folder') + fragment })),
      to,
    );
    expect([added.length, existing.length]).toEqual([2, 1]);
  });

  test('duplicates are active uploads and files of the same account, in any spelling', async () => {
    const { uploads, put } = setUp();
    await uploads.add([{ url: 'https://files.example/a%20b.mp4' }], to);
    const asked = ['https://files.example/a b.mp4#x', 'https://files.example/other.mp4'];
    const duplicates = async (accountIdOf: string, isPrivate = false) => {
      const { existing } = await uploads.add(
        asked.map((each) => ({ url: each })),
        { ...to, accountId: accountIdOf, private: isPrivate },
      );
      return existing.map((each) => each.url);
    };
    expect(await duplicates('account')).toEqual([asked[0]]);
    expect(await duplicates('another')).toEqual([]);
    expect(await duplicates('account', true), 'also for a private window').toEqual(asked);

    const states: readonly Partial<Upload>[] = [
      { state: 'done', arrivedAtMs: 1 },
      { state: 'archived', arrivedAtMs: 1 },
      { state: 'running' },
      { state: 'uncertain' },
      // Uploads that failed, or whose file no longer exists, can be sent again.
      { state: 'archived' },
      { state: 'failed' },
      { state: 'refused' },
      { state: 'vanished' },
    ];
    await put(
      ...states.map((each, at) => sampleUpload({ id: `${at}`, url: `https://a.example/${at}`, ...each })),
    );
    const found = await uploads.add(
      states.map((_, at) => ({ url: `https://a.example/${at}` })),
      to,
    );
    expect(found.existing.map(({ upload }) => upload.id)).toEqual(['0', '1', '2', '3']);
    expect(found.added).toHaveLength(4);
  });

  test('with `shouldAddDuplicates`, active links are added, too', async () => {
    const { uploads, queue } = setUp();
    await uploads.add([{ url: url('film') }], to);
    const { added, existing } = await uploads.add([{ url: url('film') }], to, { shouldAddDuplicates: true });
    expect([added.length, existing.length]).toEqual([1, 0]);
    expect(await queue()).toHaveLength(2);
  });

  test('concurrent calls keep their order, in ordinary and private windows', async () => {
    const { uploads, queue } = setUp();
    const [one, two] = ['ab', 'cd'].map((names) => [...names].map((name) => ({ url: url(name) })));
    await Promise.all([uploads.add(one ?? [], to), uploads.add(two ?? [], { ...to, private: true })]);
    const uploadsInOrder = await queue();
    expect(uploadsInOrder.map((upload) => upload.url)).toEqual(['a', 'b', 'c', 'd'].map(url));
    expect(new Set(uploadsInOrder.map(({ order }) => order)).size).toBe(4);
    expect(uploadsInOrder.map((upload) => upload.private)).toEqual([false, false, true, true]);
  });

  test('creates one upload for each link, even if the transaction is repeated', async () => {
    const { uploads, queue } = setUp((store) => ({
      async transact(mode, work) {
        const aborted = store.transact('write', async (tx) => {
          await work(tx);
          throw new Error('The connection was closed.');
        });
        await aborted.catch(() => {});
        return store.transact(mode, work);
      },
    }));
    const { added } = await uploads.add([{ url: url('film') }], to);
    expect(added).toHaveLength(1);
    expect(await queue()).toEqual(added);
  });
});

const toTitle = ({ title }: LoggedEvent) => title;

describe('events', () => {
  const record = (store: UploadStore, title: string, changes: Partial<LoggedEvent> = {}) => {
    const { id: _, ...event } = { id: 0, ...createEvent('done', sampleUpload({ title }), 1), ...changes };
    return store.transact('write', (tx) => tx.addEvent(event));
  };

  test('are delivered in order, once each, and again from the one that failed', async () => {
    const { uploads, store } = setUp();
    for (const title of ['a', 'b', 'c']) await record(store, title);
    const handled: (string | null)[] = [];
    const failing = uploads.deliverEvents(async ({ title }) => {
      if (title === 'b') throw new Error('no');
      handled.push(title);
    });
    await expect(failing).rejects.toThrow('no');
    const handle = async ({ title }: LoggedEvent) => void handled.push(title);
    await uploads.deliverEvents(handle);
    expect(handled).toEqual(['a', 'a', 'b', 'c']);
    await uploads.deliverEvents(handle);
    expect(handled).toHaveLength(4);
  });

  test('that occur during a delivery are delivered, too', async () => {
    const { uploads, store } = setUp();
    await record(store, 'first');
    const handled: (string | null)[] = [];
    await uploads.deliverEvents(async ({ title }) => {
      handled.push(title);
      if (title === 'first') await record(store, 'second');
    });
    expect(handled).toEqual(['first', 'second']);
  });

  test('are all delivered, even more than are read at a time, and a thousand of them are kept', async () => {
    const { uploads, store } = setUp();
    await store.transact('write', async (tx) => {
      for (let at = 0; at < 1_250; at += 1)
        await tx.addEvent(createEvent('done', sampleUpload({ title: `${at}` }), 1));
    });
    const handled: number[] = [];
    await uploads.deliverEvents(async ({ title }) => void handled.push(Number(title)));
    expect(handled).toEqual(Array.from({ length: 1_250 }, (_, at) => at));
    await store.transact('write', (tx) => tx.setMeta('delivered', 0));
    const kept = await store.transact('read', (tx) => tx.listPendingEvents(9_999));
    expect([kept.length, kept[0]?.title]).toEqual([1_000, '250']);
  });

  test('outside the activity are removed after delivery; the others when the user clears them', async () => {
    const { uploads, store } = setUp();
    await record(store, 'kept');
    await record(store, 'private', { private: true });
    await record(store, 'blocked', { kind: 'blocked' });
    const all = async () => {
      await store.transact('write', (tx) => tx.setMeta('delivered', 0));
      return (await store.transact('read', (tx) => tx.listPendingEvents(99))).map(({ title }) => title);
    };
    await uploads.deliverEvents(async () => {});
    expect(await all()).toEqual(['kept']);
    await uploads.deliverEvents(async () => {});
    await record(store, 'new');
    await uploads.clearEvents(async () => {});
    expect(await all(), 'what was not delivered yet stays').toEqual(['new']);
  });

  test('are moved to the activity after delivery, and kept until it has stored them', async () => {
    const { uploads, store } = setUp();
    await record(store, 'one');
    const recorded: (string | null)[] = [];
    const add = async (events: readonly LoggedEvent[]) => void recorded.push(...events.map(toTitle));
    await uploads.recordDelivered(add);
    expect(recorded, 'is not delivered yet').toEqual([]);
    const handled: (string | null)[] = [];
    await uploads.deliverEvents(async ({ title }) => void handled.push(title));
    const full = uploads.recordDelivered(() => Promise.reject(new Error('full')));
    await expect(full).rejects.toThrow('full');
    await record(store, 'two');
    await uploads.deliverEvents(async ({ title }) => void handled.push(title));
    expect(handled, 'none twice').toEqual(['one', 'two']);
    await uploads.recordDelivered(add);
    await uploads.recordDelivered(add);
    expect(recorded).toEqual(['one', 'two']);
  });

  test('that are being moved to the activity don’t return after it was cleared', async () => {
    const { uploads, store } = setUp();
    await record(store, 'one');
    await uploads.deliverEvents(async () => {});
    const entries: (string | null)[] = [];
    const [reached, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const handed = uploads.recordDelivered(async (events) => {
      reached.resolve();
      await held.promise;
      entries.push(...events.map(toTitle));
    });
    await reached.promise;
    const cleared = uploads.clearEvents(async () => void entries.splice(0));
    // Enough time for a clear that doesn't wait.
    for (let reads = 0; reads < 20; reads += 1) await store.transact('write', (tx) => tx.trimEvents(99));
    held.resolve();
    await Promise.all([handed, cleared]);
    expect(entries).toEqual([]);
  });

  test('of a transaction are announced even if the store fails afterwards', async () => {
    let isFailing = false;
    const { uploads, changes, put } = setUp((store) => ({
      async transact(mode, work) {
        const result = await store.transact(mode, work);
        if (isFailing) throw new Error('It is stored, and nobody knows.');
        return result;
      },
    }));
    await put(sampleUpload());
    isFailing = true;
    const backoff = { accountId, reason: 'account', untilMs: null, failures: 1, failure: null } as const;
    const recording = uploads.recordBlocked({ ...backoff, sinceMs: 1, isForLinksOnly: false });
    await expect(recording).rejects.toThrow('nobody knows');
    expect(changes).toEqual([true]);
  });
});

describe('removed uploads', () => {
  const shownAs = (change: Partial<Upload>) => runningUpload({ fileCode: change.id ?? null, ...change });

  test('of a large batch are undone and restored in a few transactions', async () => {
    let count = 0;
    const { uploads, store } = setUp((each) => ({
      transact(mode, work) {
        count += 1;
        return each.transact(mode, work);
      },
    }));
    const drafts = Array.from({ length: 600 }, (_, at) => ({ url: url(at) }));
    const { added } = await uploads.add(drafts, { ...to, accountId });
    const queue = () => store.transact('read', (tx) => tx.listInStates(accountId, ['queued']));
    const before = await queue();
    count = 0;
    const ids = added.map(({ id }) => id);
    expect(await uploads.undoSends(ids, { removalId: 'all', wasJustSent: true })).toEqual([]);
    expect(count).toBeLessThan(10);
    expect(await queue()).toEqual([]);
    expect(await uploads.restore('all')).toMatchObject({ lost: 0, wasJustSent: true });
    expect(await queue()).toEqual(before);
  });

  test('are restored unchanged', async () => {
    const { uploads, put, get } = setUp();
    const before = [
      ...[sampleUpload({ id: 'queued', order: 7 }), sampleUpload({ id: 'refused', state: 'refused' })],
      sampleUpload({ id: 'file', source: 'file', state: 'sending' }),
      ...[shownAs({ id: 'done', state: 'done' }), shownAs({ id: 'failed', state: 'failed' })],
    ];
    await put(...before);
    for (const { id } of before) expect(await uploads.remove(id, { removalId: 'all' })).toBe(true);
    expect(await Promise.all(before.map(({ id }) => get(id).then((each) => each?.state)))).toEqual([
      ...[undefined, undefined, undefined, 'archived', 'archived'],
    ]);
    expect(await uploads.restore('all')).toMatchObject({ lost: 0, wasJustSent: false });
    expect(await get('queued')).toEqual(before[0]);
    expect(await get('refused')).toEqual(before[1]);
    expect(await get('done')).toEqual(before[3]);
    expect(await get('file'), 'is sent again').toMatchObject({ state: 'queued' });
    expect(await get('failed'), 'the service has deleted it').toMatchObject({ state: 'vanished' });
    expect(await uploads.restore('all'), 'once').toEqual({ ids: [], lost: 0, wasJustSent: false });
  });

  test.each([false, true])(
    'are restored after another worker has started (private: %s)',
    async (isPrivate) => {
      const { uploads, open, put } = setUp();
      const id = 'queued';
      await put(sampleUpload({ id, private: isPrivate }));
      await uploads.remove(id, { removalId: 'one' });
      const restarted = open();
      expect(await restarted.restore('one')).toMatchObject({ ids: [id] });
      expect(await restarted.read([id])).toMatchObject([{ state: 'queued' }]);
    },
  );

  test('are forgotten after a day, and with their account', async () => {
    const { uploads, put, get, pass } = setUp();
    await put(...['old', 'new', 'last'].map((id) => sampleUpload({ id })));
    await uploads.remove('old', { removalId: 'old' });
    pass(24 * 3_600_000);
    await uploads.remove('new', { removalId: 'new' });
    expect(await uploads.restore('old')).toMatchObject({ ids: [] });
    pass(24 * 3_600_000);
    await uploads.removeSurplus();
    expect(await uploads.restore('new')).toMatchObject({ ids: [] });
    await uploads.remove('last', { removalId: 'new' });
    await uploads.removeAccount(accountId);
    expect(await uploads.restore('new')).toMatchObject({ ids: [] });
    expect(await get('last')).toBeUndefined();
  });

  test('don’t overwrite what became of the upload meanwhile', async () => {
    const { uploads, put, get } = setUp();
    const done = shownAs({ id: 'code', state: 'done', arrivedAtMs: 1 });
    const moved = shownAs({ id: 'moved', state: 'done', arrivedAtMs: 1 });
    const deleted = shownAs({ id: 'deleted', state: 'done', arrivedAtMs: 1 });
    const all = [sampleUpload({ id: 'queued' }), done, moved, deleted];
    await put(...all);
    for (const { id } of all) await uploads.remove(id, { removalId: 'all' });
    await put(sampleUpload({ id: 'queued', title: 'newer' }), { ...done, state: 'running' });
    // Another upload has claimed its file.
    await put({ ...moved, state: 'archived', fileCode: null });
    await put(shownAs({ id: 'other', fileCode: 'moved' }));
    await uploads.markFilesDeleted(accountId, ['deleted']);
    expect(await uploads.restore('all')).toEqual({ ids: [], lost: 2, wasJustSent: false });
    expect(await get('queued')).toMatchObject({ title: 'newer' });
    expect(await get('code')).toMatchObject({ state: 'running' });
    for (const id of ['moved', 'deleted']) expect(await get(id)).toMatchObject({ state: 'archived' });
  });
});

describe('accounts', () => {
  const other = { ...to, accountId: 'another' };

  test('removing one removes its uploads, waits and progress, and no others', async () => {
    const { uploads, store, area } = setUp();
    for (const destination of [to, { ...to, private: true }, other])
      await uploads.add([{ url: url('film') }], destination, { shouldAddDuplicates: true });
    const both = { account: {}, another: {} };
    await createTrackingStore(area).set({ polls: [], progress: both, files: {}, encodings: both });
    await uploads.removeAccount('account');
    expect(await store.transact('read', (tx) => tx.listAccountIds())).toEqual(['another']);
    const left = { progress: { another: {} }, encodings: { another: {} } };
    expect(await createTrackingStore(area).get()).toMatchObject(left);
    expect((await createTrackingStore(area).get()).encodings).toEqual({ another: {} });
  });

  test('keep only the newest finished uploads, but all others', { timeout: 60_000 }, async () => {
    const { uploads, put, store } = setUp();
    const done = Array.from({ length: 5_010 }, (_, at) =>
      runningUpload({ id: `${at}`, fileCode: `${at}`, state: 'done', order: -at, endedAtMs: at }),
    );
    await put(
      ...done,
      sampleUpload({ id: 'queued' }),
      runningUpload({ id: 'failed', fileCode: 'failed', state: 'failed' }),
    );
    await uploads.removeSurplus();
    const left = await store.transact('read', (tx) => tx.listInStates('account', ['done']));
    expect(left).toHaveLength(5_000);
    expect(left.at(-1)?.id).toBe('10');
    expect(await store.transact('read', (tx) => tx.count('account', 'queued'))).toBe(1);
    expect(await store.transact('read', (tx) => tx.count('account', 'failed'))).toBe(1);
  });
});

describe('claims', () => {
  test('the service’s response is certain: an upload that was matched to the same file by evidence is uncertain again', async () => {
    const { uploads, time, store } = setUpService();
    const held = runningUpload({ id: 'held', fileCode: 'code000001', claim: 'evidence', url: url('held') });
    await store.transact('write', (tx) => tx.put(held));
    const { added } = await uploads.add([{ url: url('film') }], to);
    const running = uploads.run();
    await time.advance(300);
    const get = (id: string) => store.transact('read', (tx) => tx.get(id));
    const accepted = { state: 'accepted', fileCode: 'code000001', claim: 'answer' };
    expect(await get(added[0]?.id ?? '')).toMatchObject(accepted);
    expect(await get('held')).toMatchObject({ state: 'uncertain', fileCode: null, claim: null });
    await time.advance(60_000);
    await running;
  });

  test('a file that the service returns for two links belongs to the first', async () => {
    const { uploads, run, store, pending } = setUpService();
    await store.transact('write', (tx) => tx.put(runningUpload({ id: 'first', fileCode: 'code000001' })));
    await uploads.add([{ url: url('second') }], to);
    await run();
    expect(await pending()).toMatchObject([{ state: 'refused', failure: { code: 'same-file' } }]);
    expect((await store.transact('read', (tx) => tx.get('first')))?.fileCode).toBe('code000001');
  });

  test.each(['failed', 'vanished', 'archived'] as const)(
    'a code of an upload that has %s is taken by the next upload that the service gives it to',
    async (state) => {
      const { uploads, run, store, pending } = setUpService();
      await store.transact('write', (tx) =>
        tx.put(runningUpload({ id: 'first', fileCode: 'code000001', state })),
      );
      const { added } = await uploads.add([{ url: url('second') }], to);
      await run();
      expect(await pending()).toEqual([]);
      const holder = await store.transact('read', (tx) => tx.findByFileCode('account', 'code000001'));
      expect(holder).toMatchObject({ id: added[0]?.id, claim: 'answer' });
      const first = await store.transact('read', (tx) => tx.get('first'));
      expect(first).toMatchObject({ state: state === 'failed' ? 'archived' : state, fileCode: null });
    },
  );

  test('listClaimed returns the file codes of the account’s own uploads, not of external ones', async () => {
    const { uploads, put } = setUp();
    await put(
      runningUpload({ id: 'a', fileCode: 'a', state: 'done' }),
      runningUpload({ id: 'in memory b', fileCode: 'b', private: true }),
      runningUpload({ id: 'in memory c', fileCode: 'c', source: 'external', claim: null }),
    );
    expect(await uploads.listClaimed('account', ['a', 'b', 'c', 'd'])).toEqual(new Set(['a', 'b']));
    expect(await uploads.listClaimed('another', ['a'])).toEqual(new Set());
  });

  test('a deleted file is no longer a duplicate', async () => {
    const { uploads, put, get } = setUp();
    const done = runningUpload({ state: 'done', arrivedAtMs: 1 });
    await put(done, runningUpload({ id: 'two', fileCode: 'two', order: 2 }));
    const isKnown = async () =>
      (await uploads.add([{ url: done.url }], { ...to, private: true })).existing.some(
        ({ upload }) => upload.id === 'one',
      );
    expect(await isKnown()).toBe(true);
    await uploads.markFilesDeleted('account', ['one', 'two', 'nobody’s']);
    expect(await get('one')).toMatchObject({ state: 'archived', arrivedAtMs: null });
    expect(await get('two'), 'what still moves is not gone').toMatchObject({ state: 'running' });
  });
});

test('all finished uploads of an account are cleared in one step, on disk and in memory', async () => {
  const { uploads, put, get, changes } = setUp();
  const done = { state: 'done', arrivedAtMs: 1 } as const;
  const inMemory = 'in memory x';
  await put(
    runningUpload(done),
    runningUpload({ ...done, id: 'two', fileCode: 'two' }),
    runningUpload({ ...done, id: inMemory, fileCode: 'x', private: true }),
    runningUpload({ ...done, id: 'other', fileCode: 'other', accountId: 'another' }),
    // It has left the account but is still in the account's list.
    runningUpload({ ...done, id: 'left', accountId: 'another', formerAccountIds: [accountId] }),
    runningUpload({ id: 'moving', fileCode: 'moving' }),
  );
  await uploads.clearFinished(accountId, { removalId: 'cleared' });
  for (const id of ['one', 'two', 'left', inMemory])
    expect(await get(id)).toMatchObject({ state: 'archived' });
  expect(await get('other')).toMatchObject({ state: 'done' });
  expect(await get('moving')).toMatchObject({ state: 'running' });
  expect(changes).toHaveLength(1);
  expect(new Set((await uploads.restore('cleared')).ids)).toEqual(new Set(['one', 'two', 'left', inMemory]));
  for (const id of ['one', 'two', 'left', inMemory]) expect(await get(id)).toMatchObject({ state: 'done' });
});

test('the counts include active uploads and those that need the user, of all accounts, without external ones', async () => {
  const { uploads, put } = setUp();
  await put(
    ...[...shownStates, 'archived' as const].map((state) => sampleUpload({ id: state, state })),
    sampleUpload({ id: 'other', accountId: 'another' }),
    runningUpload({ id: 'in memory x', source: 'external' }),
    runningUpload({ id: 'in memory y', fileCode: 'y', private: true }),
  );
  expect(await uploads.countUploads()).toEqual({ moving: 7, attention: 4 });
});

test('a link that was refused for its missing folder can be sent to another one; one that was refused itself can’t', async () => {
  const { uploads, put, get } = setUp();
  const folder = { id: '7', name: 'Films' };
  await put(
    sampleUpload({ id: 'folder', state: 'refused', failure: { code: 'folder-gone', msg: null } }),
    sampleUpload({ id: 'link', state: 'refused', failure: { code: 'refused', msg: 'No' } }),
  );
  expect(await uploads.choose([{ id: 'folder', folder }])).toHaveLength(1);
  expect(await get('folder')).toMatchObject({ state: 'queued', folder });
  expect(await uploads.choose([{ id: 'link', folder }])).toHaveLength(1);
  expect(await get('link')).toMatchObject({ state: 'refused', folder });
  expect(await uploads.choose([{ id: 'nobody', folder }])).toEqual([]);
});

test('a retry ends the wait of its account, and announces it', async () => {
  const { uploads, put, accountStatus, changes } = setUp();
  await put(sampleUpload({ state: 'refused' }));
  await accountStatus.backOffLinks('account', 'quota', null);
  changes.length = 0;
  await accountStatus.endBackoff('account', ['slots']);
  expect(changes).toEqual([]);
  expect(await uploads.retry('one')).toBe(true);
  expect(changes).toEqual([false, false]);
  expect(accountStatus.peek('account')).toMatchObject({ untilMs: 5_000, failures: 1 });
});

describe('adding more links than one transaction takes', () => {
  const many = (length: number) => Array.from({ length }, (_, at) => ({ url: url(`${at}`) }));

  test.each([
    ['new links', []],
    ['links that end with duplicates', many(600).slice(250)],
  ])('%s: only the end is durable, and it writes', async (_, before) => {
    const modes: string[] = [];
    const { uploads, queue } = setUp((store) => ({
      transact: (mode, work) =>
        store.transact(mode, (tx) => {
          let hasWritten = false;
          const setMeta: typeof tx.setMeta = (...meta) => {
            hasWritten = true;
            return tx.setMeta(...meta);
          };
          return work({ ...tx, setMeta }).finally(() => {
            if (mode !== 'read') modes.push(hasWritten ? `${mode} of meta` : mode);
          });
        }),
    }));
    await uploads.add(before, to);
    modes.length = 0;
    const { added } = await uploads.add(many(600), to);
    expect(added).toHaveLength(600 - before.length);
    expect(modes.slice(0, -1)).not.toContain('durable');
    expect(modes.at(-1)).toBe('durable of meta');
    expect(await queue()).toHaveLength(600);
  });

  test('finds those that are stored, in the same list, or added meanwhile', async () => {
    const { uploads, queue } = setUp();
    await uploads.add([{ url: url('400') }], to);
    const adding = uploads.add([...many(600), { url: url('0') }], to);
    const meanwhile = await uploads.add([{ url: url('599') }], to);
    const { added, existing } = await adding;
    expect(meanwhile.added).toHaveLength(1);
    expect(added).toHaveLength(598);
    expect(existing.map((each) => each.url)).toEqual([url('400'), url('599'), url('0')]);
    expect(await queue()).toHaveLength(600);
  });

  test('searches for each one if the account has very many uploads', async () => {
    const { uploads, queue } = setUp((store) => ({
      transact: (mode, work) =>
        store.transact(mode, (tx) =>
          work({
            ...tx,
            listAddressKeys: async () => null,
          }),
        ),
    }));
    await uploads.add([{ url: url('400') }], to);
    expect((await uploads.add(many(600), to)).existing).toHaveLength(1);
    expect(await queue()).toHaveLength(600);
  });

  test('asks the disk for none of the links that are new', async () => {
    const asked: string[] = [];
    const { uploads } = setUp((store) => ({
      transact: (mode, work) =>
        store.transact(mode, (tx) =>
          work({
            ...tx,
            findByAddress(accountId, addressKey) {
              asked.push(addressKey);
              return tx.findByAddress(accountId, addressKey);
            },
          }),
        ),
    }));
    await uploads.add([{ url: url('400') }], to);
    asked.length = 0;
    await uploads.add(many(600), to);
    expect(asked).toEqual([url('400')]);
  });
});

describe('a service that puts a link into another folder', () => {
  test.each([{ reports: 'list' }, { reports: 'none', takesTitles: false }] as const)(
    'the file is moved into the chosen one: %j',
    async (rules) => {
      const { uploads, service, run, poll, time, store } = setUpService({ ignoresFolders: true, ...rules });
      const films = { id: service.addFolder('Films', '0'), name: 'Films' };
      await uploads.add([{ url: url('one') }], { ...to, folder: films });
      await run(1_000);
      const find = () =>
        store.transact('read', async (tx) => (await tx.listInStates(accountId, [...shownStates]))[0]);
      for (let polls = 0; polls < 60 && (await find())?.state !== 'done'; polls += 1) {
        await poll();
        await time.advance(30_000);
      }
      expect(await find()).toMatchObject({ state: 'done', folder: films, failure: null });
      expect([...service.files.values()]).toMatchObject([{ folderId: films.id }]);
    },
  );

  test('the file stays where the user has moved it before it was seen', async () => {
    const { uploads, service, run, poll, time, store } = setUpService({
      reports: 'none',
      takesTitles: false,
      gapMs: 60_000,
    });
    const [films, trips] = ['Films', 'Trips'].map((name) => ({ id: service.addFolder(name, '0'), name }));
    if (!films || !trips) throw new Error('No folders');
    await uploads.add([{ url: url('one') }], { ...to, folder: films });
    await run(1_000);
    const find = () =>
      store.transact('read', async (tx) => (await tx.listInStates(accountId, [...shownStates]))[0]);
    let isMoved = false;
    for (let polls = 0; polls < 60 && (await find())?.state !== 'done'; polls += 1) {
      const [file] = isMoved ? [] : service.files.values();
      if (file) {
        file.folderId = trips.id;
        isMoved = true;
      }
      await poll();
      await time.advance(30_000);
    }
    expect((await find())?.state).toBe('done');
    expect([...service.files.values()]).toMatchObject([{ folderId: trips.id }]);
  });
});
