/** What version 0.1.0 had stored is found again in `linkhaul-uploads`, whatever dies in between. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { LoggedEvent } from '../../../../lib/uploads/event.ts';
import { isUpload } from '../../../../lib/uploads/is-upload.ts';
import { createUploadsDatabase } from '../../../../lib/uploads/storage/database.ts';
import { createDiskStore } from '../../../../lib/uploads/storage/disk-store.ts';
import { importLegacyDatabases } from '../../../../lib/uploads/storage/legacy-import.ts';
import { createMemoryStore } from '../../../../lib/uploads/storage/memory-store.ts';
import { combineStores, type UploadStore } from '../../../../lib/uploads/storage/store.ts';
import { createUpload, type Upload } from '../../../../lib/uploads/upload.ts';
import { createFakeStorageArea } from '../../storage/fake-storage-area.ts';
import recorded from './fixtures/databases-0.1.0.json' with { type: 'json' };
import {
  type RecordedDatabase,
  type RecordedRecord,
  restoreDatabases,
} from './fixtures/recorded-databases.ts';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const oldNames = ['linkhaul-outbox', 'linkhaul-watch', 'linkhaul-activity'];

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  onTestFinished(() => void vi.unstubAllGlobals());
});

const fixture = (): RecordedDatabase[] =>
  structuredClone(recorded.databases as unknown as RecordedDatabase[]);

function recordsOf(databases: readonly RecordedDatabase[], storeName: string): RecordedRecord[] {
  const store = databases.flatMap(({ stores }) => stores).find(({ name }) => name === storeName);
  return (store?.records ?? []) as RecordedRecord[];
}

/** Changes fields of recorded records; `key` null: of all. */
function edit(databases: RecordedDatabase[], storeName: string, key: string | null, changes: object) {
  const records = recordsOf(databases, storeName).filter(
    (each) => key === null || [each.key].flat().includes(key),
  );
  expect(records).not.toEqual([]);
  for (const { value } of records) Object.assign(value as object, changes);
}

function freshStore(): UploadStore {
  const database = createUploadsDatabase();
  onTestFinished(() => database.close());
  return createDiskStore(database);
}

async function existing(): Promise<string[]> {
  return (await indexedDB.databases())
    .map(({ name }) => name ?? '')
    .filter((name) => oldNames.includes(name));
}

async function contentOf(store: UploadStore) {
  const accountIds = [1, 2, 13, 16, 21, 40].map(id);
  return store.transact('read', async (tx) => {
    const uploads = (
      await Promise.all(
        accountIds.map((accountId) =>
          tx.listInStates(accountId, [
            ...(['queued', 'deferred', 'sending', 'uncertain', 'refused', 'accepted', 'running'] as const),
            ...(['failed', 'verifying', 'done', 'vanished', 'archived'] as const),
          ]),
        ),
      )
    ).flat();
    return {
      uploads,
      byId: new Map(uploads.map((upload) => [upload.id, upload])),
      backoffs: await tx.listBackoffs(),
      pending: await tx.listPendingEvents(5_000),
      meta: {
        paused: await tx.getMeta('paused'),
        delivered: await tx.getMeta('delivered'),
        imported: await tx.getMeta('imported'),
        undeleted: await tx.getMeta('undeleted'),
      },
    };
  });
}

/** All of them, the delivered ones too. */
async function eventsOf(): Promise<LoggedEvent[]> {
  const database = createUploadsDatabase();
  const events = await database.use((db) => db.getAll('events'));
  database.close();
  return events as LoggedEvent[];
}

async function takenOver(databases: RecordedDatabase[] = fixture()) {
  await restoreDatabases(databases);
  const store = freshStore();
  const problems = await importLegacyDatabases(store);
  return { store, problems, ...(await contentOf(store)), events: await eventsOf() };
}

const countsByState = (uploads: readonly Upload[]) =>
  Object.fromEntries(
    [...Map.groupBy(uploads, ({ state }) => state)].map(([state, all]) => [state, all.length]),
  );

describe('the recorded databases', () => {
  it('are imported completely', async () => {
    const { problems, uploads, meta } = await takenOver();
    expect(problems).toEqual([]);
    expect(uploads.every(isUpload)).toBe(true);
    // 18 items, 12 transfers, and one of 14 claims that is neither.
    expect(countsByState(uploads)).toEqual({
      ...{ queued: 7, deferred: 2, sending: 1, uncertain: 4, refused: 3 },
      ...{ accepted: 2, running: 2, verifying: 2, failed: 2, done: 2, vanished: 1, archived: 3 },
    });
    expect(meta).toEqual({ paused: true, delivered: 19, imported: true, undeleted: [] });
    expect(await existing()).toEqual([]);
  });

  it('keep waiting uploads, in their order and with their reasons', async () => {
    const { uploads, byId } = await takenOver();
    const queue = uploads.filter(
      ({ accountId, state }) => accountId === id(1) && /queued|deferred/.test(state),
    );
    expect(queue.map((upload) => upload.id)).toEqual([31, 34, 32, 33].map(id));
    expect(byId.get(id(34))).toEqual({
      ...{ id: id(34), accountId: id(1), source: 'link', state: 'queued', private: false, order: 9.5 },
      ...{ url: 'https://files.example/ok/last.webm', addressKey: 'https://files.example/ok/last.webm' },
      ...{ title: 'From the end & back', folder: { id: '2', name: 'Talks' }, attempts: 0, wait: null },
      ...{ uncertainty: null, failure: null, fileCode: null, claim: null, unknownStatus: null },
      ...{ verification: null, sizeBytes: null, twins: [], createdAtMs: 1793610604523 },
      ...{ changedAtMs: 1793610604526, sentAtMs: null, endedAtMs: null, arrivedAtMs: null },
    });
    expect(byId.get(id(33))?.addressKey).toBe('https://files.example/ok/elsewhere.webm?token=a b');
    expect(byId.get(id(19))).toMatchObject({
      ...{ state: 'queued', attempts: 4, wait: { reason: 'network', untilMs: 1793610604844 } },
      ...{ failure: { code: 'network', msg: null }, sentAtMs: 1793610576844 },
    });
    expect(byId.get(id(35))?.failure).toEqual({ code: 'unauthorized', msg: 'Wrong Auth' });
    expect(byId.get(id(31))).toMatchObject({
      ...{ state: 'deferred', wait: { reason: 'slots', untilMs: null }, attempts: 0 },
      failure: { code: 'refused', msg: 'No free slots' },
      uncertainty: {
        ...{ cause: 'turned-away', sinceMs: 1793610604523, unconfirmedAtMs: null },
        ...{ checks: 0, nextCheckAtMs: 1793610609523 },
      },
    });
    expect(byId.get(id(39))?.state).toBe('deferred');
  });

  it('keep uploads that are sending, uncertain or refused', async () => {
    const { byId } = await takenOver();
    expect(byId.get(id(37))).toMatchObject({ state: 'sending', attempts: 1, sentAtMs: 1793610604544 });
    expect(byId.get(id(17))).toMatchObject({
      state: 'uncertain',
      uncertainty: {
        ...{ cause: 'no-answer', sinceMs: 1793610295844, unconfirmedAtMs: 1793610325844 },
        ...{ checks: 3, nextCheckAtMs: null },
      },
    });
    expect(byId.get(id(25))).toMatchObject({ state: 'uncertain', failure: { code: 'aborted', msg: null } });
    expect([18, 30].map((number) => byId.get(id(number))?.uncertainty?.cause)).toEqual([
      'already-queued',
      'already-queued',
    ]);
    expect([27, 29, 38].map((number) => byId.get(id(number)))).toMatchObject([
      { state: 'refused', failure: { code: 'not-found', msg: 'There is no such folder' }, attempts: 0 },
      { state: 'refused', failure: { code: 'refused', msg: 'This host is not allowed' } },
      { state: 'refused', failure: { code: 'refused', msg: 'Invalid file name' } },
    ]);
  });

  it('keep transfers', async () => {
    const { byId } = await takenOver();
    const [first, second] = [id(1), id(2)];
    expect(byId.get(id(36))).toMatchObject({
      ...{ state: 'accepted', fileCode: 'f95f29muyubz', claim: 'answer', title: 'Not handed over' },
    });
    expect(byId.get(`${first}/qzc9qjntb55n`)).toMatchObject({
      ...{ state: 'accepted', url: 'https://files.example/later/pending.webm', title: 'Waits for a slot' },
      ...{ fileCode: 'qzc9qjntb55n', claim: 'answer', folder: { id: '1', name: 'Films' }, attempts: 1 },
      ...{ createdAtMs: 1793610602923, sentAtMs: 1793610602923, changedAtMs: 1793610604546 },
    });
    expect(byId.get(`${first}/65z9x5p59ww5`)).toMatchObject({ state: 'running', unknownStatus: null });
    // The one that was sent first comes first, and both before what is still queued.
    const orders = ['65z9x5p59ww5', 'amy8nrpatcfm'].map((code) => byId.get(`${first}/${code}`)?.order);
    expect(orders).toEqual(orders.toSorted((one = 0, other = 0) => one - other));
    expect(Math.max(...orders.map(Number))).toBeLessThan(0);
    expect(byId.get(`${first}/amy8nrpatcfm`)).toMatchObject({
      state: 'running',
      unknownStatus: 'Merging parts',
    });
    expect(byId.get(`${first}/7cwrttc83t8e`)).toMatchObject({
      ...{ state: 'failed', failure: { code: 'transfer-failed', msg: null } },
    });
    expect(byId.get(`${second}/dpjdnqijuwnf`)).toMatchObject({
      ...{ state: 'failed', folder: { id: '0', name: '' } },
      failure: { code: 'transfer-failed', msg: 'Error: not enough storage' },
    });
    expect(byId.get(`${first}/cxcbkw4w8wpv`)).toMatchObject({
      ...{ state: 'verifying', verification: { wasFailed: false, misses: 1, nextAtMs: 1793610606546 } },
    });
    expect(byId.get(`${first}/r8jui3r6vhc7`)).toMatchObject({
      ...{ state: 'verifying', verification: { wasFailed: false, misses: 0, nextAtMs: 1793610604555 } },
    });
  });

  it('keep finished and archived uploads, and every claim', async () => {
    const { store, byId } = await takenOver();
    expect(byId.get(`${id(1)}/cdymy2ru4tty`)).toMatchObject({
      ...{ state: 'done', title: 'café & harbour', sizeBytes: 108248, order: -1793610293074 },
      ...{ endedAtMs: 1793610293074, arrivedAtMs: 1793610293074, changedAtMs: 1793610293074 },
      addressKey: 'https://files.example/ok/media/café & harbour.webm',
    });
    expect(byId.get(`${id(1)}/hvergipmb78q`)).toMatchObject({ state: 'done', title: 'One' });
    expect(byId.get(`${id(1)}/jqp6tq99q7jx`)).toMatchObject({
      ...{ state: 'vanished', endedAtMs: 1793610252473, arrivedAtMs: null, failure: null },
    });
    expect(byId.get(`${id(1)}/fth7j8sjtuwf`)).toMatchObject({
      ...{
        state: 'archived',
        failure: { code: 'transfer-failed' },
        endedAtMs: 1793610325844,
        arrivedAtMs: null,
      },
    });
    expect(byId.get(`${id(1)}/ra5scrnh344f`)).toMatchObject({ state: 'archived', failure: null });
    // Its transfer was dismissed, and the activity had been cleared.
    expect(byId.get(`${id(1)}/ecjucs9k7d22`)).toMatchObject({
      ...{ state: 'archived', accountId: id(1), fileCode: 'ecjucs9k7d22', claim: 'answer', url: '' },
      ...{ title: null, folder: { id: '0', name: '' }, arrivedAtMs: null },
    });
    const claims = recordsOf(fixture(), 'claims').map(
      ({ value }) => value as { accountId: string; fileCode: string },
    );
    expect(claims).toHaveLength(14);
    for (const { accountId, fileCode } of claims) {
      const holder = await store.transact('read', (tx) => tx.findByFileCode(accountId, fileCode));
      expect(holder).toMatchObject({ fileCode, claim: 'answer' });
    }
  });

  it('keep the backoff of accounts', async () => {
    const { backoffs } = await takenOver();
    expect(backoffs).toEqual([
      {
        ...{ accountId: id(1), reason: 'slots', untilMs: 1793610607523, failures: 2 },
        failure: { code: 'refused', msg: 'No free slots' },
      },
      {
        ...{ accountId: id(2), reason: 'account', untilMs: null, failures: 1 },
        failure: { code: 'unauthorized', msg: 'Wrong Auth' },
      },
      {
        ...{ accountId: id(16), reason: 'rate-limited', untilMs: 1793610606044, failures: 1 },
        failure: { code: 'rate-limited', msg: 'Too Many Requests' },
      },
      {
        ...{ accountId: id(21), reason: 'rate-limited', untilMs: 0, failures: 1 },
        failure: { code: 'rate-limited', msg: 'Too Many Requests' },
      },
      { accountId: id(40), reason: 'network', untilMs: null, failures: 0, failure: null },
    ]);
  });

  it('keep the activity, of which nothing is delivered again', async () => {
    const { events, pending } = await takenOver();
    const old = recordsOf(fixture(), 'entries').map(({ value }) => value as Record<string, unknown>);
    expect(old).toHaveLength(19);
    expect(events.map((event) => event.id)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    for (const [index, entry] of old.entries()) {
      const { id: _, at, kind, ...same } = entry;
      const source = ['moved', 'renamed', 'cloned', 'undone'].includes(String(kind)) ? null : 'link';
      expect(events[index]).toEqual({
        ...{ ...same, id: index + 1, atMs: at, kind: kind === 'unsure' ? 'uncertain' : kind, code: null },
        ...{ uploadId: null, source, private: false },
      });
    }
    // Of three that were not announced, the activity has two.
    expect(pending).toEqual([events[19]]);
    expect(pending).toMatchObject([
      {
        kind: 'sent',
        uploadId: id(36),
        fileCode: 'f95f29muyubz',
        ref: `sent ${id(36)} 1`,
        atMs: 1793610604544,
      },
    ]);
  });
});

/** An entry of the activity: the file arrived. */
function doneEntry(fileCode: string, at: number): RecordedRecord {
  const what = { accountId: id(1), url: 'https://files.example/a', title: 'A title', fileCode, msg: null };
  const value = {
    ...what,
    at,
    kind: 'done',
    folderId: '0',
    folderName: null,
    ref: `done ${id(1)}/${fileCode}`,
    id: 1,
  };
  return { key: 1, value };
}

describe('an end that is missing from the activity', () => {
  it('is delivered', async () => {
    const databases = fixture();
    recordsOf(databases, 'entries').length = 0;
    edit(databases, 'items', null, { announced: false });
    edit(databases, 'transfers', null, { announced: false });
    const { pending, meta, byId } = await takenOver(databases);
    expect(meta.delivered).toBeUndefined();
    const kinds = [...Map.groupBy(pending, ({ kind }) => kind)].map(([kind, { length }]) => [kind, length]);
    expect(Object.fromEntries(kinds)).toEqual({
      sent: 1,
      refused: 3,
      uncertain: 4,
      failed: 3,
      done: 2,
    });
    expect(
      pending.filter(({ kind }) => kind === 'failed').map(({ uploadId }) => byId.get(uploadId ?? '')?.state),
    ).toEqual(['vanished', 'failed', 'failed']);
    expect(pending.map(({ ref }) => ref)).toContain(`failed ${id(2)}/dpjdnqijuwnf 1793610604555`);
  });
});

describe('an item and a transfer of one file', () => {
  it('are one upload with the id of the item', async () => {
    const databases = fixture();
    const item = { accountId: id(1), fileCode: '65z9x5p59ww5' };
    edit(databases, 'items', id(36), item);
    const { byId, uploads, pending } = await takenOver(databases);
    expect(byId.get(id(36))).toMatchObject({ ...item, state: 'running', title: 'First reel', order: 13 });
    expect(uploads.filter(({ fileCode }) => fileCode === item.fileCode)).toHaveLength(1);
    expect(pending).toMatchObject([{ kind: 'sent', uploadId: id(36) }]);
  });

  it('belong to the first of two items, the second is refused', async () => {
    const databases = fixture();
    const claimed = { accountId: id(16), fileCode: 'f95f29muyubz', state: 'accepted', announced: false };
    edit(databases, 'items', id(37), claimed);
    const { byId, pending } = await takenOver(databases);
    expect(byId.get(id(36))).toMatchObject({ state: 'accepted', fileCode: 'f95f29muyubz' });
    expect(byId.get(id(37))).toMatchObject({
      state: 'refused',
      fileCode: null,
      failure: { code: 'same-file' },
    });
    expect(pending.map(({ kind, uploadId }) => [kind, uploadId])).toEqual([
      ['sent', id(36)],
      ['refused', id(37)],
    ]);
  });
});

describe('a claim without a record', () => {
  it('is completed from the activity', async () => {
    const databases = fixture();
    const claim = recordsOf(databases, 'claims').find(({ key }) => key === 8)?.value as object;
    Object.assign(claim, { accountId: id(13), fileCode: '7ppiyybmc6xj' });
    const { byId } = await takenOver(databases);
    expect(byId.get(`${id(13)}/7ppiyybmc6xj`)).toMatchObject({
      ...{ state: 'archived', accountId: id(13), url: 'https://files.example/ok/of-removed.webm' },
      ...{ title: 'Of a removed account', createdAtMs: 1793610293857, sentAtMs: 1793610293857 },
      ...{ arrivedAtMs: 1793610294157, endedAtMs: 1793610294157, order: -1793610294157 },
    });
  });

  it('was sent before its end, if the activity contains the end alone', async () => {
    const databases = fixture();
    recordsOf(databases, 'entries')[0] = doneEntry('ecjucs9k7d22', 7);
    const { byId } = await takenOver(databases);
    expect(byId.get(`${id(1)}/ecjucs9k7d22`)).toMatchObject({
      title: 'A title',
      sentAtMs: 7,
      arrivedAtMs: 7,
    });
  });
});

describe('other formats', () => {
  it('of transfers', async () => {
    const databases = fixture();
    edit(databases, 'transfers', 'cxcbkw4w8wpv', { verify: { from: 'error', misses: 0, nextAt: 5 } });
    edit(databases, 'transfers', 'cdymy2ru4tty', { hidden: true });
    edit(databases, 'transfers', 'r8jui3r6vhc7', { hidden: true, verify: null });
    edit(databases, 'transfers', '7cwrttc83t8e', { status: 'Failed' });
    const { byId } = await takenOver(databases);
    expect(byId.get(`${id(1)}/cxcbkw4w8wpv`)).toMatchObject({
      ...{ state: 'verifying', verification: { wasFailed: true, misses: 0, nextAtMs: 5 } },
    });
    expect(byId.get(`${id(1)}/cdymy2ru4tty`)).toMatchObject({
      state: 'archived',
      arrivedAtMs: 1793610293074,
    });
    expect(byId.get(`${id(1)}/r8jui3r6vhc7`)).toMatchObject({ state: 'archived', verification: null });
    expect(byId.get(`${id(1)}/7cwrttc83t8e`)?.failure).toEqual({ code: 'transfer-failed', msg: null });
  });

  it('of archived transfers: the activity contains the arrival of their file', async () => {
    const databases = fixture();
    recordsOf(databases, 'entries')[0] = doneEntry('fth7j8sjtuwf', 7);
    const { byId } = await takenOver(databases);
    expect(byId.get(`${id(1)}/fth7j8sjtuwf`)).toMatchObject({ state: 'archived', arrivedAtMs: 7 });
  });

  it('of items: a wait that nothing would end is dropped', async () => {
    const databases = fixture();
    edit(databases, 'items', id(32), { waiting: { reason: 'slots', until: null } });
    expect((await takenOver(databases)).byId.get(id(32))).toMatchObject({ state: 'queued', wait: null });
  });
});

describe('a second run', () => {
  it('changes nothing', async () => {
    const { store } = await takenOver();
    await restoreDatabases(fixture());
    const before = await contentOf(store);
    const opens = vi.spyOn(indexedDB, 'open');
    const lists = vi.spyOn(indexedDB, 'databases');
    const deletes = vi.spyOn(indexedDB, 'deleteDatabase');
    expect(await importLegacyDatabases(store)).toEqual([]);
    expect([opens, lists, deletes].map((spy) => spy.mock.calls.length)).toEqual([0, 0, 0]);
    expect(await contentOf(store)).toEqual(before);
    expect(await existing()).toHaveLength(3);
  });

  it('that runs concurrently imports nothing twice', async () => {
    await restoreDatabases(fixture());
    const store = freshStore();
    await Promise.all([importLegacyDatabases(store), importLegacyDatabases(store)]);
    const { uploads, pending } = await contentOf(store);
    expect(uploads).toHaveLength(31);
    expect(pending).toHaveLength(1);
    expect(await eventsOf()).toHaveLength(20);
  });
});

describe('a restart', () => {
  /** A store whose durable transactions die after so many writes. */
  const dying = (store: UploadStore, writes: number): UploadStore => ({
    transact: (mode, work) =>
      store.transact(mode, (tx) => {
        if (mode !== 'durable') return work(tx);
        let left = writes;
        const names = ['put', 'addEvent', 'setBackoff', 'setMeta', 'markDelivered'];
        return work(
          new Proxy(tx, {
            get: (target, name) => {
              if (names.includes(String(name)) && left-- <= 0) throw new Error('death');
              return Reflect.get(target, name);
            },
          }),
        );
      }),
  });

  // 31 uploads, 5 backoffs, the pause, 19 events, the cursor, 3 more events, 2 of meta.
  it.each([0, 1, 31, 37, 57, 61])('before write %i leaves everything unchanged', async (writes) => {
    const { store: _, ...expected } = await takenOver();
    vi.stubGlobal('indexedDB', new IDBFactory());
    await restoreDatabases(fixture());
    const store = freshStore();
    await expect(importLegacyDatabases(dying(store, writes))).rejects.toThrow('death');
    const { uploads, backoffs, pending, meta } = await contentOf(store);
    expect({ uploads, backoffs, pending, events: await eventsOf() }).toEqual({
      ...{ uploads: [], backoffs: [], pending: [], events: [] },
    });
    expect(Object.values(meta).filter((value) => value !== undefined)).toEqual([]);
    expect(await existing()).toHaveLength(3);

    const problems = await importLegacyDatabases(store);
    expect({ problems, ...(await contentOf(store)), events: await eventsOf() }).toEqual(expected);
    expect(await existing()).toEqual([]);
  });

  it('before the deletion of the old databases: the next start deletes them and imports nothing', async () => {
    await restoreDatabases(fixture());
    const store = freshStore();
    const deletion = vi.spyOn(indexedDB, 'deleteDatabase').mockImplementation(() => {
      throw new Error('death');
    });
    await importLegacyDatabases(store);
    deletion.mockRestore();
    const before = await contentOf(store);
    expect(before.uploads).toHaveLength(31);
    expect(before.meta).toMatchObject({ imported: true, undeleted: oldNames });
    expect(await existing()).toHaveLength(3);

    // In the meantime the user takes one out.
    await store.transact('write', (tx) => tx.delete(before.byId.get(id(32)) as Upload));
    expect(await importLegacyDatabases(store)).toEqual([]);
    expect(await existing()).toEqual([]);
    const after = await contentOf(store);
    expect(after.uploads).toEqual(before.uploads.filter((upload) => upload.id !== id(32)));
    expect(after.meta).toMatchObject({ imported: true, undeleted: [] });
    expect(after.pending).toEqual(before.pending);
  });

  it('is not blocked by a page with an open database', async () => {
    await restoreDatabases(fixture());
    const open = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('linkhaul-watch');
      request.onsuccess = () => resolve(request.result);
    });
    const store = freshStore();
    expect(await importLegacyDatabases(store)).toEqual([]);
    expect((await contentOf(store)).meta.undeleted).toEqual(['linkhaul-watch']);
    open.close();
    await importLegacyDatabases(store);
    expect(await existing()).toEqual([]);
    expect((await contentOf(store)).meta.undeleted).toEqual([]);
  });
});

describe('without old databases', () => {
  it('only the mark is set, and none is created', async () => {
    const store = freshStore();
    expect(await importLegacyDatabases(store)).toEqual([]);
    const { uploads, pending, meta } = await contentOf(store);
    expect({ uploads, pending, meta }).toEqual({
      ...{ uploads: [], pending: [] },
      meta: { paused: undefined, delivered: undefined, imported: true, undeleted: undefined },
    });
    expect(await existing()).toEqual([]);
  });

  it('nothing is stored where the browser does not list databases: the next start imports them', async () => {
    await restoreDatabases(fixture());
    const store = freshStore();
    vi.spyOn(indexedDB, 'databases').mockRejectedValueOnce(new DOMException('', 'UnknownError'));
    await expect(importLegacyDatabases(store)).rejects.toThrow(DOMException);
    expect((await contentOf(store)).meta.imported).toBeUndefined();
    expect(await importLegacyDatabases(store)).toEqual([]);
    expect((await contentOf(store)).uploads).toHaveLength(31);
  });

  it('without IndexedDB, it is remembered in memory', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const store = combineStores(freshStore(), createMemoryStore(createFakeStorageArea()));
    expect(await importLegacyDatabases(store)).toEqual([]);
    expect((await contentOf(store)).meta.imported).toBe(true);
  });
});

describe('one database', () => {
  const without = (name: string) => fixture().filter((database) => database.name !== name);

  it.each([
    ['linkhaul-outbox', { uploads: 12, events: 19 }],
    ['linkhaul-watch', { uploads: 18 + 13, events: 20 }],
    ['linkhaul-activity', { uploads: 31, events: 3 }],
  ])('%s is missing: the others are imported', async (name, expected) => {
    const { problems, uploads, events } = await takenOver(without(name));
    expect(problems).toEqual([]);
    // Claims stand in for the transfers.
    expect({ uploads: uploads.length, events: events.length }).toEqual(expected);
    expect(await existing()).toEqual([]);
  });

  it.each(oldNames)('%s has a newer version: it is skipped, reported and kept', async (name) => {
    const databases = fixture().map((each) => (each.name === name ? { ...each, version: 2 } : each));
    const { problems, uploads, events, meta, store } = await takenOver(databases);
    expect(problems).toMatchObject([{ store: name, reason: 'newer-version' }]);
    expect(uploads.length).toBeGreaterThan(0);
    expect(events.length).toBeGreaterThan(0);
    expect(meta).toMatchObject({ imported: true, undeleted: [] });
    expect(await existing()).toEqual([name]);
    expect(await importLegacyDatabases(store)).toEqual([]);
    expect(await existing()).toEqual([name]);
  });

  it('is damaged: it is skipped, reported and kept', async () => {
    const databases = fixture().map((each) =>
      each.name === 'linkhaul-outbox' ? { ...each, stores: each.stores.slice(1) } : each,
    );
    const { problems, uploads } = await takenOver(databases);
    expect(problems).toMatchObject([{ store: 'linkhaul-outbox', reason: 'damaged' }]);
    expect(uploads).toHaveLength(12);
    expect(await existing()).toEqual(['linkhaul-outbox']);
  });

  it('cannot be opened', async () => {
    await restoreDatabases(fixture());
    const store = freshStore();
    const { open } = indexedDB;
    vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
      if (name === 'linkhaul-watch') throw new DOMException('', 'UnknownError');
      return open.call(indexedDB, name, version);
    });
    expect(await importLegacyDatabases(store)).toMatchObject([
      { store: 'linkhaul-watch', reason: 'damaged' },
    ]);
    expect((await contentOf(store)).uploads).toHaveLength(31);
  });
});

describe('damaged records', () => {
  it('are skipped and counted, the others are imported', async () => {
    const databases = fixture();
    edit(databases, 'items', id(17), { url: 5 });
    edit(databases, 'items', id(18), { state: 'lost' });
    edit(databases, 'items', id(19), { waiting: { reason: '__proto__', until: 1 } });
    edit(databases, 'items', id(20), { folder: null });
    edit(databases, 'items', id(25), { doubt: { cause: 'no-answer' } });
    edit(databases, 'items', id(27), { private: true });
    edit(databases, 'items', id(29), { position: Number.NaN });
    edit(databases, 'items', id(30), { createdAt: Number.POSITIVE_INFINITY });
    edit(databases, 'holds', id(1), { until: 'soon' });
    edit(databases, 'transfers', '65z9x5p59ww5', { phase: 'toString' });
    edit(databases, 'transfers', 'amy8nrpatcfm', { ours: false });
    edit(databases, 'transfers', 'cxcbkw4w8wpv', { verify: { from: 'done', misses: 0, nextAt: 0 } });
    recordsOf(databases, 'entries').splice(0, 2, { key: 19, value: { id: 19 } });
    (recordsOf(databases, 'claims') as object[]).push({ key: 99, value: 'a claim' });
    const { problems, uploads, events } = await takenOver(databases);
    expect(problems).toMatchObject([
      { store: 'linkhaul-outbox', reason: 'damaged', cause: '10 invalid records' },
      { store: 'linkhaul-watch', reason: 'damaged', cause: '3 invalid records' },
      { store: 'linkhaul-activity', reason: 'damaged', cause: '1 invalid records' },
    ]);
    // Three transfers have left their claims.
    expect(uploads).toHaveLength(31 - 8);
    expect(uploads.filter(({ state, claim }) => state === 'archived' && claim === 'answer')).toHaveLength(6);
    expect(events).toHaveLength(17 + 1);
    expect(await existing()).toEqual([]);
  });

  it('of a pause are ignored', async () => {
    const databases = fixture();
    const records = recordsOf(databases, 'switches') as { value: unknown }[];
    for (const record of records) record.value = 'yes';
    expect((await takenOver(databases)).meta.paused).toBeUndefined();
  });
});

describe('a store that is not empty', () => {
  it('keeps its records', async () => {
    await restoreDatabases(fixture());
    const store = freshStore();
    const url = 'https://files.example/new.webm';
    const given = {
      ...({ id: id(32), accountId: id(1), source: 'link', url, addressKey: url, title: 'Newer' } as const),
      ...{ folder: { id: '0', name: '' }, private: false, order: 1 },
    } as const;
    const holder = { id: 'other', state: 'running', fileCode: '65z9x5p59ww5', claim: 'answer' } as const;
    await store.transact('write', async (tx) => {
      await tx.put(createUpload(given, 1));
      await tx.put({ ...createUpload(given, 1), ...holder });
      await tx.setMeta('paused', false);
    });
    await importLegacyDatabases(store);
    const { byId, uploads, meta } = await contentOf(store);
    expect(uploads).toHaveLength(31);
    expect(byId.get(id(32))?.title).toBe('Newer');
    expect(byId.get('other')?.title).toBe('Newer');
    expect(byId.has(`${id(1)}/65z9x5p59ww5`)).toBe(false);
    expect(meta.paused).toBe(false);
  });
});
