/** The sibling dialect from entering the key to deleting a file. */
import type { Page } from '@playwright/test';
import { expect, connectedTest as test } from '../harness/index.ts';
import { chooseEntry } from '../harness/menu.ts';

test.use({ dialect: 'sibling' });

const row = (page: Page, name: string) => page.getByRole('row', { name }).first();
const line = (page: Page, name: string) => page.getByRole('treeitem', { name }).last();
test.describe('a link', () => {
  // The clip's transfer and each of its two qualities would take a minute.
  test.use({ serviceOptions: { bytesPerSecond: 2_000, encodingMs: 60_000 } });

  test('shows its percentage, arrives, and is encoded', { tag: '@all' }, async ({
    extension,
    service,
    site,
    client,
  }) => {
    const { folderId } = await client.folders.create({ name: 'Movies' });
    const page = await extension.context.newPage();
    await page.goto(site.url);
    await chooseEntry(extension, ['send-to', folderId], {
      linkUrl: `${site.url}/sample.webm`,
      pageUrl: site.url,
    });
    const popup = await extension.open('popup.html');
    const upload = popup.locator('[data-key]');
    await expect(upload).toHaveAttribute('data-state', 'working');
    await expect(upload).toContainText(/\d+%/);
    await expect(upload).not.toContainText(/kB|\/s|left/);

    service.settings.bytesPerSecond = 0;
    await expect(upload).toHaveAttribute('data-state', 'done');
    await expect(upload).toContainText(/Encoding \d+%/);
    await expect(upload).toContainText('In “');
    await expect(upload).toHaveAttribute('data-state', 'done');

    const { files } = await client.files.list({ folderId });
    const manager = await extension.open(`manager.html#files/${folderId}/${files[0]?.fileCode}`);
    const details = manager.getByRole('complementary', { name: 'Details' });
    await expect(details.getByText(/n \d+%|h \d+%/)).toBeVisible();
    await expect(details.getByText('Size', { exact: true })).toHaveCount(0);

    service.settings.encodingMs = 0;
    await expect(upload).not.toContainText('Encoding', { timeout: 30_000 });
    await expect(upload).toContainText('In “');
    await expect(details.getByText(/n \d+%|h \d+%/)).toHaveCount(0);
  });
});

// `tests/e2e/coverage.all.spec.ts` also renames, moves and searches files at a host of this dialect.
test('a file is deleted, and a folder is moved', { tag: '@all' }, async ({
  extension,
  service,
  account,
  client,
}) => {
  await service.seed({ account: account.email, files: 3, folders: 0 });
  const { folderId: target } = await client.folders.create({ name: 'Target' });
  await client.folders.create({ name: 'Inner' });
  const [file] = (await client.files.list()).files;
  const title = file?.title ?? '';
  const page = await extension.open('manager.html#files/0');
  await expect(page.getByText(/^Updated/)).toBeVisible();

  // Only the document's hosts have a folder for files to delete.
  await row(page, title).click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Delete…' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Move to “To delete”' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await row(page, title).focus();
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('dialog', { name: 'Delete 1 file?' });
  await expect(dialog.getByText(title)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Delete 1 file' }).click();
  await expect(
    page.getByRole('region', { name: 'File operations' }).getByText('1 file deleted.'),
  ).toBeVisible();
  await expect(row(page, title)).toHaveCount(0);
  expect((await client.files.list()).files).toHaveLength(2);
  expect((await client.files.deleted({ hours: 1 })).map((each) => each.title)).toEqual([title]);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByText('Deleted files can’t be restored.')).toBeVisible();

  const foldersIn = async (folderId: string) =>
    (await client.folders.list(folderId, { onlyFolders: true })).folders.map(({ name }) => name).sort();
  await line(page, 'Inner').dragTo(line(page, 'Target'));
  await expect(page.getByText('“Inner” moved to “Target”.')).toBeVisible();
  expect(await foldersIn(target)).toEqual(['Inner']);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('“Inner” moved to “My files”.')).toBeVisible();
  expect(await foldersIn('0')).toEqual(['Inner', 'Target']);
});
