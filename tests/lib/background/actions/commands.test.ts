/** Keyboard shortcuts, with a real service. */
import { afterEach, beforeEach, expect, it } from 'vitest';
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

const what = { pageUrl: '', pageTitle: 'A clip' };
const page = { what, tabId: 3, isPrivate: false, readLinkText: async () => undefined };

it('the settings open while nothing is connected', async () => {
  for (const command of ['send-page', 'collect']) await setup.background().commandPressed(command, page);
  expect(setup.seen.optionsOpened).toBe(2);
});

it('an unknown menu entry is reported', async () => {
  await connect();
  await setup.click('["other"]', { linkUrl: 'https://a.example/b' });
  const [requestId = ''] = setup.seen.pickerRequestIds;
  expect(await setup.send('picker.open', { requestId })).toMatchObject({ reason: 'fault' });
  expect(setup.seen.faults.splice(0)).toHaveLength(1);
  expect(setup.seen.optionsOpened).toBe(0);
});

it('the links of a selection are shown first if it doesn’t display the addresses', async () => {
  await connect();
  const selectionText = `${setup.site.url}/sample.webm,A Talk,,12`;
  await setup.click(JSON.stringify(['send']), { selectionText });
  const [requestId] = setup.seen.pickerRequestIds;
  expect(await setup.send('picker.open', { requestId: requestId ?? '' })).toMatchObject({
    reason: 'choose',
    links: [{ url: `${setup.site.url}/sample.webm` }],
    clicked: null,
  });
  expect(await setup.admin.transfers()).toEqual([]);
});

it('the links of a selection are sent, and possible links that aren’t sent are listed', async () => {
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

it('the address that a link displays is sent if the link leads through a redirector', async () => {
  await connect();
  const shown = `${setup.site.url}/sample.webm`;
  const linkUrl = `https://redirector.example/url?q=${encodeURIComponent(shown)}`;
  // Chromium doesn't provide the text.
  const readLinkText = async () => shown;
  await setup.click(JSON.stringify(['send']), { linkUrl }, { tabId: 3, readLinkText });
  expect((await setup.uploads(accountId)).uploads).toMatchObject([{ url: shown }]);
});

it('a page is stored before it is asked for its title, which is added later', async () => {
  await connect();
  setup.service.settings.bytesPerSecond = 20_000;
  const asked = Promise.withResolvers<string>();
  const pressed = setup.background().commandPressed('send-page', {
    ...page,
    what: { pageUrl: `${setup.site.url}/sample.webm`, pageTitle: undefined },
    readLinkText: () => asked.promise,
  });
  await until('the record', async () => (await setup.uploads(accountId)).uploads.length === 1);
  asked.resolve('Harbour');
  await pressed;
  expect((await setup.uploads(accountId)).uploads).toMatchObject([{ title: 'Harbour' }]);
});

it('the keyboard sends the page, shows its links, and opens the manager', async () => {
  await connect();
  const press = (command: string, pageUrl?: string) =>
    setup.background().commandPressed(command, { ...page, what: { ...what, pageUrl } });
  await press('open-manager');
  expect(setup.seen.managers).toBe(1);
  // Slow enough to be observed in progress.
  setup.service.settings.bytesPerSecond = 20_000;
  await press('send-page', `${setup.site.url}/sample.webm`);
  await until('the transfer', async () => (await setup.admin.transfers()).length === 1);
  // Services can't fetch pages of the browser.
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
