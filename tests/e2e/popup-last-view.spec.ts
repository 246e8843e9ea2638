import type { Page } from '@playwright/test';
import { uploadLinks } from '../../scripts/extension-pages.ts';
import { expect, connectedTest as test } from './harness/index.ts';

/** Runs in the page: keeps the text shown before the first render. */
function observeLastView(): void {
  new MutationObserver((_, observer) => {
    const view = document.querySelector('#page > [inert]');
    if (view === null) return;
    Object.assign(globalThis, { lastView: view.textContent, firstRow: view.querySelector('tr[data-state]') });
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}

const readLastView = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => Reflect.get(globalThis, 'lastView'));

const readStored = (page: Page): Promise<string> =>
  page.evaluate(() => localStorage.getItem('popupView') ?? '');

test('the popup shows its last view at first, and the first render reuses its elements', async ({
  extension,
  site,
}) => {
  const popup = await extension.open('popup.html');
  await popup.addInitScript(observeLastView);
  await uploadLinks(popup, `${site.url}/sample.webm`);
  const row = popup.locator('tr[data-state="done"]');
  await expect(row).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => readStored(popup)).toContain('data-state="done"');
  await popup.reload();
  expect(await readLastView(popup)).toContain('sample');
  await expect(popup.locator('[inert]')).toHaveCount(0);
  await expect(row).toBeVisible();
  const drawn = await row.evaluate((element) => element === Reflect.get(globalThis, 'firstRow'));
  expect(drawn).toBe(true);
  await expect(popup.getByLabel('Links to upload')).toBeFocused();
  await row.getByRole('button', { name: /^More for/ }).click();
  await expect(popup.getByRole('menu')).toBeVisible();
});

test('the last view is forgotten with the uploads that the user removes', async ({ extension, site }) => {
  const popup = await extension.open('popup.html');
  await uploadLinks(popup, `${site.url}/sample.webm`);
  await expect.poll(() => readStored(popup), { timeout: 20_000 }).toContain('data-state="done"');
  const manager = await extension.open('manager.html#uploads');
  await popup.close();
  await manager.getByRole('button', { name: 'Clear finished' }).click();
  await expect.poll(() => readStored(manager)).toBe('');
});
