/** Storage that fails or fills up: each part fails alone, says so, and keeps nothing else from working. */

import type { Page } from '@playwright/test';
import { uploadLinks } from '../../../scripts/pages.ts';
import { expect, test } from '../harness/index.ts';
import { currentAccountId, message } from '../harness/messages.ts';
import { openQuietPage, recordsOf } from '../harness/stored.ts';

test.use({ serviceOptions: { bytesPerSecond: 0, rateLimit: false } });

/** The service has taken it. */
const isWithService = /pending|working|verifying|done/;

test('a catalog of a newer version is left unchanged, and everything else works', async ({
  extension,
  service,
  site,
  account,
}) => {
  const options = await extension.connect(service.url, account.key);
  await extension.background.kill();
  // The tabs that are open read no catalog.
  await options.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.open('linkhaul-catalog', 99);
        request.onsuccess = () => resolve(request.result.close());
        request.onerror = () => reject(request.error);
      }),
  );

  const popup = await extension.open('popup.html');
  await uploadLinks(popup, `${site.url}/sample.webm`);
  await expect(popup.locator('[data-key]')).toHaveAttribute('data-state', isWithService);
  await popup.getByRole('tab', { name: 'Files' }).click();
  await expect(popup.getByText(/Saved by a newer version of Linkhaul/)).toBeVisible();
  await extension.screenshot(popup, 'catalog-newer');

  await options.bringToFront();
  // It is checked once the background has stored that.
  await options.getByLabel('Upload with one click').click();
  await expect(options.getByText('Saved.')).toBeVisible();
  await options.getByRole('button', { name: /^Remove demo/ }).click();
  await options.getByRole('button', { name: 'Remove account' }).click();
  await expect(popup.getByRole('button', { name: 'Connect a service' })).toBeVisible();
  expect(await recordsOf(popup, 'linkhaul-uploads', 'uploads')).toEqual([]);
  const versions = await popup.evaluate(async () => indexedDB.databases());
  expect(versions).toContainEqual({ name: 'linkhaul-catalog', version: 99 });
});

test('links of many large pages are gathered, and private links and the limiter still have room', {
  tag: '@devtools',
}, async ({ extension, service, site, account, client }) => {
  const quiet = await openQuietPage(extension);
  await message(quiet, 'accounts.connect', { address: service.url, key: account.key });
  const menuItemId = JSON.stringify(['collect', await currentAccountId(extension)]);
  // 2,400 links of 900 characters, more than 2 MB: five such pages are more than `storage.session` holds.
  const links = Array.from(
    { length: 2_400 },
    (_, at) => `<a href="/${at}/${'x'.repeat(860)}">Clip ${at}</a>`,
  );
  const page = await extension.context.newPage();
  await page.route(`${site.url}/large`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Large</title>${links.join('\n')}`,
    }),
  );
  await page.goto(`${site.url}/large`);

  for (let count = 0; count < 6; count += 1) {
    await page.bringToFront();
    const opened = extension.context.waitForEvent('page');
    await extension.clickMenu({ menuItemId, pageUrl: page.url() });
    // It opens once its links are stored.
    const collect = await opened;
    if (count === 5) await expect(collect.getByRole('option').first()).toBeVisible();
    await collect.close();
  }

  const stamps = await limiterEntries(quiet);
  await message(quiet, 'links.send', { links: [{ url: `${site.url}/sample.webm` }], private: true });
  await expect.poll(async () => (await client.files.list({})).files.length).toBe(1);
  expect(await limiterEntries(quiet)).not.toEqual(stamps);
  expect(await recordsOf(quiet, 'linkhaul-uploads', 'uploads')).toEqual([]);
  expect(extension.problems).toEqual([]);
});

/** What the limiter has noted of its requests. */
const limiterEntries = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const { chrome } = globalThis as unknown as {
      chrome: { storage: { session: { get(key: null): Promise<Record<string, unknown>> } } };
    };
    const all = Object.entries(await chrome.storage.session.get(null));
    return all.filter(([key]) => key.startsWith('limiter:'));
  });

test('a full disk is reported after a click and in the popup, and both work once there is room', {
  tag: '@devtools',
}, async ({ extension, service, site, account }) => {
  const quiet = await openQuietPage(extension);
  await message(quiet, 'accounts.connect', { address: service.url, key: account.key });
  const click = {
    menuItemId: JSON.stringify(['send-to', await currentAccountId(extension), '0']),
    linkUrl: `${site.url}/sample.webm`,
    pageUrl: site.url,
  };
  // DevTools cannot make a disk full for an extension: the database fails in the worker as it does there.
  const { background } = extension;
  await background.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    const fail = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
    Object.assign(globalThis, { makeRoom: () => Object.assign(IDBObjectStore.prototype, { put }) });
    Object.assign(IDBObjectStore.prototype, { put: fail });
  });
  const noRoom = /Your disk is full\. Free up space/;

  const opened = extension.context.waitForEvent('page');
  await extension.clickMenu(click);
  const picker = await opened;
  await expect(picker.getByText(noRoom)).toBeVisible();
  await expect(picker.getByText('/sample.webm')).toBeVisible();
  await extension.screenshot(picker, 'disk-full');
  await picker.close();
  const popup = await extension.open('popup.html');
  await uploadLinks(popup, click.linkUrl);
  await expect(popup.getByText(noRoom)).toBeVisible();
  await expect(popup.getByLabel('Links to upload')).toHaveValue(click.linkUrl);

  await background.evaluate(() => (Reflect.get(globalThis, 'makeRoom') as () => void)());
  await extension.clickMenu(click);
  await expect(popup.locator('[data-key]')).toHaveAttribute('data-state', isWithService);
});
