/** The sibling dialect from entering the key to deleting a file. */
import type { Page } from '@playwright/test';
import { expect, connectedTest as test } from '../harness/index.ts';
import { chooseEntry } from '../harness/menu.ts';

test.use({ dialect: 'sibling' });

const row = (page: Page, name: string) => page.getByRole('row', { name }).first();
const line = (page: Page, name: string) => page.getByRole('treeitem', { name }).last();
const menu = async (page: Page, name: string, item: string) => {
  await row(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: item }).click();
};
const work = (page: Page, said: string | RegExp) =>
  page.getByRole('region', { name: 'File operations' }).getByText(said);

test.describe('a link', () => {
  // The clip's transfer and each of its two qualities would take a minute.
  test.use({ serviceOptions: { bytesPerSecond: 2_000, encodingMs: 60_000 } });

  test('shows its percentage, arrives, and is encoded', async ({ extension, service, site, client }) => {
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

test.describe('a link whose encoding fails', () => {
  test.use({ serviceOptions: { encodingMs: 500, encodingQualities: 'n', encodingFails: true } });

  test('is listed with the host’s own status', { tag: '@all' }, async ({ extension, site }) => {
    const popup = await extension.open('popup.html');
    await popup.getByLabel('Links to upload').fill(`${site.url}/sample.webm`);
    await popup.getByRole('button', { name: 'Upload', exact: true }).click();
    const upload = popup.locator('[data-key]');
    await expect(upload).toHaveAttribute('data-state', 'done');
    await expect(upload).toContainText('Encoding failed: “ERROR”');
    await expect(upload).toHaveAttribute('data-state', 'done');
  });
});

test('files are renamed, moved, searched and deleted, and a folder is moved', async ({
  extension,
  service,
  account,
  client,
}) => {
  await service.seed({ account: account.email, files: 8, folders: 0 });
  const { folderId: target } = await client.folders.create({ name: 'Target' });
  const { folderId: inner } = await client.folders.create({ name: 'Inner' });
  const { files } = await client.files.list();
  const [one, two, three] = files.map(({ title }) => title);
  if (one === undefined || two === undefined || three === undefined) throw new Error('No files.');
  const titlesNow = async () => (await client.files.list()).files.map(({ title }) => title);

  const page = await extension.open('manager.html#files/0');
  await expect(page.getByText(/^Updated/)).toBeVisible();
  await expect(row(page, one)).toBeVisible();

  await row(page, one).focus();
  await page.keyboard.press('F2');
  await page.keyboard.insertText('A new name');
  await page.keyboard.press('Enter');
  await expect(work(page, '1 file renamed.')).toBeVisible();
  expect(await titlesNow()).toContain('A new name');

  await menu(page, two, 'Move to…');
  await page.getByRole('dialog').getByRole('treeitem', { name: 'Target' }).click();
  await page.getByRole('button', { name: 'Move here' }).click();
  await expect(work(page, /1 file moved from .* to “Target”/)).toBeVisible();
  expect((await client.files.list({ folderId: target })).files.map(({ title }) => title)).toEqual([two]);

  // Only the document's hosts have these.
  await row(page, three).click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Delete…' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Move to “To delete”' })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await row(page, three).focus();
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('dialog', { name: 'Delete 1 file?' });
  await expect(dialog.getByText(three)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Delete 1 file' }).click();
  await expect(work(page, '1 file deleted.')).toBeVisible();
  await expect(row(page, three)).toHaveCount(0);
  expect(await titlesNow()).not.toContain(three);
  expect(await titlesNow()).toHaveLength(7);
  expect((await client.files.deleted({ hours: 1 })).map(({ title }) => title)).toEqual([three]);
  await page.keyboard.press('ControlOrMeta+z');
  await expect(page.getByText('Deleted files can’t be restored.')).toBeVisible();

  const parentsOf = async (folderId: string) =>
    (await client.folders.list(folderId, { onlyFolders: true })).folders.map(({ name }) => name);
  await line(page, 'Inner').dragTo(line(page, 'Target'));
  await expect(page.getByText('“Inner” moved to “Target”.')).toBeVisible();
  expect(await parentsOf(target)).toEqual(['Inner']);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('“Inner” moved to “My files”.')).toBeVisible();
  expect((await parentsOf('0')).sort()).toEqual(['Inner', 'Target']);
  await menu(page, 'Inner', 'Move to…');
  await page.getByRole('dialog').getByRole('treeitem', { name: 'Target' }).click();
  await page.getByRole('button', { name: 'Move here' }).click();
  await expect.poll(() => parentsOf(target)).toEqual(['Inner']);
  expect(await parentsOf(inner)).toEqual([]);

  const search = page.getByRole('searchbox', { name: 'Search files' });
  await search.fill('new name');
  await expect(row(page, 'A new name')).toBeVisible();
});

test('the account lists what the host can do', { tag: '@all' }, async ({ extension }) => {
  const page = await extension.open('manager.html#account');
  const card = page.getByRole('listitem').filter({ hasText: 'What this host can do' }).first();
  await expect(card.getByText('Uses the XVideoSharing API.')).toBeVisible();
  await expect(card.getByText(/^[\d,]+ free$/)).toBeVisible();
  await page.goto(extension.url('manager.html#takedowns'));
  await expect(page.getByText('No files were reported in this period.')).toBeVisible();
  await page.getByRole('radio', { name: '7 days' }).check();
  await expect(page.getByText('No files were reported in this period.')).toBeVisible();
});
