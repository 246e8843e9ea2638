import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Extension } from '../harness/extension.ts';
import { expect, connectedTest as test } from '../harness/index.ts';
import { countInputs } from '../harness/inputs.ts';
import { presentEntries } from '../harness/menu.ts';
import { currentAccountId, message } from '../harness/messages.ts';

test.use({ serviceOptions: { bytesPerSecond: 0, rateLimit: false } });

const colorScheme = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);

const hasEntry = async (page: Page, id: string) => (await presentEntries(page, [id])).length === 1;

test('settings are found, take effect immediately, and are transferred to another profile with the keys', async ({
  extension,
  site,
  account,
  build,
  sharedBrowser,
}, testInfo) => {
  const options = await extension.openSettings();
  await options.reload();
  const manager = await extension.open('manager.html');
  const accountId = await currentAccountId(extension);
  const collect = JSON.stringify(['collect', accountId]);
  const inputs = await countInputs(options);

  await test.step('search', async () => {
    const search = options.getByRole('searchbox', { name: 'Search settings' });
    await search.fill('recent folders');
    await expect(options.getByRole('heading', { level: 2 })).toHaveText(['Right-click menu']);
    await expect(options.getByRole('checkbox')).toHaveCount(1);
    await search.fill('no such thing');
    await expect(options.getByText('No results for “no such thing”')).toBeVisible();
    await search.fill('');
  });

  await test.step('theme on every page', async () => {
    await expect.poll(() => colorScheme(manager)).toBe('light dark');
    await options.getByLabel('Theme').selectOption('Dark');
    await expect.poll(() => colorScheme(options)).toBe('dark');
    await expect.poll(() => colorScheme(manager)).toBe('dark');
    await manager.reload();
    await expect.poll(() => colorScheme(manager)).toBe('dark');
  });

  await test.step('menu', async () => {
    await expect.poll(() => hasEntry(options, collect)).toBe(true);
    await options.getByLabel('Upload links on this page…').click();
    await expect.poll(() => hasEntry(options, collect)).toBe(false);
    await expect.poll(() => hasEntry(options, 'upload')).toBe(true);
  });

  await test.step('notifications that the browser blocks', async () => {
    await message(options, 'settings.change', { notifications: true });
    await expect(options.getByText('doesn’t let Linkhaul show notifications')).toBeVisible();
  });

  await message(options, 'folders.pin', { accountId, folder: { id: '7', name: 'Talks' }, pinned: true });
  const passphrase = 'correct horse battery';
  await options.getByLabel('Include account keys').click();
  await options.getByLabel('Passphrase', { exact: true }).fill('short');
  await options.getByRole('button', { name: 'Export settings' }).click();
  await expect(options.getByText('Use at least 8 characters.')).toBeVisible();
  await options.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  const download = options.waitForEvent('download');
  await options.getByRole('button', { name: 'Export settings' }).click();
  // A menu entry, the checkbox for keys, and an export whose first passphrase was too weak.
  expect(await inputs()).toBeLessThanOrEqual(5);
  const file = testInfo.outputPath('settings.json');
  await (await download).saveAs(file);
  const text = await readFile(file, 'utf8');
  for (const secret of [account.key, passphrase]) expect(text).not.toContain(secret);

  // With data of its own, like another profile.
  const installed = await (await sharedBrowser(false)).install(build, {
    hosts: 'granted',
    privateWindows: false,
  });
  try {
    const profile = new Extension(installed);
    const page = installed.optionsPage;
    await page.getByLabel('Settings file').setInputFiles({
      name: 'other.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{}'),
    });
    await expect(page.getByText('This isn’t a Linkhaul settings file.')).toBeVisible();
    await page.getByLabel('Settings file').setInputFiles(file);
    await expect(
      page.getByText(/^This file contains \d+ settings, 1 account with its API key\.$/),
    ).toBeVisible();
    const key = page.getByLabel('Passphrase', { exact: true });
    await key.fill('wrong passphrase');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByText('The passphrase is wrong, or the file was changed.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Welcome to Linkhaul' })).toBeVisible();
    await key.fill(passphrase);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(page.getByText('1 account added.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Allow access' })).toHaveCount(0);
    await expect(page.getByText(account.email).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Unpin Talks' })).toBeVisible();
    await expect.poll(() => colorScheme(page)).toBe('dark');
    await expect.poll(() => hasEntry(page, 'upload')).toBe(true);
    await expect.poll(() => hasEntry(page, collect)).toBe(false);
    const popup = await profile.open('popup.html');
    await message(popup, 'links.send', { links: [{ url: `${site.url}/sample.webm` }] });
    await expect(popup.locator('[data-state="done"]')).toHaveCount(1);
  } finally {
    await installed.remove();
  }
});
