/**
 * Files are renamed and moved, and folders created: on the service, on the screen, and in another window.
 *
 * tests/lib/background/catalog.test.ts tests that the other window is updated within a second (`createThrottle`).
 */
import type { Page } from '@playwright/test';
import { expect, focused, names, press, rename, row, test } from '../harness/files.ts';

const folder = (page: Page, name: string) => page.getByRole('treeitem', { name });
const work = (page: Page, said: string | RegExp) =>
  page.getByRole('region', { name: 'File operations' }).getByText(said);
const undo = (page: Page) => page.getByRole('button', { name: /^Undo: / });

test('F2 renames a file, and the other window shows it', { tag: '@all' }, async ({
  openManager,
  library: { ids, filesIn },
}) => {
  const [one, two] = await filesIn(ids.ferry);
  const titlesNow = async () => (await filesIn(ids.ferry)).slice(0, 2).map(({ title }) => title);
  const other = await openManager(`/${ids.ferry}/${one?.fileCode}`);
  const page = await openManager(`/${ids.ferry}`);
  const details = other.getByRole('complementary', { name: 'Details' });
  await expect(details.getByRole('heading', { name: one?.title ?? '' })).toBeVisible();
  await expect(details.locator('.details-skeleton')).toHaveCount(0);

  await rename(row(page, one?.title ?? ''), 'The <b>rabbit</b> & Søn');
  await expect(focused(page)).toHaveAccessibleName(/^The <b>rabbit<\/b> & Søn/);
  await expect(work(page, '1 file renamed.')).toBeVisible();
  await expect(row(other, 'The <b>rabbit</b> & Søn')).toBeVisible();
  await expect(details.getByRole('heading', { name: 'The <b>rabbit</b> & Søn' })).toBeVisible();
  await expect.poll(titlesNow).toEqual(['The <b>rabbit</b> & Søn', two?.title]);
});

test('files are dragged onto folders in the list and the tree, and Undo moves them back', {
  tag: ['@all', '@drag'],
}, async ({ openManager, library: { ids, filesIn } }) => {
  const [words, one, two, three] = await filesIn('0');
  const titlesIn = async (folderId: string) => (await filesIn(folderId)).map(({ title }) => title);
  const page = await openManager('/0');

  await row(page, words?.title ?? '').dragTo(row(page, names.canal));
  await expect(work(page, `1 file moved from “My files” to “${names.canal}”.`)).toBeVisible();
  await expect(row(page, words?.title ?? '')).toHaveCount(0);
  await expect.poll(() => titlesIn(ids.canal)).toContain(words?.title);
  await undo(page).click();
  await expect(row(page, words?.title ?? '')).toBeVisible();
  await expect(work(page, '1 file moved back.')).toBeVisible();
  await expect.poll(() => titlesIn('0')).toContain(words?.title);

  await row(page, one?.title ?? '').click();
  await row(page, three?.title ?? '').click({ modifiers: ['Shift'] });
  await row(page, two?.title ?? '').dragTo(folder(page, names.orchard));
  await expect(work(page, `3 files moved from “My files” to “${names.orchard}”.`)).toBeVisible();
  await expect
    .poll(() => titlesIn(ids.orchard))
    .toEqual(expect.arrayContaining([one, two, three].map((file) => file?.title)));
  await expect(row(page, one?.title ?? '')).toHaveCount(0);
});

test('folders are created and renamed in tree, list and menu', {
  tag: ['@all', '@chromium'],
}, async ({ openManager, library: { client } }) => {
  const foldersNow = async (id = '0') =>
    (await client.folders.list(id, { onlyFolders: true })).folders.map(({ name }) => name);
  const page = await openManager('/0');

  await page.getByRole('button', { name: 'New folder in “My files”' }).click();
  await page.keyboard.type('Films');
  await press(page, 'Enter');
  await expect(page.getByText('“Films” created.')).toBeVisible();
  await expect(folder(page, 'Films')).toBeFocused();
  await expect(folder(page, 'Films')).toBeInViewport({ ratio: 1 });
  await expect.poll(foldersNow).toContain('Films');

  await folder(page, 'Films').click();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: /New folder/ }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Silent ones');
  await press(page, 'Enter');
  await expect(row(page, 'Silent ones')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search files' }).fill('silent');
  await expect(row(page, 'Silent ones').getByText('Films', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();

  await rename(row(page, 'Silent ones'), 'Talkies');
  await expect(page.getByText('Folder renamed to “Talkies”.')).toBeVisible();
  await expect(focused(page)).toHaveAccessibleName(/^Talkies/);

  await rename(folder(page, 'Films'), 'Pictures');
  await expect(page.getByText('Folder renamed to “Pictures”.')).toBeVisible();
  const { folders } = await client.folders.list('0', { onlyFolders: true });
  const pictures = folders.find(({ name }) => name === 'Pictures');
  await expect.poll(() => foldersNow(pictures?.folderId)).toEqual(['Talkies']);
});

test('keys undo a rename and a move in turn, and redo them', {
  tag: '@chromium',
}, async ({ openManager, library: { ids, filesIn } }) => {
  const [file] = await filesIn(ids.ferry);
  const title = file?.title ?? '';
  const page = await openManager(`/${ids.ferry}`);
  const stateNow = async () => {
    const [ferry = [], canal = []] = await Promise.all([ids.ferry, ids.canal].map(filesIn));
    const isIt = ({ fileCode }: { fileCode: string }) => fileCode === file?.fileCode;
    return { ferry: ferry.find(isIt)?.title, canal: canal.find(isIt)?.title };
  };
  const moved = work(page, new RegExp(`1 file moved from .* to “${names.canal}”`));
  const button = (name: RegExp) => page.getByRole('button', { name });

  await rename(row(page, title), 'Turtle');
  await expect(work(page, '1 file renamed.')).toBeVisible();
  await row(page, 'Turtle').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Move to…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('treeitem', { name: names.canal }).click();
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await expect(moved).toBeVisible();
  await expect.poll(stateNow).toEqual({ canal: 'Turtle' });

  await press(page, 'Control+z');
  await expect(work(page, '1 file moved back.')).toBeVisible();
  await expect(button(/^Redo: 1 file moved back/)).toBeVisible();
  await press(page, 'Control+z');
  await expect(work(page, '1 title restored.')).toBeVisible();
  await expect.poll(stateNow).toEqual({ ferry: title });
  await press(page, 'Control+z');
  await expect(page.getByText('There’s nothing to undo.')).toBeVisible();

  await button(/^Redo: 1 title restored/).click();
  await expect(work(page, '1 file renamed.')).toBeVisible();
  await expect.poll(stateNow).toEqual({ ferry: 'Turtle' });
  // The keys also work in another view.
  await page.getByRole('link', { name: 'Uploads' }).click();
  await expect(page.getByText('No active uploads')).toBeVisible();
  await press(page, 'Control+Shift+z');
  await expect(page.getByText(new RegExp(`1 file moved from .* to “${names.canal}”`))).toBeVisible();
  await expect.poll(stateNow).toEqual({ canal: 'Turtle' });
  await page.getByRole('link', { name: 'Files' }).click();
  await expect(moved).toBeVisible();
  await expect(undo(page)).toBeVisible();
});

test('everything in a folder is moved into another one', { tag: ['@all', '@chromium'] }, async ({
  openManager,
  library: { client, ids, filesIn },
}) => {
  const [outer, inner, before] = await Promise.all([
    filesIn(ids.canal),
    filesIn(ids.tunnel),
    filesIn(ids.orchard),
  ]);
  const page = await openManager('/0');
  await row(page, names.canal).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Move contents…' }).click();
  const dialog = page.getByRole('dialog', { name: `Move everything in “${names.canal}”` });
  const inOrder = ['My files', names.ferry, 'Füssen pier 4', names.canal, 'Hoorn pier 5', names.orchard];
  await expect(dialog.getByRole('treeitem')).toContainText(inOrder);
  await dialog.getByRole('treeitem', { name: names.canal }).click();
  await expect(dialog.getByText(`Everything is already in “${names.canal}”.`)).toBeVisible();
  await dialog.getByRole('treeitem', { name: names.orchard }).click();
  await expect(dialog.getByText(`${outer.length + inner.length} files · 1 folder`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await expect(work(page, /files? moved .*to/)).toBeVisible();

  const codes = (files: readonly { fileCode: string }[] = []) => files.map(({ fileCode }) => fileCode).sort();
  const moved = await filesIn(ids.orchard);
  expect(codes(moved)).toEqual([...codes(before), ...codes(outer)].sort());
  const { folders } = await client.folders.list(ids.orchard);
  expect(folders.map(({ name }) => name)).toEqual([names.tunnel]);
  expect(codes(await filesIn(folders[0]?.folderId ?? ''))).toEqual(codes(inner));
  // The service can't delete folders.
  await folder(page, names.canal).click();
  await expect(row(page, names.tunnel)).toContainText('0 files');
});
