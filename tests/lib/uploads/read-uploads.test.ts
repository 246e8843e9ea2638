/** What pages read directly matches what the stores hold. */
import { expect, test } from 'vitest';
import { createBackoffStore } from '../../../lib/accounts/account-backoff.ts';
import { StorageError } from '../../../lib/storage/database.ts';
import { countAttention } from '../../../lib/uploads/count-attention.ts';
import { readCopies } from '../../../lib/uploads/read-copies.ts';
import { readUploads } from '../../../lib/uploads/read-uploads.ts';
import { createDiskStore } from '../../../lib/uploads/storage/disk-store.ts';
import { createMemoryStore } from '../../../lib/uploads/storage/memory-store.ts';
import { combineStores } from '../../../lib/uploads/storage/upload-store.ts';
import { createUploadsDatabase } from '../../../lib/uploads/storage/uploads-database.ts';
import { createTrackingStore } from '../../../lib/uploads/tracking/progress.ts';
import { shownStates, type Upload } from '../../../lib/uploads/upload.ts';
import { countUnderWay, toUploadItems } from '../../../lib/uploads/upload-items.ts';
import { createDatabaseName } from '../storage/fake-database-name.ts';
import { createFakeFrozenArea, putUploads, runningUpload, sampleUpload } from './samples.ts';

function open({ hasDisk = true } = {}) {
  const area = createFakeFrozenArea();
  const database = hasDisk
    ? createUploadsDatabase(createDatabaseName())
    : {
        use: () => Promise.reject(new StorageError('linkhaul-uploads', 'unavailable')),
        close: () => {},
      };
  const store = combineStores(createDiskStore(database), createMemoryStore(area));
  return {
    area,
    database,
    store,
    put: (...uploads: readonly Upload[]) => putUploads(store, ...uploads),
    read: () => readUploads({ database, local: area, session: area }, 'account'),
  };
}

test.each([true, false])(
  'reads links from ordinary and private windows of one account, with the reasons why they wait (disk: %s)',
  async (hasDisk) => {
    const { store, put, read, area, database } = open({ hasDisk });
    await put(
      sampleUpload({ id: 'last', order: 3 }),
      sampleUpload({ id: 'hidden', order: 2, private: true }),
      sampleUpload({ id: 'other', order: 4, accountId: 'another' }),
      runningUpload({ id: 'put away', state: 'archived' }),
    );
    const shown = await read();
    expect(shown.uploads.map(({ id }) => id).sort()).toEqual(['hidden', 'last']);
    expect(shown).toMatchObject({ isPaused: false, progress: {} });

    const failure = { code: 'unauthorized', msg: 'Wrong auth' } as const;
    const backoff = { accountId: 'account', reason: 'account', untilMs: null, failures: 1, failure } as const;
    await createBackoffStore(area).set([{ ...backoff, sinceMs: 1, isForLinksOnly: false }]);
    expect((await read()).uploads.map(({ wait }) => wait?.reason)).toEqual(['account', 'account']);
    await store.transact('write', (tx) => tx.setMeta('paused', true));
    const paused = await read();
    expect(paused.isPaused).toBe(true);
    expect(paused.uploads.map(({ wait }) => wait?.reason)).toEqual(['paused', 'paused']);

    const progress = { bytesDone: 1, bytesTotal: 2, bytesPerSecond: null, sampledAtMs: 1 };
    const poll = { accountId: 'account', polledAtMs: 5, failures: 1, changedAtMs: null, listOutage: null };
    await createTrackingStore(area).set({
      polls: [{ ...poll, duplicateSearch: null, share: 0, failureCode: 'quota-exceeded' }],
      progress: { account: { one: progress }, another: {} },
      files: {},
      encodings: {},
    });
    expect(await read()).toMatchObject({
      progress: { one: progress },
      pollFailure: { code: 'quota-exceeded', atMs: 5 },
    });
    database.close();
  },
);

test('reads the first links of a large batch, and counts the others', async () => {
  const { store, read, database, area } = open();
  const batch = { id: 'large', size: 600 };
  const links = Array.from({ length: 600 }, (_, at) =>
    sampleUpload({ id: `${Math.floor(at / 200)}.${at}`, order: at + 1, addressKey: `${at}`, batch }),
  );
  await store.transact('write', async (tx) => {
    for (let at = 0; at < links.length; at += 200) await tx.addAll(links.slice(at, at + 200));
  });
  const view = await read();
  expect([view.uploads.length, view.unread]).toEqual([200, new Map([['large', 400]])]);
  const items = toUploadItems(view);
  expect(items.map(({ unread }) => unread ?? 0)).toEqual([...Array<number>(199).fill(0), 400]);
  expect(countUnderWay(items)).toBe(600);
  const all = await readUploads({ database, local: area, session: area }, 'account', 3);
  expect([all.uploads.length, all.unread]).toEqual([600, undefined]);
  database.close();
});

test.each([true, false])('counts for each account what needs the user (disk: %s)', async (hasDisk) => {
  const { put, area, database } = open({ hasDisk });
  await put(
    sampleUpload({ id: 'refused', state: 'refused' }),
    sampleUpload({ id: 'unconfirmed', state: 'uncertain', private: true }),
    sampleUpload({ id: 'queued' }),
    sampleUpload({ id: 'of another', accountId: 'another', state: 'refused' }),
  );
  const counts = await countAttention({ database, session: area }, ['account', 'third']);
  // Without a database, everything is in memory.
  expect([...counts]).toEqual([
    ['account', 2],
    ['third', 0],
  ]);
  database.close();
});

test('reads each state that pages show, and the newest finished uploads', async () => {
  const { put, read, database } = open();
  const done = Array.from({ length: 250 }, (_, at) =>
    runningUpload({ id: `done-${at}`, fileCode: `done-${at}`, state: 'done', order: -at }),
  );
  await put(...done, ...shownStates.map((state) => sampleUpload({ id: state, state, order: -1_000 })));
  const { uploads } = await read();
  expect(new Set(uploads.map(({ state }) => state))).toEqual(new Set(shownStates));
  const ids = uploads.filter(({ state }) => state === 'done').map(({ id }) => id);
  expect(ids).toHaveLength(200);
  expect(ids).toContain('done-249');
  expect(ids).not.toContain('done-0');
  database.close();
});

test.each([true, false])(
  'reads uploads that left the account, and copies of its links in others (disk: %s)',
  async (hasDisk) => {
    const { put, read, area, database } = open({ hasDisk });
    const other = { accountId: 'other', linkId: 'link' };
    const [shown, hidden] = ['copy', 'private copy'];
    await put(
      sampleUpload({ id: 'own', linkId: 'link' }),
      sampleUpload({ id: 'left', accountId: 'other', formerAccountIds: ['first', 'account'] }),
      runningUpload({ id: 'put away', accountId: 'other', state: 'archived', formerAccountIds: ['account'] }),
      sampleUpload({ id: shown, ...other }),
      sampleUpload({ id: hidden, ...other, private: true }),
      runningUpload({ id: 'old copy', ...other, fileCode: 'x', state: 'archived' }),
      sampleUpload({ id: 'of another link', accountId: 'other', linkId: 'else' }),
    );
    const backoff = { reason: 'quota', untilMs: 1, failures: 1, sinceMs: 1, failure: null } as const;
    await createBackoffStore(area).set([{ ...backoff, accountId: 'other', isForLinksOnly: false }]);
    const view = await read();
    expect(view.uploads.map(({ id }) => id).sort()).toEqual(['left', 'own']);
    const copies = await readCopies({ database, local: area, session: area }, view);
    expect(copies.map(({ id, wait }) => [id, wait?.reason])).toEqual([
      [shown, 'quota'],
      [hidden, 'quota'],
    ]);
    database.close();
  },
);

test('reads nothing before the background has written anything', async () => {
  const { read, database } = open();
  const nothing = {
    uploads: [],
    progress: {},
    encodings: {},
    isPaused: false,
    backoff: null,
    pollFailure: null,
  };
  expect(await read()).toEqual(nothing);
  database.close();
});

test('reports a damaged disk, instead of an empty one', async () => {
  const database = {
    use: () => Promise.reject(new StorageError('linkhaul-uploads', 'damaged')),
    close: () => {},
  };
  const area = createFakeFrozenArea();
  await expect(readUploads({ database, local: area, session: area }, 'account')).rejects.toMatchObject({
    reason: 'damaged',
  });
});
