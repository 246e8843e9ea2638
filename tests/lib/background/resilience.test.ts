/** Links must be sent and not get lost despite busy pages, races, failing databases, killed workers and revoked permissions. */

import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AccountBackoff } from '../../../lib/accounts/account-backoff.ts';
import { StorageError } from '../../../lib/storage/database.ts';
import type { FileHandle } from '../../../lib/uploads/local-file.ts';
import { createFileHandles } from '../../../lib/uploads/storage/file-handles.ts';
import { createUploadsDatabase } from '../../../lib/uploads/storage/uploads-database.ts';
import { type BackgroundSetup, setUpBackground, until } from './background-setup.ts';

let setup: BackgroundSetup;
const database = createUploadsDatabase();
beforeEach(async () => {
  setup = await setUpBackground();
});
afterEach(async () => {
  database.close();
  await setup.close();
});

async function connect(key = setup.key): Promise<string> {
  return (await setup.connect(key)).account.id;
}
const listUploads = async (accountId: string) => (await setup.uploads(accountId)).uploads;
const sendTo = (accountId: string) => JSON.stringify(['send-to', accountId, '0']);
const added = async () =>
  (await setup.admin.audit()).filter(({ path }) => path === '/api/upload/url').map(({ query }) => query);
const link = (name = 'sample.webm') => `${setup.site.url}/${name}`;

describe('a click on a page that never finishes loading', () => {
  const never = () => new Promise<undefined>(() => {});

  it('is not lost when the worker ends meanwhile', async () => {
    const accountId = await connect();
    void setup.click(sendTo(accountId), { linkUrl: link() }, { readLinkText: never });
    await until('the record', async () => (await listUploads(accountId)).length === 1);
    setup.restart();
    await setup.background().wake();
    await until('the request', async () => (await added()).length === 1);
  });

  it('sets an alarm before it is stored, in case the worker is terminated', async () => {
    const accountId = await connect();
    await until('sleep', () => setup.isIdle());
    const { put } = IDBObjectStore.prototype;
    const alarmed: boolean[] = [];
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      if (this.name === 'uploads') alarmed.push(!setup.isIdle());
      return put.call(this, value, key);
    });
    await setup.send('links.send', { links: [{ url: link() }], accountId });
    expect(alarmed[0]).toBe(true);
  });
});

describe('a database that can’t be used', () => {
  const isNewer = (fault: unknown) => fault instanceof StorageError && fault.reason === 'newer-version';

  it('of the catalog or of bulk jobs blocks no link and no removal of an account', async () => {
    const accountId = await connect();
    for (const name of ['linkhaul-catalog', 'linkhaul-bulk']) (await openDB(name, 99)).close();
    setup.restart();
    await setup.background().started();
    expect(await setup.send('links.send', { links: [{ url: link() }] })).toMatchObject({ queued: 1 });
    await until('the request', async () => (await added()).length === 1);
    await setup.send('settings.change', { oneClick: true });
    expect(await setup.reply('catalog.visit', { accountId, folderId: null })).toMatchObject({ ok: true });
    expect(await setup.reply('catalog.refresh', { accountId, folderId: null })).toMatchObject({
      problem: { code: 'storage-newer-version', store: 'linkhaul-catalog' },
    });
    await setup.send('accounts.remove', { accountId });
    expect(await listUploads(accountId)).toEqual([]);
    expect(setup.local.items.get('keys')).not.toContain(setup.key);
    expect(setup.seen.faults.splice(0).every(isNewer)).toBe(true);
    expect((await openDB('linkhaul-catalog')).version).toBe(99);
  });
});

describe('a catalog that hangs', () => {
  it('is queried after the other links are stored; the links in question count as duplicates', async () => {
    const accountId = await connect();
    await setup.send('links.send', { links: [{ url: link() }] });
    await until('the file', async () => {
      await setup.send('uploads.poll', { accountId });
      return (await listUploads(accountId))[0]?.state === 'done';
    });
    setup.restart();
    await setup.send('uploads.pause', {});
    const { open } = indexedDB;
    const request = Object.assign(Object.create(IDBOpenDBRequest.prototype), { addEventListener() {} });
    const hanging = vi.spyOn(indexedDB, 'open').mockImplementation(function (this: IDBFactory, ...args) {
      return args[0] === 'linkhaul-catalog' ? request : open.apply(this, args);
    });
    const links = [{ url: link() }, { url: link('poster.jpg') }];
    const sending = setup.send('links.send', { links });
    await until('the question', () => hanging.mock.calls.some(([name]) => name === 'linkhaul-catalog'));
    // A worker that ended now would lose nothing. Something else may have asked the catalog first.
    await until('the other link', async () =>
      (await listUploads(accountId)).some(({ state }) => state === 'queued'),
    );
    setup.advance(2_000);
    expect(await sending).toMatchObject({ queued: 1, duplicates: [link()] });
    hanging.mockRestore();
  });
});

describe('a step that fails after the links are stored, or after the service has acted', () => {
  const pinned = { id: '0', name: '' };

  it.each<[what: string, act: (accountId: string) => Promise<unknown>, expected: object]>([
    [
      'links',
      (accountId) => setup.send('links.send', { links: [{ url: link() }], accountId }),
      { queued: 1, duplicates: [] },
    ],
    [
      'links from the picker',
      async (accountId) => {
        await setup.click(JSON.stringify(['choose', accountId]), { linkUrl: link(), linkText: 'One' });
        const requestId = setup.seen.pickerRequestIds.pop() ?? '';
        return setup.send('picker.send', { requestId, folder: pinned, pin: true });
      },
      { queued: 1, duplicates: [] },
    ],
    [
      'files of one’s own',
      (accountId) =>
        setup.send('uploads.addFiles', {
          accountId,
          folder: pinned,
          private: false,
          files: [{ name: 'a.mp4', sizeBytes: 3, modifiedAtMs: 1 }],
        }),
      { added: [{ title: 'a.mp4' }] },
    ],
    [
      'a folder with another name',
      async (accountId) => {
        const { id: folderId } = await setup.send('folders.create', { accountId, name: 'A', parentId: '0' });
        await setup.send('folders.pin', { accountId, folder: { id: folderId, name: 'A' }, pinned: true });
        failShortlists();
        return setup.send('folders.rename', { accountId, folderId, name: 'B' });
      },
      { name: 'B' },
    ],
  ])('doesn’t report %s as failed', async (_, act, expected) => {
    const accountId = await connect();
    if (!('name' in expected)) failShortlists();
    expect(await act(accountId)).toMatchObject(expected);
    expect(setup.seen.faults.splice(0)).toContainEqual(new Error('No room.'));
  });

  function failShortlists(): void {
    const { set } = setup.local;
    setup.local.set = async (items) => {
      if (Object.keys(items).some((key) => key.startsWith('folders:'))) throw new Error('No room.');
      await set(items);
    };
  }

  it('doesn’t report a folder as failed if only the catalog can’t store it', async () => {
    const accountId = await connect();
    (await openDB('linkhaul-catalog', 99)).close();
    setup.restart();
    await setup.background().started();
    const { id: folderId } = await setup.send('folders.create', { accountId, name: 'A', parentId: '0' });
    expect(await setup.send('folders.rename', { accountId, folderId, name: 'B' })).toMatchObject({
      name: 'B',
    });
    expect(setup.seen.faults.splice(0).length).toBeGreaterThan(1);
  });

  it('says that there is no space for what was clicked', async () => {
    const accountId = await connect();
    const { set } = setup.session;
    setup.session.set = async (items) => {
      if ('payloads' in items) throw new Error('Session storage quota bytes exceeded.');
      await set(items);
    };
    await setup.click(JSON.stringify(['choose', accountId]), { linkUrl: link() });
    const [requestId = ''] = setup.seen.pickerRequestIds;
    expect(await setup.reply('picker.open', { requestId })).toMatchObject({
      problem: { code: 'storage-full', store: 'storage.session' },
    });
    expect(setup.seen.faults.splice(0).every((fault) => fault instanceof StorageError)).toBe(true);
  });
});

describe('accounts or keys that are damaged or missing when the browser starts', () => {
  const inAccount = (change: object) => (value: unknown) => {
    const { list, ...rest } = value as { list: readonly object[] };
    return { ...rest, list: list.map((each) => ({ ...each, ...change })) };
  };
  it.each<[string, key: 'accounts' | 'keys', damage: (value: unknown) => unknown]>([
    ['no accounts', 'accounts', () => undefined],
    ['accounts that are a text', 'accounts', () => 'damaged'],
    ['a list that is an object', 'accounts', (value) => ({ ...(value as object), list: {} })],
    ['an address that is a number', 'accounts', inAccount({ baseUrl: 7 })],
    ['an address that is none', 'accounts', inAccount({ baseUrl: 'x' })],
    ['an id that is a number', 'accounts', inAccount({ id: 7 })],
    ['a date that is a text', 'accounts', inAccount({ addedAt: 'x' })],
    ['a current id that is a number', 'accounts', (value) => ({ ...(value as object), currentId: 7 })],
    ['no keys', 'keys', () => undefined],
    ['damaged keys', 'keys', () => [{}]],
  ])('%s: nothing is deleted, and the queue continues', async (_, key, damage) => {
    const accountId = await connect();
    await setup.send('uploads.pause', {});
    await setup.send('links.send', { links: [{ url: link() }], accountId });
    const stored = setup.local.items.get(key) ?? '';
    const damaged = damage(JSON.parse(stored));
    await (damaged === undefined ? setup.local.remove(key) : setup.local.set({ [key]: damaged }));
    setup.restart();
    await setup.background().started();
    expect(await listUploads(accountId)).toHaveLength(1);
    setup.local.items.set(key, stored);
    setup.restart();
    await setup.send('uploads.resume', {});
    await until('the request', async () => (await added()).length === 1);
  });

  it('the queue of a lost account continues when it is connected again', async () => {
    const accountId = await connect();
    await setup.send('uploads.pause', {});
    await setup.send('links.send', { links: [{ url: link() }], accountId });
    await setup.local.remove('accounts');
    setup.restart();
    await setup.background().started();
    expect((await setup.connect()).account.id).toBe(accountId);
    await setup.send('uploads.resume', {});
    await until('the request', async () => (await added()).length === 1);
    // A removed account doesn't count as existing.
    await setup.send('accounts.remove', { accountId });
    expect((await setup.connect()).account.id).not.toBe(accountId);
  });

  it('an account with a field of the wrong type is kept when another one is added', async () => {
    const accountId = await connect();
    const stored = JSON.parse(setup.local.items.get('accounts') ?? '');
    await setup.local.set({ accounts: { ...stored, list: [{ ...stored.list[0], email: 7, nickname: 7 }] } });
    const other = setup.service.createAccount({ email: 'other@linkhaul.example' });
    await setup.connect(other.key);
    const { list } = JSON.parse(setup.local.items.get('accounts') ?? '');
    expect(list).toMatchObject([{ id: accountId, email: null }, {}]);
  });
});

describe('removing an account', () => {
  it('removes the handles of its files, and no others', async () => {
    const accountId = await connect();
    const handles = createFileHandles();
    const handle = { kind: 'file', name: 'a.mp4' } as unknown as FileHandle;
    await handles.put('own', accountId, handle);
    await handles.put('other', 'another account', handle);
    await setup.send('accounts.remove', { accountId });
    expect([...(await handles.ids())]).toEqual(['other']);
    await handles.delete('other');
  });

  it('removes the backoff of a request in progress', async () => {
    const accountId = await connect();
    await setup.admin.setFaults([{ endpoint: '/api/upload/url', kind: 'hang' }]);
    await setup.send('links.send', { links: [{ url: link() }] });
    await until('the request', async () => (await added()).length === 1);
    await setup.send('accounts.remove', { accountId });
    // Every connection breaks, as after a network failure.
    await setup.service.close();
    await until('the end of the work', () => setup.isIdle());
    expect(JSON.parse(setup.local.items.get('backoffs') ?? '[]')).toEqual([]);
  });

  it('completes after a crash before the account was removed from the list', async () => {
    const accountId = await connect();
    setup.restart();
    await setup.local.set({ removed: [accountId] });
    setup.restart();
    await until('the end of the removal', () => setup.local.items.get('removed') === '[]');
    expect(JSON.parse(setup.local.items.get('accounts') ?? '')).toMatchObject({ list: [] });
  });
});

describe('a private link', () => {
  it('stores nothing of the service’s messages about it on disk', async () => {
    await connect();
    const envelope = { status: 403, msg: 'limit reached: sample.webm was the tenth today' };
    await setup.admin.setFaults([{ endpoint: '/api/upload/url', kind: 'envelope', envelope }]);
    await setup.send('links.send', { links: [{ url: link() }], private: true });
    const backoffs = await until('the backoff', async () => {
      const all = JSON.parse(setup.local.items.get('backoffs') ?? '[]') as readonly AccountBackoff[];
      return all.length > 0 && all;
    });
    expect(backoffs[0]?.reason).toBe('quota');
    const disk = await database.use(async (db) =>
      JSON.stringify([await db.getAll('meta'), await db.getAll('uploads'), await db.getAll('events')]),
    );
    expect(disk + JSON.stringify([...setup.local.items])).not.toContain('sample');
  });
});
