/** Links for an account other than the current one, and for two accounts at once. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../../../../lib/api/index.ts';
import { createBulkStore } from '../../../../lib/bulk/bulk-store.ts';
import type { LinkDraft } from '../../../../lib/links/link.ts';
import { createDefaultRule, type RuleDraft } from '../../../../lib/links/rules.ts';
import { createMenuId } from '../../../../lib/menus/menu-entries.ts';
import { createUploadsDatabase } from '../../../../lib/uploads/storage/uploads-database.ts';
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
const listUrls = async (accountId: string) =>
  (await setup.uploads(accountId)).uploads.map((upload) => upload.url);
const choose = async (accountId = first) => {
  await setup.click(createMenuId({ kind: 'choose', accountId }), { linkUrl: url(), linkText: 'Clip' });
  return setup.seen.pickerRequestIds.at(-1) ?? '';
};

it('the menu sends without switching accounts, and names the account; Undo cancels it', async () => {
  const menuItemId =
    setup.seen.menu.find(({ id }) => id.includes(second) && id.includes('send-to'))?.id ?? '';
  await setup.click(menuItemId, { linkUrl: url(), linkText: 'Clip' }, { tabId: 3 });
  expect(currentId()).toBe(first);
  expect(await listUrls(second)).toEqual([url()]);
  expect(await listUrls(first)).toEqual([]);
  expect(setup.seen.toasts).toMatchObject([{ kind: 'queued', account: 'second', folders: [root] }]);
  setup.browser.clickToast = async () => 'undo';
  await setup.click(menuItemId, { linkUrl: `${url()}?2`, linkText: 'Clip' }, { tabId: 3 });
  expect(await listUrls(second)).toEqual([url()]);
  const own = createMenuId({ kind: 'send-to', accountId: first, folderId: '0' });
  await setup.click(own, { linkUrl: url(), linkText: 'Clip' }, { tabId: 3 });
  expect(setup.seen.toasts.findLast(({ kind }) => kind === 'queued')?.account).toBeUndefined();
});

it('the picker sends a copy to each chosen account, with an Undo for each', async () => {
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
  expect([await listUrls(first), await listUrls(second)]).toEqual([[url()], [url()]]);
  const undone = await setup.send('changes.undo', { ids: sent[1]?.undo ?? [] });
  expect(undone).toMatchObject({ kept: 0 });
  expect([await listUrls(first), await listUrls(second)]).toEqual([[url()], []]);
  await setup.send('changes.undo', { ids: undone.undo });
  expect([await listUrls(first), await listUrls(second)]).toEqual([[url()], [url()]]);
});

it('the picker can send to another account only', async () => {
  const requestId = await choose();
  const films = { id: '7', name: 'Films' };
  await setup.send('picker.send', { requestId, folder: films, accountId: second, pin: true });
  expect([await listUrls(first), await listUrls(second)]).toEqual([[], [url()]]);
  expect(setup.local.items.get(`folders:${second}`)).toContain('"pinned":[{"id":"7"');
  expect(currentId()).toBe(first);
});

it('what one of two accounts holds back is sent to that one only', async () => {
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
    sent: [{ accountId: second, folder: films, undo: [expect.any(String)] }],
  });
  expect([await listUrls(first), await listUrls(second)]).toEqual([[url()], [url(), url()]]);
});

it('a choice of another account cancels what it replaces', async () => {
  await setup.send('uploads.resume', {});
  setup.browser.clickToast = async () => 'change';
  const own = createMenuId({ kind: 'send-to', accountId: first, folderId: '0' });
  await setup.click(own, { linkUrl: url(), linkText: 'Clip' }, { tabId: 3 });
  const requestId = setup.seen.pickerRequestIds.at(-1) ?? '';
  await until('the transfer', async () => (await setup.uploads(first)).uploads[0]?.fileCode);
  await setup.send('picker.send', { requestId, folder: root, accountId: second, pin: false });
  expect([await listUrls(first), await listUrls(second)]).toEqual([[], [url()]]);
});

it('no move is offered for what a rule has sent to another account', async () => {
  const { hostname: host } = new URL(url());
  const rule = { accountId: second, host, kind: null, folder: root, titlePattern: null, isForAll: true };
  await setup.send('rules.save', rule);
  const click = () =>
    setup.click(createMenuId({ kind: 'send' }), { linkUrl: url(), linkText: 'Clip' }, { tabId: 3 });
  await click();
  await click();
  const requestId = setup.seen.pickerRequestIds.at(-1) ?? '';
  expect(await setup.send('picker.open', { requestId })).toMatchObject({
    reason: 'duplicate',
    known: [],
  });
});

it('the picker sends to both accounts, and sends again if the service may have what is replaced', async () => {
  await setup.send('uploads.resume', {});
  await setup.admin.setFaults([
    { endpoint: '/api/upload/url', kind: 'reset-after', times: 1 },
    { endpoint: '/api/urlupload/list', kind: 'html' },
    { endpoint: '/api/file/list', kind: 'html' },
  ]);
  setup.browser.clickToast = async () => {
    await until('no answer', async () => (await setup.uploads(first)).uploads[0]?.state === 'uncertain');
    return 'change';
  };
  const own = createMenuId({ kind: 'send-to', accountId: first, folderId: '0' });
  await setup.click(own, { linkUrl: url(), linkText: 'Clip' }, { tabId: 3 });
  const requestId = setup.seen.pickerRequestIds.at(-1) ?? '';
  const picked = { requestId, folder: root, others: [{ accountId: second, folder: root }], pin: false };
  const outcome = await setup.send('picker.send', picked);
  expect(outcome).toMatchObject({ queued: 1, duplicates: [url()], heldBy: { [first]: [url()] } });
  expect(await setup.send('picker.send', picked)).toMatchObject({ queued: 1, duplicates: [] });
});

it('an upload is kept if the chosen account already has its link', async () => {
  await setup.send('links.send', { links: [{ url: url() }], accountId: second });
  setup.browser.clickToast = async () => 'change';
  const own = createMenuId({ kind: 'send-to', accountId: first, folderId: '0' });
  await setup.click(own, { linkUrl: url(), linkText: 'Clip' }, { tabId: 3 });
  const requestId = setup.seen.pickerRequestIds.at(-1) ?? '';
  const picked = { requestId, folder: root, accountId: second, pin: false };
  expect(await setup.send('picker.send', picked)).toMatchObject({ queued: 0, duplicates: [url()] });
  expect([await listUrls(first), await listUrls(second)]).toEqual([[url()], [url()]]);
});

it('a link that a rule uploaded to another account is sent to the chosen one, and the file stays', async () => {
  setup.service.settings.bytesPerSecond = 0;
  await setup.send('uploads.resume', {});
  const { hostname: host } = new URL(url());
  const rule = { accountId: second, host, kind: null, folder: root, titlePattern: null, isForAll: true };
  await setup.send('rules.save', rule);
  setup.browser.clickToast = async () => 'change';
  await setup.click(createMenuId({ kind: 'send' }), { linkUrl: url(), linkText: 'Clip' }, { tabId: 3 });
  const requestId = setup.seen.pickerRequestIds.at(-1) ?? '';
  await until('the file', async () => {
    await setup.send('uploads.poll', { accountId: second });
    return (await setup.uploads(second)).uploads[0]?.state === 'done';
  });
  const folder = await setup.send('folders.create', { name: 'Films', parentId: '0', accountId: first });
  await setup.send('picker.send', { requestId, folder, accountId: first, pin: false });
  expect([await listUrls(first), await listUrls(second)]).toEqual([[url()], [url()]]);
  expect(await createBulkStore().list()).toEqual([]);
});

it('a finished upload is copied to another account of the service, and the copy is verified', async () => {
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

it('a rule that names the account decides, whichever is current, unless the user chose a folder or that account has a rule', async () => {
  const films = { id: '7', name: 'Films' };
  const rule = { accountId: second, host: 'site.test', kind: null, folder: films, titlePattern: null };
  const links = (...names: readonly string[]) => names.map((name) => ({ url: `https://${name}/a.mp4` }));
  await setup.send('rules.save', rule);
  await setup.send('links.send', { links: links('site.test') });
  expect([(await listUrls(first)).length, (await listUrls(second)).length]).toEqual([1, 0]);
  await setup.send('rules.save', { ...rule, isForAll: true });
  expect(await setup.send('links.send', { links: links('b.site.test', 'else.test') })).toMatchObject({
    queued: 2,
    folders: [films, root],
    accounts: ['second', null],
  });
  expect([(await listUrls(first)).length, (await listUrls(second)).length]).toEqual([2, 1]);
  await setup.click(
    createMenuId({ kind: 'send' }),
    { linkUrl: 'https://c.site.test/', linkText: 'C' },
    { tabId: 3 },
  );
  expect(setup.seen.toasts.at(-1)).toMatchObject({ account: 'second', folders: [films] });
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
  expect([(await listUrls(first)).length, (await listUrls(second)).length]).toEqual([4, 2]);
  // A rule of a removed account chooses nothing.
  await setup.send('rules.remove', { id: JSON.parse(setup.local.items.get('rules') ?? '[]')[0].id });
  await setup.send('accounts.remove', { accountId: second });
  await setup.send('links.send', { links: links('g.site.test') });
  expect((await listUrls(first)).length).toBe(5);
});

describe('a rule, or the default folder, with other accounts', () => {
  const [films, clips] = [
    { id: '7', name: 'Films' },
    { id: '8', name: 'Clips' },
  ];
  const rule = (changes: Partial<RuleDraft> = {}): RuleDraft => ({
    accountId: first,
    host: 'site.test',
    kind: null,
    folder: films,
    titlePattern: null,
    also: [{ accountId: second, folder: clips }],
    ...changes,
  });
  const link = { url: 'https://site.test/film.mp4' };
  const listQueue = async (accountId: string) =>
    (await setup.uploads(accountId)).uploads.map(({ url: each, folder, linkId, fallbacks }) => ({
      url: each,
      folder: folder.name,
      linkId,
      fallbacks,
    }));

  it('puts a copy into each with one click, all of one link, and Undo cancels all', async () => {
    await setup.send('rules.save', rule());
    setup.browser.clickToast = async () => null;
    const what = { linkUrl: link.url, pageUrl: 'https://page.test/' };
    const readLinkText = async () => 'The film';
    await setup.click(createMenuId({ kind: 'send' }), what, { tabId: 3, readLinkText });
    const [[own], [copy]] = [await listQueue(first), await listQueue(second)];
    expect([own?.folder, copy?.folder]).toEqual(['Films', 'Clips']);
    expect(own?.linkId).toEqual(expect.any(String));
    expect(copy?.linkId).toBe(own?.linkId);
    const titles = [first, second].map(async (id) => (await setup.uploads(id)).uploads[0]?.title);
    expect(await Promise.all(titles)).toEqual(['The film', 'The film']);
    expect(setup.seen.toasts.at(-1)).toMatchObject({
      accounts: [undefined, 'second'],
      folders: [films, clips],
      count: 1,
    });
    setup.browser.clickToast = async () => 'undo';
    await setup.click(createMenuId({ kind: 'send' }), { ...what, linkUrl: `${link.url}?2` }, { tabId: 3 });
    expect([(await listQueue(first)).length, (await listQueue(second)).length]).toEqual([1, 1]);
  });

  it('includes its copy in what is chosen when the folder of one is changed', async () => {
    await setup.send('rules.save', rule());
    setup.browser.clickToast = async () => 'change';
    await setup.click(createMenuId({ kind: 'send' }), { linkUrl: link.url, linkText: 'Clip' }, { tabId: 3 });
    const requestId = setup.seen.pickerRequestIds.at(-1) ?? '';
    expect((await setup.send('picker.open', { requestId })).suggestion).toMatchObject({
      folder: films,
      also: [{ accountId: second, folder: clips }],
    });
  });

  it('says where the copies went, and sends again only what an account held back', async () => {
    await setup.send('rules.save', rule());
    await setup.send('links.send', { links: [link], folder: films });
    const outcome = await setup.send('links.send', { links: [link, { url: `${link.url}?2` }] });
    expect(outcome).toMatchObject({
      queued: 3,
      duplicates: [link.url],
      heldBy: { [first]: [link.url] },
      folders: [films, clips],
      accounts: [null, 'second'],
    });
    const nothingNew = await setup.send('links.send', { links: [link, { url: `${link.url}?2` }] });
    expect(nothingNew).toMatchObject({ queued: 0, folders: [films, clips] });
    await setup.send('links.send', { links: [{ url: `${link.url}?3` }], accountId: second, folder: clips });
    const half = await setup.send('links.send', { links: [{ url: `${link.url}?3` }] });
    expect(half, 'only where something went').toMatchObject({ queued: 1, folders: [films] });
    const again = { links: [link], anyway: true, only: outcome.heldBy };
    expect(await setup.send('links.send', again)).toMatchObject({ queued: 1, duplicates: [] });
    expect([(await listUrls(first)).length, (await listUrls(second)).length]).toEqual([4, 3]);
  });

  it('makes the picker ask about the account that held a link back, and about no other', async () => {
    await setup.send('rules.save', rule());
    await setup.send('links.send', { links: [link], accountId: second, folder: films });
    await setup.click(createMenuId({ kind: 'send' }), { linkUrl: link.url, linkText: 'Film' });
    const requestId = setup.seen.pickerRequestIds.at(-1) ?? '';
    expect(await setup.send('picker.open', { requestId })).toMatchObject({
      reason: 'duplicate',
      suggestion: { accountId: second, account: 'second', folder: clips },
    });
    const sent = await setup.send('picker.send', { requestId, accountId: second, folder: clips, pin: false });
    expect(sent).toMatchObject({ queued: 1, duplicates: [] });
    expect([(await listUrls(first)).length, (await listUrls(second)).length]).toEqual([1, 2]);
  });

  it('is the picker’s default, and is saved by it with several accounts', async () => {
    await setup.send('rules.save', rule());
    await setup.click(createMenuId({ kind: 'choose', accountId: first }), {
      linkUrl: link.url,
      linkText: 'F',
    });
    const requestId = setup.seen.pickerRequestIds.at(-1) ?? '';
    expect((await setup.send('picker.open', { requestId })).suggestion).toMatchObject({
      accountId: first,
      folder: films,
      also: [{ accountId: second, account: 'second', folder: clips }],
    });
    const subject = { host: 'else.test', kind: null, titlePattern: null };
    const others = [{ accountId: second, folder: root }];
    await setup.send('picker.send', { requestId, folder: films, others, pin: false, rule: subject });
    const [copies] = [await listQueue(second)];
    expect(copies[0]?.linkId).toBe((await listQueue(first))[0]?.linkId);
    await setup.send('links.send', { links: [{ url: 'https://else.test/a.mp4' }] });
    expect((await listQueue(second)).map(({ folder }) => folder)).toEqual(['', '']);
  });

  it('applies to links for the default folder, unless a folder is chosen or a rule matches', async () => {
    const targets = { also: [{ accountId: second, folder: clips }] };
    await setup.send('rules.save', createDefaultRule(first, targets));
    const suggest = (links: readonly LinkDraft[]) => setup.send('rules.suggest', { accountId: first, links });
    expect(await suggest([link])).toMatchObject({ isDefault: true, folder: root, also: [{ folder: clips }] });
    await setup.send('links.send', { links: [link] });
    await setup.send('links.send', { links: [{ url: `${link.url}?chosen` }], folder: films });
    await setup.send('rules.save', rule({ also: [] }));
    await setup.send('links.send', { links: [{ url: `${link.url}?rule` }] });
    expect([(await listUrls(first)).length, await listUrls(second)]).toEqual([3, [link.url]]);
    // Choosing another default folder doesn't change that.
    await setup.send('folders.setDefault', { accountId: first, folder: films });
    await setup.send('links.send', { links: [{ url: 'https://else.test/' }] });
    expect((await listUrls(second)).length).toBe(2);
  });

  it('can have fallbacks, each account once, and never a removed one', async () => {
    const third = (await setup.connect(setup.service.createAccount({ email: 'third@x.example' }).key)).account
      .id;
    await setup.send('accounts.select', { accountId: first });
    const fallbacks = [second, 'gone', first, third, third].map((accountId) => ({ accountId, folder: root }));
    const also = [second, second, 'gone', first].map((accountId) => ({ accountId, folder: clips }));
    await setup.send('rules.save', rule({ also, fallbacks }));
    await setup.send('links.send', { links: [link] });
    expect((await listQueue(first)).map((each) => each.fallbacks)).toEqual([
      [{ accountId: third, folder: root }],
    ]);
    expect(await listUrls(second)).toEqual([link.url]);
    expect(await listUrls(third)).toEqual([]);
    // The rule still names the account, so that the user sees that it's gone.
    await setup.send('accounts.remove', { accountId: third });
    expect((await setup.uploads(first)).uploads.map((each) => each.fallbacks)).toEqual([[]]);
    expect(setup.local.items.get('rules')).toContain(third);
    await setup.send('links.send', { links: [{ url: `${link.url}?2` }] });
    expect((await setup.uploads(first)).uploads.at(-1)?.fallbacks).toEqual([]);
  });

  it('leaves no trace of a private link on the disk', async () => {
    await setup.send('rules.save', rule({ host: 'secret.test', titlePattern: null }));
    const before = setup.stored();
    await setup.send('links.send', { links: [{ url: 'https://secret.test/a.mp4' }], private: true });
    const copies = (await Promise.all([first, second].map((id) => setup.uploads(id)))).flatMap(
      (each) => each.uploads,
    );
    expect(copies.map((each) => each.private)).toEqual([true, true]);
    expect(new Set(copies.map((each) => each.linkId)).size).toBe(1);
    expect(setup.stored()).toBe(before);
    const stored = await createUploadsDatabase().use((db) => db.getAll('uploads'));
    expect(stored).toEqual([]);
  });

  it('uses the default folder of an account if its folder is missing', async () => {
    await setup.send('uploads.resume', {});
    setup.service.settings.bytesPerSecond = 0;
    const { hostname: host } = new URL(url());
    const gone = { accountId: second, folder: { id: '999', name: 'Gone' } };
    await setup.send('rules.save', rule({ host, folder: root, also: [gone] }));
    await setup.send('links.send', { links: [{ url: url() }] });
    await until('the copy', async () => {
      await setup.send('uploads.poll', { accountId: second });
      const [copy] = (await setup.uploads(second)).uploads;
      return copy?.state === 'done' && copy.folder.id === '0';
    });
    expect(setup.local.items.get('rules')).toContain('"isFolderGone":true}');
  });
});

describe('a link that its account doesn’t accept', () => {
  it('goes to its rule’s fallback, and says so', async () => {
    await setup.send('uploads.resume', {});
    setup.service.settings.bytesPerSecond = 0;
    setup.service.settings.allowDuplicates = false;
    const fallbacks = [{ accountId: second, folder: root }];
    await setup.send('rules.save', createDefaultRule(first, { fallbacks }));
    await setup.send('links.send', { links: [{ url: 'https://127.0.0.1:1/never.webm' }] });
    const moved = await until('the fallback', async () => {
      await setup.send('uploads.poll', { accountId: first });
      return (await setup.uploads(second)).uploads[0];
    });
    expect(moved).toMatchObject({ formerAccountIds: [first], reroute: { reason: 'failed' } });
    expect(await listUrls(first)).toEqual([moved.url]);
  });

  it('stays if the account is being removed, however long the removal takes', async () => {
    const fallbacks = [{ accountId: second, folder: root }];
    await setup.send('rules.save', createDefaultRule(first, { fallbacks }));
    const refusal = { status: 400, msg: 'This host is not allowed' };
    await setup.admin.setFaults([{ endpoint: '/api/upload/url', kind: 'envelope', envelope: refusal }]);
    await setup.send('links.send', { links: [{ url: url() }] });
    // The worker dies after writing the tombstone, and the next one can't store the rest yet.
    const { set } = setup.local;
    setup.restart();
    setup.local.set = async (items) => {
      if ('accounts' in items) throw new Error('The disk is full.');
      return set(items);
    };
    await setup.local.set({ removed: [first] });
    setup.restart();
    await setup.send('uploads.resume', {});
    await until('the end of the work', () => setup.isIdle());
    expect(await listUrls(second)).toEqual([]);
    expect((await setup.admin.audit()).filter(({ path }) => path === '/api/upload/url')).toEqual([]);
    expect(setup.seen.faults.splice(0)).toMatchObject([{ message: 'The disk is full.' }]);
    setup.local.set = set;
    setup.restart();
    await until('the end of the removal', () => setup.local.items.get('removed') === '[]');
    expect(await listUrls(first)).toEqual([]);
    expect(await listUrls(second)).toEqual([]);
  });

  it('goes to another account on the user’s choice, into its default folder, unless that account has it', async () => {
    const folder = await setup.send('folders.create', { name: 'Mine', parentId: '0', accountId: second });
    await setup.send('folders.setDefault', { accountId: second, folder });
    await setup.send('links.send', { links: [{ url: url() }, { url: `${url()}?2` }] });
    const [one, two] = (await setup.uploads(first)).uploads;
    const reroute = (id = '') => setup.send('uploads.reroute', { id, accountId: second });
    expect(await reroute(one?.id)).toEqual({ isDuplicate: false });
    expect((await setup.uploads(second)).uploads).toMatchObject([
      { id: one?.id, folder, isFolderByRule: false },
    ]);
    await setup.send('links.send', { links: [{ url: `${url()}?2` }], accountId: second });
    expect(await reroute(two?.id)).toEqual({ isDuplicate: true });
    expect(await setup.reply('uploads.reroute', { id: one?.id ?? '', accountId: second })).toMatchObject({
      problem: { code: 'gone' },
    });
    expect(await setup.reply('uploads.reroute', { id: two?.id ?? '', accountId: 'nobody' })).toMatchObject({
      problem: { code: 'no-account' },
    });
  });
});
