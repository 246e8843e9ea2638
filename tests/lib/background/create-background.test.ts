import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAccountsStore } from '../../../lib/accounts/accounts-store.ts';
import { createActivityDatabase } from '../../../lib/activity/activity-database.ts';
import { readActivity } from '../../../lib/activity/read-activity.ts';
import { parseMenuAction } from '../../../lib/menus/menu-entries.ts';
import { createUploadsDatabase } from '../../../lib/uploads/storage/uploads-database.ts';
import { type BackgroundSetup, setUpBackground, until } from './background-setup.ts';

let setup: BackgroundSetup;
beforeEach(async () => {
  setup = await setUpBackground();
});
afterEach(() => setup.close());

const page = { pageUrl: 'https://somewhere.example/' };
async function connect(key = setup.key) {
  const connected = await setup.connect(key);
  const { id } = connected.account;
  await until('the menu', () => setup.seen.menu.some((each) => each.id.includes(id)));
  return connected;
}

function entry(title: string): string {
  const found = setup.seen.menu.find((each) => 'title' in each && each.title === title);
  if (!found) throw new Error(`The menu has no entry “${title}”.`);
  return found.id;
}
const hasEntry = (title: string) => setup.seen.menu.some((each) => 'title' in each && each.title === title);
const click = (title: string, linkUrl: string, isPrivate = false, linkText?: string) =>
  setup.click(entry(title), { ...page, linkUrl, linkText }, { isPrivate });

const database = createUploadsDatabase();
const activityDatabase = createActivityDatabase();
afterEach(() => {
  database.close();
  activityDatabase.close();
});

const currentId = async () => (await accounts()).currentId ?? '';
const uploads = async () => (await setup.uploads(await currentId())).uploads;
const accounts = () => createAccountsStore(setup.local).get();
async function activity() {
  const all = await readActivity(activityDatabase, setup.session);
  return all.map(({ kind }) => kind).reverse();
}
/** Polls until files have arrived. A poll may fail: after `restart`, requests of the earlier worker count towards the limit. */
async function done(count = 1) {
  return until(`${count} files`, async () => {
    await setup.reply('uploads.poll', { accountId: await currentId() });
    const ended = (await uploads()).filter(({ state }) => state === 'done');
    return ended.length >= count && ended;
  });
}
/** The only upload, once it is in one of these states. */
const upload = (...states: readonly string[]) =>
  until(`an upload that is ${states}`, async () => {
    const [first] = await uploads();
    return first && states.includes(first.state) && first;
  });

describe('first run', () => {
  it('opens the options after an install only', async () => {
    await setup.background().installed(true);
    await setup.background().installed(false);
    expect(setup.seen.optionsOpened).toBe(1);
  });

  it('adds the menu entry before anything is connected, and opens the options', async () => {
    await setup.background().installed(false);
    await until('the menu', () => setup.seen.menu.length > 0);
    expect(parseMenuAction(entry('Upload this link'))).toEqual({ kind: 'connect' });
    await click('Upload this link', 'https://a.example/x');
    expect(setup.seen.optionsOpened).toBe(1);
  });
});

describe('connecting', () => {
  it('checks the account, stores it without its key, and fills the menu', async () => {
    const { account, storageLeft } = await connect();
    expect(account).toMatchObject({ baseUrl: setup.service.url, email: 'demo@linkhaul.example' });
    expect(storageLeft).toBeGreaterThan(0);
    expect(setup.local.items.get('accounts')).not.toContain(setup.key);
    expect(setup.seen.menu.length).toBeGreaterThan(2);
  });

  it('creates one account for two clicks on Connect', async () => {
    const [one, other] = await Promise.all([connect(), connect()]);
    expect(one.account.id).toBe(other.account.id);
    expect(JSON.parse(setup.local.items.get('accounts') ?? '')).toMatchObject({
      list: [{ id: one.account.id }],
    });
  });

  it('renews the account when the same one is connected again', async () => {
    const first = await connect();
    const second = await connect();
    expect(second.account.id).toBe(first.account.id);
    expect(JSON.parse(setup.local.items.get('accounts') ?? '{}').list).toHaveLength(1);
  });

  it('keeps several accounts apart', async () => {
    const other = setup.service.createAccount({ email: 'second@linkhaul.example' });
    const first = await connect();
    const second = await setup.connect(other.key);
    expect(second.account.id).not.toBe(first.account.id);
    await setup.send('accounts.select', { accountId: first.account.id });
    await setup.send('links.send', { links: [{ url: `${setup.site.url}/sample.webm` }] });
    const [file] = await done();
    expect(file?.accountId).toBe(first.account.id);
  });

  it.each([
    ['a wrong key', { key: 'wrong' }, 'unauthorized'],
    ['an empty key', { key: ' ' }, 'unauthorized'],
    ['no address', { address: 'not an address' }, 'invalid-address'],
    ['a scheme of another kind', { address: 'ftp://files.example' }, 'invalid-address'],
    ['a service that is down', { address: 'http://127.0.0.1:9' }, 'network'],
  ])('says what is wrong with %s, and stores nothing', async (_, wrong, code) => {
    const answer = await setup.reply('accounts.connect', {
      address: setup.service.url,
      key: setup.key,
      ...wrong,
    });
    expect(answer).toMatchObject({ ok: false, problem: { code } });
    expect(setup.stored()).toBe('[]');
  });

  it('reports a missing host permission', async () => {
    setup.browser.hasHostPermission = false;
    const answer = await setup.reply('accounts.connect', { address: 'http://127.0.0.1:9', key: setup.key });
    expect(answer).toMatchObject({ ok: false, problem: { code: 'no-permission' } });
  });

  it('removes everything of an account with it', async () => {
    const { account } = await connect();
    await setup.send('accounts.remove', { accountId: account.id });
    const left = () => [...setup.local.items].map(([key, value]) => key + value).join();
    expect(left()).not.toContain(setup.key);
    setup.restart();
    await until('its tombstone to go', () => !left().includes(account.id));
    const isToConnect = ({ id }: { readonly id: string }) => parseMenuAction(id)?.kind === 'connect';
    await until('the menu', () => setup.seen.menu.length > 0 && setup.seen.menu.every(isToConnect));
  });
});

describe('the main job', () => {
  it('sends a clicked link into the chosen folder, and follows it until it is verified', async () => {
    await connect();
    const folder = await setup.send('folders.create', { name: 'Movies', parentId: '0' });
    await setup.send('folders.pin', { accountId: await currentId(), folder, pinned: true });
    await until('the menu', () => hasEntry(folder.name));
    await setup.send('settings.change', { notifications: true });
    await click('Movies', `${setup.site.url}/sample.webm`, false, 'A short clip');

    const [file] = await done();
    expect(file).toMatchObject({ folder, title: 'A short clip' });
    await expect.poll(activity).toEqual(['sent', 'done']);
    await until('the badge to go away', () => setup.seen.badge?.text === '');
    const notice = { kind: 'done', subject: 'A short clip', folderName: 'Movies' };
    await expect.poll(() => setup.seen.notices).toMatchObject([notice]);

    const sent = await fetch(`${setup.site.url}/sample.webm`).then((answer) => answer.bytes());
    const arrived = await fetch(`${setup.service.url}/file/${file?.fileCode}`).then((answer) =>
      answer.bytes(),
    );
    const checksum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    expect(checksum(arrived)).toBe(checksum(sent));
  });

  it('polls active transfers while a page is open, then idles without requests', async () => {
    await connect();
    const leaving: (() => void)[] = [];
    const onDisconnect = { addListener: (listener: () => void) => void leaving.push(listener) };
    setup.background().pageOpened({ postMessage: () => {}, onDisconnect });
    await click('My files', `${setup.site.url}/sample.webm`);
    await upload('done');
    await until('sleep', () => setup.isIdle());
    for (const leave of leaving) leave();
    const asked = (await setup.admin.audit()).length;
    await setup.background().wake();
    expect(setup.isIdle()).toBe(true);
    expect((await setup.admin.audit()).length).toBe(asked);
  });

  it('lists the folder that was used last', async () => {
    await connect();
    const folder = await setup.send('folders.create', { name: 'Talks', parentId: '0' });
    await setup.send('links.send', { links: [{ url: `${setup.site.url}/sample.webm` }], folder });
    await until('the menu', () => hasEntry('Talks'));
    await done();
  });

  it('asks for a folder in the picker, and sends from there', async () => {
    await connect();
    await click('Choose folder…', `${setup.site.url}/sample.webm`, false, 'Chosen');
    const [requestId = ''] = setup.seen.pickerRequestIds;
    expect(await setup.send('picker.open', { requestId })).toMatchObject({
      reason: 'choose',
      links: [{ title: 'Chosen' }],
    });
    const folder = await setup.send('folders.create', { name: 'New one', parentId: '0' });
    expect(await setup.send('folders.list', { folderId: '0' })).toEqual([folder]);
    // No page has shown files yet.
    expect(await setup.send('folders.known', {})).toEqual({ folders: [], isComplete: false });
    expect(await setup.send('picker.send', { requestId, folder, pin: true })).toMatchObject({ queued: 1 });
    expect((await done())[0]?.folder.id).toBe(folder.id);
    expect(await setup.reply('picker.open', { requestId })).toMatchObject({
      ok: false,
      problem: { code: 'gone' },
    });
  });

  it('sends into a folder of an old menu whose name is unknown', async () => {
    await connect();
    const { id } = await setup.send('folders.create', { name: 'Forgotten', parentId: '0' });
    const menuItemId = JSON.stringify(['send-to', (await accounts()).currentId, id]);
    const linkUrl = `${setup.site.url}/sample.webm`;
    await setup.click(menuItemId, { ...page, linkUrl });
    expect((await done())[0]?.folder.id).toBe(id);
    expect(setup.seen.menu.filter((each) => 'title' in each && each.title === '')).toEqual([]);
  });

  it('rejects links for a removed account', async () => {
    await connect();
    const links = [{ url: `${setup.site.url}/sample.webm` }];
    expect(await setup.reply('links.send', { links, accountId: 'gone' })).toMatchObject({
      problem: { code: 'no-account' },
    });
  });

  it('holds back a duplicate, and sends it if the user confirms', async () => {
    await connect();
    setup.browser.online = false;
    await click('My files', `${setup.site.url}/sample.webm`);
    await click('My files', `${setup.site.url}/sample.webm`);
    expect(await uploads()).toHaveLength(1);
    const [requestId = ''] = setup.seen.pickerRequestIds;
    expect(await setup.send('picker.open', { requestId })).toMatchObject({ reason: 'duplicate' });
    await setup.send('picker.send', { requestId, folder: { id: '0', name: '' }, pin: false });
    expect(await uploads()).toHaveLength(2);
  });

  it('continues after the extension was disabled and enabled, which removes its alarm', async () => {
    await connect();
    setup.browser.online = false;
    await click('My files', `${setup.site.url}/sample.webm`);
    await until('the wait', () => setup.local.items.get('backoffs')?.includes('network'));
    setup.browser.online = true;
    setup.restart({ wasDisabled: true });
    // Without a message, which would wake it.
    await until('the upload', async () =>
      (await setup.admin.audit()).some(({ path }) => path === '/api/upload/url'),
    );
  });

  it('leaves nothing of a private window on disk', async () => {
    await connect();
    setup.service.settings.bytesPerSecond = 20_000;
    await click('My files', `${setup.site.url}/sample.webm`, true);
    await until('the transfer', async () => (await setup.admin.transfers()).length === 1);
    const memory = () => [...setup.session.items.values()].join();
    await until('the transfer in memory', () => memory().includes('sample.webm'));
    setup.service.settings.bytesPerSecond = 0;
    await done();
    expect(await database.use((db) => db.getAll('uploads'))).toEqual([]);
    expect(await database.use((db) => db.getAll('events'))).toEqual([]);
    expect(await activity()).toEqual([]);
    expect([...setup.local.items.values()].join()).not.toContain('sample.webm');
    // Notifications kept by the system are out of reach.
    expect(setup.seen.notices).toEqual([]);
  });
});

describe('failures', () => {
  it('sends nothing into a missing folder, shows it, and removes it from the menu', async () => {
    await connect();
    const folder = await setup.send('folders.create', { name: 'Old films', parentId: '0' });
    await setup.send('folders.pin', { accountId: await currentId(), folder, pinned: true });
    await until('the menu', () => hasEntry(folder.name));
    await setup.admin.deleteFolder(folder.id);
    await click('Old films', `${setup.site.url}/sample.webm`);
    const { id, failure } = await upload('refused');
    expect(failure).toEqual({ code: 'folder-gone', msg: 'There is no such folder' });
    await until('the badge of trouble', () => setup.seen.badge?.text === '!');
    expect(await setup.admin.transfers()).toEqual([]);
    await until('the menu without the folder', async () =>
      setup.seen.menu.every((each) => !('title' in each) || each.title !== 'Old films'),
    );

    await setup.send('uploads.choose', { choices: [{ id, folder: { id: '0', name: '' } }] });
    expect((await done())[0]?.folder.id).toBe('0');
  });

  it('sends links to other folders while one can’t be read, and to that one later', async () => {
    await connect();
    const [bad, good] = await Promise.all(
      ['Bad', 'Good'].map((name) => setup.send('folders.create', { name, parentId: '0' })),
    );
    const query = { fld_id: bad?.id ?? '' };
    await setup.admin.setFaults([{ endpoint: '/api/folder/list', kind: 'status', httpStatus: 500, query }]);
    const urls = (name: string) =>
      ['1', '2'].map((n) => ({ url: `${setup.site.url}/sample.webm?${name}${n}` }));
    if (bad) await setup.send('links.send', { links: urls('bad'), folder: bad });
    if (good) await setup.send('links.send', { links: urls('good'), folder: good });
    await until('the others', async () => (await done()).length === 2);
    const { id, wait } = await upload('queued');
    expect(wait).toMatchObject({ reason: 'service' });
    await setup.admin.setFaults([]);
    await setup.send('uploads.retry', { id });
    await until('its own', async () => (await done()).length === 3);
  });

  it('doesn’t poll in the background if that is off, and polls when a page opens', async () => {
    await connect();
    await setup.send('settings.change', { backgroundPollSeconds: 0 });
    setup.service.settings.bytesPerSecond = 20_000;
    await click('My files', `${setup.site.url}/sample.webm`);
    await upload('accepted', 'running');
    await until('sleep', () => setup.isIdle());
    setup.service.settings.bytesPerSecond = 0;
    setup.background().pageOpened({ postMessage: () => {}, onDisconnect: { addListener: () => {} } });
    await upload('done');
  });

  it('polls at the usual interval again after a requested poll succeeds', async () => {
    await connect();
    const accountId = await currentId();
    setup.service.settings.bytesPerSecond = 1;
    await click('My files', `${setup.site.url}/sample.webm`);
    await upload('accepted', 'running');
    await setup.admin.setFaults([{ endpoint: '/api/urlupload/list', kind: 'reset-before' }]);
    for (let failures = 0; failures < 6; failures += 1) await setup.reply('uploads.poll', { accountId });
    // The next poll is scheduled from what is known so far.
    setup.background().pageOpened({ postMessage: () => {}, onDisconnect: { addListener: () => {} } });
    await setup.background().wake();
    await setup.admin.setFaults([]);
    await setup.send('uploads.poll', { accountId });
    const countPolls = async () =>
      (await setup.admin.audit()).filter(({ path }) => path === '/api/urlupload/list').length;
    const before = await countPolls();
    let aheadMs = 0;
    await until('the next poll', async () => {
      if (aheadMs < 10_000) setup.advance(1_000);
      aheadMs += 1_000;
      return (await countPolls()) > before;
    });
  });

  it('shows no notification of a disabled kind', async () => {
    await connect();
    await click('My files', `${setup.site.url}/sample.webm`);
    await done(1);
    await setup.send('settings.change', { notifications: true, notifyFinished: false });
    await click('My files', `${setup.site.url}/poster.jpg`);
    await done(2);
    await expect.poll(activity).toEqual(['sent', 'done', 'sent', 'done']);
    expect(setup.seen.notices).toEqual([]);
  });

  it('blocks everything and reports it once if the key is rejected', async () => {
    await connect();
    await setup.send('settings.change', { notifications: true });
    await setup.admin.setFaults([
      { endpoint: '*', kind: 'envelope', envelope: { status: 403, msg: 'Wrong Auth' } },
    ]);
    for (const name of ['sample.webm', 'slow.webm', 'poster.jpg'])
      await click('My files', `${setup.site.url}/${name}`);
    await until('the hold', async () => (await uploads()).every(({ wait }) => wait?.reason === 'account'));
    await expect.poll(() => setup.seen.notices.map(({ kind }) => kind)).toEqual(['account']);
    await setup.admin.clearFaults();
    await connect();
    await until('all of them', async () => (await uploads()).every(({ fileCode }) => fileCode !== null));
  });

  it('ignores unknown messages, and responds to one about a removed upload with a problem', async () => {
    expect(setup.background().message({ name: 'toString', request: {} })).toBeUndefined();
    expect(setup.background().message('hello')).toBeUndefined();
    expect(await setup.reply('uploads.retry', { id: 'none' })).toMatchObject({ problem: { code: 'gone' } });
    expect(await setup.reply('folders.list', { folderId: '0' })).toMatchObject({
      problem: { code: 'no-account' },
    });
  });
});
