/** Unreadable storage: nothing hangs, each part reports its own error, and the rest works. */
import { expect, connectedTest as test } from '../harness/index.ts';

test('a browser without IndexedDB reports each part that fails', { tag: '@init-script' }, async ({
  extension,
}) => {
  const popup = await extension.open('popup.html');
  await popup.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
  });
  await popup.reload();
  await expect(popup.getByText(/^Uploads from this private window/)).toBeVisible();
  await expect(popup.locator('.skeleton')).toHaveCount(0);
  await popup.getByRole('tab', { name: 'Files' }).click();
  await expect(popup.getByText('Files can’t be listed here')).toBeVisible();
  expect(extension.takeProblems().join()).toContain('linkhaul-catalog: unavailable');
});
