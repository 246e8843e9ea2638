/** Storage that fails or is full: each part fails alone, says so, and blocks nothing else. */

import { uploadLinks } from '../../../scripts/extension-pages.ts';
import { connectedTest, type Extension, expect, test } from '../harness/index.ts';
import { chooseEntry, openFromMenu } from '../harness/menu.ts';
import { message } from '../harness/messages.ts';
import { openQuietPage, readRecords } from '../harness/stored.ts';

test.use({ serviceOptions: { bytesPerSecond: 0, rateLimit: false } });

const isWithService = /pending|working|verifying|done/;

connectedTest(
  'a catalog of a newer version is left unchanged, and everything else works',
  async ({ extension, site }) => {
    const options = await extension.openSettings();
    await extension.background.kill();
    // Open tabs don't read the catalog.
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
    // The upload's notice replaces lasting ones until it is dismissed.
    await popup.getByRole('button', { name: 'Dismiss' }).click();
    await expect(popup.locator('[data-key]')).toHaveAttribute('data-state', isWithService);
    await popup.getByRole('tab', { name: 'Files' }).click();
    await expect(popup.getByText(/Saved by a newer version of Linkhaul/)).toBeVisible();

    await options.bringToFront();
    await options.getByLabel('Upload with one click').click();
    await expect(options.getByText('Saved.')).toBeVisible();
    await options.getByRole('button', { name: /^Remove demo/ }).click();
    await options.getByRole('button', { name: 'Remove account' }).click();
    await expect(popup.getByRole('button', { name: 'Connect a service' })).toBeVisible();
    // The account leaves the list first.
    await expect.poll(() => readRecords(popup, 'linkhaul-uploads', 'uploads')).toEqual([]);
    const versions = await popup.evaluate(async () => indexedDB.databases());
    expect(versions).toContainEqual({ name: 'linkhaul-catalog', version: 99 });
    expectStorageErrors(extension);
  },
);

test('a full disk is reported after a click and in the popup, and both work once there is room', {
  tag: '@devtools',
}, async ({ extension, service, site, account }) => {
  const quiet = await openQuietPage(extension);
  await message(quiet, 'accounts.connect', { address: service.url, key: account.key });
  const click = { linkUrl: `${site.url}/sample.webm`, pageUrl: site.url };
  // DevTools can't fill an extension's disk, so the worker's database fails as on a full one.
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

  const picker = await openFromMenu(extension, ['send-to', '0'], click);
  await expect(picker.getByText(noRoom)).toBeVisible();
  await expect(picker.getByText('/sample.webm')).toBeVisible();
  await picker.close();
  const popup = await extension.open('popup.html');
  await uploadLinks(popup, click.linkUrl);
  await expect(popup.getByText(noRoom)).toBeVisible();
  await expect(popup.getByLabel('Links to upload')).toHaveValue(click.linkUrl);

  await background.evaluate(() => (Reflect.get(globalThis, 'makeRoom') as () => void)());
  await chooseEntry(extension, ['send-to', '0'], click);
  await expect(popup.locator('[data-key]')).toHaveAttribute('data-state', isWithService);
  expectStorageErrors(extension);
});

function expectStorageErrors(extension: Extension): void {
  expect(extension.takeProblems().filter((problem) => !problem.includes('StorageError'))).toEqual([]);
}
