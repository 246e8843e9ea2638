/** Focus and scroll position of the Files screens stay, or go where users expect. */
import { expect, findRequests, focused, page, press, show, test } from '../harness/gallery.ts';

const row = (name: string | RegExp) => page.getByRole('row', { name }).first();
const line = (name: string | RegExp) => page.getByRole('treeitem', { name }).first();
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
/** After another key, so that it isn't the second Enter of a press. */
const enterAnew = () => press('Shift', 'Enter');
const enter = async (name: string | RegExp) => {
  await expect(button(name)).toBeEnabled();
  await button(name).focus();
  await enterAnew();
};

test.describe('the focus', () => {
  test('returns to the list when the selection is cleared', async () => {
    await show('manager-files');
    await row(/0001/).focus();
    await press('ArrowDown', 'Control+Space');
    await enter('Deselect all');
    await expect(page.getByText('1 selected')).toHaveCount(0);
    await expect(focused()).toHaveRole('row');
    await expect(focused()).toHaveAccessibleName(/0003/);
  });

  test('returns to the list when “Select all” has selected the rest', async () => {
    await show('manager-files');
    await row(/0001/).focus();
    await press('Control+Space');
    await enter(/^Select all/);
    await expect(button(/^Select all/)).toHaveCount(0);
    await expect(focused()).toHaveAccessibleName(/0001/);
  });

  for (const scene of ['manager-files', 'popup-files-folder'])
    test(`returns to the list when the selected files are being moved: ${scene}`, async () => {
      await show(scene);
      await row(/0001/).focus();
      await press('Control+Space');
      if (scene === 'manager-files') await enter('Move to…');
      else {
        await page.locator('.selection-bar [aria-haspopup="menu"]').focus();
        await press('Enter');
        await page.getByRole('menuitem', { name: 'Move to…' }).focus();
        await press('Enter');
      }
      await page.getByRole('dialog').getByRole('treeitem', { name: 'Photos' }).focus();
      await press('Space', 'Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByText('1 selected')).toHaveCount(0);
      await expect(focused()).toHaveAccessibleName(/0001/);
    });

  test('Escape first closes menus and clears text in the picker, then closes it', async () => {
    const isClosed = () => page.evaluate(() => Reflect.get(globalThis, 'isClosed') === true);
    await show('picker');
    await page.getByLabel('Filter folders').fill('mov');
    await press('Escape');
    await page.getByLabel('Filter folders').fill('');
    await page.getByRole('button', { name: 'New folder', exact: true }).click();
    await press('Escape');
    expect(await isClosed()).toBe(false);
    await page.getByRole('treeitem').first().focus();
    await press('Escape');
    await expect.poll(isClosed).toBe(true);
  });

  test('moves from a new folder to the upload button in the picker', async () => {
    await show('picker');
    await enter('New folder');
    await page.keyboard.type('Trailers');
    await press('Enter');
    await expect(focused()).toHaveAccessibleName(/Trailers/);
    // Another key in between, because this isn't a double press.
    await press('Shift', 'Enter');
    await expect.poll(() => findRequests('picker.send')).toMatchObject([{ folder: { id: 'new-Trailers' } }]);
  });

  test('stays in the details while a file plays, and Escape closes them', async () => {
    await show('manager-files-details');
    await enter(/^Play “/);
    await expect(page.locator('linkhaul-player')).toBeVisible();
    await expect(page.locator('.details').locator(focused())).toHaveCount(1);
    await press('Escape');
    await expect(page.locator('.details')).toHaveCount(0);
    await expect(focused()).toHaveRole('row');
  });

  test('moves to the next control if one is removed or disabled', async () => {
    await show('popup-busy');
    const removed = () => page.getByText('“holiday.mkv” dismissed.');
    await enter('More for holiday.mkv');
    await page.getByRole('menuitem', { name: 'Dismiss' }).press('Enter');
    await expect(removed()).toBeVisible();
    await enter('Undo');
    await expect(removed()).toHaveCount(0);
    await expect(focused()).toHaveCount(1);
    await show('picker');
    await enter('Upload here');
    await expect(button('Upload here')).toBeDisabled();
    await expect(focused()).toHaveAccessibleName('Close');
    await show('picker-two-accounts');
    const second = page.getByRole('checkbox').nth(1);
    await second.focus();
    await press('Space');
    await expect(page.getByLabel('Filter folders')).toHaveCount(2);
    await expect(second).toBeFocused();
    await enter('Upload here');
    await expect(focused()).toHaveAccessibleName('Close');
    await expect(button('Cancel')).toHaveCount(0);
  });

  test('starts in the box for clones, and Enter starts cloning', async () => {
    await show('manager-bulk-paste');
    await page.keyboard.type('abcdefghijkl');
    await press('Enter');
    await expect
      .poll(() => findRequests('bulk.start'))
      .toMatchObject([{ work: { fileCodes: ['abcdefghijkl'] } }]);
  });

  test('stays on the line that expands the other jobs', async () => {
    await show('manager-bulk-every-state');
    await expect(page.locator('.bulk-job')).toHaveCount(3);
    await page.getByRole('button', { name: /3 more/ }).focus();
    await press('Enter');
    await expect(page.locator('.bulk-job')).toHaveCount(6);
    await expect(focused()).toHaveAttribute('aria-expanded', 'true');
    await press('Enter');
    await expect(page.locator('.bulk-job')).toHaveCount(3);
  });

  test('stays on a job while its actions change, and moves to the list when the job is removed', async () => {
    await show('manager-files-jobs-live');
    await enter(/^Stop: /);
    await expect(focused()).toHaveAccessibleName('Continue');
    await enterAnew();
    await expect(focused()).toHaveAccessibleName(/^Stop: /);
    await enterAnew();
    await expect(focused()).toHaveAccessibleName('Continue');
    await enter('Dismiss');
    await expect(page.locator('.bulk-job')).toHaveCount(1);
    await expect(focused()).toHaveRole('row');
    await enter('Dismiss without reviewing');
    await expect(page.locator('.bulk-job')).toHaveCount(0);
    await expect(focused()).toHaveRole('row');
  });

  test('moves to the details if they replace the list', async () => {
    await show('popup-account-jobs-live');
    await page.getByRole('tab', { name: 'Files' }).click();
    await row(/0001/).click();
    await expect(button('Back')).toBeFocused();
    await enter('Dismiss without reviewing');
    await expect(page.locator('.bulk-job')).toHaveCount(1);
    await expect(button('Back')).toBeFocused();
  });

  test('moves to the list when an undone job is hidden', async () => {
    await show('manager-files-jobs-live');
    await enter(/^Stop: /);
    await enter(/^Undo: /);
    await expect(page.locator('.bulk-job')).toHaveCount(1);
    await expect(focused()).toHaveRole('row');
  });

  test('stays in the dialog while uncertain files are reviewed, and returns to the page afterwards', async () => {
    await show('manager-files-jobs-live');
    await enter('Review');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Mark as cloned: Elephants/ }).focus();
    await enterAnew();
    await expect(dialog.getByRole('button', { name: /^Mark as cloned: / })).toHaveCount(1);
    await expect(dialog.getByRole('region', { name: 'Files, by reason' })).toBeFocused();
    await dialog.getByRole('button', { name: /^Clone again: / }).focus();
    await enterAnew();
    await expect(dialog.getByText('Nothing left to review.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
    await enterAnew();
    await expect(dialog).toHaveCount(0);
    await expect(focused()).not.toHaveCount(0);
  });
});

test.describe('the folder sidebar', () => {
  const side = () => page.locator('.folder-sidebar-scroll');
  const scrolled = () => side().evaluate((element) => element.scrollTop);
  const lowest = async () => {
    await side().evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect(line(/^Series 40/)).toBeVisible();
    return scrolled();
  };

  test('keeps its scroll position while folders are opened and closed', { tag: '@all' }, async () => {
    await show('manager-files-huge');
    const top = await lowest();
    expect(top).toBeGreaterThan(100);
    const toggle = line(/^Series 39/).locator('.folder-toggle');
    await toggle.click();
    await expect(line(/^Series 39/)).toHaveAttribute('aria-expanded', 'true');
    expect(await scrolled()).toBe(top);
    await toggle.click();
    await expect(line(/^Series 39/)).toHaveAttribute('aria-expanded', 'false');
    expect(await scrolled()).toBe(top);
  });

  test('keeps its scroll position while a file is dragged over it, even when a folder opens', {
    tag: '@all',
  }, async () => {
    await show('manager-files-huge');
    const top = await lowest();
    await row(/0001/).hover();
    await page.mouse.down();
    // The first move enters the line. Only further moves count as hovering.
    for (const x of [60, 61, 62]) await line(/^Series 39/).hover({ position: { x, y: 10 } });
    await expect(line(/^Series 39/)).toHaveAttribute('aria-expanded', 'true');
    expect(await scrolled()).toBe(top);
    await page.mouse.up();
  });

  test('scrolls to the field of a new folder', async () => {
    await show('manager-files-huge');
    await lowest();
    await button('New folder in “My files”').click();
    await expect(page.getByRole('textbox', { name: 'New folder in “My files”' })).toBeFocused();
    await expect(page.getByRole('textbox', { name: 'New folder in “My files”' })).toBeInViewport();
  });

  test('scrolls to the current folder, even inside a closed one', async () => {
    await show('manager-files-huge');
    await lowest();
    await line(/^Series 40/).click();
    await side().evaluate((element) => element.scrollTo(0, 0));
    // Far from the visible part of the tree.
    await row(/^Series 80/).dblclick();
    await expect(line(/^Series 80/)).toHaveAttribute('aria-selected', 'true');
    await expect(line(/^Series 80/)).toBeInViewport();
  });
});
