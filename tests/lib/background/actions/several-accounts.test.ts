/** Links for another account than the current one, and for two at once. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClient } from '../../../../lib/api/index.ts';
import { createBulkStore } from '../../../../lib/bulk/bulk-store.ts';
import { createMenuId } from '../../../../lib/menus/menu-entries.ts';
import { type BackgroundSetup, setUpBackground, until } from '../background-setup.ts';

let setup: BackgroundSetup;
let first: string;
let second: string;
beforeEach(async () => {
  setup = await setUpBackground();
  setup.service.settings.bytesPerSecond = 1_000;
  const other = setup.service.createAccount({ email: 'second@linkhaul.example' });
  second = (await setup.connect(other.key)).account.id;
  first = (await setup.connect()).account.id;
  await setup.send('uploads.pause', {});
});
afterEach(() => setup.close());

const root = { id: '0', name: '' };
const url = () => `${setup.site.url}/sample.webm`;
const currentId = () => JSON.parse(setup.local.items.get('accounts') ?? '{}').currentId;
const urlsOf = async (accountId: string) =>
  (await setup.uploads(accountId)).uploads.map((upload) => upload.url);
const choose = async (accountId = first) => {
  await setup.click(createMenuId({ kind: 'choose', accountId }), { linkUrl: url(), linkText: 'Clip' });
  return setup.seen.pickerRequestIds.at(-1) ?? '';
};

it('sends from the menu without switching, and says the account; Undo takes it back', async () => {
  const menuItemId =
    setup.seen.menu.find(({ id }) => id.includes(second) && id.includes('send-to'))?.id ?? '';
  await setup.click(menuItemId, { linkUrl: url(), linkText: 'Clip' }, { tabId: 3 });
  expect(currentId()).toBe(first);
  expect(await urlsOf(second)).toEqual([url()]);
  expect(await urlsOf(first)).toEqual([]);
  expect(setup.seen.signs).toMatchObject([{ kind: 'queued', account: 'second', folders: [root] }]);
  setup.browser.clickSign = async () => 'undo';
  await setup.click(menuItemId, { linkUrl: `${url()}?2`, linkText: 'Clip' }, { tabId: 3 });
  expect(await urlsOf(second)).toEqual([url()]);
  const own = createMenuId({ kind: 'send-to', accountId: first, folderId: '0' });
  await setup.click(own, { linkUrl: url(), linkText: 'Clip' }, { tabId: 3 });
  expect(setup.seen.signs.findLast(({ kind }) => kind === 'queued')?.account).toBeUndefined();
});

it('sends a copy to each account that is chosen in the picker, with an Undo for each', async () => {
  const requestId = await choose();
  const others = [{ accountId: second, folder: root }];
  const { sent = [], queued } = await setup.send('picker.send', {
    requestId,
    folder: root,
    others,
    pin: false,
  });
  expect(queued).toBe(2);
  expect(sent.map(({ accountId }) => accountId)).toEqual([first, second]);
  expect([await urlsOf(first), await urlsOf(second)]).toEqual([[url()], [url()]]);
  expect(await setup.send('uploads.takeBack', { ids: sent[1]?.ids ?? [] })).toEqual({ kept: 0 });
  expect([await urlsOf(first), await urlsOf(second)]).toEqual([[url()], []]);
});

it('sends to another account alone', async () => {
  const requestId = await choose();
  const films = { id: '7', name: 'Films' };
  await setup.send('picker.send', { requestId, folder: films, accountId: second, pin: true });
  expect([await urlsOf(first), await urlsOf(second)]).toEqual([[], [url()]]);
  expect(setup.local.items.get(`folders:${second}`)).toContain('"pinned":[{"id":"7"');
  expect(currentId()).toBe(first);
});

it('sends what one of two accounts holds back to that one alone', async () => {
  await setup.send('links.send', { links: [{ url: url() }], accountId: second });
  const requestId = await choose();
  const request = { requestId, folder: root, others: [{ accountId: second, folder: root }], pin: false };
  expect(await setup.send('picker.send', request)).toMatchObject({ queued: 1, duplicates: [url()] });
  expect(await setup.send('picker.open', { requestId })).toMatchObject({ reason: 'duplicate' });
  const films = { id: '7', name: 'Films' };
  const again = { ...request, others: [{ accountId: second, folder: films }] };
  expect(await setup.send('picker.send', again)).toMatchObject({
    queued: 1,
    duplicates: [],
    folders: [films],
    sent: [{ accountId: second, folder: films, ids: [expect.any(String)] }],
  });
  expect([await urlsOf(first), await urlsOf(second)]).toEqual([[url()], [url(), url()]]);
});

it('takes back what the choice of another account replaces', async () => {
  await setup.send('uploads.resume', {});
  setup.browser.clickSign = async () => 'change';
  const own = createMenuId({ kind: 'send-to', accountId: first, folderId: '0' });
  await setup.click(own, { linkUrl: url(), linkText: 'Clip' }, { tabId: 3 });
  const requestId = setup.seen.pickerRequestIds.at(-1) ?? '';
  await until('the transfer', async () => (await setup.uploads(first)).uploads[0]?.fileCode);
  await setup.send('picker.send', { requestId, folder: root, accountId: second, pin: false });
  expect([await urlsOf(first), await urlsOf(second)]).toEqual([[], [url()]]);
});

it('sends to the chosen account what a rule uploaded to another one, where its file stays', async () => {
  setup.service.settings.bytesPerSecond = 0;
  await setup.send('uploads.resume', {});
  const { hostname: host } = new URL(url());
  const rule = { accountId: second, host, kind: null, folder: root, titlePattern: null, isForAll: true };
  await setup.send('rules.save', rule);
  setup.browser.clickSign = async () => 'change';
  await setup.click(createMenuId({ kind: 'send' }), { linkUrl: url(), linkText: 'Clip' }, { tabId: 3 });
  const requestId = setup.seen.pickerRequestIds.at(-1) ?? '';
  await until('the file', async () => {
    await setup.send('uploads.poll', { accountId: second });
    return (await setup.uploads(second)).uploads[0]?.state === 'done';
  });
  const folder = await setup.send('folders.create', { name: 'Films', parentId: '0', accountId: first });
  await setup.send('picker.send', { requestId, folder, accountId: first, pin: false });
  expect([await urlsOf(first), await urlsOf(second)]).toEqual([[url()], [url()]]);
  expect(await createBulkStore().list()).toEqual([]);
});

it('copies a finished upload to another account of the service, and verifies the copy', async () => {
  setup.service.settings.bytesPerSecond = 0;
  await setup.send('uploads.resume', {});
  await setup.send('links.send', { links: [{ url: url() }], accountId: first });
  const fileCode = await until('the file', async () => {
    await setup.send('uploads.poll', { accountId: first });
    const [upload] = (await setup.uploads(first)).uploads;
    return upload?.state === 'done' && upload.fileCode;
  });
  const work = { kind: 'clone', fileCodes: [fileCode], titles: ['sample'], folder: root } as const;
  await setup.send('bulk.start', { accountId: second, work });
  const key = JSON.parse(setup.local.items.get('keys') ?? '[]').find(([id]: [string]) => id === second)[1];
  const client = createClient({ baseUrl: setup.service.url, key });
  await until('the copy', async () => (await client.files.list()).files.length === 1);
  const jobs = createBulkStore();
  await until('the verified copy', async () => (await jobs.list())[0]?.state === 'done');
  expect(await jobs.list()).toMatchObject([{ accountId: second, done: 1, verified: 1, failed: 0 }]);
});

it('sends by a rule that names the account, whichever is current, unless a folder or a rule of its own says otherwise', async () => {
  const films = { id: '7', name: 'Films' };
  const rule = { accountId: second, host: 'site.test', kind: null, folder: films, titlePattern: null };
  const links = (...names: readonly string[]) => names.map((name) => ({ url: `https://${name}/a.mp4` }));
  await setup.send('rules.save', rule);
  await setup.send('links.send', { links: links('site.test') });
  expect([(await urlsOf(first)).length, (await urlsOf(second)).length]).toEqual([1, 0]);
  await setup.send('rules.save', { ...rule, isForAll: true });
  expect(await setup.send('links.send', { links: links('b.site.test', 'else.test') })).toMatchObject({
    queued: 2,
    folders: [films, root],
    accounts: ['second', null],
  });
  expect([(await urlsOf(first)).length, (await urlsOf(second)).length]).toEqual([2, 1]);
  await setup.click(
    createMenuId({ kind: 'send' }),
    { linkUrl: 'https://c.site.test/', linkText: 'C' },
    { tabId: 3 },
  );
  expect(setup.seen.signs.at(-1)).toMatchObject({ account: 'second', folders: [films] });
  await setup.click(createMenuId({ kind: 'choose', accountId: first }), {
    linkUrl: 'https://d.site.test/',
    linkText: 'D',
  });
  const requestId = setup.seen.pickerRequestIds.at(-1) ?? '';
  expect(await setup.send('picker.open', { requestId })).toMatchObject({
    suggestion: { accountId: second, account: 'second', folder: films },
  });
  await setup.send('links.send', { links: links('e.site.test'), folder: root });
  await setup.send('rules.save', { ...rule, accountId: first, folder: root });
  await setup.send('links.send', { links: links('f.site.test') });
  expect([(await urlsOf(first)).length, (await urlsOf(second)).length]).toEqual([4, 2]);
  // A rule of an account that is gone chooses nothing.
  await setup.send('rules.remove', { id: JSON.parse(setup.local.items.get('rules') ?? '[]')[0].id });
  await setup.send('accounts.remove', { accountId: second });
  await setup.send('links.send', { links: links('g.site.test') });
  expect((await urlsOf(first)).length).toBe(5);
});
