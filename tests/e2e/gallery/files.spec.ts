/** Keyboard, focus, selection, search, renaming, and requests of the Files screens. */
import type { Locator } from '@playwright/test';
import { expect, findRequests, focused, inEachFont, page, press, show, test } from '../harness/gallery.ts';

const work = async () => (await findRequests('bulk.start')).map((each) => (each as { work: unknown }).work);

/** As the page has set it. */
const hash = () => page.evaluate(() => Reflect.get(globalThis, 'hash') as string);

const row = (name: string | RegExp) => page.getByRole('row', { name }).first();
const chosen = () => page.getByRole('row', { selected: true });
const search = () => page.getByRole('searchbox', { name: 'Search files' });
/** The first may be a pin at the top. */
const line = (name: string | RegExp) => page.getByRole('treeitem', { name }).last();
const details = () => page.getByRole('complementary', { name: 'Details' });
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });

async function renameFolder(folder: Locator, name: string): Promise<void> {
  await folder.focus();
  await press('F2');
  await page.keyboard.type(name);
  await press('Enter');
  await expect(page.getByText(`Folder renamed to “${name}”.`)).toBeVisible();
}

test.describe('the list', () => {
  test('does not scroll on pointer input: a partly visible row is selected in place, and keeps its menu', async () => {
    await show('manager-files-all');
    const list = page.locator('.file-list');
    const box = await list.boundingBox();
    const first = await row(/0001/).boundingBox();
    if (!box || !first) throw new Error('The list is not drawn.');
    // The lower edge cuts a row in half.
    const beyond = (box.y + box.height - first.y) % first.height;
    const top = Math.round(first.height * 1.5 - beyond);
    await list.evaluate((element, to) => element.scrollTo(0, to), top);
    const cut = { x: box.x + 200, y: box.y + box.height - 8 };
    const under = () =>
      page.evaluate(
        ([x, y]) => document.elementFromPoint(x, y)?.closest('[data-index]')?.getAttribute('data-index'),
        [cut.x, cut.y] as const,
      );
    const before = await under();
    expect(before).toBeDefined();
    await page.keyboard.down('Control');
    await page.mouse.click(cut.x, cut.y);
    await page.keyboard.up('Control');
    await expect(chosen()).toHaveCount(1);
    expect(await under()).toBe(before);
    expect(await list.evaluate((element) => element.scrollTop)).toBe(top);
    await page.mouse.click(cut.x, cut.y, { button: 'right' });
    await expect(page.getByRole('menu')).toBeVisible();
    // Any scrolling would close it.
    expect(await list.evaluate((element) => element.scrollTop)).toBe(top);
  });

  test('selects the closest matches with the other files shown', async () => {
    await show('manager-files-all');
    await search().fill('trialer');
    await expect(page.getByText('Closest matches')).toBeVisible();
    const rows = page.getByRole('row', { name: /trailer/i });
    await expect(rows).toHaveCount(4);
    await rows.first().click({ modifiers: ['ControlOrMeta'] });
    await rows.nth(1).click({ modifiers: ['Shift'] });
    await expect(chosen()).toHaveCount(2);
    await press('Shift+ArrowDown');
    await expect(chosen()).toHaveCount(3);
    const bar = page.getByRole('region', { name: 'Selected files' });
    await bar.getByRole('button', { name: 'Select all 4' }).click();
    await expect(chosen()).toHaveCount(4);
    await expect(bar).not.toContainText('hidden');
    await expect(page.getByRole('checkbox', { name: 'Select all listed files' })).toBeChecked();
  });

  test('is dragged into other pages as links, with its title', { tag: '@all' }, async () => {
    await show('manager-files');
    await page.evaluate(() => {
      const other = document.createElement('div');
      other.id = 'other-page';
      other.style.cssText = 'position: fixed; inset-block-start: 0; width: 80px; height: 40px; z-index: 9';
      other.addEventListener('dragover', (event) => event.preventDefault());
      other.addEventListener('drop', (event) => {
        event.preventDefault();
        const read = (type: string) => event.dataTransfer?.getData(type);
        Reflect.set(globalThis, 'dropped', ['text/uri-list', 'text/plain', 'text/html'].map(read));
      });
      document.body.append(other);
    });
    const drop = async (name: RegExp) => {
      await row(name).dragTo(page.locator('#other-page'));
      return page.evaluate(() => Reflect.get(globalThis, 'dropped') as string[]);
    };
    const [one, two] = ['https://share.example/d/code0', 'https://share.example/d/code5'];
    const [list, plain, html = ''] = await drop(/0001/);
    expect([list, plain]).toEqual([one, one]);
    expect(html).toMatch(/<a href="https:\/\/share\.example\/d\/code0">Big Buck Bunny trailer 0001<\/a>/);
    await row(/0001/).click({ modifiers: ['ControlOrMeta'] });
    await row(/0006/).click({ modifiers: ['ControlOrMeta'] });
    const [lists, plains, htmls] = await drop(/0006/);
    expect([lists?.trim().split(/\r\n/), plains]).toEqual([[one, two], `${one}\n${two}`]);
    expect(htmls).toContain('0006</a>');
    expect(await findRequests('bulk.start')).toEqual([]);
  });

  test('is one tab stop, and keys reach everything in it', async () => {
    await show('manager-files-all');
    await button('Uploaded').focus();
    await press('Tab');
    await expect(focused()).toHaveAccessibleName(/0001/);
    await press('ArrowDown');
    await expect(focused()).toHaveAccessibleName(/0002/);
    await press('ArrowRight');
    await expect(focused()).toHaveAccessibleName(/^More for .*0002/);
    await press('ArrowLeft', 'End');
    await expect(focused()).toHaveAccessibleName(/noname/);
    await press('Home');
    await expect(focused()).toHaveAccessibleName(/0001/);
    await press('Tab');
    await expect(focused()).toHaveAccessibleName(/^More for .*0001/);
    await press('Tab');
    await expect(focused()).toHaveAccessibleName('Refresh');
  });

  test('is virtualised: of a hundred thousand files only the visible ones are drawn, and End reaches the last', async () => {
    await show('manager-files-huge');
    const grid = page.getByRole('grid');
    await expect(grid).toHaveAttribute('aria-rowcount', '100001');
    await row(/0001/).focus();
    await press('End');
    await expect(focused()).toHaveAttribute('aria-rowindex', '100001');
    await expect(focused()).toBeInViewport();
    expect(await page.getByRole('row').count()).toBeLessThan(150);
    await press('PageUp');
    const index = Number(await focused().getAttribute('aria-rowindex'));
    expect(index).toBeLessThan(100_001);
    expect(index).toBeGreaterThan(99_980);
    await press('Home');
    await expect(focused()).toBeInViewport();
    await expect(focused()).toHaveAttribute('aria-rowindex', '2');
  });

  test('keeps its position when the user returns to it', async () => {
    await show('manager-files-huge');
    const scrolled = () => page.locator('.file-list').evaluate((list) => list.scrollTop);
    await row(/0001/).focus();
    await press('PageDown', 'PageDown', 'PageDown');
    await expect.poll(scrolled).toBeGreaterThan(500);
    const [top, name] = [await scrolled(), await focused().getAttribute('aria-rowindex')];
    await line(/^My files/).click();
    await expect.poll(hash).toBe('#files/0');
    await expect.poll(scrolled).toBe(0);
    await line(/^All files/).click();
    await expect.poll(scrolled).toBe(top);
    await expect(page.locator('.file-list [data-index][tabindex="0"]')).toHaveAttribute(
      'aria-rowindex',
      name ?? '',
    );
  });

  test('keeps its position after a visit to an empty folder', { tag: '@all' }, async () => {
    await show('manager-files-huge');
    const list = page.locator('.file-list');
    const scrolled = () => list.evaluate((element) => element.scrollTop);
    await row(/0001/).focus();
    // A busy browser reports late that the list has scrolled.
    const report = await page.evaluateHandle(() => {
      const hold = (event: Event) => event.stopImmediatePropagation();
      addEventListener('scroll', hold, true);
      return () => removeEventListener('scroll', hold, true);
    });
    await press('PageDown', 'PageDown', 'PageDown');
    await expect.poll(scrolled).toBeGreaterThan(500);
    const top = await scrolled();
    await search().fill('zzzzzz');
    await report.evaluate((call) => call());
    await expect(list).toHaveCount(0);
    await search().fill('');
    await expect.poll(scrolled).toBe(top);
  });

  test('of uploads keeps its position after a visit to another view', async () => {
    await show('popup-many');
    const scroller = page.locator('.upload-scroll');
    const scrolled = () => scroller.evaluate((element) => element.scrollTop);
    await scroller.evaluate((element) => element.scrollTo(0, 900));
    await expect.poll(scrolled).toBe(900);
    await page.getByRole('tab', { name: 'Files' }).click();
    await expect(scroller).toHaveCount(0);
    await page.getByRole('tab', { name: 'Uploads' }).click();
    await expect.poll(scrolled).toBe(900);
  });

  test('is sorted by its column headers, with aria-sort', async () => {
    await show('manager-files-all');
    const head = (name: string) => page.getByRole('columnheader', { name });
    await expect(head('Uploaded')).toHaveAttribute('aria-sort', 'descending');
    await button('Title').click();
    await expect(head('Title')).toHaveAttribute('aria-sort', 'ascending');
    await expect(head('Uploaded')).toHaveAttribute('aria-sort', 'none');
    await expect(page.getByRole('row').nth(2)).toHaveAccessibleName(/Agent|Æbeltoft/);
    await button('Title').click();
    await expect(head('Title')).toHaveAttribute('aria-sort', 'descending');
    await expect(page.getByRole('row').nth(1)).toHaveAccessibleName(/Tears of Steel/);
    await expect.poll(hash).toBe('#files?sort=-title');
  });

  test('shows a picture, or an icon without one', async () => {
    await show('manager-files-all');
    const picture = row(/0001/).locator('img');
    await expect(picture).toHaveAttribute('referrerpolicy', 'no-referrer');
    await expect(picture).toHaveAttribute('loading', 'lazy');
    await expect(row(/0004/).locator('img')).toHaveCount(0);
    await expect(row(/0006/).locator('img')).toBeHidden();
    await expect(row(/0006/).locator('.thumbnail-icon')).toHaveCount(1);
  });

  test('in tiles, is navigated in both directions', async () => {
    await show('manager-files-grid');
    const tile = (name: RegExp) => page.getByRole('gridcell', { name });
    await tile(/0001/).focus();
    await press('ArrowRight');
    await expect(focused()).toHaveAccessibleName(/0002/);
    await press('ArrowDown');
    await expect(focused()).toHaveAccessibleName(/0006/);
    await press('ArrowLeft', 'ArrowLeft');
    await expect(focused()).toHaveAccessibleName(/0004/);
    await press('Control+Space', 'Shift+ArrowRight');
    await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(2);
  });

  test('in tiles, is mirrored on right-to-left pages', async () => {
    await show('manager-files-grid', { direction: 'rtl' });
    await page.getByRole('gridcell', { name: /0001/ }).focus();
    await press('ArrowLeft');
    await expect(focused()).toHaveAccessibleName(/0002/);
  });

  test('stores the choice of tiles', async () => {
    await show('manager-files-all');
    await page.getByRole('radio', { name: 'Grid' }).check();
    await expect(page.getByRole('gridcell', { name: /0002/ })).toBeVisible();
    await expect.poll(() => findRequests('settings.change')).toEqual([{ filesView: 'grid' }]);
  });
});

test.describe('selecting', () => {
  test('uses Ctrl for one and Shift for a range from the last click, which opens a file', async () => {
    await show('manager-files-all');
    await row(/0002/).click();
    await expect(chosen()).toHaveCount(0);
    await expect(details()).toBeVisible();
    await row(/0006/).click({ modifiers: ['Shift'] });
    await expect(chosen()).toHaveCount(5);
    await row(/0003/).click({ modifiers: ['Control'] });
    await expect(chosen()).toHaveCount(4);
    await row(/0009/).locator('.check').click();
    await expect(page.getByText('5 selected')).toBeVisible();
    await row(/0001/).click();
    await expect(chosen()).toHaveCount(5);
    await expect.poll(hash).toBe('#files//code0');
  });

  test('uses Ctrl+Space, Shift with the arrow keys, Ctrl+A, and Escape to deselect', async () => {
    await show('manager-files-all');
    await row(/0002/).focus();
    await press('Control+Space', 'Shift+ArrowDown', 'Shift+ArrowDown');
    await expect(chosen()).toHaveCount(3);
    await press('Shift+ArrowUp');
    await expect(chosen()).toHaveCount(2);
    await press('Control+a');
    await expect(page.getByText('25 selected')).toBeVisible();
    await press('Escape');
    await expect(chosen()).toHaveCount(0);
  });

  test('survives sorting, and shows how many a search hides', async () => {
    await show('manager-files-all');
    await row(/0002/).click();
    await row(/0004/).click({ modifiers: ['Shift'] });
    await button('Length').click();
    await expect(page.getByText('3 selected')).toBeVisible();
    await search().fill('caminandes');
    await expect(page.getByText('2 hidden')).toBeVisible();
    await search().fill('');
    await expect(chosen()).toHaveCount(3);
  });

  test('drops files that are removed from the catalog, and keeps the focus', async () => {
    await show('manager-files-chosen-two');
    await expect(page.getByText('2 selected')).toBeVisible();
    await row(/0003/).focus();
    await page.evaluate(() => (Reflect.get(globalThis, 'lose') as (row: number) => void)(2));
    await expect(page.getByText('1 selected')).toBeVisible();
    await expect(focused()).toHaveAccessibleName(/0004/);
  });

  test('ends in another folder', async () => {
    await show('manager-files-all');
    await row(/0002/).click({ modifiers: ['Control'] });
    await expect(page.getByText('1 selected')).toBeVisible();
    await line(/Lectures/).click();
    await expect(page.getByText('1 selected')).toHaveCount(0);
  });
});

test.describe('details', () => {
  test('play in a sandbox in place of the poster; another file shows its own poster', async () => {
    await show('manager-files-details');
    await expect(page.locator('.details-actions button').first()).toHaveText('Copy link');
    await button(/^Play “/).click();
    const player = page.locator('linkhaul-player');
    await expect(player.locator('iframe')).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin');
    await expect(player.locator('iframe')).toHaveAttribute('src', /^https:\/\/share\.example\/e\/code0/);
    await row(/0008/).click();
    await press('Enter');
    await expect(player).toHaveCount(0);
    await expect(button(/^Play “/)).toBeVisible();
  });

  test('the checkbox in the header selects and deselects all', async () => {
    await show('manager-files-all');
    const box = page.getByRole('checkbox', { name: 'Select all listed files' });
    await row(/0003/).click({ modifiers: ['Control'] });
    expect(await box.evaluate((element: HTMLInputElement) => element.indeterminate)).toBe(true);
    await box.check();
    await expect(page.getByText('25 selected')).toBeVisible();
    await box.uncheck();
    await expect(page.locator('.selection-bar')).toHaveCount(0);
  });

  test('cover the list in a narrow window, including its header', { tag: '@all' }, async () => {
    await show('manager-files-details');
    await page.setViewportSize({ width: 900, height: 760 });
    const covered = page.getByRole('columnheader', { name: 'Uploaded' });
    const isCovered = () =>
      covered.evaluate((head) => {
        const { x, y, width, height } = head.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.details') != null;
      });
    // Columns may still move.
    await expect.poll(isCovered).toBe(true);
    // Phones have no columns.
    await show('manager-files-all');
    await page.setViewportSize({ width: 360, height: 760 });
    await expect(covered).toHaveCount(0);
    await expect(row(/0001/)).toContainText('Nov 20, 2026');
    for (const name of ['manager-files-all', 'manager-busy', 'manager-pasted', 'options-connected']) {
      await show(name);
      await page.setViewportSize({ width: 360, height: 760 });
      await inEachFont(async (font) => {
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width, `${name} in ${font}`).toBe(360);
      });
    }
  });

  test('leave rows their height and the list its place', async () => {
    for (const width of [790, 980, 1001, 1280]) {
      const places = [];
      for (const name of ['manager-files', 'manager-files-details']) {
        await show(name, { width });
        const box = await row(/0001/).boundingBox();
        places.push([width, box?.x, box?.y, box?.height]);
      }
      expect(places[1]).toEqual(places[0]);
    }
  });

  test('the actions for the selected files are visible in a narrow window', async () => {
    await show('manager-files-chosen');
    await page.setViewportSize({ width: 360, height: 600 });
    const bar = page.locator('.selection-bar');
    await expect(bar.locator('[aria-haspopup="menu"]')).toBeVisible();
    await inEachFont(async (font) => {
      for (const part of await bar.locator('button, .selection-count').all())
        await expect(part, font).toBeInViewport({ ratio: 1 });
    });
    await bar.locator('[aria-haspopup="menu"]').click();
    await expect(page.getByRole('menuitem', { name: 'Move to…' })).toBeInViewport({ ratio: 1 });
  });

  test('long titles have two lines before they are cut', async () => {
    await show('manager-files-long');
    const title = page.locator('[data-kind="file"] .file-name').filter({ hasText: /^W{240}$/ });
    const { height, full } = await title.evaluate(({ clientHeight, scrollHeight }) => ({
      height: clientHeight,
      full: scrollHeight,
    }));
    expect(height).toBe(36);
    expect(full).toBeGreaterThan(height);
  });

  for (const [name, width] of [
    ['manager-files-all', 900],
    ['popup-files', 400],
  ] as const)
    test(`titles wrap to two lines above the folder of the file: ${name}`, async () => {
      await show(name, { width });
      const file = page.locator('[data-kind="file"]').first();
      await file.evaluate((row) => {
        const title = row.querySelector('.file-name');
        if (title) title.textContent = 'A title of many words '.repeat(9);
      });
      expect((await file.locator('.file-name').boundingBox())?.height).toBe(36);
      const [row, place] = [await file.boundingBox(), await file.locator('.file-where').boundingBox()];
      if (!row || !place) throw new Error('It is not shown.');
      expect(place.y + place.height).toBeLessThanOrEqual(row.y + row.height);
    });

  test('a column that gave way still sorts, by a menu in the head', async () => {
    await show('manager-files', { width: 1280 });
    const menu = page.locator('.file-list-head').getByRole('button', { name: /^Sort/ });
    await expect(page.getByRole('columnheader', { name: 'Views' })).toBeVisible();
    await expect(menu).toHaveCount(0);
    await show('manager-files-details', { width: 1001 });
    await expect(page.getByRole('columnheader', { name: 'Views' })).toHaveCount(0);
    await expect(row(/0001/)).toContainText('1:00 · Nov 20, 2026');
    await menu.click();
    await page.getByRole('menuitemradio', { name: 'Views' }).click();
    await expect.poll(hash).toContain('sort=-views');
    await expect(row(/0001/)).toContainText('0 · 1:00 · Nov 20, 2026');
  });

  test('a column that is mostly unknown is hidden', async () => {
    await show('manager-files-all');
    await expect(page.getByRole('columnheader', { name: 'Views' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Size' })).toBeHidden();
  });
});

test.describe('the search', () => {
  test('is opened by a key, searches while typing, and Escape ends it', async () => {
    await show('manager-files-all');
    await row(/0001/).focus();
    await press('/');
    await expect(search()).toBeFocused();
    await page.keyboard.type('oper nuit');
    await expect(page.getByRole('row')).toHaveCount(3);
    await expect(row(/0011/).locator('mark').first()).toHaveText('Nuit');
    await expect.poll(hash).toBe('#files?q=oper+nuit');
    await press('ArrowDown');
    await expect(focused()).toHaveAccessibleName(/0011/);
    await search().focus();
    await press('Escape');
    await expect(search()).toHaveValue('');
    await expect(search()).toBeFocused();
    await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(10);
  });

  test('tolerates typos: close matches are below, and the arrow keys skip their heading', async () => {
    await show('manager-files-all');
    await search().fill('sintle trailer');
    await expect(row('Closest matches')).toBeVisible();
    await expect(row(/Sintel trailer 0008/)).toBeVisible();
    await press('ArrowDown');
    await expect(focused()).toHaveAccessibleName(/Sintel/);
    await press('Control+A');
    await search().fill('sintel');
    await expect(row('Closest matches')).toHaveCount(0);
  });

  test('handles its key as soon as it is in the document', async () => {
    await show('manager-files-all');
    await page.evaluate(() => {
      const press = () => {
        if (!document.querySelector('[type=search]')) return;
        observer.disconnect();
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
      };
      const observer = new MutationObserver(press);
      observer.observe(document, { childList: true, subtree: true });
    });
    await show('manager-files-all');
    await expect(search()).toBeFocused();
  });

  test('can be limited to a folder', async () => {
    await show('manager-files');
    await search().fill('spring');
    await expect(page.getByRole('row')).toHaveCount(3);
    await page.getByRole('radio', { name: 'Movies' }).check();
    await expect(page.getByRole('row')).toHaveCount(2);
    await expect.poll(hash).toBe('#files/11?q=spring&here=1');
  });

  test('is narrowed by filters, which are in the address', async () => {
    await show('manager-files-all');
    await button('Filters').click();
    await page.getByRole('group', { name: 'Length' }).getByLabel('at least').fill('120');
    await press('Enter');
    await page.getByRole('group', { name: 'Playable' }).getByLabel('Yes').check();
    await expect.poll(hash).toBe('#files?least=7200&playable=1');
    await expect(page.getByRole('row')).toHaveCount(6);
    await button('Clear filters').click();
    await expect.poll(hash).toBe('#files');
  });
});

test.describe('names', () => {
  test('of files are edited in place', async () => {
    await show('manager-files');
    await row(/0001/).focus();
    await press('F2');
    const field = page.getByRole('textbox', { name: /^New name for .*0001/ });
    await expect(field).toBeFocused();
    await field.fill('  The rabbit ');
    await press('Enter');
    await expect(field).toHaveCount(0);
    await expect(focused()).toHaveAccessibleName(/The rabbit/);
    await expect.poll(work).toEqual([
      {
        kind: 'rename',
        files: [{ fileCode: 'code0', title: 'Big Buck Bunny trailer 0001', folderId: '11' }],
        titles: ['The rabbit'],
      },
    ]);
  });

  test('are unchanged after Escape or without an edit', async () => {
    await show('manager-files');
    await row(/0001/).focus();
    await press('F2', 'x', 'Escape', 'F2', 'Enter');
    await expect(focused()).toHaveAccessibleName(/0001/);
    expect(await work()).toEqual([]);
  });

  test('of folders are changed in the tree and in the list', async () => {
    await show('manager-files');
    await renameFolder(line(/Lectures/), 'Talks');
    await expect(focused()).toHaveAccessibleName(/Talks/);
    await renameFolder(row(/Trailers/), 'Teasers');
    await expect
      .poll(() => findRequests('folders.rename'))
      .toEqual([
        { accountId: 'a1', folderId: '12', name: 'Talks' },
        { accountId: 'a1', folderId: '21', name: 'Teasers' },
      ]);
  });
});

test.describe('moving', () => {
  test('works by cutting and pasting', async () => {
    await show('manager-files');
    await row(/0001/).focus();
    await press('Control+Space', 'ArrowDown', 'Control+Space', 'Control+x');
    await expect(row(/0001/)).toHaveClass(/file-cut/);
    await line(/Lectures/).click();
    await row(/0002/).focus();
    await press('Control+v');
    await expect.poll(work).toMatchObject([
      {
        kind: 'move',
        files: [{ fileCode: 'code0' }, { fileCode: 'code2' }],
        folder: { id: '12', name: 'Lectures' },
      },
    ]);
  });

  test('works by dragging one file or all selected ones onto a folder', async () => {
    await show('manager-files');
    await row(/0001/).dragTo(line(/Photos/));
    await row(/0003/).click();
    await row(/0006/).click({ modifiers: ['Shift'] });
    await row(/0003/).dragTo(page.getByRole('link', { name: 'My files' }));
    await row(/0008/).dragTo(row(/Trailers/));
    await expect.poll(work).toMatchObject([
      { files: [{ fileCode: 'code0' }], folder: { id: '14' } },
      { files: [{ fileCode: 'code2' }, { fileCode: 'code5' }], folder: { id: '0' } },
      { files: [{ fileCode: 'code7' }], folder: { id: '21' } },
    ]);
  });

  test('in the dialog names the files that stay, before and after', async () => {
    await show('manager-files-all');
    await press('Control+a');
    await row(/0001/).focus();
    await press('Control+a');
    await button('Move to…').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('treeitem', { name: 'Movies' }).click();
    const staying = /^Already in “Movies”: “Big Buck Bunny trailer 0001”, “.*”, “.*”, \d+ more\.$/;
    await expect(dialog.getByText(staying)).toBeVisible();
    await dialog.getByRole('button', { name: 'Move here' }).click();
    await expect(dialog).toHaveCount(0);
    // It stays. The job's line only counts the other files.
    await expect(page.locator('.notice-warn', { hasText: staying })).toBeVisible();
  });

  test('to the current folder starts no job', async () => {
    await show('manager-files');
    await row(/0001/).dragTo(line(/Movies/));
    await expect(page.getByText('The file is already in “Movies”.')).toBeVisible();
    expect(await work()).toEqual([]);
    await show('manager-files-all');
    await row(/0001/).click();
    await row(/0003/).click({ modifiers: ['Shift'] });
    await row(/0002/).dragTo(line(/Movies/));
    await expect(
      page.getByText(/^Already in “Movies”: “Big Buck Bunny trailer 0001”, “Tears of Steel/),
    ).toBeVisible();
    await expect.poll(work).toMatchObject([{ files: [{ fileCode: 'code1' }] }]);
  });
});

test.describe('Ctrl+Z', () => {
  const undone = () => findRequests('changes.undo');

  for (const scene of ['manager-files-jobs-live', 'popup-files-jobs-live'])
    test(`undoes the newest visible job, or shows why it cannot: ${scene}`, async () => {
      await show(scene);
      await press('Control+z');
      await expect(
        page.getByText('The last operation hasn’t finished. Stop it before you undo it.'),
      ).toBeVisible();
      expect(await undone()).toEqual([]);
      await page.locator('.notice').getByRole('button', { name: 'Stop', exact: true }).click();
      await expect(page.getByText(/^Stopped: /)).toBeVisible();
      await press('Control+z');
      await expect.poll(undone).toHaveLength(1);
      await press('Control+z');
      await expect(page.getByText('A clone can’t be undone.')).toBeVisible();
      await expect.poll(undone).toHaveLength(1);
    });

  test('stops reporting that an operation is running once it has ended', async () => {
    await show('manager-files-jobs-live');
    await press('Control+z');
    const said = page.getByText('The last operation hasn’t finished. Stop it before you undo it.');
    await expect(said).toBeVisible();
    await page.locator('.bulk-job').getByText('Stop', { exact: true }).first().click();
    await expect(page.getByText(/^Stopped: /)).toBeVisible();
    await expect(said).toHaveCount(0, { timeout: 5_000 });
  });

  test('undoes the renaming of a folder, but nothing older', async () => {
    await show('manager-files');
    await renameFolder(line(/Lectures/), 'Talks');
    await press('Control+z');
    await expect(page.getByText('Folder renamed to “Lectures”.')).toBeVisible();
    await press('Control+z');
    await expect(page.getByText('There’s nothing to undo.')).toBeVisible();
    await expect.poll(undone).toEqual([{ ids: ['name of 12'] }]);
    await press('Control+Shift+z');
    await expect(page.getByText('Folder renamed to “Talks”.')).toBeVisible();
    await expect.poll(undone).toEqual([{ ids: ['name of 12'] }, { ids: ['back name of 12'] }]);
  });
});

test.describe('one file', () => {
  test('opens its details with Alt+Enter, and Escape closes them and restores the focus', async () => {
    await show('manager-files');
    await row(/0001/).focus();
    await press('Alt+Enter');
    await expect(details()).toBeVisible();
    await expect(details().getByText('https://files.example/d/prot3cted')).toBeVisible();
    await expect.poll(hash).toBe('#files/11/code0');
    await press('ArrowDown');
    await expect.poll(hash).toBe('#files/11/code2');
    await button('Close details').click();
    await expect(details()).toHaveCount(0);
    await expect(focused()).toHaveAccessibleName(/0003/);
    await press('Alt+Enter', 'Escape');
    await expect(details()).toHaveCount(0);
    await expect.poll(hash).toBe('#files/11');
  });

  test('is opened and closed within one frame', async () => {
    await show('manager-files');
    await row(/0001/).focus();
    const reached = await page.evaluate(async () => {
      const press = async (key: string) => {
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, altKey: key === 'Enter', bubbles: true }),
        );
        // The page renders in a microtask.
        await new Promise((resolve) => queueMicrotask(() => queueMicrotask(() => resolve(null))));
        return Reflect.get(globalThis, 'hash') as string;
      };
      return [await press('Enter'), await press('Escape'), await press('Enter'), await press('Escape')];
    });
    expect(reached).toEqual(['#files/11/code0', '#files/11', '#files/11/code0', '#files/11']);
    // After everything that the first frame started to draw.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    await expect(details()).toHaveCount(0);
    await expect.poll(hash).toBe('#files/11');
  });

  test('opens its player with Enter, in the background with Ctrl+Enter', async () => {
    await show('manager-files');
    await row(/0001/).focus();
    await press('Enter', 'Control+Enter');
    const player = 'https://share.example/e/code0';
    await expect.poll(() => findRequests('open')).toEqual([player]);
    await expect.poll(() => findRequests('open in background')).toEqual([player]);
    await row(/Trailers/).focus();
    await press('Enter');
    await expect.poll(hash).toBe('#files/21');
  });

  test('opens its download page by key, menu and details if the service can’t play it', async () => {
    await show('manager-files');
    await row(/0013/).focus();
    await press('Enter');
    await row(/0013/).click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: /^Open player/ })).toHaveCount(0);
    await page.getByRole('menuitem', { name: /^Open download page/ }).click();
    await row(/0001/).click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Open player/ }).click();
    const download = 'https://share.example/d/code12';
    await expect
      .poll(() => findRequests('open'))
      .toEqual([download, download, 'https://share.example/e/code0']);
  });

  test('from the address is selected and scrolled into view', async () => {
    await show('manager-files-shown');
    await expect(details()).toBeVisible();
    const shown = page.locator('.file-open');
    await expect(shown).toHaveAccessibleName(/0900/);
    await expect(shown).toBeInViewport();
    await expect(shown).toHaveAttribute('tabindex', '0');
  });

  test('has links that can be copied', async () => {
    await show('manager-files-details');
    await expect(details().getByText('https://files.example/d/prot3cted')).toBeVisible();
    await button('Copy: Protected download').click();
    await button('Copy: Player').click();
    await button('Copy: Download page').click();
    await expect
      .poll(() => findRequests('copy'))
      .toEqual([
        'https://files.example/d/prot3cted',
        'https://share.example/e/code0',
        'https://share.example/d/code0',
      ]);
  });

  test('that the service doesn’t know is reported next to the catalog’s details', async () => {
    await show('manager-files-service-error');
    await expect(details().getByText(/Not found or not your file/)).toBeVisible();
    await expect(details().getByRole('heading', { name: /0002/ })).toBeVisible();
  });

  test('has a menu by right-click and menu key', async () => {
    await show('manager-files-all');
    await row(/0003/).click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: /Details/ })).toBeFocused();
    await expect(row(/0003/).getByRole('button')).toHaveAttribute('aria-expanded', 'true');
    await expect(chosen()).toHaveCount(0);
    await press('Escape');
    await expect(focused()).toHaveAccessibleName(/0003/);
    await press('ArrowDown', 'Shift+F10');
    await expect(page.getByRole('menuitem', { name: /Details/ })).toBeFocused();
    await press('Escape');
    await expect(focused()).toHaveAccessibleName(/0004/);
  });

  for (const scene of ['manager-files-all', 'manager-files-grid'])
    test(`has a menu button: ${scene}`, async () => {
      await show(scene);
      const more = (name: RegExp) => page.locator('[data-kind="file"]').getByRole('button', { name });
      // The first menu doesn't cover the second button.
      const [first, second] = [more(/0001/), more(/0011/)];
      const items = page.getByRole('menuitem');
      await first.click();
      await expect(items.first()).toBeFocused();
      await expect(first).toHaveAttribute('aria-expanded', 'true');
      await expect(second).toHaveAttribute('aria-expanded', 'false');
      await first.click();
      await expect(items).toHaveCount(0);
      await expect(first).toHaveAttribute('aria-expanded', 'false');
      await first.focus();
      await press('ArrowDown');
      await expect(items.first()).toBeFocused();
      await press('Escape');
      await expect(first).toBeFocused();
      await first.click();
      await second.click();
      await expect(second).toHaveAttribute('aria-expanded', 'true');
      await expect(page.getByRole('menu')).toHaveCount(1);
      await expect(page.getByRole('menu')).toHaveAccessibleName(
        (await second.getAttribute('aria-label')) ?? '',
      );
    });

  test('is moved into “To delete” by key, menu and selection, because the API can’t delete', async () => {
    const start = async (act: () => Promise<void>, count: number) => {
      await show('manager-files');
      await act();
      await expect(page.getByText(/can only be deleted on the service’s website/)).toBeVisible();
      await expect
        .poll(() => findRequests('folders.toDelete'))
        .toEqual([{ accountId: 'a1', name: 'To delete' }]);
      const [moved] = await work();
      expect(moved).toMatchObject({ kind: 'move', folder: { id: 'trash', name: 'To delete' } });
      expect((moved as { files: unknown[] }).files).toHaveLength(count);
      await expect(chosen()).toHaveCount(0);
    };
    const select = async () => {
      await row(/0001/).click({ modifiers: ['ControlOrMeta'] });
      await row(/0021/).click({ modifiers: ['ControlOrMeta'] });
    };
    await start(async () => {
      await row(/0001/).focus();
      await press('Delete');
    }, 1);
    await start(async () => {
      await row(/0001/).click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Move to “To delete”' }).click();
    }, 1);
    await start(async () => {
      await select();
      await button('Move to “To delete”').click();
    }, 2);
    await button('Open files.example').click();
    await expect.poll(() => findRequests('open')).toEqual(['https://files.example']);
  });

  test('in “To delete” links to the service’s own page, and Delete moves nothing', async () => {
    await show('manager-files-to-delete');
    await expect(button('Open files.example')).toBeVisible();
    await row(/0/).focus();
    await press('Delete');
    await expect(button('Open files.example')).toHaveCount(2);
    expect(await work()).toEqual([]);
  });

  test('a folder can’t be deleted or moved there, which is reported', async () => {
    for (const folder of [row(/Trailers/), line(/Movies/)]) {
      await show('manager-files');
      await folder.focus();
      await press('Delete', 'Shift+Delete');
      await expect(page.getByText(/can only be deleted on the service’s website/)).toBeVisible();
      await expect(focused()).toHaveAccessibleName(/Trailers|Movies/);
    }
    expect(await work()).toEqual([]);
  });
});

test.describe('copies', () => {
  test('are listed side by side by a filter, and all but one are moved into “To delete”', async () => {
    await show('manager-files-copies');
    await expect(page.getByText('3 files have copies')).toBeVisible();
    await expect(page.locator('.file-group')).toHaveCount(3);
    await button('Select 4 extra copies').click();
    await expect(chosen()).toHaveCount(4);
    await button('Move to “To delete”').click();
    await expect.poll(work).toHaveLength(1);
    const [moved] = (await work()) as { files: { fileCode: string }[] }[];
    // The most viewed file of each group stays, otherwise the oldest.
    expect(moved?.files.map(({ fileCode }) => fileCode)).toEqual(['a2', 'a3', 'b2', 'c2']);
  });

  test('are found from the menu, and the bar ends the filter', async () => {
    await show('manager-files-copies-all');
    await button('More').click();
    await page.getByRole('menuitem', { name: 'Find duplicates…' }).click();
    await expect.poll(hash).toBe('#files?duplicates=1');
    await expect(page.getByRole('row', { name: 'Alone' })).toHaveCount(0);
    await page
      .getByRole('region', { name: 'Duplicates' })
      .getByRole('button', { name: 'Clear filters' })
      .click();
    await expect(page.getByRole('row', { name: 'Alone' })).toBeVisible();
    await button('Filters').click();
    await page.getByRole('group', { name: 'Duplicates' }).getByText('Yes').click();
    await expect.poll(hash).toBe('#files?duplicates=1');
  });
});

test.describe('links', () => {
  test('are copied in the selected format, which is remembered', async () => {
    await show('manager-files-copy');
    const dialog = page.getByRole('dialog');
    await expect(
      dialog.getByText('- [Caminandes Llamigos teaser 0002](https://share.example/d/code1)'),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Copy 11 links' }).click();
    const [text] = (await findRequests('copy')) as string[];
    expect(text?.split('\n')).toHaveLength(11);
    expect(text).toContain('- [Spring subtitled 0012](https://share.example/d/code11)');
    await expect
      .poll(() => findRequests('settings.change'))
      .toMatchObject([{ copyFormat: 'markdown', copyPlayer: false }]);
    await expect(page.getByText('11 links copied as Markdown.')).toBeVisible();
  });

  test('are copied as embed code, without a request, and the format is remembered', async () => {
    await show('manager-files-copy');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Embed code', { exact: true }).check();
    await dialog.getByLabel('Web component', { exact: true }).check();
    await expect(dialog.getByLabel('Player')).toHaveCount(0);
    await expect(dialog.getByText('<script src="/linkhaul-player.js" async></script>')).toBeVisible();
    await dialog.getByRole('button', { name: 'Copy 11 links' }).click();
    const [text] = (await findRequests('copy')) as string[];
    expect(text?.split('\n')).toHaveLength(12);
    expect(text).toMatch(/\/e\/code1["?].*\n.*\/e\/code2["?]/);
    await expect(page.getByText('11 links copied as Web component.')).toBeVisible();
    await expect
      .poll(() => findRequests('settings.change'))
      .toMatchObject([{ copyFormat: 'embed web-component' }]);
  });

  test('are copied in a custom format, with a preview', async () => {
    await show('manager-files-copy-own');
    const dialog = page.getByRole('dialog');
    await expect(
      dialog.getByText('Big Buck Bunny trailer 0001 — 1:00, 1 MB: https://share.example/d/code0'),
    ).toBeVisible();
    await expect(dialog.getByText('Unknown placeholder: {nonsense}')).toBeVisible();
    await page.getByLabel('Custom format').fill('');
    await button('{code}').click();
    await button('Copy 1 link').click();
    await expect.poll(() => findRequests('copy')).toEqual(['code0']);
  });
});

test.describe('the folder sidebar', () => {
  test('is a tree: arrow keys open and close, Enter shows, letters find', async () => {
    await show('manager-files-all');
    await line(/All files/).focus();
    await press('ArrowDown', 'ArrowDown', 'ArrowDown');
    await expect(focused()).toHaveAccessibleName(/Movies/);
    await expect(focused()).toHaveAttribute('aria-expanded', 'false');
    await press('ArrowRight', 'ArrowRight');
    await expect(focused()).toHaveAttribute('aria-level', '3');
    await press('t');
    await expect(focused()).toHaveAccessibleName(/Trailers/);
    await press('Enter');
    await expect.poll(hash).toBe('#files/21');
    await expect(line(/Trailers/)).toHaveAttribute('aria-selected', 'true');
    await press('ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    await expect(line(/Trailers/)).toHaveCount(0);
  });

  test('is filtered by name', async () => {
    await show('manager-files-all');
    await page.getByLabel('Filter folders').fill('2026');
    await expect(page.getByRole('treeitem')).toHaveCount(6);
    await page.getByLabel('Filter folders').fill('nothing');
    await expect(page.getByText('No matching folders')).toBeVisible();
  });

  test('shows the current folder, however it was opened', async () => {
    await show('manager-files-root');
    await row(/Movies/).focus();
    await press('Enter');
    await expect(line(/Movies/)).toHaveAttribute('aria-selected', 'true');
    await expect(focused()).toHaveAccessibleName(/quite a long name/);
    await press('Backspace');
    await expect(focused()).toHaveAccessibleName(/Movies/);
    await expect.poll(hash).toBe('#files/0');
  });

  test('is replaced by folders in the list in a narrow window', async () => {
    await show('manager-files-all');
    await page.setViewportSize({ width: 600, height: 700 });
    await expect(page.getByRole('tree')).toHaveCount(0);
    await row(/My files/).dblclick();
    await expect(row(/Movies/)).toBeVisible();
    await expect.poll(hash).toBe('#files/0');
    await page.setViewportSize({ width: 1100, height: 760 });
    await expect(line(/My files/)).toHaveAttribute('aria-selected', 'true');
  });

  test('reports the shown folder as visited', async () => {
    await show('manager-files-root');
    await line(/Lectures/).click();
    await expect
      .poll(() => findRequests('catalog.visit'))
      .toEqual([
        { accountId: 'a1', folderId: '0' },
        { accountId: 'a1', folderId: '12' },
      ]);
  });
});

test.describe('the catalog', () => {
  test('shows the progress of the sync, which can be stopped', async () => {
    await show('manager-files-first');
    await expect(page.getByText('12,345 of 100,000 files · 340 folders · 120 folders left')).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '12');
    await button('Stop').click();
    await expect.poll(() => findRequests('catalog.stop')).toEqual([{ accountId: 'a1' }]);
  });

  test('resumes on request', async () => {
    await show('manager-files-first-stopped');
    await button('Continue').click();
    await expect.poll(() => findRequests('catalog.resume')).toEqual([{ accountId: 'a1' }]);
  });

  test('is refreshed on request, and shows the result', async () => {
    await show('manager-files');
    await button('Refresh').click();
    await expect(page.getByText('Everything is up to date.')).toBeVisible();
    await expect.poll(() => findRequests('catalog.refresh')).toEqual([{ accountId: 'a1', folderId: '11' }]);
    await show('manager-files-service-error');
    await button('Refresh').click();
    await expect(page.getByText(/502 Bad Gateway/)).toBeVisible();
  });
});

test.describe('an outage', () => {
  test('shows one notice, even after “Try now”, and none when it is over', async () => {
    await show('manager-files-outage');
    const silence = page.getByText('can’t be reached', { exact: false });
    const status = page.getByRole('button', { name: /^Account: / });
    await expect(status).toHaveAccessibleName(/can’t be reached/);
    await button('Refresh').click();
    // Only what the user requested. Details and storage leave the error to the notice.
    await expect(silence).toHaveCount(1);
    await button('Try now').click();
    await expect.poll(() => findRequests('uploads.poll')).not.toEqual([]);
    await expect(button('Try now')).not.toHaveAttribute('aria-busy');
    await expect(page.locator('.manager-notices .notice')).toHaveCount(1);
    await expect(silence).toHaveCount(1);

    const visits = (await findRequests('catalog.visit')).length;
    await page.evaluate(() => (Reflect.get(globalThis, 'recover') as () => void)());
    await button('Try now').click();
    await expect(status).toHaveAccessibleName(/\(connected\)/);
    await expect(page.locator('.notice')).toHaveCount(0);
    await expect(silence).toHaveCount(0);
    await expect(page.getByText(/free/)).toBeVisible();
    await expect.poll(() => findRequests('catalog.visit')).toHaveLength(visits + 1);
  });
});

test.describe('in the popup', () => {
  test('a name is edited in the list from the menu of the details, which then close', async () => {
    await show('popup-files-details');
    await details()
      .getByRole('button', { name: /^More for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await expect(details()).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: /^New name for/ })).toBeFocused();
    await page.keyboard.type('Another name');
    await press('Enter');
    await expect.poll(work).toMatchObject([{ kind: 'rename', titles: ['Another name'] }]);
  });

  test('the Files tab keeps its folder', async () => {
    await show('popup-files-folder');
    await page.getByRole('tab', { name: 'Uploads' }).click();
    await page.getByRole('tab', { name: 'Files' }).click();
    await expect(page.getByRole('link', { name: 'Movies' })).toHaveAttribute('aria-current', 'page');
  });
});

test.describe('the preview', () => {
  const preview = () => page.getByRole('dialog');

  test('is toggled by Space, and arrows move it and the focus to the next file', async () => {
    await show('manager-files');
    await row(/0001/).focus();
    await press('Space');
    await expect(preview()).toHaveAccessibleName(/0001/);
    await expect(preview().locator('img')).toHaveAttribute('src', 'https://pictures.example/splash.jpg');
    await press('ArrowDown');
    await expect(preview()).toHaveAccessibleName(/0003/);
    await press('ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowUp');
    await expect(preview()).toHaveAccessibleName(/0001/);
    await press('ArrowDown', 'Space');
    await expect(preview()).toHaveCount(0);
    await expect(focused()).toHaveAccessibleName(/0003/);
    await press('Shift', 'Space');
    await button('Next file').click();
    await press('ArrowUp');
    await expect(preview()).toHaveAccessibleName(/0003/);
    await press('ArrowDown', 'Escape');
    await expect(preview()).toHaveCount(0);
    await expect(focused()).toHaveAccessibleName(/^(?!.*0003)/);
    await expect(chosen()).toHaveCount(0);
  });

  test('plays with one press, and opens the page of a file that can’t be played', async () => {
    await show('manager-files');
    await row(/0001/).focus();
    await press('Space');
    await expect(preview()).toBeVisible();
    await press('Enter');
    await expect(preview().locator('linkhaul-player')).toBeVisible();
    await press('ArrowDown');
    await expect(preview().locator('linkhaul-player')).toHaveCount(0);
    await preview().getByRole('button', { name: 'Play', exact: true }).click();
    await expect(preview().locator('linkhaul-player')).toBeVisible();
    await preview().locator('.preview-stage').focus();
    await press('Control+Enter', 'Escape');
    await row(/0013/).focus();
    await press('Space');
    await expect(preview()).toBeVisible();
    await press('Enter');
    await expect(preview().getByRole('button', { name: 'Play', exact: true })).toHaveCount(0);
    await expect.poll(() => findRequests('open')).toEqual(['https://share.example/d/code12']);
    await expect.poll(() => findRequests('open in background')).toHaveLength(1);
  });

  test('isn’t shown for a folder, and works in the popup and in tiles', async () => {
    await show('manager-files');
    await row(/Trailers/).focus();
    await press('Space');
    await expect(preview()).toHaveCount(0);
    await show('manager-files-grid');
    await page.getByRole('gridcell', { name: /0001/ }).focus();
    await press('Space');
    await expect(preview()).toHaveAccessibleName(/0001/);
    await show('popup-files');
    await row(/0001/).focus();
    await press('Space');
    await expect(preview()).toHaveAccessibleName(/0001/);
  });
});

test('details of an unknown file say so instead of facts', async () => {
  await show('manager-files-details-unknown');
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByRole('heading', { name: 'Couldn’t load this' })).toBeVisible();
  await expect(details.getByText('Views')).toBeHidden();
  const asked = (await findRequests('files.details')).length;
  await details.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(async () => (await findRequests('files.details')).length).toBe(asked + 1);
});
