/**
 * Firefox for Android, which has no context menus, windows, shortcuts, badges and address bar. It is not to be had here, so
 * Chromium loses what it lacks, in the manifest and before anything of the extension runs.
 */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './harness/index.ts';

const missing = `
for (const api of [globalThis.browser, chrome]) {
  delete api.windows;
  delete api.action?.setBadgeText;
  delete api.action?.setBadgeBackgroundColor;
}
Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (Android 16; Mobile)' });
`;

const android = test.extend({
  build: async ({ build }, use) => {
    const copy = await mkdtemp(join(tmpdir(), 'linkhaul-android-'));
    await cp(build, copy, { recursive: true });
    const edit = async (file: string, change: (text: string) => string) =>
      writeFile(join(copy, file), change(await readFile(join(copy, file), 'utf8')));
    await writeFile(join(copy, 'missing.js'), missing);
    for (const page of ['options.html', 'popup.html', 'manager.html'])
      await edit(page, (html) => html.replace('<script', '<script src="/missing.js"></script><script'));
    await edit('background.js', (script) => missing + script);
    await edit('manifest.json', (text) => {
      const { omnibox, commands, side_panel, ...manifest } = JSON.parse(text);
      const permissions = manifest.permissions.filter((name: string) => !/contextMenus|sidePanel/.test(name));
      return JSON.stringify({ ...manifest, permissions });
    });
    await use(copy);
    await rm(copy, { recursive: true });
  },
});

/** What sticks out of the screen. CSS pixels. */
const excessWidth = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

android(
  'the main job is done with what is there, on a screen of 360 pixels',
  async ({ extension, service, account, site }) => {
    const open = async (path: string) => {
      const page = await extension.open(path);
      await page.setViewportSize({ width: 360, height: 740 });
      return page;
    };
    const options = await extension.connect(service.url, account.key);
    await options.setViewportSize({ width: 360, height: 740 });
    expect(await excessWidth(options)).toBe(0);
    await extension.screenshot(options, 'android-options');

    const popup = await open('popup.html');
    await popup.getByLabel('Links to upload').fill(`${site.url}/sample.webm`);
    const send = popup.getByRole('button', { name: 'Send', exact: true });
    await expect(send).toBeInViewport({ ratio: 1 });
    await extension.screenshot(popup, 'android-popup');
    await send.click();
    const row = popup.locator('tr[data-state="done"]');
    await expect(row).toBeVisible({ timeout: 20_000 });
    await row.getByRole('button', { name: /^More for/ }).click();
    for (const item of await popup.getByRole('menuitem').all())
      await expect(item).toBeInViewport({ ratio: 1 });
    await extension.screenshot(popup, 'android-popup-menu');
    expect(await excessWidth(popup)).toBe(0);
    expect(await popup.locator('.popup').boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 740 });

    for (const view of ['uploads', 'files', 'activity', 'reports', 'embed', 'account']) {
      const manager = await open(`manager.html#${view}`);
      await expect(manager.getByRole('heading', { level: 1 })).toBeAttached();
      expect(await excessWidth(manager), view).toBe(0);
      const links = manager.getByRole('navigation', { name: 'Views' }).getByRole('link');
      for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
      await extension.screenshot(manager, `android-${view}`);
      await manager.close();
    }
    expect(extension.problems).toEqual([]);
  },
);
