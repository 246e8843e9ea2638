/** Hosts with other capabilities: missing features are hidden, additional ones work. */
import { expect, findRequests, focused, page, press, show, test } from '../harness/gallery.ts';

const row = (name: string | RegExp) => page.getByRole('row', { name }).first();
/** The first may be a pin at the top. */
const line = (name: string | RegExp) => page.getByRole('treeitem', { name }).last();
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const item = (name: string) => page.getByRole('menuitem', { name });
const dialog = () => page.getByRole('dialog');
const work = async () => (await findRequests('bulk.start')).map((each) => (each as { work: unknown }).work);

test.describe('deleting files', () => {
  test('asks first from key, menu, selection and details, names the files, and focuses Cancel', async () => {
    const ways = [
      async () => {
        await row(/0001/).focus();
        await press('Delete');
      },
      async () => {
        await row(/0001/).click({ button: 'right' });
        await item('Delete…').click();
      },
      async () => {
        await row(/0001/).click({ modifiers: ['ControlOrMeta'] });
        await button('Delete…').click();
      },
      async () => {
        await row(/0001/).click();
        await page
          .getByRole('complementary', { name: 'Details' })
          .getByRole('button', { name: /^More/ })
          .click();
        await item('Delete…').click();
      },
    ];
    for (const act of ways) {
      await show('manager-sibling-files');
      await act();
      await expect(dialog()).toHaveAccessibleName('Delete 1 file?');
      await expect(dialog().getByText('Big Buck Bunny trailer 0001')).toBeVisible();
      await expect(dialog().getByText(/for good/)).toBeVisible();
      await expect(focused()).toHaveAccessibleName('Cancel');
      // As an impatient user would.
      await press('Enter');
      await expect(dialog()).toHaveCount(0);
      expect(await work()).toEqual([]);
    }
  });

  test('deletes the files of the dialog once, and keeps selection and details', async () => {
    await show('manager-sibling-files');
    await row(/0003/).click();
    for (const name of [/0001/, /0003/, /0011/]) await row(name).click({ modifiers: ['ControlOrMeta'] });
    await row(/0003/).focus();
    await press('Delete');
    await expect(dialog()).toHaveAccessibleName('Delete 3 files?');
    // The dialog keeps its files.
    await page.evaluate(() => Reflect.get(globalThis, 'lose')(0));
    await button('Delete 3 files').dblclick();
    await expect(dialog()).toHaveCount(0);
    const [started, ...more] = await work();
    expect(more).toEqual([]);
    expect(started).toMatchObject({
      kind: 'delete',
      files: [{ fileCode: 'code0' }, { fileCode: 'code2' }, { fileCode: 'code10' }],
    });
    await expect(page.getByRole('row', { selected: true })).toHaveCount(0);
    await expect(page.getByRole('complementary', { name: 'Details' })).toHaveCount(0);
  });

  test('names all files, and says how many the list doesn’t show', async () => {
    await show('manager-sibling-files');
    await row(/0001/).focus();
    await press('ControlOrMeta+a');
    await page.getByPlaceholder('Search files').fill('0001');
    await expect(page.getByText('Closest matches')).toBeVisible();
    await button('Delete…').click();
    await expect(dialog()).toHaveAccessibleName('Delete 10 files?');
    await expect(focused()).toHaveAccessibleName('Cancel');
    await expect(dialog().getByText('Selected, but not shown in the list: 8')).toBeVisible();
    const names = dialog().getByRole('region', { name: 'Files' });
    await names.focus();
    await press('End');
    await expect(names.getByRole('listitem').last()).toHaveAttribute('aria-posinset', '10');
    await expect(names.getByRole('listitem').last()).toBeInViewport();
  });

  test('reports that a folder can’t be deleted', async () => {
    for (const folder of [row(/Trailers/), line(/Movies/)]) {
      await show('manager-sibling-files');
      await folder.focus();
      await press('Delete');
      await expect(page.getByText('Folders can only be deleted on the service’s website.')).toBeVisible();
      await expect(dialog()).toHaveCount(0);
    }
  });
});

test.describe('moving folders', () => {
  const moved = () => page.getByText('“Trailers” moved to “Lectures”.');

  test('works by menu, and can be undone', async () => {
    await show('manager-sibling-files');
    await row(/Trailers/).click({ button: 'right' });
    await expect(item('Move contents…')).toHaveCount(0);
    await item('Move to…').click();
    await dialog().getByRole('treeitem', { name: 'Lectures' }).click();
    await button('Move here').click();
    await expect(moved()).toBeVisible();
    await button('Undo').click();
    await expect(page.getByText('“Trailers” moved to “Movies”.')).toBeVisible();
    expect(await findRequests('folders.move')).toEqual([{ accountId: 'a1', folderId: '21', parentId: '12' }]);
    expect(await findRequests('changes.undo')).toEqual([{ ids: ['back'] }]);
    await button('Redo').click();
    await expect(moved()).toBeVisible();
  });

  test('is undone by Ctrl+Z, to the folder’s location at the host', async () => {
    await show('manager-sibling-files');
    await line(/Movies/).click({ button: 'right' });
    await item('Move to…').click();
    await dialog().getByRole('treeitem', { name: 'Photos' }).click();
    await press('Enter');
    await expect(page.getByText('“Movies” moved to “Photos”.')).toBeVisible();
    await press('ControlOrMeta+z');
    await expect.poll(() => findRequests('changes.undo')).toEqual([{ ids: ['back'] }]);
  });

  test('is not possible into the folder itself or its subfolders', async () => {
    await show('manager-sibling-files');
    await line(/Movies/).click({ button: 'right' });
    await item('Move to…').click();
    const choose = (name: string) => dialog().getByRole('treeitem', { name }).click();
    await choose('Movies');
    await expect(dialog().getByText(/into itself/)).toBeVisible();
    await expect(button('Move here')).toBeDisabled();
    await press('Enter');
    await choose('My files');
    await expect(dialog().getByText('“Movies” is already in “My files”.')).toBeVisible();
    await dialog().getByRole('treeitem', { name: 'Movies' }).locator('.folder-toggle').click();
    await choose('Trailers');
    await expect(dialog().getByText(/into itself/)).toBeVisible();
    expect(await findRequests('folders.move')).toEqual([]);
  });

  test('works by dragging in the list and in the tree @drag', async () => {
    await show('manager-sibling-files');
    await row(/Trailers/).dragTo(line(/Lectures/));
    await expect(moved()).toBeVisible();
    await line(/Photos/).dragTo(line(/Lectures/));
    await expect(page.getByText('“Photos” moved to “Lectures”.')).toBeVisible();
    await line(/Movies/).dragTo(row(/Trailers/));
    await expect(page.getByText(/into itself/)).toBeVisible();
    expect(await findRequests('folders.move')).toHaveLength(2);
  });

  test('is replaced by moving the contents if the host can’t move folders', async () => {
    await show('manager-files');
    await row(/Trailers/).click({ button: 'right' });
    await expect(item('Move contents…')).toBeVisible();
    await expect(item('Move to…')).toHaveCount(0);
    await press('Escape');
    await expect(row(/Trailers/)).toHaveAttribute('draggable', 'false');
    await expect(line(/Photos/)).toHaveAttribute('draggable', 'false');
  });
});

test('values that the host never reports have no column and no detail', async () => {
  await show('manager-sibling-details');
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByText('Views')).toBeVisible();
  for (const name of ['Size', 'Status', 'Protected player'])
    await expect(details.getByText(name, { exact: true })).toHaveCount(0);
  await show('manager-sibling-files');
  await page.getByRole('searchbox', { name: 'Search files' }).fill('bunny');
  await button(/^Sorted by/).click();
  await expect(page.getByRole('menuitemradio', { name: 'Length' })).toBeVisible();
  await expect(page.getByRole('menuitemradio', { name: 'Size' })).toHaveCount(0);
});

test('the embed builder offers no poster or subtitles if the player takes none', async () => {
  await show('manager-sibling-embed');
  await expect(page.getByText('“Big Buck Bunny trailer 0001”')).toBeVisible();
  for (const name of ['Poster', 'Subtitles'])
    await expect(page.getByRole('heading', { name })).toHaveCount(0);
  await expect(page.locator('.embed-code').first()).not.toContainText('c_poster');
  await page.getByRole('tab', { name: 'More' }).click();
  const formats = page.getByLabel('Format', { exact: true }).locator('option');
  await expect(formats).toHaveText(['BBCode', 'React', 'Vue', 'Svelte', 'Astro']);
});

test('the account shows its host’s abilities and free slots, and takedowns by period', async () => {
  await show('manager-sibling-account');
  const card = page.getByRole('listitem').filter({ hasText: 'demo' }).first();
  await expect(card.getByText('Uses the XVideoSharing API.')).toBeVisible();
  const fact = (name: string) => card.locator('.host-abilities .fact', { hasText: name }).locator('dd');
  await expect(fact('Delete files')).toHaveText('Yes');
  await expect(fact('Progress of transfers')).toHaveText('In percent');
  await expect(fact('File sizes')).toHaveText('No');
  await expect(card.getByText('2 free')).toBeVisible();

  await show('manager-sibling-takedowns');
  const list = page.getByRole('grid', { name: 'Takedowns' });
  await expect(list.getByRole('columnheader', { name: 'Deletion' })).toBeVisible();
  await expect(list.getByRole('columnheader', { name: 'Reported' })).toHaveCount(0);
  await expect(row(/0001/)).toContainText('in 2 days');
  await expect(row(/gone1234/)).toContainText('No date');
  await page.getByRole('radio', { name: '24 hours' }).check();
  await expect(list.getByRole('row')).toHaveCount(2);
  expect(await findRequests('takedowns.list')).toEqual([{ accountId: 'a1' }, { accountId: 'a1', hours: 24 }]);

  await show('manager-account');
  await expect(page.getByText('Uses the documented API.').first()).toBeVisible();
  await show('manager-takedowns');
  await expect(row(/gone1234/)).toBeVisible();
  await expect(page.getByRole('radio', { name: '24 hours' })).toHaveCount(0);
});

test('progress in percent comes without bytes, speed or time left', async () => {
  await show('popup-sibling');
  const upload = (name: string) => page.locator('.upload', { hasText: name });
  await expect(upload('in percent')).toContainText('64%');
  await expect(upload('in percent').getByRole('progressbar')).toHaveAttribute('aria-valuenow', '64');
  await expect(upload('just begun')).toContainText('0%');
  await expect(page.getByText(/\d ?[kMG]?B\b(?!.*ago)|left/)).toHaveCount(0);
});

test('encoding follows the arrival, and a failure shows the host’s own status', async () => {
  await show('popup-sibling');
  const upload = (name: string) => page.locator('.upload', { hasText: name });
  await expect(upload('being encoded')).toContainText('Encoding 43% · In “Movies”');
  await expect(upload('about to be encoded')).toContainText('Encoding · In “Movies”');
  await expect(upload('not encoded')).toContainText('Encoding failed: “ERROR: codec not supported”');
  for (const name of ['being encoded', 'not encoded'])
    await expect(upload(name)).toHaveAttribute('data-state', 'done');

  await show('manager-sibling-encoding');
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByText('n 43% · h PENDING')).toBeVisible();
  const asked = async () => (await findRequests('files.details')).length;
  await expect.poll(asked).toBe(1);
  await page.evaluate(() => Reflect.get(globalThis, 'endEncoding')());
  await expect(details.getByText('n 43% · h PENDING')).toHaveCount(0);
  // It can be played now.
  await expect.poll(asked).toBe(2);
});
