import type { Page } from '@playwright/test';
import { expect, connectedTest as test } from './harness/index.ts';
import { message } from './harness/messages.ts';

/** Runs in the page: keeps the text shown before the first render. */
function observeLastView(): void {
  new MutationObserver((_, observer) => {
    const view = document.querySelector('#page > [inert]');
    if (view === null) return;
    Object.assign(globalThis, {
      lastView: view.textContent,
      checked: view.querySelectorAll(':checked').length,
      direction: getComputedStyle(view).direction,
      firstRow: view.querySelector('tr[data-state], tr[data-kind]'),
    });
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
}

const readLastView = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => Reflect.get(globalThis, 'lastView'));

const readStored = (page: Page, name = 'popupView'): Promise<string> =>
  page.evaluate((key) => localStorage.getItem(key) ?? '', name);

test('the popup shows its last view at first, and forgets it with uploads that the user removes', async ({
  extension,
  site,
}) => {
  const popup = await extension.open('popup.html');
  await popup.addInitScript(observeLastView);
  // Without a notice, which would delay storing.
  await message(popup, 'links.send', { links: [{ url: `${site.url}/sample.webm` }] });
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

  const manager = await extension.open('manager.html#uploads');
  await popup.close();
  await manager.getByRole('button', { name: 'Clear finished' }).click();
  await expect.poll(() => readStored(manager)).toBe('');
});

test('the manager shows its last list of files at first, and forgets it with files that the user moves', {
  tag: '@all',
}, async ({ extension, service, account }) => {
  await service.seed({ account: account.email, files: 8, folders: 0 });
  const other = await extension.open('popup.html');
  const open = async () => {
    const page = await extension.context.newPage();
    await page.addInitScript(observeLastView);
    await page.goto(extension.url('manager.html#files'));
    await expect(page.locator('.files-manager')).toHaveAttribute('aria-busy', 'false');
    await expect(page.getByText(/^Updated/)).toBeVisible();
    return page;
  };
  const first = await open();
  const title = (await first.locator('[data-kind="file"] .file-name').first().textContent()) ?? '';
  await first.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  await first.close();
  expect(await readStored(other, 'filesView')).toContain(title);

  const again = await open();
  expect(await readLastView(again)).toContain(title);
  const appearance = () =>
    again.evaluate(() => ['checked', 'direction'].map((key) => Reflect.get(globalThis, key)));
  expect(await appearance()).toEqual([1, 'rtl']);
  await expect(again.locator('[inert]')).toHaveCount(0);
  const row = again.locator('[data-kind="file"]').first();
  expect(await row.evaluate((element) => element === Reflect.get(globalThis, 'firstRow'))).toBe(true);
  await row.focus();
  await again.keyboard.press('Delete');
  await expect.poll(() => readStored(other, 'filesView')).toBe('');
});
