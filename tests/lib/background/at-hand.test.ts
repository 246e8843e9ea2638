/** The address bar and the keyboard shortcuts, on a real service. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseRoute } from '../../../components/files/model/route.ts';
import { startWorld, until, type World } from './world.ts';

let world: World;
let accountId: string;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(async () => {
  expect(world.seen.faults).toEqual([]);
  await world.close();
});

async function connect() {
  const { account } = await world.send('accounts.connect', { address: world.service.url, key: world.key });
  accountId = account.id;
}

const page = { tabId: 3, url: '', title: 'A clip', isPrivate: false };

it('suggests files of the account, and opens the one that is chosen', async () => {
  await connect();
  const folder = await world.send('folders.create', { name: 'Movies', parentId: '0' });
  await world.send('links.send', {
    links: [{ url: `${world.site.url}/sample.webm`, title: 'Harbour' }],
    folder,
  });
  await until('the file', async () => {
    await world.send('uploads.poll', { accountId });
    await world.send('catalog.refresh', { accountId, folderId: null });
    return (await world.background().suggestFiles('harb'))?.length === 1;
  });

  const { suggestFiles, addressEntered } = world.background();
  const [older, newer] = await Promise.all([suggestFiles('h'), suggestFiles('harbour')]);
  expect(older).toBeNull();
  expect(newer).toMatchObject([{ title: 'Harbour', folderName: 'Movies' }]);
  expect(await suggestFiles('')).toEqual([]);

  await addressEntered(newer?.[0]?.content ?? '', 'current');
  await addressEntered('harbour & café #1', 'new');
  await addressEntered(' ', 'behind');
  const [[chosen = ''] = [], [searched = ''] = [], [all = ''] = []] = world.seen.managers;
  expect(world.seen.managers.map(([, where]) => where)).toEqual(['current', 'new', 'behind']);
  expect(parseRoute(chosen)).toMatchObject({
    folderId: folder.id,
    fileCode: expect.stringMatching(/^\w{12}$/),
  });
  expect(parseRoute(searched)).toMatchObject({ folderId: null, text: 'harbour & café #1' });
  expect(parseRoute(all)).toMatchObject({ folderId: null, fileCode: null, text: '' });
});

it('leads to the settings while nothing is connected', async () => {
  expect(await world.background().suggestFiles('a')).toEqual([]);
  await world.background().addressEntered('a', 'current');
  for (const command of ['send-page', 'collect']) await world.background().commandPressed(command, page);
  expect(world.seen.optionsOpened).toBe(3);
});

it('sends the page, shows its links, and opens the manager by keyboard', async () => {
  await connect();
  const press = (command: string, url?: string) =>
    world.background().commandPressed(command, { ...page, url });
  await press('open-manager');
  expect(world.seen.managers).toEqual([['', 'new']]);
  // Slow enough to be seen on its way.
  world.service.settings.bytesPerSecond = 20_000;
  await press('send-page', `${world.site.url}/sample.webm`);
  await until('the transfer', async () => (await world.admin.transfers()).length === 1);
  // A page of the browser's own has no address that a service could fetch.
  await press('send-page');
  const [requestId = ''] = world.seen.pickerRequestIds;
  expect(await world.send('picker.open', { requestId })).toMatchObject({ reason: 'unusable' });
  world.browser.page = {
    title: '',
    url: '',
    private: false,
    found: [{ url: 'https://a.example/b', text: '' }],
  };
  await press('collect');
  expect([world.seen.collections.length, world.seen.tabsRead]).toEqual([1, [3]]);
  await press('unknown');
});
