/**
 * Firefox for Android lacks context menus, windows, sidebar, shortcuts, badges and address bar. It isn't available here, so Chromium plays
 * it: these are removed from the manifest and before any of the extension's code runs.
 */
import type { Locator, Page } from '@playwright/test';
import { runBefore } from './harness/edited-build.ts';
import { type Extension, expect, connectedTest as test } from './harness/index.ts';

const missing = `
for (const api of [globalThis.browser, chrome]) {
  delete api.windows;
  delete api.sidePanel;
  delete api.sidebarAction;
  delete api.action?.setBadgeText;
  delete api.action?.setBadgeBackgroundColor;
}
Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (Android 16; Mobile)' });
`;

const android = test.extend({
  build: async ({ build, dir }, use) => {
    const pages = ['options.html', 'popup.html', 'manager.html', 'collect.html'];
    const edit = await runBefore(build, dir, missing, pages);
    await edit('manifest.json', (text) => {
      const { commands, side_panel, sidebar_action, ...manifest } = JSON.parse(text);
      const permissions = manifest.permissions.filter((name: string) => !/contextMenus|sidePanel/.test(name));
      return JSON.stringify({ ...manifest, permissions });
    });
    await use(dir);
  },
});

const excessWidth = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

android(
  'the main job works without the missing APIs, on a screen of 360 pixels',
  async ({ extension, site }) => {
    const open = async (path: string) => {
      const page = await extension.open(path);
      await page.setViewportSize({ width: 360, height: 740 });
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setTouchEmulationEnabled', { enabled: true });
      return page;
    };
    const options = await extension.openSettings();
    await options.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => excessWidth(options)).toBe(0);
    await expect(options.getByRole('button', { name: 'Open side panel' })).toHaveCount(0);
    await expect(options.getByRole('heading', { name: 'Notifications' })).toBeVisible();
    await expect(options.getByText(/right-click|menu|shortcut|address bar/i)).toHaveCount(0);

    const popup = await open('popup.html');
    await expect(popup.getByRole('heading', { name: 'No active uploads' })).toBeVisible();
    await expect(popup.getByText('Right-click', { exact: false })).toBeHidden();
    await popup.getByLabel('Links to upload').fill(`${site.url}/sample.webm`);
    const send = popup.getByRole('button', { name: 'Upload', exact: true });
    await expect(send).toBeInViewport({ ratio: 1 });
    await expect(popup.getByRole('button', { name: 'Open in a tab' })).toBeInViewport({ ratio: 1 });
    await send.click();
    const row = popup.locator('tr[data-state="done"]');
    await expect(row).toBeVisible({ timeout: 20_000 });
    await row.getByRole('button', { name: /^More for/ }).click();
    await expect(popup.getByRole('menu')).toBeVisible();
    for (const item of await popup.getByRole('menuitem').all())
      await expect(item).toBeInViewport({ ratio: 1 });
    await expect.poll(() => excessWidth(popup)).toBe(0);
    expect(await popup.locator('.popup').boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });

    await sendPageAndLinks(extension, popup, site.url);

    for (const view of ['files', 'account']) {
      const manager = await open(`manager.html#${view}`);
      await expect(manager.getByRole('heading', { level: 1 })).toBeAttached();
      await expect.poll(() => excessWidth(manager), view).toBe(0);
      const links = manager.getByRole('navigation', { name: 'Views' }).getByRole('link');
      for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
      await manager.close();
    }
  },
);

/** The popup is a tab here, so the page is in front of it. */
async function sendPageAndLinks(extension: Extension, popup: Page, siteUrl: string): Promise<void> {
  const click = async (button: Locator) => {
    await expect(button).toBeInViewport({ ratio: 1 });
    await button.dispatchEvent('click');
  };
  const page = await extension.context.newPage();
  await page.goto(siteUrl);
  await page.bringToFront();
  await popup.reload();
  await click(popup.getByRole('button', { name: 'This page' }));
  await expect(popup.locator('tr[data-state="done"]')).toHaveCount(2, { timeout: 20_000 });

  const opened = extension.context.waitForEvent('page');
  await click(popup.getByRole('button', { name: 'Links on page…' }));
  const collect = await opened;
  await collect.setViewportSize({ width: 360, height: 740 });
  const link = collect.getByRole('option', { name: /Holiday clip/ });
  await link.scrollIntoViewIfNeeded();
  await link.click();
  await expect.poll(() => excessWidth(collect)).toBe(0);
  await collect.getByRole('button', { name: /^Folder: / }).click();
  await collect.getByRole('menuitem', { name: 'Choose folder…' }).click();
  await expect(collect.getByRole('button', { name: 'Use this folder' })).toBeInViewport({ ratio: 1 });
  await collect.getByRole('button', { name: 'Use this folder' }).click();
  await collect.getByRole('button', { name: 'Upload 1 link' }).click();
  await expect(collect.getByText(/^1 link is queued for /)).toBeInViewport({ ratio: 1 });
  await collect.close();
}
