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

test('F2 and the menu rename a file, the other window shows it, and Undo restores it', async ({
  openManager,
  library: { client, ids, filesIn },
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

  const firstUndo = await undo(page).elementHandle();
  await row(page, two?.title ?? '').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: /^New name for/ }).fill('Turtle');
  await press(page, 'Enter');
  await expect.poll(titlesNow).toEqual(['The <b>rabbit</b> & Søn', 'Turtle']);
  await expect(row(other, 'Turtle')).toBeVisible();

  // Only the last successful operation can be undone. Until this page knows that it has ended, it offers the first.
  await expect.poll(() => firstUndo?.isVisible()).toBe(false);
  await undo(page).click();
  await expect.poll(titlesNow).toEqual(['The <b>rabbit</b> & Søn', two?.title]);
  await expect(row(page, two?.title ?? '')).toBeVisible();
  await expect(row(other, two?.title ?? '')).toBeVisible();
  await expect(row(page, 'Turtle')).toHaveCount(0);
  await expect(work(page, '1 title restored.')).toBeVisible();
  const info = await client.files.info([one?.fileCode ?? '', two?.fileCode ?? '']);
  expect(info.map((each) => each.found && each.title)).toEqual(['The <b>rabbit</b> & Søn', two?.title]);
});

test('files are dragged onto folders in the list and the tree, and Undo moves them back', {
  tag: ['@all', '@drag'],
}, async ({ openManager, library: { ids, filesIn } }) => {
  const [words, one, two, three] = await filesIn('0');
  const titlesIn = async (folderId: string) => (await filesIn(folderId)).map(({ title }) => title);
  const other = await openManager(`/${ids.canal}`);
  const page = await openManager('/0');

  await row(page, words?.title ?? '').dragTo(row(page, names.canal));
  await expect(work(page, `1 file moved from “My files” to “${names.canal}”.`)).toBeVisible();
  await expect(row(other, words?.title ?? '')).toBeVisible();
  await expect(row(page, words?.title ?? '')).toHaveCount(0);
  await expect.poll(() => titlesIn(ids.canal)).toContain(words?.title);
  await undo(page).click();
  await expect(row(page, words?.title ?? '')).toBeVisible();
  await expect(work(page, '1 file moved back.')).toBeVisible();
  await expect(row(other, words?.title ?? '')).toHaveCount(0);
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

test('several files are renamed with a pattern, and Undo restores their names', {
  tag: ['@all', '@chromium'],
}, async ({ openManager, library: { ids, filesIn } }) => {
  const titlesNow = async () => (await filesIn(ids.ferry)).slice(0, 2).map(({ title }) => title);
  const before = await titlesNow();
  const page = await openManager(`/${ids.ferry}`);
  await row(page, before[0] ?? '').focus();
  await press(page, 'Shift+ArrowDown', 'F2');
  const dialog = page.getByRole('dialog', { name: 'Rename 2 files' });
  await expect(dialog.getByRole('button', { name: 'Rename', exact: true })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'New title' }).fill('Part {n:3}');
  await dialog.getByLabel('Number by').selectOption('List order');
  // The same files restore the unfinished input. Others start empty.
  await press(page, 'Escape', 'F2');
  await expect(dialog.getByRole('textbox', { name: 'New title' })).toHaveValue('Part {n:3}');
  await expect(dialog.getByLabel('Number by')).toHaveValue('list');
  await dialog.getByRole('button', { name: 'Rename 2 files' }).click();
  await expect(work(page, '2 files renamed.')).toBeVisible();
  await expect.poll(titlesNow).toEqual(['Part 001', 'Part 002']);
  await undo(page).click();
  await expect(work(page, '2 titles restored.')).toBeVisible();
  await expect.poll(titlesNow).toEqual(before);
});

test('folders are created and renamed in tree, list and menu, and the other window shows them', {
  tag: ['@all', '@chromium'],
}, async ({ openManager, library: { client } }) => {
  const foldersNow = async (id = '0') =>
    (await client.folders.list(id, { onlyFolders: true })).folders.map(({ name }) => name);
  const other = await openManager('/0');
  const page = await openManager('/0');

  await page.getByRole('button', { name: 'New folder in “My files”' }).click();
  await page.keyboard.type('Films');
  await press(page, 'Enter');
  await expect(page.getByText('“Films” created.')).toBeVisible();
  await expect(folder(page, 'Films')).toBeFocused();
  await expect(folder(page, 'Films')).toBeInViewport({ ratio: 1 });
  await expect(row(other, 'Films')).toBeVisible();
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
  await expect(row(other, 'Pictures')).toBeVisible();
  await expect(row(other, 'Films')).toHaveCount(0);
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

test('files are cut and pasted by keyboard, even into an empty folder', {
  tag: ['@all', '@chromium'],
}, async ({ openManager, library: { client, ids, filesIn } }) => {
  const { folderId } = await client.folders.create({ name: 'Aardvark' });
  const [one, two] = await filesIn(ids.ferry);
  const page = await openManager(`/${ids.ferry}`);
  await row(page, one?.title ?? '').focus();
  await press(page, 'Shift+ArrowDown', 'Control+x');
  await expect(page.locator('.file-cut')).toHaveCount(2);
  await press(page, 'Backspace');
  await expect(row(page, 'Aardvark')).toBeVisible();
  await press(page, 'Home');
  await expect(focused(page)).toHaveAccessibleName(/^Aardvark/);
  await press(page, 'Enter');
  // Without a list, its replacement has the focus.
  await expect(focused(page)).toHaveAccessibleName('This folder is empty');
  await press(page, 'Control+v');
  await expect(work(page, /2 files moved from .* to “Aardvark”/)).toBeVisible();
  await expect(row(page, one?.title ?? '')).toBeVisible();
  const titles = (await filesIn(folderId)).map(({ title }) => title);
  expect(titles).toEqual([one?.title, two?.title]);
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

test('changes that the service confirms without effect are reported', { tag: ['@all', '@drag'] }, async ({
  openManager,
  admin,
  library: { ids, filesIn },
}) => {
  const [one, two] = await filesIn(ids.ferry);
  const page = await openManager(`/${ids.ferry}`);
  const okEnvelope = { msg: 'OK', server_time: '2026-11-21 12:00:00', status: 200, result: 'true' };
  const endpoints = ['/api/file/rename', '/api/file/move', '/api/folder/rename'];
  await admin.setFaults(endpoints.map((endpoint) => ({ endpoint, kind: 'envelope', envelope: okEnvelope })));
  try {
    await rename(row(page, one?.title ?? ''), 'Never so');
    await row(page, two?.title ?? '').dragTo(folder(page, names.orchard));
    const failed = work(page, '1 file couldn’t be changed.');
    await expect(failed).toHaveCount(2, { timeout: 20_000 });
    await expect(row(page, one?.title ?? '')).toBeVisible();
    await expect(row(page, two?.title ?? '')).toBeVisible();
    await expect(row(page, 'Never so')).toHaveCount(0);
    await page.getByRole('button', { name: 'Show', exact: true }).first().click();
    await expect(page.getByRole('dialog')).toContainText(
      'The service reported success, but nothing changed.',
    );
    await press(page, 'Escape');

    await rename(folder(page, names.canal), 'Nor so');
    await expect(page.getByText('The service reported success, but nothing changed.')).toBeVisible();
    await expect(folder(page, names.canal)).toBeVisible();
    await expect(folder(page, 'Nor so')).toHaveCount(0);
  } finally {
    await admin.clearFaults();
  }
});
