/** Titles that the user gives to links: typed for one, made by a pattern for many, wherever links are sent. */
import type { Page } from '@playwright/test';
import { createAdmin } from '../../../service/src/index.ts';
import { type Extension, expect, test } from '../harness/index.ts';
import { currentAccountId } from '../harness/messages.ts';
import { until } from '../harness/until.ts';

test.use({ serviceOptions: { bytesPerSecond: 0, admin: true, rateLimit: false } });

/** The titles that links were sent with, in the order of their arrival. */
async function offeredTitles(address: string) {
  return (await createAdmin(address).audit())
    .filter(({ endpoint, effect }) => endpoint === '/api/upload/url' && effect)
    .map(({ query }) => query['new_title']);
}

/** Chooses "Choose folder…" in the context menu, and gives the window that opens. */
async function openPicker(extension: Extension, click: { linkUrl?: string; selectionText?: string }) {
  await extension.clickMenu({
    menuItemId: JSON.stringify(['choose', await currentAccountId(extension)]),
    pageUrl: 'https://a.example/',
    ...click,
  });
  return until('the picker', async () =>
    extension.context.pages().find((page) => page.url().includes('/picker.html')),
  );
}

async function titleByPattern(page: Page, pattern: string) {
  await page.getByRole('button', { name: 'Titles by pattern…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'New title' }).fill(pattern);
  return dialog;
}

test('a title is typed for one link', async ({ extension, service, site, account }) => {
  await extension.connect(service.url, account.key);
  const offered = () => offeredTitles(service.url);

  const picker = await openPicker(extension, { linkUrl: `${site.url}/sample.webm?picked` });
  await picker.getByLabel('Title (optional)').fill('Picked by me');
  await extension.screenshot(picker, 'typed-title');
  await picker.getByRole('button', { name: 'Upload here' }).click();
  await expect.poll(offered).toEqual(['Picked by me']);

  const manager = await extension.open('manager.html');
  const paste = manager.getByLabel('Links to upload');
  await paste.fill(`${site.url}/sample.webm?1\n${site.url}/sample.webm?2`);
  await expect(manager.getByLabel('Title (optional)')).toHaveCount(0);
  await paste.fill(`${site.url}/sample.webm?1`);
  await manager.getByLabel('Title (optional)').fill('Pasted by me');
  await manager.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect.poll(offered).toEqual(['Picked by me', 'Pasted by me']);

  const popup = await extension.open('popup.html');
  const box = popup.getByLabel('Links to upload');
  await box.fill(`${site.url}/sample.webm?3`);
  await popup.getByLabel('Title (optional)').fill('In passing');
  await extension.screenshot(popup, 'typed-title-popup');
  await popup.getByLabel('Title (optional)').press('Enter');
  await expect.poll(offered).toEqual(['Picked by me', 'Pasted by me', 'In passing']);
  await box.fill(`${site.url}/sample.webm?4`);
  await expect(popup.getByLabel('Title (optional)')).toHaveValue('');
  await popup.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect.poll(async () => (await offered()).length).toBe(4);
  expect((await offered())[3] ?? '').toBe('');
  await expect(manager.locator('[data-state="done"]')).toHaveCount(4);
});

test('titles are made by a pattern for many links', async ({ extension, service, site, account }) => {
  await extension.connect(service.url, account.key);
  const offered = async () => (await offeredTitles(service.url)).toSorted();
  const links = (...names: readonly string[]) =>
    names.map((name) => `${site.url}/media/${name}.webm`).join('\n');

  const manager = await extension.open('manager.html');
  await manager.getByLabel('Links to upload').fill(links('one', 'two%20%C3%A4'));
  const batch = await titleByPattern(manager, '{n:2} {nonsense}');
  await expect(batch.getByText('Unknown placeholder: {nonsense}')).toBeVisible();
  await expect(batch.getByRole('button', { name: 'Upload 2 links' })).toBeDisabled();
  await batch.getByRole('textbox', { name: 'New title' }).fill('{n:2} {title} ({site})');
  await expect(batch.getByRole('listitem').filter({ hasText: '02 two ä (127.0.0.1)' })).toBeVisible();
  await extension.screenshot(manager, 'titles-by-pattern');
  await batch.getByRole('button', { name: 'Upload 2 links' }).click();
  await expect.poll(offered).toEqual(['01 one (127.0.0.1)', '02 two ä (127.0.0.1)']);
  await expect(batch).toHaveCount(0);

  const popup = await extension.open('popup.html');
  await popup.getByLabel('Links to upload').fill(links('three', 'four'));
  const quick = await titleByPattern(popup, 'popup {title}');
  await extension.screenshot(popup, 'titles-by-pattern-popup');
  await quick.getByRole('button', { name: 'Upload 2 links' }).click();
  await expect.poll(offered).toContain('popup four');

  const picker = await openPicker(extension, { selectionText: links('five', 'six') });
  const picked = await titleByPattern(picker, 'picked {n}');
  await picked.getByRole('button', { name: 'Upload 2 links' }).click();
  await expect.poll(offered).toContain('picked 2');
  // The page's links are those of the window in front.
  await expect.poll(() => picker.isClosed()).toBe(true);

  const page = await extension.context.newPage();
  await page.goto(site.url);
  await page.bringToFront();
  const opened = extension.context.waitForEvent('page');
  await extension.clickMenu({
    menuItemId: JSON.stringify(['collect', await currentAccountId(extension)]),
    pageUrl: site.url,
  });
  const collect = await opened;
  await collect.getByRole('option', { name: /Holiday clip/ }).click();
  await collect.getByRole('option', { name: /The clip that moved/ }).click();
  await extension.screenshot(collect, 'collect-chosen');
  const collected = await titleByPattern(collect, 'collected: {title}');
  await collected.getByRole('button', { name: 'Upload 2 links' }).click();
  await expect
    .poll(offered)
    .toEqual([
      ...['01 one (127.0.0.1)', '02 two ä (127.0.0.1)', 'collected: Holiday clip, part 1'],
      ...['collected: The clip that moved', 'picked 1', 'picked 2', 'popup four', 'popup three'],
    ]);
  expect(extension.problems).toEqual([]);
});
