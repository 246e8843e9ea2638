/** The toast on the page after a click: what its two buttons do, with a real service. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createActivityDatabase } from '../../../../lib/activity/activity-database.ts';
import { readActivity } from '../../../../lib/activity/read-activity.ts';
import { createClient } from '../../../../lib/api/index.ts';
import { createBulkStore } from '../../../../lib/bulk/bulk-store.ts';
import { createShortlistStore } from '../../../../lib/folders/shortlist.ts';
import type { ToastAction } from '../../../../lib/protocol.ts';
import { createSendUndo } from '../../../../lib/undo-id.ts';
import { type BackgroundSetup, setUpBackground, until } from '../background-setup.ts';

let setup: BackgroundSetup;
let accountId: string;
beforeEach(async () => {
  setup = await setUpBackground();
  accountId = (await setup.connect()).account.id;
});
afterEach(() => setup.close());

const client = () => createClient({ baseUrl: setup.service.url, key: setup.key });
const pageUrl = 'https://blog.example/';
const url = () => `${setup.site.url}/sample.webm`;
/** Sends a link. `clickToast` returns the user's click on the toast. */
const send = (clickToast: () => Promise<ToastAction | null>) => {
  setup.browser.clickToast = clickToast;
  const menuItemId = JSON.stringify(['send-to', accountId, '0']);
  return setup.click(menuItemId, { linkUrl: url(), linkText: 'Clip', pageUrl }, { tabId: 3 });
};
const states = async () => (await setup.uploads(accountId)).uploads.map(({ state }) => state);
/** Waits for uploads that have failed, and lets time pass to the next poll. */
const failed = (count: number) =>
  until(`${count} failed`, async () => {
    setup.advance(500);
    return (await states()).filter((state) => state === 'failed').length === count;
  });
const root = { id: '0', name: '' };

async function activity() {
  const database = createActivityDatabase();
  const entries = await readActivity(database, setup.session);
  database.close();
  return entries;
}

const accepted = () => until('the answer', async () => (await states()).includes('accepted'));

it('the toast says where the link goes, and Undo cancels it, even at the service', async () => {
  setup.service.settings.bytesPerSecond = 1_000;
  await send(async () => {
    await accepted();
    return 'undo';
  });
  expect(setup.seen.toasts).toMatchObject([
    { kind: 'queued', folders: [root], count: 1 },
    { kind: 'undone', count: 1 },
  ]);
  expect(await client().remoteUploads.list()).toEqual([]);
  expect((await states()).filter((state) => state !== 'archived')).toEqual([]);
  // The undone upload doesn't make this link a duplicate.
  await send(async () => null);
  await accepted();
});

it('the toast reports a later failure of the link on the page', async () => {
  const fail = (path: string, tabId: number) =>
    setup.click(
      JSON.stringify(['send-to', accountId, '0']),
      { linkUrl: `${setup.site.url}/${path}`, pageUrl },
      { tabId },
    );
  setup.browser.clickToast = async () => null;
  await Promise.all([fail('gone.webm', 3), fail('gone.webm?2', 4)]);
  const failures = () => setup.seen.toasts.filter(({ kind }) => kind === 'failed');
  await failed(2);
  await until('both toasts', () => failures().length === 2);
  expect(failures()).toMatchObject([{ count: 1, title: 'gone.webm' }, { count: 1 }]);
  // Links that no page has sent show a toast on no page.
  await setup.send('links.send', { links: [{ url: `${setup.site.url}/gone.webm?3` }] });
  await failed(3);
  expect(failures()).toHaveLength(2);
});

it('the toast reports no failure on another page in its tab', async () => {
  const failures = () => setup.seen.toasts.filter(({ kind }) => kind === 'failed');
  const fail = async (path: string, tabId: number) => {
    const linkUrl = `${setup.site.url}/${path}`;
    await setup.click(JSON.stringify(['send-to', accountId, '0']), { linkUrl, pageUrl }, { tabId });
  };
  setup.browser.clickToast = async () => {
    setup.browser.openPage(3);
    return null;
  };
  await fail('gone.webm', 3);
  await failed(1);
  await fail('gone.webm?2', 4);
  const queued = setup.seen.toasts.filter(({ kind }) => kind === 'queued');
  const other = queued[1]?.uploadIds[0] ?? '';
  await failed(2);
  await until('the other one', () => failures().some(({ uploadIds }) => uploadIds.includes(other)));
  expect(failures()).toHaveLength(1);
});

it('no toast is shown for a link in a private window', async () => {
  setup.service.settings.bytesPerSecond = 1_000;
  const menuItemId = JSON.stringify(['send-to', accountId, '0']);
  await setup.click(menuItemId, { linkUrl: url(), linkText: 'Clip', pageUrl }, { tabId: 3, isPrivate: true });
  await accepted();
  expect(setup.seen.toasts).toEqual([]);
});

it('links that a page has sent are cancelled the same way, and those that have arrived are counted', async () => {
  setup.service.settings.bytesPerSecond = 1_000;
  const links = [{ url: url() }, { url: `${setup.site.url}/other.webm` }];
  const { undo = [] } = await setup.send('links.send', { links });
  await accepted();
  const undone = await setup.send('changes.undo', { ids: undo });
  expect(undone).toMatchObject({ kept: 0 });
  expect(await client().remoteUploads.list()).toEqual([]);
  // Both are sent again and undone again.
  const redone = await setup.send('changes.undo', { ids: undone.undo });
  await until('both', async () => (await client().remoteUploads.list()).length === 2);
  expect(await setup.send('changes.undo', { ids: redone.undo })).toMatchObject({ kept: 0 });
  expect(await client().remoteUploads.list()).toEqual([]);
  setup.service.settings.bytesPerSecond = 1_000_000;
  const arrived = await setup.send('links.send', { links: links.slice(0, 1) });
  await waitUntilDone();
  expect(await setup.send('changes.undo', { ids: arrived.undo ?? [] })).toEqual({ undo: [], kept: 1 });
});

it('twenty sent links and twenty pasted after them reach the service in order', async () => {
  setup.service.settings.bytesPerSecond = 1_000;
  setup.service.settings.slots = 100;
  const given = (name: string) =>
    Array.from({ length: 20 }, (_, at) => ({ url: `${setup.site.url}/${name}${at}.webm` }));
  const folder = { id: '0', name: '' };
  await Promise.all([
    setup.send('links.send', { accountId, folder, links: given('sent') }),
    setup.send('links.send', { accountId, folder, links: given('pasted') }),
  ]);
  await until('all transfers', async () => (await setup.admin.transfers()).length === 40);
  const inOrder = (await setup.admin.transfers()).toReversed();
  expect(inOrder.map((transfer) => transfer.url)).toEqual(
    [...given('sent'), ...given('pasted')].map((link) => link.url),
  );
});

it('a link can be cancelled during its request', async () => {
  setup.service.settings.bytesPerSecond = 1_000;
  await setup.admin.setFaults([{ endpoint: '/api/upload/url', kind: 'delay', ms: 300 }]);
  await send(async () => 'undo');
  expect(setup.seen.toasts.at(-1)).toMatchObject({ kind: 'undone' });
  expect(await client().remoteUploads.list()).toEqual([]);
});

it('an Undo that the account refuses says why, and can be clicked again', async () => {
  setup.service.settings.bytesPerSecond = 1_000;
  const envelope = { status: 429, msg: 'Later' };
  await send(async () => {
    await accepted();
    await setup.admin.setFaults([{ endpoint: '/api/urlupload/actions', kind: 'envelope', envelope }]);
    setup.browser.clickToast = async () => {
      await setup.admin.setFaults([]);
      setup.browser.clickToast = async () => null;
      return 'undo';
    };
    return 'undo';
  });
  expect(setup.seen.toasts).toMatchObject([
    { kind: 'queued' },
    { kind: 'not-undone', msg: 'Later' },
    { kind: 'undone' },
  ]);
  expect(await client().remoteUploads.list()).toEqual([]);
});

async function waitUntilDone() {
  await until('the file', async () => {
    await setup.send('uploads.poll', { accountId });
    return (await states()).includes('done');
  });
}

it('it is too late for a file that has arrived unseen, and moving it is offered', async () => {
  await send(async () => {
    await until('the file', async () => (await client().files.list()).files.length === 1);
    setup.browser.clickToast = async () => 'change';
    return 'undo';
  });
  expect(setup.seen.toasts).toMatchObject([{ kind: 'queued' }, { kind: 'too-late' }]);
  expect((await client().files.list()).files).toHaveLength(1);
  expect(setup.seen.pickerRequestIds).toHaveLength(1);
});

it('Undo reports how many of several links are unchanged because they have arrived', async () => {
  setup.service.settings.slots = 1;
  setup.browser.clickToast = async () => {
    await until('a file', async () => (await client().files.list()).files.length === 1);
    setup.service.settings.bytesPerSecond = 1_000;
    return 'undo';
  };
  const selectionText = `${url()} ${setup.site.url}/other.webm`;
  await setup.click(JSON.stringify(['send-to', accountId, '0']), { selectionText, pageUrl }, { tabId: 3 });
  expect(setup.seen.toasts).toMatchObject([{ kind: 'queued' }, { kind: 'undone', count: 2, kept: 1 }]);
});

it('once the file exists, moving it is offered instead of Undo', async () => {
  const movies = await setup.send('folders.create', { name: 'Movies', parentId: '0' });
  const sent = send(() => {
    setup.browser.clickToast = async () => 'change';
    // Until the next toast replaces this one.
    return new Promise(() => {});
  });
  await waitUntilDone();
  await sent;
  expect(setup.seen.toasts).toMatchObject([{ kind: 'queued' }, { kind: 'arrived', folders: [root] }]);
  const [requestId = ''] = setup.seen.pickerRequestIds;
  await setup.send('picker.send', { requestId, folder: movies, pin: false });
  await until(
    'the move',
    async () => (await client().files.list({ folderId: movies.id })).files.length === 1,
  );
});

describe('after a folder was chosen in the window, the page shows it, and Undo', () => {
  const lastToast = () =>
    until('a toast', async () => setup.seen.toasts.at(-1)?.folders[0]?.name === 'Movies');
  async function pickMovies(): Promise<string> {
    const movies = await setup.send('folders.create', { name: 'Movies', parentId: '0' });
    const [requestId = ''] = setup.seen.pickerRequestIds;
    const { promise: isClicked, resolve: click } = Promise.withResolvers<ToastAction>();
    setup.browser.clickToast = () => isClicked;
    await setup.send('picker.send', { requestId, folder: movies, pin: false });
    await lastToast();
    click('undo');
    return movies.id;
  }
  const undone = () => until('the way back', async () => setup.seen.toasts.at(-1)?.kind === 'undone');

  it('cancels the link', async () => {
    setup.service.settings.bytesPerSecond = 1_000;
    const entry = JSON.stringify(['choose', accountId]);
    await setup.click(entry, { linkUrl: url(), linkText: 'Clip', pageUrl }, { tabId: 3 });
    await pickMovies();
    await undone();
    expect(await client().remoteUploads.list()).toEqual([]);
  });

  it('moves back what had arrived before', async () => {
    const sent = send(() => {
      setup.browser.clickToast = async () => 'change';
      return new Promise(() => {});
    });
    await waitUntilDone();
    await sent;
    await pickMovies();
    await undone();
    await until('the file', async () =>
      (await client().files.list()).files.some(({ folderId }) => folderId === '0'),
    );
  });
});

it('opens the picker, and its choice replaces the folder', async () => {
  setup.service.settings.bytesPerSecond = 1_000;
  const movies = await setup.send('folders.create', { name: 'Movies', parentId: '0' });
  await send(async () => 'change');
  const [requestId = ''] = setup.seen.pickerRequestIds;
  // Until another folder is chosen, the link goes to the original folder.
  await accepted();
  expect(await setup.send('picker.open', { requestId })).toMatchObject({
    reason: 'choose',
    links: [{ url: url() }],
  });
  expect(await setup.send('picker.send', { requestId, folder: movies, pin: false })).toMatchObject({
    queued: 1,
  });
  await until('the transfer', async () => (await client().remoteUploads.list()).length === 1);
  expect(await client().remoteUploads.list()).toMatchObject([{ folderId: movies.id }]);
});

it.each(['queued', 'at the service'])(
  'the link exists at each moment while another folder is chosen: %s',
  async (where) => {
    setup.service.settings.bytesPerSecond = 1_000;
    const movies = await setup.send('folders.create', { name: 'Movies', parentId: '0' });
    if (where === 'queued') await setup.send('uploads.pause', {});
    await send(async () => 'change');
    if (where !== 'queued') await accepted();
    const [requestId = ''] = setup.seen.pickerRequestIds;
    let isOver = false;
    const sent = setup.send('picker.send', { requestId, folder: movies, pin: false }).finally(() => {
      isOver = true;
    });
    const counts = new Set<number>();
    while (!isOver) counts.add((await states()).filter((state) => state !== 'archived').length);
    expect(await sent).toMatchObject({ queued: 1, duplicates: [] });
    expect(counts).not.toContain(0);
    const { uploads } = await setup.uploads(accountId);
    const [left, ...others] = uploads.filter(({ state }) => state !== 'archived');
    expect(left).toMatchObject({ folder: movies });
    expect(others).toEqual([]);
    // The activity shows the move, not the deletion that it required.
    await until('the move', async () => (await activity()).some(({ kind }) => kind === 'replaced'));
    const moves = (await activity()).filter(({ kind }) => kind !== 'sent');
    expect(moves).toMatchObject([{ folderId: '0', replacedBy: { id: left?.id, folder: movies } }]);
  },
);

it('a link is sent to another folder only after a slow deletion has ended', async () => {
  setup.service.settings.bytesPerSecond = 1_000;
  await send(async () => {
    await accepted();
    return 'change';
  });
  const [requestId = ''] = setup.seen.pickerRequestIds;
  await setup.admin.setFaults([{ endpoint: '/api/urlupload/actions', kind: 'delay', ms: 1_000 }]);
  const picked = { requestId, folder: { id: '0', name: '' }, pin: false };
  const sent = setup.send('picker.send', picked);
  await until('the new one', async () => (await states()).length === 2);
  setup.advance(30_000);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await setup.admin.transfers()).toHaveLength(1);
  expect(await sent).toMatchObject({ queued: 1, duplicates: [] });
  await until('the transfer', async () => (await states()).includes('accepted'));
});

it('the user is asked before a link that the service may have is sent to another folder', async () => {
  setup.service.settings.bytesPerSecond = 1_000;
  await setup.admin.setFaults([
    { endpoint: '/api/upload/url', kind: 'reset-after', times: 1 },
    { endpoint: '/api/urlupload/list', kind: 'html' },
    { endpoint: '/api/file/list', kind: 'html' },
  ]);
  await send(async () => {
    await until('the lost answer', async () => (await states()).includes('uncertain'));
    return 'change';
  });
  const [requestId = ''] = setup.seen.pickerRequestIds;
  const picked = { requestId, folder: { id: '7', name: 'Films' }, pin: false };
  expect(await setup.send('picker.send', picked)).toMatchObject({ queued: 0, duplicates: [url()] });
  expect(await states()).toEqual(['uncertain']);
  expect((await setup.uploads(accountId)).uploads[0]?.replacedBy).toBeUndefined();
  expect(await setup.admin.transfers()).toHaveLength(1);
});

it('what was sent is kept if the choice can’t be stored', async () => {
  await setup.send('uploads.pause', {});
  await send(async () => 'change');
  const [requestId = ''] = setup.seen.pickerRequestIds;
  const failing = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room.', 'QuotaExceededError');
  });
  const picked = { requestId, folder: root, pin: false };
  expect(await setup.reply('picker.send', picked)).toMatchObject({ problem: { code: 'storage-full' } });
  failing.mockRestore();
  setup.seen.faults.length = 0;
  expect(await states()).toEqual(['queued']);
  expect(await setup.send('picker.send', picked)).toMatchObject({ queued: 1 });
  expect(await states()).toEqual(['queued']);
});

it('a choice that is stored counts, even if the disk fails after that', async () => {
  const movies = await setup.send('folders.create', { name: 'Movies', parentId: '0' });
  await setup.send('uploads.pause', {});
  await send(async () => 'change');
  const [requestId = ''] = setup.seen.pickerRequestIds;
  const { put } = IDBObjectStore.prototype;
  let isStored = false;
  const failing = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    value: { readonly folder?: { readonly id: string } },
    ...key
  ) {
    if (isStored) throw new DOMException('Broken.', 'UnknownError');
    this.transaction.addEventListener('complete', () => {
      isStored ||= value.folder?.id === movies.id;
    });
    return put.call(this, value, ...key);
  });
  const picked = { requestId, folder: movies, pin: false };
  expect(await setup.send('picker.send', picked)).toMatchObject({ queued: 1, duplicates: [] });
  failing.mockRestore();
  expect(setup.seen.faults).not.toEqual([]);
  setup.seen.faults.length = 0;
  const { uploads } = await setup.uploads(accountId);
  expect(uploads.map(({ folder }) => folder.id)).toContain(movies.id);
});

it('a file that has arrived is moved before another folder is chosen', async () => {
  const movies = await setup.send('folders.create', { name: 'Movies', parentId: '0' });
  await send(async () => 'change');
  const [requestId = ''] = setup.seen.pickerRequestIds;
  await waitUntilDone();
  expect(await setup.send('picker.send', { requestId, folder: movies, pin: false })).toMatchObject({
    queued: 1,
  });
  await until(
    'the move',
    async () => (await client().files.list({ folderId: movies.id })).files.length === 1,
  );
  expect(await client().remoteUploads.list()).toEqual([]);
});

describe('an upload whose file has arrived shows the file’s folder', () => {
  const record = async () => (await setup.uploads(accountId)).uploads[0];
  async function sendAndWait() {
    const { id } = await setup.send('folders.create', { name: 'Movies', parentId: '0' });
    await send(async () => null);
    await waitUntilDone();
    const { fileCode = '' } = (await client().files.list()).files[0] ?? {};
    return { movies: { id, name: 'Movies' }, file: { fileCode, title: 'Clip', folderId: '0' } };
  }

  it('after Linkhaul moves or renames it', async () => {
    const { movies, file } = await sendAndWait();
    await setup.send('bulk.start', { accountId, work: { kind: 'move', files: [file], folder: movies } });
    await setup.send('bulk.start', { accountId, work: { kind: 'rename', files: [file], titles: ['Film'] } });
    await until('both', async () => (await record())?.title === 'Film');
    expect(await record()).toMatchObject({ state: 'done', folder: movies, title: 'Film' });
    expect((await createShortlistStore(setup.local, accountId).get()).recent).toContainEqual(movies);
  });

  it('if the service confirmed a move without doing it', async () => {
    const { movies, file } = await sendAndWait();
    const envelope = { msg: 'OK', status: 200, result: true };
    await setup.admin.setFaults([{ endpoint: '/api/file/move', kind: 'envelope', envelope }]);
    await setup.send('bulk.start', { accountId, work: { kind: 'move', files: [file], folder: movies } });
    await until('the end', async () => {
      setup.advance(10_000);
      return (await createBulkStore().list())[0]?.state === 'done';
    });
    expect(await record()).toMatchObject({ state: 'done', folder: root });
  });

  it('after it was moved elsewhere, once a listing shows that', async () => {
    const { movies, file } = await sendAndWait();
    await client().files.move(file.fileCode, movies.id);
    await client().files.rename(file.fileCode, 'Film');
    await setup.send('catalog.refresh', { accountId, folderId: movies.id });
    await until('the folder', async () => (await record())?.folder.id === movies.id);
    expect(await record()).toMatchObject({ state: 'done', title: 'Film' });
  });
});

it('and keeps a link’s title when its folder is changed', async () => {
  await setup.send('uploads.pause', {});
  const movies = await setup.send('folders.create', { name: 'Movies', parentId: '0' });
  setup.browser.clickToast = async () => 'change';
  const readLinkText = async () => 'Trailer 7';
  const menuItemId = JSON.stringify(['send-to', accountId, '0']);
  await setup.click(menuItemId, { linkUrl: url(), pageUrl }, { tabId: 3, readLinkText });
  const [requestId = ''] = setup.seen.pickerRequestIds;
  await setup.send('picker.send', { requestId, folder: movies, pin: false });
  expect((await setup.uploads(accountId)).uploads).toMatchObject([{ title: 'Trailer 7', folder: movies }]);
});

describe('a known link that is sent to another folder', () => {
  async function sendAgain(linkUrl = url()) {
    const { id } = await setup.send('folders.create', { name: 'Zebra', parentId: '0' });
    const zebra = { id, name: 'Zebra' };
    await setup.send('folders.pin', { accountId, folder: zebra, pinned: true });
    setup.browser.clickToast = async () => null;
    const menuItemId = JSON.stringify(['send-to', accountId, zebra.id]);
    await setup.click(menuItemId, { linkUrl, pageUrl }, { readLinkText: async () => 'Trailer 7' });
    const [requestId = ''] = setup.seen.pickerRequestIds;
    return { zebra, requestId, opened: await setup.send('picker.open', { requestId }) };
  }

  it.each(['queued', 'uploading', 'arrived'] as const)(
    'is reported as %s, and can be moved',
    async (state) => {
      if (state === 'queued') await setup.send('uploads.pause', {});
      setup.service.settings.bytesPerSecond = state === 'arrived' ? 1_000_000 : 1_000;
      await send(async () => null);
      if (state === 'uploading') await accepted();
      if (state === 'arrived') await waitUntilDone();
      const { zebra, requestId, opened } = await sendAgain();
      expect(opened).toMatchObject({
        reason: 'duplicate',
        links: [{ title: 'Trailer 7' }],
        known: [{ state, folder: root }],
        suggestion: { folder: zebra, title: 'Trailer 7' },
      });
      expect(
        await setup.send('picker.send', { requestId, folder: zebra, pin: false, isMove: true }),
      ).toMatchObject({ queued: 1, duplicates: [] });
      await setup.send('uploads.resume', {});
      setup.service.settings.bytesPerSecond = 1_000_000;
      await until('the file', async () => {
        await setup.send('uploads.poll', { accountId });
        return (await client().files.list({ folderId: zebra.id })).files.length === 1;
      });
      expect((await client().files.list()).files).toHaveLength(1);
    },
  );

  it.each(['queued', 'arrived'] as const)(
    'can be moved under another form of its address: %s',
    async (state) => {
      if (state === 'queued') await setup.send('uploads.pause', {});
      await send(async () => null);
      if (state === 'arrived') await waitUntilDone();
      const { zebra, requestId } = await sendAgain(`${url()}#section-2`);
      expect(
        await setup.send('picker.send', { requestId, folder: zebra, pin: false, isMove: true }),
      ).toMatchObject({ queued: 1, duplicates: [] });
      expect((await states()).filter((each) => each !== 'archived')).toEqual([
        state === 'queued' ? 'queued' : 'done',
      ]);
    },
  );

  it('can be moved after it was cleared from the list', async () => {
    await send(async () => null);
    await waitUntilDone();
    await setup.send('uploads.clearFinished', { accountId });
    const { zebra, requestId, opened } = await sendAgain();
    expect(opened).toMatchObject({ known: [{ state: 'arrived' }] });
    await setup.send('picker.send', { requestId, folder: zebra, pin: false, isMove: true });
    await until(
      'the move',
      async () => (await client().files.list({ folderId: zebra.id })).files.length === 1,
    );
    expect((await client().files.list()).files).toHaveLength(1);
  });

  it('is reported in the folder to which its file was moved meanwhile', async () => {
    await send(async () => null);
    await waitUntilDone();
    await setup.send('catalog.visit', { accountId, folderId: null });
    await until('the catalog', async () => (await setup.catalog(accountId)).size === 1);
    const { requestId, zebra } = await sendAgain();
    await setup.send('picker.send', { requestId, folder: zebra, pin: false, isMove: true });
    await until('the move', async () => (await createBulkStore().list())[0]?.state === 'done');
    const menuItemId = JSON.stringify(['send-to', accountId, '0']);
    await setup.click(menuItemId, { linkUrl: url(), linkText: 'Clip', pageUrl });
    const [, secondId = ''] = setup.seen.pickerRequestIds;
    expect(await setup.send('picker.open', { requestId: secondId })).toMatchObject({
      known: [{ state: 'arrived', folder: zebra }],
    });
  });

  it('gets the typed title and its new folder', async () => {
    await send(async () => null);
    await waitUntilDone();
    const { zebra, requestId } = await sendAgain();
    const titles = { [url()]: 'A better title' };
    await setup.send('picker.send', { requestId, folder: zebra, pin: false, isMove: true, titles });
    await until('the title', async () => {
      const { files } = await client().files.list({ folderId: zebra.id });
      return files.length === 1 && files[0]?.title === 'A better title';
    });
  });

  it('is uploaded again if the user wants that', async () => {
    await send(async () => null);
    await waitUntilDone();
    const { zebra, requestId } = await sendAgain();
    await setup.send('picker.send', { requestId, folder: zebra, pin: false });
    await until('the files', async () => (await client().files.list()).files.length === 2);
  });
});

it('is counted and moved once, if other links are held back at first', async () => {
  const [movies, films] = [
    await setup.send('folders.create', { name: 'Movies', parentId: '0' }),
    await setup.send('folders.create', { name: 'Films', parentId: '0' }),
  ];
  const other = `${setup.site.url}/other.webm`;
  setup.browser.clickToast = async () => 'change';
  const selectionText = `${url()} ${other}`;
  await setup.click(JSON.stringify(['send-to', accountId, '0']), { selectionText, pageUrl }, { tabId: 3 });
  const [requestId = ''] = setup.seen.pickerRequestIds;
  await waitUntilDone();
  // The other upload is undone, and meanwhile sent elsewhere.
  const taken = (await setup.uploads(accountId)).uploads.find((upload) => upload.url === other);
  await setup.send('changes.undo', { ids: createSendUndo(taken ? [taken] : []) });
  await setup.send('links.send', { links: [{ url: other }] });
  const picked = { requestId, pin: false };
  expect(await setup.send('picker.send', { ...picked, folder: movies })).toMatchObject({
    queued: 1,
    duplicates: [other],
  });
  expect(await setup.send('picker.send', { ...picked, folder: films })).toMatchObject({
    queued: 1,
    duplicates: [],
  });
  await until(
    'the move',
    async () => (await client().files.list({ folderId: movies.id })).files.length === 1,
  );
  expect(await createBulkStore().list()).toHaveLength(1);
});

it('shows nothing if the setting is off or the page can’t be reached', async () => {
  await send(async () => {
    throw new Error('Cannot access contents of the page.');
  });
  await setup.send('settings.change', { pageToast: false });
  setup.browser.clickToast = async () => null;
  const link = { linkUrl: `${url()}?2`, linkText: 'Clip', pageUrl };
  await setup.click(JSON.stringify(['send-to', accountId, '0']), link, { tabId: 3 });
  expect(setup.seen.toasts).toEqual([]);
  expect(await states()).toHaveLength(2);
});
