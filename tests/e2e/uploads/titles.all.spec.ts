import type { Page } from '@playwright/test';
import { createAdmin } from '../../../service/src/index.ts';
import { expect, connectedTest as test } from '../harness/index.ts';
import { openFromMenu } from '../harness/menu.ts';

test.use({ serviceOptions: { bytesPerSecond: 0, admin: true, rateLimit: false } });

/** As sent, in order of arrival. */
async function offeredTitles(address: string) {
  return (await createAdmin(address).audit())
    .filter(({ endpoint, effect }) => endpoint === '/api/upload/url' && effect)
    .map(({ query }) => query['new_title']);
}

async function titleByPattern(page: Page, pattern: string) {
  await page.getByRole('button', { name: 'Titles by pattern…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'New title' }).fill(pattern);
  return dialog;
}

test('titles are made by a pattern for many links', async ({ extension, service, site }) => {
  const offered = async () => (await offeredTitles(service.url)).toSorted();
  const links = (...names: readonly string[]) =>
    names.map((name) => `${site.url}/media/${name}.webm`).join('\n');

  const manager = await extension.open('manager.html');
  await manager.getByLabel('Links to upload').fill(links('one', 'two%20%C3%A4'));
  const batch = await titleByPattern(manager, '{n:2} {nonsense}');
  await expect(batch.getByText('Unknown placeholder: {nonsense}')).toBeVisible();
  await expect(batch.getByRole('button', { name: 'Apply' })).toBeDisabled();
  await batch.getByRole('textbox', { name: 'New title' }).fill('{n:2} {title} ({site})');
  await expect(batch.getByRole('listitem').filter({ hasText: '02 two ä (127.0.0.1)' })).toBeVisible();
  await expect(batch.locator('ins').first()).toHaveText('01 ');
  await batch.getByRole('button', { name: 'Cancel' }).click();
  await manager.getByRole('button', { name: 'Titles by pattern…' }).click();
  await expect(batch.getByRole('textbox', { name: 'New title' })).toHaveValue('{n:2} {title} ({site})');
  await batch.getByRole('button', { name: 'Apply' }).click();
  await expect(batch).toHaveCount(0);
  await expect(manager.getByText('02 two ä (127.0.0.1)')).toBeVisible();
  expect(await offered()).toEqual([]);
  await manager.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect.poll(offered).toEqual(['01 one (127.0.0.1)', '02 two ä (127.0.0.1)']);

  const picker = await openFromMenu(extension, ['choose'], {
    selectionText: links('three', 'four'),
    pageUrl: 'https://a.example/',
  });
  const picked = await titleByPattern(picker, 'picked {n}');
  await picked.getByRole('button', { name: 'Apply' }).click();
  await expect(picker.getByText('picked 2')).toBeVisible();
  await picker.getByRole('button', { name: 'Upload here' }).click();
  await expect.poll(offered).toContain('picked 2');
  await expect.poll(() => picker.isClosed()).toBe(true);
});
