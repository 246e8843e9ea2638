import type { Page } from '@playwright/test';
import { expect, type Library, names, pasted, press, row, test } from '../harness/files.ts';

async function copyLinks(page: Page, { service, ids, filesIn }: Library): Promise<void> {
  const [one, two] = await filesIn(ids.ferry);
  const [a, b] = [one, two].map((file) => `${service.url}/d/${file?.fileCode}`);
  await row(page, one?.title ?? '').focus();
  await press(page, 'Control+c');
  await expect(page.getByText('1 link copied.')).toBeVisible();
  // Before it disappears by itself.
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => pasted(page)).toBe(a);

  await row(page, one?.title ?? '').focus();
  await press(page, 'Shift+ArrowDown');
  await row(page, two?.title ?? '').focus();
  await press(page, 'Control+c');
  const dialog = page.getByRole('dialog', { name: 'Copy links: 2 files' });
  await dialog.getByLabel('Addresses', { exact: true }).check();
  // The browser remembers the last choice, even of another run.
  await dialog.getByLabel('Download page', { exact: true }).check();
  await dialog.getByRole('button', { name: 'Copy 2 links' }).click();
  await expect(page.getByText('2 links copied as Addresses.')).toBeVisible();
  await expect.poll(() => pasted(page)).toBe(`${a}\n${b}`);
}

const work = (page: Page, said: string) =>
  page.getByRole('region', { name: 'File operations' }).getByText(said);

async function openClone(page: Page) {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Clone files from links…' }).click();
  return page.getByRole('dialog', { name: 'Clone files' });
}

test('links of files are copied, and files are cloned by their codes and addresses', { tag: '@all' }, async ({
  openManager,
  service,
  library,
}) => {
  const { ids, filesIn } = library;
  const before = await filesIn(ids.orchard);
  const [mine, another] = await filesIn(ids.ferry);
  const page = await openManager(`/${ids.ferry}`);
  await copyLinks(page, library);
  await page.getByRole('treeitem', { name: names.orchard }).click();

  let dialog = await openClone(page);
  await dialog.getByLabel('File codes or links').fill(mine?.fileCode ?? '');
  await expect(dialog.getByText('1 file found')).toBeVisible();
  await dialog.getByRole('button', { name: 'Clone 1 file' }).click();
  await expect(work(page, `1 file cloned into “${names.orchard}”.`)).toBeVisible();
  await expect(row(page, mine?.title ?? '')).toBeVisible();

  dialog = await openClone(page);
  const lines = [
    `${service.url}/d/${another?.fileCode}`,
    'this is no file at all',
    `See ${service.url}/e/${mine?.fileCode}?c1_label=x`,
    `${another?.fileCode}`,
    'nosuchfile99',
  ];
  await dialog.getByLabel('File codes or links').fill(lines.join('\n'));
  await expect(dialog.getByText('3 files found')).toBeVisible();
  await expect(dialog.getByText('1 repeated, cloned once')).toBeVisible();
  await expect(dialog.getByText('1 line couldn’t be read')).toBeVisible();
  await expect(dialog.getByRole('listitem').first()).toHaveText(/this is no file at all.*no file in line 2/);
  await dialog.getByRole('button', { name: 'Clone 3 files' }).click();
  await expect(work(page, '1 file couldn’t be changed.')).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('nosuchfile99');
  await press(page, 'Escape');

  const codes = new Set(before.map(({ fileCode }) => fileCode));
  const copies = (await filesIn(ids.orchard)).filter(({ fileCode }) => !codes.has(fileCode));
  expect(copies.map(({ title }) => title).sort()).toEqual(
    [mine, mine, another].map((file) => file?.title).sort(),
  );
  await expect(page.locator('.files-counts')).toHaveText(`${before.length + 3} files`);
});
