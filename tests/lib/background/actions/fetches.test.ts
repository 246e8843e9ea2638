/** Links that this browser fetches: who decides it, what their sender receives, and what remains of them. */
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { getReferrer } from '../../../../lib/background/actions/fetches.ts';
import { type BackgroundSetup, setUpBackground, until } from '../background-setup.ts';

const folder = { id: '0', name: '' };
const url = 'https://members.test/film.mp4';
const pageUrl = 'https://members.test/page#top';
const links = [{ url, pageUrl }];

let setup: BackgroundSetup;
let accountId: string;
beforeEach(async () => {
  setup = await setUpBackground();
  accountId = (await setup.connect()).account.id;
});
afterEach(() => setup.close());

const uploads = async () => (await setup.uploads(accountId)).uploads;
const state = async () => (await uploads()).map(({ state: each, failure }) => failure?.code ?? each);
const saveRule = () =>
  setup.send('rules.save', {
    accountId,
    host: 'members.test',
    kind: null,
    folder,
    titlePattern: null,
    via: 'browser',
  });

describe('a link is fetched by this browser', () => {
  beforeEach(() => setup.send('uploads.pause', {}));
  const listVia = async () => (await uploads()).map(({ via = 'service' }) => via);

  it('if the message says so', async () => {
    await setup.send('links.send', { links });
    await setup.send('links.send', { links: [{ url: `${url}?2` }], via: 'browser' });
    expect(await listVia()).toEqual(['service', 'browser']);
    expect(setup.seen.sendersOpened).toBe(1);
  });

  it('by a rule, whoever chose the folder, unless the message says otherwise', async () => {
    await saveRule();
    const both = { links: [...links, { url: 'https://other.test/1.mp4' }] };
    expect(await setup.send('links.send', both)).toMatchObject({ queued: 2, folders: [folder] });
    await setup.send('links.send', { links: [{ url: `${url}?2` }], folder: { id: '7', name: 'Films' } });
    await setup.send('links.send', { links: [{ url: `${url}?3` }], via: 'service' });
    const found = (await uploads()).map(({ url: each, via = 'service' }) => [each, via]);
    expect(Object.fromEntries(found)).toEqual({
      [url]: 'browser',
      'https://other.test/1.mp4': 'service',
      [`${url}?2`]: 'browser',
      [`${url}?3`]: 'service',
    });
  });

  it('never by a rule in a private window: it is held back once, and the service fetches it', async () => {
    await saveRule();
    const held = { queued: 0, duplicates: [url], heldPrivate: [url] };
    expect(await setup.send('links.send', { links, private: true })).toMatchObject(held);
    await setup.click(
      JSON.stringify(['choose', accountId]).replace('choose', 'send'),
      { linkUrl: url, linkText: '', pageUrl },
      { isPrivate: true, tabId: 3 },
    );
    expect([await uploads(), setup.seen.toasts]).toEqual([[], []]);
    const [requestId = ''] = setup.seen.pickerRequestIds;
    expect(await setup.send('picker.open', { requestId })).toMatchObject({
      reason: 'private',
      links: [{ url }],
    });
    await setup.send('picker.send', { requestId, folder, pin: false, via: 'service' });
    await setup.send('links.send', { links: [{ url: `${url}?2` }], private: true, anyway: true });
    expect(await listVia()).toEqual(['service', 'service']);
    expect(await state()).toEqual(['queued', 'queued']);
  });

  it('from the picker, which shows rules and creates them', async () => {
    await saveRule();
    await setup.click(JSON.stringify(['choose', accountId]), { linkUrl: url, linkText: '', pageUrl });
    const [requestId = ''] = setup.seen.pickerRequestIds;
    expect(await setup.send('picker.open', { requestId })).toMatchObject({ suggestion: { via: 'browser' } });
    await setup.send('picker.send', { requestId, folder, pin: false, via: 'service' });
    expect(await listVia()).toEqual(['service']);
  });
});

describe('the sender gets the link and its referrer', () => {
  const cdn = 'https://cdn.test';
  let id: string;
  const route = (redirected: string | null) => setup.send('uploads.routeFetch', { id, redirected });
  const expected = () => [...setup.seen.expected];
  beforeEach(async () => {
    await setup.send('links.send', { links, via: 'browser' });
    id = (await uploads())[0]?.id ?? '';
    expect(await setup.send('uploads.beginFetch', { id })).toEqual({ url, pageUrl });
    expect(expected()).toEqual([]);
    expect(await route(null)).toEqual({ url });
  });

  it('for each request separately, while it fetches', async () => {
    expect(expected()).toEqual([[id, { url, referrer: 'https://members.test/page' }]]);
    setup.browser.redirects = { [url]: { status: 302, location: `${cdn}/film.mp4` } };
    expect(await route(url)).toEqual({ code: 'site', msg: cdn });
    await setup.send('uploads.endFetch', { id, result: { code: 'site', msg: cdn, hasProgress: false } });
    expect(expected()).toEqual([]);
    await setup.send('uploads.retry', { id, follow: cdn });
    await setup.send('uploads.beginFetch', { id });
    expect(await route(url)).toEqual({ url: `${cdn}/film.mp4` });
    expect(expected()).toEqual([[id, { url: `${cdn}/film.mp4`, referrer: 'https://members.test/' }]]);
    const result = { name: 'film.mp4', sizeBytes: 7 };
    expect(await setup.send('uploads.endFetch', { id, result })).toEqual({ name: 'film.mp4' });
    expect(expected()).toEqual([]);
    expect(await uploads()).toMatchObject([{ fetchedFrom: 'cdn.test' }]);
  });

  it.each([
    ['the queue is paused', () => setup.send('uploads.pause', {})],
    ['the upload is removed', () => setup.send('uploads.remove', { id })],
    ['the service shall fetch the link', () => setup.send('uploads.retry', { id, via: 'service' })],
    ['the account is removed', () => setup.send('accounts.remove', { accountId })],
  ])('until %s', async (_, end) => {
    expect(expected()).toHaveLength(1);
    await end();
    await until('its end', () => expected().length === 0);
  });
});

it('a site without permission is asked for, and the fetch continues when it is granted', async () => {
  setup.browser.hasHostPermission = false;
  await setup.send('links.send', { links, via: 'browser' });
  const [upload] = await uploads();
  expect(await setup.send('uploads.beginFetch', { id: upload?.id ?? '' })).toBeNull();
  // Access to the account's own host is missing too.
  setup.browser.hasHostPermission = true;
  await setup.background().permissionsChanged();
  setup.browser.hasHostPermission = false;
  await setup.send('uploads.beginFetch', { id: upload?.id ?? '' });
  expect(await state()).toEqual(['source.access']);
  setup.browser.hasHostPermission = true;
  await setup.background().permissionsChanged();
  expect((await uploads()).map((each) => each.state)).toEqual(['queued']);
});

it('fetched files without an upload are removed when a worker starts, and with their account', async () => {
  await setup.send('links.send', { links, via: 'browser' });
  const [upload] = await uploads();
  setup.browser.fetched = new Set([upload?.id ?? '', 'orphan']);
  setup.restart();
  await until('the orphan to be removed', async () => setup.browser.fetched.size === 1);
  await setup.send('accounts.remove', { accountId });
  expect(setup.browser.fetched.size).toBe(0);
});

it('a fetched file is removed with its upload, before another worker starts', async () => {
  await setup.send('links.send', { links, via: 'browser' });
  const [upload] = await uploads();
  setup.browser.fetched = new Set([upload?.id ?? '']);
  await setup.send('uploads.remove', { id: upload?.id ?? '' });
  await until('its file to be removed', async () => setup.browser.fetched.size === 0);
});

it('a fetched file is kept if its site refused the rest, until the service fetches it', async () => {
  await setup.send('links.send', { links, via: 'browser' });
  const [upload] = await uploads();
  const id = upload?.id ?? '';
  setup.browser.fetched = new Set([id, 'orphan']);
  const result = { code: 'session', msg: null, hasProgress: false } as const;
  await setup.send('uploads.endFetch', { id, result });
  setup.restart();
  await until('the orphan to be removed', async () => !setup.browser.fetched.has('orphan'));
  expect([...setup.browser.fetched]).toEqual([id]);
  await setup.send('uploads.retry', { id });
  expect([...setup.browser.fetched]).toEqual([id]);
  await setup.send('uploads.retry', { id, via: 'service' });
  expect(setup.browser.fetched.size).toBe(0);
});

it('a fetched file of a refused upload is removed if another one lacks space', async () => {
  await setup.send('links.send', { links: [...links, { url: `${url}?2` }], via: 'browser' });
  const [refused = '', other = ''] = (await uploads()).map(({ id }) => id);
  setup.browser.fetched = new Set([refused]);
  const end = (id: string, code: 'session' | 'room') =>
    setup.send('uploads.endFetch', { id, result: { code, msg: null, hasProgress: false } });
  await end(refused, 'session');
  await end(other, 'room');
  await until('the room', () => setup.browser.fetched.size === 0);
});

it('a fetched file is kept if the removal of its upload is undone before it is processed', async () => {
  await setup.send('links.send', { links, via: 'browser' });
  const [upload] = await uploads();
  const id = upload?.id ?? '';
  setup.browser.fetched = new Set([id]);
  const { undo } = await setup.send('uploads.remove', { id });
  await setup.send('changes.undo', { ids: undo });
  await setup.send('uploads.beginFetch', { id });
  await setup.send('links.send', { links: [{ url: `${url}?2` }], via: 'browser' });
  const other = (await uploads()).find((each) => each.id !== id)?.id ?? '';
  setup.browser.fetched.add(other);
  // Events arrive in order.
  await setup.send('uploads.remove', { id: other });
  await until('the later removal', async () => !setup.browser.fetched.has(other));
  expect([...setup.browser.fetched]).toEqual([id]);
});

test.each([
  ['https://a.example/1', 'https://a.example/page?x=1#top', 'https://a.example/page?x=1'],
  ['https://cdn.example/1', 'https://a.example/page?x=1', 'https://a.example/'],
  ['https://a.example:8443/1', 'https://a.example/page', 'https://a.example/'],
  ['https://a.example/1', 'http://a.example/page', 'http://a.example/'],
  ['https://a.example/1', 'https://me:secret@a.example/page', 'https://a.example/page'],
  ['http://a.example/1', 'https://a.example/page', null],
  ['http://127.0.0.1:80/1', 'https://a.example/page', 'https://a.example/'],
  ['http://a.localhost/1', 'https://a.example/page', 'https://a.example/'],
  ['https://a.example/1', 'file:///home/me/page.html', null],
  ['https://a.example/1', undefined, null],
])('the referrer of %s on %s is %s', (address, page, referrer) => {
  expect(getReferrer({ url: address, pageUrl: page })).toBe(referrer);
});
