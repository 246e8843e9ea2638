/** The sync with the real local service. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listStoredFiles } from '../storage/on-disk.ts';
import { accountId, day, minute, type SyncSetup, setUpSync } from './sync-setup.ts';

let setup: SyncSetup;
beforeAll(async () => {
  setup = await setUpSync();
});
afterEach(() => setup.reset());
afterAll(() => setup.close());

const visit = (folderId: string | null = null) => setup.sync().visit(accountId, folderId);
const syncStatus = () => setup.disk.syncStatus(accountId);
const seed = (files: number, folders: number) =>
  setup.service.seed({ account: setup.email(), files, folders });
const snapshot = () => setup.disk.read(accountId);
const codes = async () => listStoredFiles(await snapshot()).map(({ fileCode }) => fileCode);
async function inCatalog(code: string) {
  const now = await snapshot();
  const row = now.fileId(code);
  return row === null ? null : now.file(row);
}

/** An account that has been fully known for more than a minute. */
async function synced(files = 250, folders = 6): Promise<void> {
  await seed(files, folders);
  await visit();
  await setup.syncToEnd();
  setup.time.now += 2 * minute;
}

async function visitAndSync(folderId: string | null = null): Promise<void> {
  await visit(folderId);
  await setup.syncToEnd();
}

/** Some read thousands of files over HTTP. */
const lengthy = { timeout: 30_000 };

describe('the first sync', lengthy, () => {
  it('reads everything once: the root, all pages of files, then the folders', async () => {
    await seed(450, 12);
    const requests = await setup.requestsDuring(() => visitAndSync());
    expect(await setup.catalog()).toEqual(await setup.serviceState());
    const complete = { phase: 'complete', problem: null, fullSync: null, filesExpected: 450 };
    expect(await syncStatus()).toMatchObject(complete);
    expect(requests[0]).toBe('folder/list 0');
    expect(requests.slice(1, 4).sort()).toEqual(['file/list 1', 'file/list 2', 'file/list 3']);
    expect(requests.filter((what) => what.startsWith('file/list')).sort()).toEqual([
      'file/list 1',
      'file/list 1 created',
      'file/list 2',
      'file/list 3',
      'file/list 4',
    ]);
    // What the user saw first counts for the full sync too.
    expect(new Set(requests.filter((what) => what.startsWith('folder/list'))).size).toBe(12 + 1);
    expect(requests).toHaveLength(12 + 1 + 5);
  });

  it('starts with the first visit, and continues after it', async () => {
    await seed(450, 12);
    expect(await setup.requestsDuring(() => setup.syncToEnd())).toEqual([]);
    await visit();
    setup.browser.isPageOpen = false;
    await setup.syncToEnd();
    expect(await syncStatus()).toMatchObject({ phase: 'complete' });
  });

  it('reads the opened folder before everything else', async () => {
    await seed(450, 12);
    const [folder] = (await setup.otherClient.folders.list('0')).folders;
    const folderId = folder?.folderId ?? '';
    const requests = await setup.requestsDuring(() => visit(folderId));
    expect(requests).toEqual([`folder/list ${folderId}`]);
    const { files } = await setup.otherClient.folders.list(folderId);
    expect((await codes()).sort()).toEqual(files.map(({ fileCode }) => fileCode).sort());
    await setup.syncToEnd();
    expect(await setup.catalog()).toEqual(await setup.serviceState());
  });

  it('resumes after the worker was terminated', async () => {
    await seed(4_000, 60);
    const requests: string[] = [];
    let restarts = 0;
    while ((await syncStatus()).phase !== 'complete') {
      restarts += 1;
      expect(restarts).toBeLessThan(20);
      const finish = async () => {
        await visit();
        void setup.sync().run();
        const before = setup.changes.soon;
        await setup.until(
          async () => setup.changes.soon >= before + 15 || (await syncStatus()).phase === 'complete',
        );
        setup.restart();
      };
      requests.push(...(await setup.requestsDuring(finish)));
    }
    expect(await setup.catalog()).toEqual(await setup.serviceState());
    expect(restarts).toBeGreaterThan(3);
    const pages = requests.filter((what) => /^file\/list \d+$/.test(what));
    expect(new Set(pages).size).toBe(21);
    // Only requests in progress when it died are repeated.
    expect(pages.length).toBeLessThanOrEqual(21 + 10 * 2);
  });

  it('can be stopped and resumed', async () => {
    // Ten pages are requested at once.
    await seed(4_000, 10);
    await visit();
    const running = setup.sync().run();
    await setup.until(async () => (await syncStatus()).files >= 200);
    await setup.sync().stop(accountId);
    await running;
    const { files, ...status } = await syncStatus();
    expect(files).toBeLessThan(4_000);
    expect(status).toMatchObject({ phase: 'first', isStopped: true, problem: null });
    setup.restart();
    expect(await setup.requestsDuring(() => setup.syncToEnd())).toEqual([]);

    await setup.sync().resume(accountId);
    const requests = await setup.requestsDuring(() => setup.syncToEnd());
    expect(requests).not.toContain('file/list 1');
    expect(await setup.catalog()).toEqual(await setup.serviceState());
  });

  it('isn’t stopped by a click just after it has ended', async () => {
    await seed(30, 2);
    await visitAndSync();
    await setup.sync().stop(accountId);
    expect(await syncStatus()).toMatchObject({ phase: 'complete', isStopped: false });
    const [some = ''] = await codes();
    const { fileCode } = await setup.otherClient.files.clone(some);
    setup.time.now += 2 * minute;
    await visitAndSync();
    expect(await codes()).toContain(fileCode);
  });

  it('handles an empty account', async () => {
    await visitAndSync();
    expect(await syncStatus()).toMatchObject({ phase: 'complete', filesExpected: 0 });
    expect(await setup.catalog()).toEqual({ files: [], folders: [] });
  });
});

describe('the incremental sync', lengthy, () => {
  it('makes two requests for each visit, at most once a minute, and no others', async () => {
    await synced();
    expect(await setup.requestsDuring(() => visitAndSync('0'))).toEqual(
      expect.arrayContaining(['folder/list 0', 'file/list 1 created']),
    );
    expect(await setup.requestsDuring(() => visitAndSync('0'))).toEqual([]);
    setup.time.now += 2 * minute;
    expect(await setup.requestsDuring(() => visitAndSync('0'))).toHaveLength(2);
    setup.browser.isPageOpen = false;
    for (let i = 0; i < 10; i += 1) {
      setup.time.now += minute;
      expect(await setup.requestsDuring(() => setup.syncToEnd())).toEqual([]);
    }
  });

  it('finds files that were uploaded elsewhere, even in the same second as the newest one', async () => {
    await synced();
    const [some = ''] = await codes();
    for (let round = 0; round < 3; round += 1) {
      const { fileCode } = await setup.otherClient.files.clone(some);
      setup.time.now += 2 * minute;
      await visitAndSync();
      expect(await codes()).toContain(fileCode);
    }
  });

  it('finds renames, moves, deletions and new files in the opened folder', async () => {
    await synced();
    const files = (await setup.otherClient.folders.list('0')).files.map(({ fileCode }) => fileCode);
    const { folderId } = await setup.otherClient.folders.create({ name: 'New', parentId: '0' });
    const [renamed = '', moved = '', deleted = ''] = files;
    const other = listStoredFiles(await snapshot()).find(({ folderId }) => folderId !== '0')?.fileCode ?? '';
    await setup.otherClient.files.rename(renamed, 'Renamed elsewhere');
    await setup.otherClient.files.move(moved, folderId);
    await setup.otherClient.files.move(other, '0');
    await setup.admin.deleteFile(deleted);

    await visit('0');
    expect((await inCatalog(renamed))?.title).toBe('Renamed elsewhere');
    expect((await inCatalog(other))?.folderId).toBe('0');
    expect(await inCatalog(deleted)).toBeNull();
    expect((await snapshot()).folders.get(folderId)).toMatchObject({ name: 'New', parentId: '0' });
    // Its new folder is unknown until a listing shows it.
    expect((await inCatalog(moved))?.folderId).toBe('');
    await visit(folderId);
    expect((await inCatalog(moved))?.folderId).toBe(folderId);
  });

  it('shows the parent of an opened folder that was deleted', async () => {
    await synced();
    const { folderId } = await setup.otherClient.folders.create({ name: 'Gone soon', parentId: '0' });
    await visit('0');
    expect((await snapshot()).folders.has(folderId)).toBe(true);
    await setup.admin.deleteFolder(folderId);
    setup.time.now += 2 * minute;
    await visit(folderId);
    expect((await snapshot()).folders.has(folderId)).toBe(false);
    expect(await syncStatus()).toMatchObject({ problem: null });
  });

  it('runs for every refresh, and reports failures', async () => {
    await synced();
    await visitAndSync('0');
    const refresh = () => setup.sync().refresh(accountId, '0');
    expect(await setup.requestsDuring(refresh)).toHaveLength(2);
    await setup.admin.setFaults([{ endpoint: '*', kind: 'reset-before' }]);
    await expect(refresh()).rejects.toMatchObject({ code: 'network' });
    expect(await syncStatus()).toMatchObject({ problem: 'network' });
    await setup.admin.clearFaults();
    await refresh();
    expect(await syncStatus()).toMatchObject({ problem: null });
  });

  it('adds the files of finished transfers immediately, with one request for all of them', async () => {
    await synced();
    const [some = ''] = await codes();
    const clones = await Promise.all([1, 2, 3].map(() => setup.otherClient.files.clone(some)));
    const requests = await setup.requestsDuring(async () => {
      for (const { fileCode } of clones) {
        const arrival = { accountId, fileCode, title: 'Just now', folderId: '0' };
        await setup.sync().addArrival(arrival);
        expect(await inCatalog(fileCode)).toMatchObject({ title: 'Just now', folderId: '0' });
      }
      await setup.syncToEnd();
    });
    expect(requests).toEqual(['file/list 1 created']);
    expect(await setup.catalog()).toEqual(await setup.serviceState());
  });
});

describe('the daily full sync', lengthy, () => {
  it('finds changes and deletions anywhere, on a visit, at most once a day', async () => {
    await synced();
    const [deleted = '', renamed = '', moved = ''] = await codes();
    const folder = [...(await snapshot()).folders.keys()].at(-1) ?? '';
    await setup.admin.deleteFile(deleted);
    await setup.otherClient.files.rename(renamed, 'Renamed elsewhere');
    await setup.otherClient.files.move(moved, folder);
    await setup.otherClient.folders.rename(folder, 'Another name');
    await visitAndSync();
    expect(await codes()).toContain(deleted);

    setup.time.now += day;
    setup.browser.isPageOpen = false;
    expect(await setup.requestsDuring(() => setup.syncToEnd())).toEqual([]);
    setup.browser.isPageOpen = true;
    const requests = await setup.requestsDuring(() => visitAndSync());
    expect(await setup.catalog()).toEqual(await setup.serviceState());
    expect(requests.filter((what) => what === 'file/info')).toHaveLength(1);
    setup.time.now += 2 * 60 * minute;
    expect(await setup.requestsDuring(() => visitAndSync())).toHaveLength(2);
  });

  it('pauses without visits, and resumes', async () => {
    await synced(1_500, 60);
    setup.time.now += day;
    const running = setup.sync().run();
    const before = setup.changes.soon;
    await setup.until(() => setup.changes.soon >= before + 4);
    setup.browser.isPageOpen = false;
    await running;
    expect((await syncStatus()).fullSync).not.toBeNull();
    setup.restart();
    expect(await setup.requestsDuring(() => setup.syncToEnd())).toEqual([]);
    setup.browser.isPageOpen = true;
    expect(await setup.requestsDuring(() => setup.syncToEnd())).not.toContain('file/list 1');
    expect((await syncStatus()).fullSync).toBeNull();
  });

  it('does not delay new files', async () => {
    await synced(1_500, 60);
    setup.time.now += day;
    const requests = await setup.requestsDuring(async () => {
      const running = setup.sync().run();
      const before = setup.changes.soon;
      await setup.until(() => setup.changes.soon >= before + 4);
      const [some = ''] = await codes();
      const { fileCode } = await setup.otherClient.files.clone(some);
      await setup.sync().addArrival({ accountId, fileCode, title: null, folderId: '0' });
      await running;
      expect(await codes()).toContain(fileCode);
    });
    const created = requests.indexOf('file/list 1 created');
    expect(created).toBeGreaterThan(0);
    expect(created).toBeLessThan(requests.length - 20);
  });

  it('removes only files that the service reports as unknown', async () => {
    await synced(120, 3);
    const before = await codes();
    setup.time.now += day;
    // A page that is briefly empty looks like the end of the list. (The first request is for new files.)
    const envelope = { msg: 'OK', status: 200, result: { files: [], total_pages: 1, results_total: '0' } };
    await setup.admin.setFaults([
      { endpoint: '/api/file/list', kind: 'envelope', envelope, skip: 1, times: 1 },
      { endpoint: '/api/file/info', kind: 'envelope', envelope: { msg: 'OK', status: 200, result: [] } },
    ]);
    await visitAndSync();
    expect((await codes()).sort()).toEqual(before.sort());
  });
});

describe('a failing service', lengthy, () => {
  it('that fails occasionally is asked until everything is read', async () => {
    await seed(900, 15);
    const kinds = ['reset-before', 'html', 'cut'] as const;
    await setup.admin.setFaults(kinds.map((kind) => ({ endpoint: '*', kind, probability: 0.05 })));
    await visitAndSync();
    expect(await syncStatus()).toMatchObject({ phase: 'complete' });
    await setup.admin.clearFaults();
    expect(await setup.catalog()).toEqual(await setup.serviceState());
  });

  it('is asked at growing intervals, even by later workers, and at once on a visit', async () => {
    await seed(450, 3);
    await setup.admin.setFaults([{ endpoint: '*', kind: 'status', httpStatus: 503 }]);
    await visit();
    const pauses: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      setup.restart();
      const next = (await setup.sync().run()) ?? Number.NaN;
      pauses.push(next - setup.time.now);
      setup.time.now = next;
    }
    expect(await syncStatus()).toMatchObject({ phase: 'first', problem: 'invalid-response' });
    expect(pauses).toEqual([...new Set(pauses)].toSorted((one, other) => one - other));
    expect(pauses.at(-1)).toBeGreaterThan(minute);
    await setup.sync().run();
    setup.restart();
    expect(await setup.requestsDuring(() => setup.sync().run())).toEqual([]);
    expect(await setup.requestsDuring(() => visit())).not.toEqual([]);
    await setup.admin.clearFaults();
    await setup.syncToEnd();
    expect(await setup.catalog()).toEqual(await setup.serviceState());
    expect(await syncStatus()).toMatchObject({ problem: null });
  });

  it('at one folder is given up there, even if each attempt terminates the worker', async () => {
    await seed(3, 3);
    const folders = await setup.otherClient.folders.list('0', { onlyFolders: true });
    const [broken] = folders.folders;
    await setup.admin.setFaults([
      {
        endpoint: '/api/folder/list',
        query: { fld_id: broken?.folderId ?? '' },
        kind: 'status',
        httpStatus: 500,
      },
    ]);
    await visit();
    for (let tries = 0; tries < 12 && (await syncStatus()).phase !== 'complete'; tries += 1) {
      setup.restart();
      const next = await setup.sync().run();
      setup.time.now = Math.max(setup.time.now, next ?? 0);
    }
    expect(await syncStatus()).toMatchObject({ phase: 'complete', problem: null });
  });

  it('that rejects the key is not retried', async () => {
    await synced();
    const envelope = { msg: 'Wrong auth', status: 403 };
    await setup.admin.setFaults([{ endpoint: '*', kind: 'envelope', envelope }]);
    await visitAndSync();
    expect(await syncStatus()).toMatchObject({ problem: 'unauthorized' });
    setup.time.now += 60 * minute;
    expect(await setup.requestsDuring(() => setup.syncToEnd())).toEqual([]);
    await setup.admin.clearFaults();
    await setup.sync().credentialsChanged(accountId);
    await setup.syncToEnd();
    expect(await syncStatus()).toMatchObject({ problem: null });
  });

  it('is not asked while offline', async () => {
    await seed(450, 3);
    await visit();
    setup.browser.isOnline = false;
    const requests = await setup.requestsDuring(async () => {
      expect(await setup.sync().run()).toBeGreaterThan(setup.time.now);
    });
    expect(requests).toEqual([]);
    setup.browser.isOnline = true;
    await setup.syncToEnd();
    expect(await setup.catalog()).toEqual(await setup.serviceState());
  });
});

describe('changes by Linkhaul', lengthy, () => {
  it('are in the catalog immediately, and no older listing reverts them', async () => {
    await synced();
    const [code = ''] = await codes();
    const { folderId = '' } = (await inCatalog(code)) ?? {};
    await setup.admin.setFaults([{ endpoint: '/api/folder/list', kind: 'delay', ms: 150 }]);
    // The listing with the old title is in transit when the new title is written.
    const refresh = setup.sync().refresh(accountId, folderId);
    const { folderId: created } = await setup.otherClient.folders.create({ name: 'Mine', parentId: '0' });
    await setup.sync().apply(accountId, {
      patches: [{ fileCode: code, title: 'My title' }],
      folder: { id: created, name: 'Mine', parentId: folderId },
    });
    expect((await inCatalog(code))?.title).toBe('My title');
    await refresh;
    expect((await inCatalog(code))?.title).toBe('My title');
    expect((await snapshot()).folders.has(created)).toBe(true);
    // A listing that was requested later is trusted again.
    await setup.admin.clearFaults();
    await setup.sync().refresh(accountId, folderId);
    expect((await inCatalog(code))?.title).not.toBe('My title');
  });

  it('are not reverted by an older response about the file', async () => {
    await synced();
    const [code = ''] = await codes();
    await setup.admin.setFaults([{ endpoint: '/api/file/info', kind: 'delay', ms: 150 }]);
    const asking = setup.sync().info(accountId, code);
    await setup.sync().apply(accountId, { patches: [{ fileCode: code, title: 'My title' }] });
    expect(await asking).toMatchObject({ found: true });
    expect((await inCatalog(code))?.title).toBe('My title');
    const info = await setup.sync().info(accountId, code);
    expect(await inCatalog(code)).toMatchObject({ title: info?.found && info.title });
  });

  it('are ignored if nothing was read', async () => {
    await setup.sync().apply(accountId, { folder: { id: '5', name: 'Mine', parentId: '0' } });
    expect(await setup.catalog()).toEqual({ files: [], folders: [] });
  });
});

it('a failed write is reported, and loses no data', async () => {
  await seed(1_900, 10);
  await visit();
  setup.writes.failing = setup.writes.made + 4;
  await expect(setup.sync().run()).rejects.toThrow('The disk is full.');
  setup.restart();
  await setup.syncToEnd();
  expect(await setup.catalog()).toEqual(await setup.serviceState());
});

it('a removed account leaves nothing behind, whatever is in progress', async () => {
  await seed(1_500, 20);
  await visit();
  const running = setup.sync().run();
  await setup.until(async () => (await syncStatus()).files >= 200);
  await setup.sync().removeAccount(accountId);
  await running;
  expect(await setup.catalog()).toEqual({ files: [], folders: [] });
  expect(await syncStatus()).toMatchObject({ phase: 'never' });
});
