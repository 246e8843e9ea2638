/** The address bar and the keyboard shortcuts, on a real service. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseRoute } from '../../../../components/files/model/route.ts';
import { type BackgroundSetup, setUpBackground, until } from '../background-setup.ts';

let setup: BackgroundSetup;
let accountId: string;
beforeEach(async () => {
  setup = await setUpBackground();
});
afterEach(() => setup.close());

async function connect() {
  accountId = (await setup.connect()).account.id;
}

const tab = { tabId: 3, isPrivate: false };
const page = { tabId: 3, url: '', title: 'A clip', isPrivate: false };

it('suggests files of the account in the address bar, and opens the chosen one', async () => {
  await connect();
  const folder = await setup.send('folders.create', { name: 'Movies', parentId: '0' });
  await setup.send('links.send', {
    links: [{ url: `${setup.site.url}/sample.webm`, title: 'Harbour' }],
    folder,
  });
  await until('the file', async () => {
    await setup.send('uploads.poll', { accountId });
    await setup.send('catalog.refresh', { accountId, folderId: null });
    return (await setup.background().suggestFiles('harb'))?.length === 1;
  });

  const { suggestFiles, addressEntered } = setup.background();
  const [older, newer] = await Promise.all([suggestFiles('h'), suggestFiles('harbour')]);
  expect(older).toBeNull();
  expect(newer).toMatchObject([{ title: 'Harbour', folderName: 'Movies' }]);
  expect(await suggestFiles('')).toEqual([]);

  await addressEntered(newer?.[0]?.content ?? '', 'current', tab);
  await addressEntered('harbour & café #1', 'new', tab);
  await addressEntered(' ', 'behind', tab);
  const [[chosen = ''] = [], [searched = ''] = [], [all = ''] = []] = setup.seen.managers;
  expect(setup.seen.managers.map(([, where]) => where)).toEqual(['current', 'new', 'behind']);
  expect(parseRoute(chosen)).toMatchObject({
    folderId: folder.id,
    fileCode: expect.stringMatching(/^\w{12}$/),
  });
  expect(parseRoute(searched)).toMatchObject({ folderId: null, text: 'harbour & café #1' });
  expect(parseRoute(all)).toMatchObject({ folderId: null, fileCode: null, text: '' });
});

it.each([
  ['http://a.example/1.zip', ['http://a.example/1.zip']],
  [' example.com/a.zip，', ['https://example.com/a.zip']],
  ['https://a.example/1.mp4,https://b.example/2.mp4', ['https://a.example/1.mp4', 'https://b.example/2.mp4']],
])('uploads what is entered as a link: %s', async (entered, urls) => {
  await connect();
  setup.browser.online = false;
  await setup.background().addressEntered(entered, 'current', tab);
  expect((await setup.uploads(accountId)).uploads.map(({ url }) => url).toSorted()).toEqual(urls);
  expect(setup.seen.signs).toMatchObject([{ kind: 'queued', count: urls.length }]);
  expect(setup.seen.managers).toEqual([]);
});

it('searches for a title that begins with the name of a site', async () => {
  await connect();
  for (const entered of ['www.example.com - Harbour.mkv', 'www.example.com Harbour #abc123'])
    await setup.background().addressEntered(entered, 'current', tab);
  expect((await setup.uploads(accountId)).uploads).toEqual([]);
  expect(setup.seen.managers).toHaveLength(2);
});

it('leads to the settings while nothing is connected', async () => {
  expect(await setup.background().suggestFiles('a')).toEqual([]);
  await setup.background().addressEntered('a', 'current', tab);
  for (const command of ['send-page', 'collect']) await setup.background().commandPressed(command, page);
  expect(setup.seen.optionsOpened).toBe(3);
});

it('sends the links of a selection, and says what of it may be a link and is not sent', async () => {
  await connect();
  setup.service.settings.bytesPerSecond = 20_000;
  const selectionText = `${setup.site.url}/sample.webm\nhttp://h.example/My Movie/`;
  const click = (kind: 'send' | 'choose') =>
    setup.click(JSON.stringify(kind === 'send' ? [kind] : [kind, accountId]), { selectionText });
  for (const kind of ['send', 'choose'] as const) await click(kind);
  await until('the transfer', async () => (await setup.admin.transfers()).length === 1);
  const opened = await Promise.all(
    setup.seen.pickerRequestIds.map((requestId) => setup.send('picker.open', { requestId })),
  );
  expect(opened).toMatchObject([
    { reason: 'unusable', links: [], clicked: 'http://h.example/My Movie/' },
    {
      reason: 'choose',
      links: [{ url: `${setup.site.url}/sample.webm` }],
      clicked: 'http://h.example/My Movie/',
    },
  ]);
});

it('stores a page before it is asked for its title, which follows', async () => {
  await connect();
  setup.service.settings.bytesPerSecond = 20_000;
  const asked = Promise.withResolvers<string>();
  const pressed = setup.background().commandPressed('send-page', {
    ...{ tabId: 3, url: `${setup.site.url}/sample.webm`, title: undefined, isPrivate: false },
    readTitle: () => asked.promise,
  });
  await until('the record', async () => (await setup.uploads(accountId)).uploads.length === 1);
  asked.resolve('Harbour');
  await pressed;
  expect((await setup.uploads(accountId)).uploads).toMatchObject([{ title: 'Harbour' }]);
});

it('sends the page, shows its links, and opens the manager by keyboard', async () => {
  await connect();
  const press = (command: string, url?: string) =>
    setup.background().commandPressed(command, { ...page, url });
  await press('open-manager');
  expect(setup.seen.managers).toEqual([['', 'new']]);
  // Slow enough to be seen on its way.
  setup.service.settings.bytesPerSecond = 20_000;
  await press('send-page', `${setup.site.url}/sample.webm`);
  await until('the transfer', async () => (await setup.admin.transfers()).length === 1);
  // A page of the browser's own has no address that a service could fetch.
  await press('send-page');
  const [requestId = ''] = setup.seen.pickerRequestIds;
  expect(await setup.send('picker.open', { requestId })).toMatchObject({ reason: 'unusable' });
  setup.browser.page = {
    title: '',
    url: '',
    private: false,
    found: { links: [{ url: 'https://a.example/b', text: '' }] },
  };
  await press('collect');
  expect([setup.seen.collections.length, setup.seen.tabsRead]).toEqual([1, [3]]);
  await expect(press('unknown')).rejects.toThrow('unknown');
});
