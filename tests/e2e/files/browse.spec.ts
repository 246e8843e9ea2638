import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startService } from '../../../service/src/index.ts';
import { expect, focused, message, names, press, row, small, test } from '../harness/files.ts';

test.use({ isShared: true });

const folder = (page: Page, name: string) => page.getByRole('treeitem', { name });
const hash = (page: Page) => new URL(page.url()).hash;

test.describe('the first paint', () => {
  test('shows the catalog before any response', async ({ extension, library, openManager, admin }) => {
    await (await openManager()).close();
    const [newest] = await library.filesIn('0');
    await extension.background.kill();
    await admin.setFaults([{ endpoint: '*', kind: 'hang' }]);
    await admin.clearAudit();
    try {
      const page = await extension.open('manager.html#files/0');
      await expect(row(page, newest?.title ?? '')).toBeVisible();
      await expect(folder(page, names.ferry)).toBeVisible();
      const popup = await extension.open('popup.html');
      await popup.getByRole('tab', { name: 'Files' }).click();
      await row(popup, 'My files').first().click();
      await expect(row(popup, names.ferry)).toBeVisible();
      const answered = (await library.requests()).filter(({ outcome }) => outcome !== 'open');
      expect(answered).toEqual([]);
    } finally {
      await admin.clearFaults();
      // Also ends requests that never get a response.
      await extension.background.kill();
    }
  });

  test('shows the catalog and a notice during an outage', { tag: '@all' }, async ({
    extension,
    connectTo,
    installed,
  }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'linkhaul-gone-'));
    const service = await startService({ dataDir, rateLimit: false });
    const { id, filesIn } = await connectTo(service, small);
    const before = await extension.open('manager.html#files');
    await expect(before.getByText(/^Updated/)).toBeVisible();
    const [newest] = await filesIn('0');
    await service.close();
    await rm(dataDir, { recursive: true });
    await extension.background.kill();

    const page = await extension.open('manager.html#files/0');
    await expect(row(page, newest?.title ?? '')).toBeVisible();
    // One notice reports it, and the list shows its age.
    await expect(page.locator('.manager-notices .notice')).toHaveText(/^Can’t reach /);
    await expect(page.locator('.sync-status')).toHaveText(/^Last updated/);
    await expect(page.locator('.sync-status .tone-bad')).toHaveCount(0);
    await folder(page, names.canal).click();
    await expect(row(page, names.tunnel)).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search files' }).fill(newest?.title ?? '');
    await expect(row(page, newest?.title ?? '')).toBeVisible();
    await expect(page.getByText(/the service’s search isn’t responding/)).toBeVisible();
    await message(installed.optionsPage, 'accounts.remove', { accountId: id });
  });
});

test('Backspace, Back and Forward leave a folder and restore the focus', { tag: '@all' }, async ({
  openManager,
}) => {
  const page = await openManager('/0');
  const at = (name: string) => expect(focused(page)).toHaveAccessibleName(new RegExp(`^${name}`));
  await row(page, names.canal).focus();
  await press(page, 'Enter');
  await at(names.tunnel);
  expect(hash(page)).not.toBe('#files/0');
  await press(page, 'Enter');
  await expect(page.getByRole('link', { name: names.tunnel })).toHaveAttribute('aria-current', 'page');
  await press(page, 'Backspace');
  await at(names.tunnel);
  await press(page, 'Backspace');
  await at(names.canal);
  expect(hash(page)).toBe('#files/0');
  await page.goBack();
  await at(names.tunnel);
  await page.goForward();
  await at(names.canal);
});
