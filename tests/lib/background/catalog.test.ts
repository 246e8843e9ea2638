/** The catalog in the whole background: messages, transfers, pages. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createThrottle } from '../../../lib/background/throttle.ts';
import type { Snapshot } from '../../../lib/catalog/query/snapshot.ts';
import { createDefaultRule } from '../../../lib/links/rules.ts';
import { listStoredFiles } from '../catalog/storage/on-disk.ts';
import { FakeTime } from '../fake-time.ts';
import { type BackgroundSetup, setUpBackground, until } from './background-setup.ts';

let setup: BackgroundSetup;
let accountId: string;
beforeEach(async () => {
  setup = await setUpBackground();
  accountId = (await setup.connect()).account.id;
});
afterEach(() => setup.close());

const seed = (files: number, folders: number) =>
  setup.service.seed({ account: 'demo@linkhaul.example', files, folders });

const catalog = () => setup.catalog(accountId);

const complete = () =>
  until('the first sync', async () => {
    const { syncStatus } = await catalog();
    return syncStatus.phase === 'complete' && syncStatus.syncedAtMs !== null;
  });

async function synced(files = 30, folders = 3): Promise<Snapshot> {
  await seed(files, folders);
  await setup.send('catalog.visit', { accountId, folderId: null });
  await complete();
  return catalog();
}

describe('the catalog', () => {
  it('is read once a page is open, then the background idles', async () => {
    await seed(30, 3);
    await setup.background().wake();
    expect((await catalog()).syncStatus).toMatchObject({ phase: 'never', files: 0 });
    expect(await setup.send('catalog.visit', { accountId, folderId: null })).toBeNull();
    await complete();
    expect((await catalog()).syncStatus).toMatchObject({
      files: 30,
      folders: 3,
      foldersLeft: 0,
      problem: null,
    });
    // From memory, and in a new worker from the disk.
    const known = await setup.send('folders.known', { accountId });
    expect(known).toMatchObject({ folders: { length: 3 }, isComplete: true });
    await until('sleep', () => setup.isIdle());
    setup.restart();
    expect(await setup.send('folders.known', {})).toEqual(known);
  });

  it('continues after the worker was ended', async () => {
    await seed(30, 3);
    await setup.send('catalog.visit', { accountId, folderId: null });
    setup.restart();
    // Like the alarm.
    void setup.background().wake();
    await complete();
    expect((await catalog()).size).toBe(30);
  });

  it('stops and resumes by message', async () => {
    await seed(30, 3);
    await setup.send('catalog.stop', { accountId });
    await setup.send('catalog.visit', { accountId, folderId: '0' });
    await until('sleep', () => setup.isIdle());
    expect((await catalog()).syncStatus).toMatchObject({ phase: 'first', isStopped: true });
    await setup.send('catalog.resume', { accountId });
    await complete();
  });

  it('includes the file of a sent link when it is done', async () => {
    await synced();
    await setup.send('links.send', { links: [{ url: `${setup.site.url}/sample.webm` }] });
    await until('the file', async () => {
      await setup.send('uploads.poll', { accountId });
      return (await catalog()).size === 31;
    });
    const [file] = listStoredFiles(await catalog()).filter(({ title }) => title === 'sample');
    expect(file).toMatchObject({ folderId: '0' });
    await until('all of it', async () =>
      listStoredFiles(await catalog()).every(({ length }) => length !== null),
    );
  });

  it.each(['reset-before', 'reset-after'] as const)(
    'creates a new folder once if the response is lost (%s)',
    async (kind) => {
      const { account } = await setup.connect();
      await setup.admin.setFaults([{ endpoint: '/api/folder/create', kind, times: 1 }]);
      const create = () => setup.reply('folders.create', { name: 'Movies', parentId: '0' });
      const first = await create();
      expect(first.ok).toBe(kind === 'reset-after');
      if (!first.ok) await create();
      const folders = await setup.send('folders.list', { accountId: account.id, folderId: '0' });
      expect(folders.filter(({ name }) => name === 'Movies')).toHaveLength(1);
    },
  );

  it('creates a new folder once if the background ends before the response', async () => {
    await synced();
    await setup.admin.setFaults([{ endpoint: '/api/folder/create', kind: 'hang', effect: true, times: 1 }]);
    const create = () => setup.send('folders.create', { name: 'Movies', parentId: '0' });
    const list = async () =>
      (await setup.send('folders.list', { accountId, folderId: '0' })).filter(
        ({ name }) => name === 'Movies',
      );
    create().catch(() => {});
    await until('the folder', async () => (await list()).length === 1);
    setup.restart();
    expect([await create()]).toEqual(await list());
    // The user knows the first one.
    await create();
    expect(await list()).toHaveLength(2);
  });

  it('creates a new folder even if its siblings can’t be listed', async () => {
    await synced();
    await setup.admin.setFaults([{ endpoint: '/api/folder/list', kind: 'status', httpStatus: 500 }]);
    const folder = await setup.send('folders.create', { name: 'Movies', parentId: '0' });
    expect((await catalog()).folders.get(folder.id)).toMatchObject({ name: 'Movies', parentId: '0' });
  });

  it('doesn’t confuse an older folder with the same name with one whose response was lost', async () => {
    await synced();
    const create = () => setup.reply('folders.create', { name: 'Movies', parentId: '0' });
    await create();
    await setup.admin.setFaults([{ endpoint: '/api/folder/create', kind: 'reset-before', times: 1 }]);
    expect((await create()).ok).toBe(false);
  });

  it('includes created and renamed folders immediately, as the menu does', async () => {
    await synced();
    const folder = await setup.send('folders.create', { name: 'Movies', parentId: '0' });
    expect((await catalog()).folders.get(folder.id)).toMatchObject({ name: 'Movies', parentId: '0' });
    await setup.send('folders.pin', { accountId, folder, pinned: true });
    await setup.send('folders.rename', { accountId, folderId: folder.id, name: 'Films' });
    expect((await catalog()).folders.get(folder.id)).toMatchObject({ name: 'Films', parentId: '0' });
    expect(setup.seen.menu.map((entry) => 'title' in entry && entry.title)).toContain('Films');
  });

  it('finds the folder for files to delete by its id, then by its name, and creates it once', async () => {
    await synced();
    const count = async () => (await setup.send('folders.list', { accountId, folderId: '0' })).length;
    const before = await count();
    const find = (name = 'To delete') => setup.send('folders.toDelete', { accountId, name });
    const [folder, again] = await Promise.all([find(), find()]);
    expect(again).toEqual(folder);
    await setup.send('folders.rename', { accountId, folderId: folder.id, name: 'Rubbish' });
    // In another language too.
    expect(await find('Zu löschen')).toEqual({ id: folder.id, name: 'Rubbish' });
    await setup.local.remove(`folders:${accountId}`);
    expect(await find('Rubbish')).toEqual({ id: folder.id, name: 'Rubbish' });
    expect(await count()).toBe(before + 1);
  });

  it('creates no second folder for files to delete if one response lacks the first', async () => {
    await synced();
    const find = () => setup.send('folders.toDelete', { accountId, name: 'To delete' });
    const envelope = { msg: 'OK', status: 200, result: { folders: [], files: [] } };
    const loseOnce = () =>
      setup.admin.setFaults([{ endpoint: '/api/folder/list', kind: 'envelope', envelope, times: 1 }]);
    const folder = await find();
    await loseOnce();
    expect(await find()).toEqual(folder);
    await setup.local.remove(`folders:${accountId}`);
    await loseOnce();
    expect(await find()).toEqual(folder);
    // Moved on the service's own page.
    const parent = await setup.send('folders.create', { name: 'Old', parentId: '0' });
    const inner = await setup.send('folders.create', { name: 'Rubbish', parentId: parent.id });
    const shortlist = JSON.parse(setup.local.items.get(`folders:${accountId}`) ?? '');
    await setup.local.set({ [`folders:${accountId}`]: { ...shortlist, toDelete: inner } });
    setup.restart();
    expect(await find()).toEqual(inner);
  });

  it('creates the folder for files to delete again if it is gone', async () => {
    await synced();
    await setup.local.set({
      [`folders:${accountId}`]: {
        default: { id: '0', name: '' },
        pinned: [],
        recent: [],
        toDelete: { id: '999', name: 'Gone' },
      },
    });
    setup.restart();
    const folder = await setup.send('folders.toDelete', { accountId, name: 'To delete' });
    expect(folder).toEqual({ id: expect.not.stringMatching(/^999$/), name: 'To delete' });
  });

  it('creates the folder for files to delete again if the folder that it was moved into is gone', async () => {
    await synced();
    const parent = await setup.send('folders.create', { name: 'Old', parentId: '0' });
    const inner = await setup.send('folders.create', { name: 'Rubbish', parentId: parent.id });
    await setup.local.set({
      [`folders:${accountId}`]: {
        default: { id: '0', name: '' },
        pinned: [],
        recent: [],
        toDelete: inner,
      },
    });
    setup.restart();
    for (const { id } of [inner, parent]) await setup.admin.deleteFolder(id);
    const folder = await setup.send('folders.toDelete', { accountId, name: 'To delete' });
    expect(folder).toEqual({ id: expect.not.stringMatching(new RegExp(`^${inner.id}$`)), name: 'To delete' });
    expect(await setup.send('folders.list', { accountId, folderId: '0' })).toContainEqual(folder);
  });

  it('keeps a folder’s name if the service confirms a rename without effect', async () => {
    await synced();
    const folder = await setup.send('folders.create', { name: 'Movies', parentId: '0' });
    const rename = { accountId, folderId: folder.id, name: 'Films' };
    const envelope = { msg: 'OK', status: 200, result: 'true' };
    await setup.admin.setFaults([{ endpoint: '/api/folder/rename', kind: 'envelope', envelope }]);
    expect(await setup.reply('folders.rename', rename)).toEqual({
      ok: false,
      problem: { code: 'unchanged', msg: null },
    });
    expect((await catalog()).folders.get(folder.id)?.name).toBe('Movies');

    // If the change can't be read back, the confirmation is all there is.
    await setup.admin.setFaults([{ endpoint: '/api/folder/list', kind: 'html' }]);
    expect(await setup.send('folders.rename', rename)).toMatchObject({ id: folder.id, name: 'Films' });
    expect((await catalog()).folders.get(folder.id)?.name).toBe('Films');
  });

  it('has a renamed folder’s name as the service stores it', async () => {
    await synced();
    const folder = await setup.send('folders.create', { name: 'Movies', parentId: '0' });
    const name = '  Old   films ';
    const renamed = await setup.send('folders.rename', { accountId, folderId: folder.id, name });
    expect(renamed).toMatchObject({ id: folder.id, name: 'Old films' });
    const nameNow = async () => (await catalog()).folders.get(folder.id)?.name;
    expect(await nameNow()).toBe('Old films');
    const { undo } = await setup.send('changes.undo', { ids: renamed.undo });
    expect(await nameNow()).toBe('Movies');
    await setup.send('changes.undo', { ids: undo });
    expect(await nameNow()).toBe('Old films');
  });

  it('is removed with its account', async () => {
    await synced();
    await setup.send('accounts.remove', { accountId });
    expect(await catalog()).toMatchObject({ size: 0, syncStatus: { phase: 'never' } });
  });

  it('continues with a new key', async () => {
    await seed(30, 3);
    const envelope = { msg: 'Wrong auth', status: 403 };
    await setup.admin.setFaults([{ endpoint: '*', kind: 'envelope', envelope }]);
    await setup.send('catalog.visit', { accountId, folderId: null });
    await until('the trouble', async () => (await catalog()).syncStatus.problem === 'unauthorized');
    await setup.admin.clearFaults();
    await setup.connect();
    await complete();
  });
});

describe('a link whose file is in the account', () => {
  const link = () => ({ url: `${setup.site.url}/sample.webm` });
  const bring = async () => {
    await setup.send('links.send', { links: [link()] });
    await until('the file', async () => {
      await setup.send('uploads.poll', { accountId });
      return (await catalog()).size === 31;
    });
    return listStoredFiles(await catalog()).find(({ title }) => title === 'sample')?.fileCode ?? '';
  };

  it('is reported before it is sent again, in any spelling, and sent if the user confirms', async () => {
    await synced();
    await bring();
    const [{ id = '' } = {}] = (await setup.uploads(accountId)).uploads;
    await setup.send('uploads.remove', { id });
    const url = link().url.replace('sample', 's%61mple');
    expect(
      await setup.send('links.send', { links: [{ url }, { url: `${setup.site.url}/other` }] }),
    ).toMatchObject({
      queued: 1,
      duplicates: [url],
      invalid: [],
      folders: [{ id: '0', name: '' }],
    });
    expect(await setup.send('links.send', { links: [{ url }], anyway: true })).toMatchObject({ queued: 1 });
  });

  it('is no duplicate once the file is deleted, or in another account', async () => {
    await synced();
    const fileCode = await bring();
    await setup.admin.deleteFile(fileCode);
    await setup.send('catalog.refresh', { accountId, folderId: '0' });
    expect(await setup.send('links.send', { links: [link()] })).toMatchObject({ queued: 1, duplicates: [] });

    const { key } = setup.service.createAccount({ email: 'second@linkhaul.example' });
    const { account } = await setup.connect(key);
    const sending = { links: [link()], accountId: account.id };
    expect(await setup.send('links.send', sending)).toMatchObject({ queued: 1, duplicates: [] });
  });

  it('is sent with its copies if the file is deleted', async () => {
    await synced();
    const fileCode = await bring();
    const { key } = setup.service.createAccount({ email: 'second@linkhaul.example' });
    const other = (await setup.connect(key)).account.id;
    await setup.admin.deleteFile(fileCode);
    await setup.send('catalog.refresh', { accountId, folderId: '0' });
    const also = [{ accountId: other, folder: { id: '0', name: '' } }];
    await setup.send('rules.save', createDefaultRule(accountId, { also }));
    await setup.send('links.send', { links: [link()], accountId });
    const [copy] = (await setup.uploads(other)).uploads;
    expect((await setup.uploads(accountId)).uploads.map(({ linkId }) => linkId)).toContain(copy?.linkId);
    expect(copy?.linkId).toEqual(expect.any(String));
  });

  it('is no duplicate once all of its files are deleted, but still one while any exists', async () => {
    await synced();
    const first = await bring();
    await setup.send('links.send', { links: [link()], anyway: true });
    const copy = await until('the second file', async () => {
      await setup.send('uploads.poll', { accountId });
      const files = listStoredFiles(await catalog());
      return files.find(({ title, fileCode }) => title === 'sample' && fileCode !== first)?.fileCode;
    });
    for (const [fileCode, outcome] of [
      [first, { queued: 0, duplicates: [link().url] }],
      [copy, { queued: 1, duplicates: [] }],
    ] as const) {
      await setup.admin.deleteFile(fileCode);
      await setup.send('catalog.refresh', { accountId, folderId: '0' });
      expect(await setup.send('links.send', { links: [link()] })).toMatchObject(outcome);
    }
  });
});

describe('a service that does not respond, without active uploads', () => {
  const pollFailure = async () => (await setup.uploads(accountId)).pollFailure?.code;

  it.each([
    ['the catalog', () => setup.send('catalog.visit', { accountId, folderId: '0' })],
    ['any message', () => setup.reply('accounts.check', { accountId })],
  ])('is detected by %s, and reported until it responds', async (_, ask) => {
    await synced(3, 0);
    await setup.admin.setFaults([{ endpoint: '*', kind: 'status', httpStatus: 502 }]);
    await ask();
    await until('the failure', async () => (await pollFailure()) === 'invalid-response');
    await setup.admin.clearFaults();
    await setup.send('uploads.poll', { accountId });
    expect(await pollFailure()).toBeUndefined();
  });

  it('rejects a key until another one is connected', async () => {
    const envelope = { msg: 'Wrong auth', status: 403, result: null };
    await setup.admin.setFaults([{ endpoint: '*', kind: 'envelope', envelope }]);
    await setup.reply('accounts.check', { accountId });
    await until('the failure', async () => (await pollFailure()) === 'unauthorized');
    await setup.admin.clearFaults();
    await setup.connect();
    await until('the recovery', async () => (await pollFailure()) === undefined);
  });
});

it('shows a file that uploads had given up on, whose upload is then done', async () => {
  const silent = { kind: 'html', httpStatus: 404 } as const;
  const transfers = ['list', 'status'].map((call) => ({ ...silent, endpoint: `/api/urlupload/${call}` }));
  const notFound = { kind: 'envelope', envelope: { status: 404, msg: 'Not found' } } as const;
  await setup.admin.setFaults([
    ...transfers,
    ...['info', 'check'].map((call) => ({ ...notFound, endpoint: `/api/file/${call}` })),
    { ...silent, endpoint: '/api/file/list' },
  ]);
  await setup.send('links.send', { links: [{ url: `${setup.site.url}/sample.webm` }] });
  const upload = async () => (await setup.uploads(accountId)).uploads[0];
  await until('the end', async () => {
    setup.advance(3 * 3_600_000);
    await setup.send('uploads.poll', { accountId });
    return (await upload())?.state === 'vanished';
  });
  expect((await upload())?.failure).toEqual({ code: 'never-shown', msg: null });
  await setup.admin.setFaults(transfers);
  await setup.send('uploads.poll', { accountId });
  expect((await upload())?.state).toBe('vanished');
  await setup.send('catalog.refresh', { accountId, folderId: '0' });
  await until('the file', async () => {
    setup.advance(30_000);
    return (await upload())?.state === 'done';
  });
});

describe('every open page', () => {
  it('gets a single change immediately, and many of them throttled', async () => {
    const time = new FakeTime(0);
    const calledAtMs: number[] = [];
    const throttled = createThrottle(() => calledAtMs.push(time.now()), {
      clock: time.now,
      setTimer: (callback, delayMs) => time.setTimer(callback, delayMs),
      clearTimer: (clear: () => void) => clear(),
    });
    for (let at = 0; at <= 3_000; at += 100) {
      throttled('soon');
      await time.advance(100);
    }
    await time.advance(6_900);
    expect(calledAtMs).toEqual([0, 700, 1_400, 2_100, 2_800, 3_500]);
    // The first change after a pause isn't delayed.
    throttled('soon');
    await time.advance(100);
    throttled('soon');
    throttled('now');
    await time.advance(1_900);
    expect(calledAtMs.slice(6)).toEqual([10_000, 10_200]);
  });
});

describe('details of a file', () => {
  it('are complete, and update the catalog', async () => {
    const [file] = listStoredFiles(await synced());
    const fileCode = file?.fileCode ?? '';
    expect(file?.size).toBeNull();
    const { info, images } = await setup.send('files.details', { accountId, fileCode });
    expect(info).toMatchObject({ fileCode, title: file?.title });
    expect(info.size).toBeGreaterThan(0);
    expect(images?.splashImage).toContain(fileCode);
    expect(listStoredFiles(await catalog()).find((each) => each.fileCode === fileCode)?.size).toBe(info.size);
  });

  it('update the catalog before the pictures arrive', async () => {
    const [file] = listStoredFiles(await synced());
    const fileCode = file?.fileCode ?? '';
    await setup.admin.setFaults([{ endpoint: '/api/file/image', kind: 'hang' }]);
    void setup.reply('files.details', { accountId, fileCode });
    await until('the size', async () =>
      listStoredFiles(await catalog()).some((each) => each.fileCode === fileCode && each.size !== null),
    );
  });

  it('have no images if the service has none', async () => {
    const [file] = listStoredFiles(await synced());
    await setup.admin.setFaults([{ endpoint: '/api/file/image', kind: 'status', httpStatus: 500 }]);
    const answer = await setup.send('files.details', { accountId, fileCode: file?.fileCode ?? '' });
    expect(answer).toMatchObject({ images: null, info: { title: file?.title } });
  });

  it('remove a missing file from the catalog', async () => {
    const [file] = listStoredFiles(await synced());
    const fileCode = file?.fileCode ?? '';
    await setup.admin.deleteFile(fileCode);
    const answer = await setup.reply('files.details', { accountId, fileCode });
    expect(answer).toMatchObject({ ok: false, problem: { code: 'gone' } });
    expect((await catalog()).fileId(fileCode)).toBeNull();
  });
});

describe('the search of the service', () => {
  it('returns files like those of the catalog, with their addresses', async () => {
    const [file] = listStoredFiles(await synced());
    const found = await setup.send('files.search', { accountId, term: file?.title ?? '' });
    expect(found[0]).toMatchObject({ ...file, download: expect.stringContaining('/d/') });
  });

  it('returns a file once, even if the service lists it twice', async () => {
    const envelope = { msg: 'OK', status: 200, result: [{ file_code: 'abc' }, { file_code: 'abc' }] };
    await setup.admin.setFaults([{ endpoint: '/api/search/videos', kind: 'envelope', envelope }]);
    expect(await setup.send('files.search', { accountId, term: 'a' })).toHaveLength(1);
  });
});
