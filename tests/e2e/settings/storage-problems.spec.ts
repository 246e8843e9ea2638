/** Pages whose storage cannot be read: nothing hangs, each part says what is wrong with it, the rest works. */
import { expect, test } from '../harness/index.ts';

test('a browser without IndexedDB', { tag: '@init-script' }, async ({ extension, service, account }) => {
  await extension.connect(service.url, account.key);
  const popup = await extension.open('popup.html');
  await popup.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
  });
  await popup.reload();
  await expect(popup.getByText(/^Uploads from this private window/)).toBeVisible();
  await expect(popup.locator('.skeleton')).toHaveCount(0);
  await popup.getByRole('tab', { name: 'Files' }).click();
  await expect(popup.getByText('Files can’t be listed here')).toBeVisible();
});

test('an uploads database of a newer version', { tag: '@init-script' }, async ({
  extension,
  service,
  account,
}) => {
  await extension.connect(service.url, account.key);
  const popup = await extension.open('popup.html');
  await expect(popup.getByText('No active uploads')).toBeVisible();
  await popup.addInitScript(() => {
    const real = IDBFactory.prototype.open;
    IDBFactory.prototype.open = function (name: string, version?: number) {
      if (name === 'linkhaul-uploads') throw new DOMException('', 'VersionError');
      return real.call(this, name, version);
    };
  });
  await popup.reload();
  await expect(popup.getByText(/^Uploads: Saved by a newer version/)).toBeVisible();
  await expect(popup.locator('.skeleton')).toHaveCount(0);
  await popup.getByRole('tab', { name: 'Files' }).click();
  await expect(popup.locator('.popup-files')).toBeVisible();
});
