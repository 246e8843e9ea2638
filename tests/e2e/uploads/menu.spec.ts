/** The context menu is complete, whatever the folders' names and whenever the worker is killed. */
import { startLocalServer } from '../../local-server.ts';
import { expect, connectedTest as test } from '../harness/index.ts';
import { chooseEntry, presentEntries, untilMenu } from '../harness/menu.ts';
import { currentAccountId, message } from '../harness/messages.ts';
import { pdf } from '../harness/pdf.ts';

test.use({ serviceOptions: { bytesPerSecond: 0, rateLimit: false } });

/** From lib/menus/menu-entries.ts, with the root as default and one pinned folder. */
const entriesOf = (accountId: string, pinnedId: string): readonly string[] => [
  'upload',
  JSON.stringify(['send-to', accountId, '0']),
  'before-pinned',
  JSON.stringify(['send-to', accountId, pinnedId]),
  'before-choose',
  JSON.stringify(['choose', accountId]),
  JSON.stringify(['create', accountId]),
  JSON.stringify(['collect', accountId]),
];

test('the menu is complete with a blank folder name, and after the worker ended while creating it', {
  tag: ['@all', '@devtools'],
}, async ({ extension, site, client }) => {
  const { folderId } = await client.folders.create({ name: 'Blank' });
  const options = extension.firstPage;
  const accountId = await currentAccountId(extension);
  const entries = entriesOf(accountId, folderId);

  await test.step('blank name', async () => {
    const folder = { id: folderId, name: ' \u200b\u3000' };
    await message(options, 'folders.pin', { accountId, folder, pinned: true });
    await expect.poll(() => presentEntries(options, entries)).toEqual(entries);
    await chooseEntry(extension, ['send-to', folderId], {
      linkUrl: `${site.url}/sample.webm`,
      pageUrl: site.url,
    });
    await expect.poll(async () => (await client.files.list({ folderId })).files.length).toBe(1);
  });

  await test.step('terminated worker', async () => {
    await message(options, 'settings.change', { oneClick: true });
    await expect.poll(() => presentEntries(options, [JSON.stringify(['send'])])).toHaveLength(1);
    const { background } = extension;
    // Drops calls from the fourth entry on, as if the worker were killed.
    await background.evaluate(() => {
      const { chrome } = globalThis as unknown as {
        chrome: { contextMenus: { create(...entry: unknown[]): unknown } };
      };
      const { create } = chrome.contextMenus;
      let count = 0;
      chrome.contextMenus.create = (...entry) => {
        count += 1;
        return count > 3 ? undefined : create(...entry);
      };
    });
    await message(options, 'settings.change', { oneClick: false });
    await expect.poll(() => presentEntries(options, entries)).toEqual(entries.slice(0, 3));
    await extension.background.kill();
    await extension.background.wake();
    await expect.poll(() => presentEntries(options, entries)).toEqual(entries);
  });
});

test('the menu has an entry for a PDF in a tab', { tag: ['@all', '@chromium'] }, async ({
  extension,
  client,
}) => {
  const server = await startLocalServer((_request, response) => {
    response.setHeader('content-type', 'application/pdf').end(pdf);
  });
  const menuItemId = JSON.stringify(['send-to', await currentAccountId(extension), '0', 'pdf']);
  await expect.poll(() => presentEntries(extension.firstPage, [menuItemId])).toEqual([menuItemId]);
  const page = await extension.context.newPage();
  await page.goto(`${server.url}/plan.pdf`);
  // As Chromium reports a click in its viewer.
  await extension.clickMenu({
    menuItemId,
    pageUrl: page.url(),
    frameUrl: page.url(),
    srcUrl: 'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/e5c3f1a1-3027-4e0e-9a14-9b5429859c5f',
  });
  await expect.poll(async () => (await client.files.list({})).files.length).toBe(1);
  await server.close();
});

test.describe('the browser’s own menu', () => {
  test.use({ headed: true });

  test('has one entry, for the page on an empty area, and for a link even in a frame', {
    tag: '@all',
  }, async ({ extension, native, site, client }) => {
    await untilMenu(extension);
    const page = await extension.context.newPage();
    await page.goto(site.url);
    await page.evaluate(() => {
      const frame = document.createElement('iframe');
      frame.src = location.href;
      document.body.append(frame, Object.assign(document.createElement('h2'), { textContent: 'Empty' }));
    });
    const titles = async () => (await client.files.list({})).files.map(({ title }) => title).sort();
    // Each letter is unique: “Upload …”, then “My files”.
    await native.chooseFromMenu(
      page.frameLocator('iframe').getByRole('link', { name: 'The sample clip' }),
      'u',
      'm',
    );
    await expect.poll(titles).toEqual(['The sample clip']);
    await native.chooseFromMenu(page.getByRole('heading', { name: 'Empty' }), 'u', 'm');
    const options = extension.firstPage;
    await options.goto(extension.url('popup.html'));
    await expect(options.locator('.upload-title')).toHaveCount(2);
  });

  test('has one entry for an image, and for a video', {
    tag: ['@all', '@chromium'],
  }, async ({ extension, native, site }) => {
    await untilMenu(extension);
    const page = await extension.context.newPage();
    await page.goto(site.url);
    await page.evaluate(() => {
      const image = Object.assign(new Image(), { width: 120, height: 60, src: '/alone.png', alt: 'Alone' });
      document.body.prepend(image);
    });
    await native.chooseFromMenu(page.locator('#video'), 'u', 'm');
    await native.chooseFromMenu(page.getByAltText('Alone'), 'u', 'm');
    const options = extension.firstPage;
    const sent = async () => {
      await options.goto(extension.url('popup.html'));
      return options.locator('.upload-title').allTextContents();
    };
    await expect.poll(sent).toHaveLength(2);
  });
});
