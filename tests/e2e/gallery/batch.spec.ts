/** Collected links, the queue and the activity, by keyboard and with many entries. */
import { expect, findRequests, focused, page, press, reload, show, test } from '../harness/gallery.ts';

test.describe('uploads that were sent together', () => {
  test('are one row with their progress, opened and closed by keyboard', async () => {
    await show('popup-together');
    const batch = page.getByRole('row', { name: '40 links to “Movies”' });
    await expect(batch).toContainText('12 of 40 · 1 failed');
    await expect(batch.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /^3[5-9]$/);
    const members = page.getByRole('row', { name: /^Episode/ });
    // Links that need the user have a row of their own.
    await expect(members).toHaveText(/Episode 13/);
    await batch.focus();
    await press('Enter');
    await expect(members).toHaveCount(40);
    await expect(batch).toBeFocused();
    await press('ArrowDown');
    await expect(focused()).toContainText('Episode 14');
    await press('ArrowUp', 'Enter');
    await expect(members).toHaveCount(1);
    await expect(batch).toBeFocused();
  });
});

test.describe('the links of a page', () => {
  const chosen = () => page.getByRole('option', { selected: true });
  const first = () => page.getByRole('option').first();

  test('are one tab stop; arrows move, Space selects, Shift selects a range', async () => {
    await show('collect');
    await page.getByRole('button', { name: 'Select all', exact: true }).focus();
    await press('Tab');
    await expect(focused()).toHaveAccessibleName(/Opening/);
    await press('ArrowDown', 'Space');
    await expect(focused()).toHaveAccessibleName(/Keynote/);
    await expect(chosen()).toHaveCount(1);
    await press('Shift+ArrowDown', 'Shift+ArrowDown');
    await expect(chosen()).toHaveCount(3);
    await press('Shift+Home');
    await expect(chosen()).toHaveCount(4);
    await press('Control+a');
    await expect(chosen()).toHaveCount(12);
    await press('Tab');
    await expect(focused()).toHaveAccessibleName('Titles by pattern…');
    await press('Tab');
    await expect(focused()).toHaveAccessibleName('Folder: Movies');
  });

  test('aren’t sent by Ctrl+Enter in a dialog', async () => {
    await show('collect');
    await page.getByRole('button', { name: 'Select all', exact: true }).click();
    await page.getByRole('button', { name: 'Titles by pattern…' }).click();
    await page.getByRole('dialog').getByRole('textbox').first().focus();
    await press('Control+Enter');
    expect(await findRequests('collect.send')).toEqual([]);
  });

  test('have placeholders of their own in title patterns, each with its meaning', async () => {
    await show('collect');
    await page.getByRole('button', { name: 'Select all', exact: true }).click();
    await page.getByRole('button', { name: 'Titles by pattern…' }).click();
    const list = page.getByRole('list', { name: 'Insert into the title' });
    const placeholders = list.getByRole('button');
    await expect(placeholders).toHaveText(['{n}', '{title}', '{page}', '{site}', '{folder}', '{date}']);
    await expect(placeholders.nth(2)).toHaveAttribute('title', 'The title of the page that it is on');
  });

  test('are virtualised: only visible ones of 5,000 are drawn, and End reaches the last', async () => {
    await show('collect-many');
    const pages = page.getByRole('button', { name: /^Pages/ });
    await expect(pages).toHaveAttribute('aria-expanded', 'false');
    await pages.click();
    await first().focus();
    await press('End');
    await expect(focused()).toHaveAccessibleName(/File \d+/);
    await expect(focused()).toBeInViewport();
    await expect(focused()).toHaveAttribute('aria-setsize', '5000');
    expect(await page.getByRole('option').count()).toBeLessThan(100);
    await press('PageUp', 'Space', 'Home');
    await expect(focused()).toHaveAccessibleName(/File 0/);
    await press('Shift+Space');
    await expect(page.getByRole('button', { name: /^Upload 4,9\d\d links$/ })).toBeVisible();
  });

  test('keep the focus when they are scrolled out of view', async () => {
    await show('collect-many');
    await first().focus();
    await page.locator('.collect-scroll').evaluate((element) => element.scrollTo(0, 100_000));
    await expect(page.getByRole('option', { name: /File 2\d{3}/ }).first()).toBeVisible();
    await press('ArrowDown');
    await expect(focused()).toHaveAccessibleName(/File 1 /);
    await expect(focused()).toBeInViewport();
  });

  test('are selected only if the filter shows them', async () => {
    await show('collect');
    await page.getByLabel('Search links').fill('festival day');
    const shown = await page.getByRole('option').count();
    await expect(page.getByRole('button', { name: 'Select all', exact: true })).toHaveCount(0);
    await page.getByRole('button', { name: `Select ${shown} shown` }).click();
    await expect(page.getByRole('button', { name: `Deselect ${shown} shown` })).toBeVisible();
    await page.getByLabel('Search links').fill('');
    await expect(page.getByRole('option')).toHaveCount(12);
    await expect(chosen()).toHaveCount(shown);
  });

  test('are sent in one message if selected, in the page’s order', async () => {
    await show('collect-filtered');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('option', { name: /Home/ }).click();
    await page.getByRole('button', { name: 'Upload 5 links' }).click();
    await expect(page.getByText('5 links are queued for “Movies”.')).toBeVisible();
    const [request] = (await findRequests('collect.send')) as { urls: string[]; folder: object }[];
    expect(request?.urls[0]).toBe('https://festival.example/');
    expect(request?.urls).toHaveLength(5);
    // The rules decide unless the user chose a folder.
    expect(request).not.toHaveProperty('folder.id');
    await expect(chosen()).toHaveCount(0);
  });

  test('show a notice when they have expired', async () => {
    await show('collect-service-error');
    await page.getByRole('button', { name: 'Select all', exact: true }).click();
    await page.getByRole('button', { name: /^Upload/ }).click();
    await expect(page.getByText(/have expired/)).toBeVisible();
    await expect(chosen()).not.toHaveCount(0);
  });

  test('can’t be uploaded while none is selected, and Ctrl+Enter says so', async () => {
    await show('collect');
    await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeDisabled();
    await first().press('Control+Enter');
    await expect(page.getByText('Select at least one link.')).toBeVisible();
    expect(await findRequests('collect.send')).toEqual([]);
    await page.getByRole('button', { name: 'Select all', exact: true }).click();
    await expect(page.getByText('Select at least one link.')).toBeHidden();
  });

  test('take the focus when the button is disabled because none is selected', async () => {
    await show('collect');
    await first().press('Space');
    await page.getByRole('button', { name: 'Deselect all' }).press('Enter');
    await expect(first()).toBeFocused();
    await first().press('Space');
    await page.getByRole('button', { name: 'Upload 1 link' }).press('Enter');
    await expect(chosen()).toHaveCount(0);
    await expect(first()).toBeFocused();
  });

  test('show their progress to the end once sent', async () => {
    await show('collect-followed');
    await expect(page.getByText(/^In “/)).toHaveCount(0);
    await page.getByRole('button', { name: 'Select all', exact: true }).click();
    await page.getByRole('button', { name: /^Upload \d/ }).click();
    const note = (title: string) => page.getByRole('option', { name: title }).locator('.collect-notes');
    await expect(note('Opening')).toHaveText(/^In “Movies”/);
    await expect(note('Keynote')).toHaveText('Failed: “404 Not Found”');
    await expect(note('Panel')).toHaveText('40%');
    await expect(note('Concert')).toHaveText('queued');
    await expect(note('Poster')).toHaveText('queued');
  });
});

test.describe('the order of the queue', () => {
  const row = (name: string | RegExp) => page.getByRole('row', { name });

  test('is changed with Alt and the arrow keys, and the focus follows', async () => {
    await show('manager-live');
    await row(/first/).focus();
    await press('Alt+ArrowDown');
    await expect(page.getByText('“first” is now number 2 of 4.')).toBeVisible();
    await expect(focused()).toHaveAccessibleName(/first/);
    await press('Alt+ArrowDown');
    await expect(page.getByText('“first” is now number 3 of 4.')).toBeVisible();
    await expect(focused()).toHaveAccessibleName(/first/);
    await press('Alt+ArrowUp');
    await expect(page.getByText('“first” is now number 2 of 4.')).toBeVisible();
    await expect(focused()).toHaveAccessibleName(/first/);
    await press('ArrowUp');
    await expect(focused()).toHaveAccessibleName(/second/);
  });

  test('is changed twice by two quick presses', async () => {
    await show('manager-live');
    await row(/fourth/).evaluate((element) => {
      const press = () =>
        element.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', altKey: true, bubbles: true }));
      press();
      press();
    });
    await expect(page.getByText('“fourth” is now number 2 of 4.')).toBeVisible();
    await expect(page.locator('tr[data-key]').nth(1)).toContainText('fourth');
  });

  test('has its first row as the tab stop until one is chosen', async () => {
    await show('manager-live');
    await expect(row(/first/)).toHaveAttribute('tabindex', '0');
    await row(/fourth/).evaluate((element) => {
      const key = { key: 'ArrowUp', altKey: true, bubbles: true };
      for (let times = 0; times < 3; times++) element.dispatchEvent(new KeyboardEvent('keydown', key));
    });
    await expect(page.getByText('“fourth” is now number 1 of 4.')).toBeVisible();
    await expect(row(/fourth/)).toHaveAttribute('tabindex', '0');
    await expect(row(/first/)).toHaveAttribute('tabindex', '-1');
  });

  test('keeps the focus on the row that “Move to top” moves', async () => {
    await show('manager-live');
    await page.getByRole('button', { name: 'More for fourth' }).click();
    await page.getByRole('menuitem', { name: 'Move to top' }).click();
    await expect(page.getByText('“fourth” is now number 1 of 4.')).toBeVisible();
    await expect(focused()).toHaveAccessibleName(/fourth/);
  });

  test('keeps the focus on the row even without `moveBefore`', async () => {
    await show('manager-live');
    await page.evaluate(() => Reflect.deleteProperty(Element.prototype, 'moveBefore'));
    await row(/fourth/).focus();
    for (const place of [3, 2, 1]) {
      await press('Alt+ArrowUp');
      await expect(page.getByText(`“fourth” is now number ${place} of 4.`)).toBeVisible();
      await expect(focused()).toHaveAccessibleName(/fourth/);
    }
    // For the next tests.
    await reload();
  });

  test('offers only moves that have an effect', async () => {
    await show('manager-live');
    await page.getByRole('button', { name: 'More for first' }).click();
    await expect(page.getByRole('menuitem', { name: 'Move up' })).toHaveCount(0);
    await page.getByRole('menuitem', { name: 'Move to bottom' }).click();
    await expect(page.getByText('“first” is now number 4 of 4.')).toBeVisible();
    await expect(focused()).toHaveAccessibleName('More for first');
  });

  test('moves the focus on when a row of a thousand is no longer drawn', async () => {
    await show('manager-live-many');
    const [top, second] = [page.locator('tr[data-key]').nth(0), page.locator('tr[data-key]').nth(1)];
    const nextKey = await second.getAttribute('data-key');
    await top.focus();
    await press('Enter');
    await page.getByRole('menuitem', { name: 'Move to bottom' }).click();
    await expect(page.getByText(/is now number 1,200 of 1,200/)).toBeVisible();
    await expect(top).toHaveAttribute('data-key', nextKey ?? '');
    await expect(top).toBeFocused();
  });

  test('stays while paused, and Resume moves the focus to Pause', async () => {
    await show('manager-live');
    await page.locator('.queue-paused').getByRole('button', { name: 'Resume' }).focus();
    await press('Enter');
    await expect(page.getByText('Uploads resumed.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pause' })).toBeFocused();
    await press('Shift', 'Enter');
    await expect(page.getByRole('button', { name: 'Resume' }).last()).toBeFocused();
    await expect(page.getByText('Uploads are paused; 4 links are waiting.')).toBeVisible();
  });
});

test.describe('the activity', () => {
  test('is one tab stop, and arrow keys move across days', async () => {
    await show('manager-activity');
    await page.getByLabel('All', { exact: true }).focus();
    await press('Tab');
    await expect(focused()).toHaveAccessibleName(/big-buck-bunny/);
    await press('End');
    await expect(focused()).toHaveAccessibleName(/tears-of-steel/);
    await press('ArrowUp', 'ArrowRight');
    await expect(focused()).toHaveAccessibleName('Try again');
  });

  test('is virtualised for a thousand entries, and searches all of them', async () => {
    await show('manager-activity-many');
    const rows = page.locator('tr[data-id]');
    expect(await rows.count()).toBeLessThan(200);
    await page.getByLabel('Failed', { exact: true }).check();
    await expect(page.getByText('250 entries')).toBeAttached();
    const last = await page.locator('tr[data-id]').last().getAttribute('data-id');
    await page.locator('tr[data-id]').last().scrollIntoViewIfNeeded();
    await expect.poll(() => rows.last().getAttribute('data-id')).not.toBe(last);
  });

  test('sends again into the same folder and account', async () => {
    await show('manager-activity');
    await page
      .getByRole('row', { name: /cosmos-laundromat/ })
      .getByRole('button', { name: 'Try again' })
      .click();
    await expect(page.getByText('1 link is queued for “Movies”.')).toBeVisible();
    await expect
      .poll(() => findRequests('links.send'))
      .toMatchObject([
        {
          links: [{ typedTitle: 'cosmos-laundromat' }],
          folder: { id: '11' },
          accountId: 'a1',
          anyway: false,
        },
      ]);
  });

  test('asks before it is cleared', async () => {
    await show('manager-activity-clear');
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
    expect(await findRequests('activity.clear')).toEqual([]);
    await page.getByRole('button', { name: 'Clear activity', exact: true }).click();
    await expect(page.getByText('Activity cleared.')).toBeVisible();
    await expect.poll(() => findRequests('activity.clear')).toHaveLength(1);
  });

  test('opens in the popup, and Back restores the focus and the typed text', async () => {
    await show('popup-empty');
    await page.getByLabel('Links to upload').fill('https://a.example/1');
    await page.getByRole('button', { name: 'Activity' }).click();
    await expect(page.getByRole('button', { name: 'Back' })).toBeFocused();
    await expect(page.getByLabel('Links to upload')).toBeHidden();
    await press('Enter');
    await expect(page.getByRole('button', { name: 'Activity' })).toBeFocused();
    await expect(page.getByLabel('Links to upload')).toHaveValue('https://a.example/1');
  });
});

test('copied links are inserted with their addresses, as one change that can be undone', async () => {
  await show('manager-empty');
  const box = page.getByLabel('Links to upload');
  const addresses = Array.from({ length: 20 }, (_, at) => `https://a.example/${at}?a=1&copy=2`);
  const inputs = await box.evaluate((element, urls) => {
    let count = 0;
    element.addEventListener('input', () => {
      count += 1;
    });
    const clipboardData = new DataTransfer();
    const links = urls.map((url) => {
      const link = document.createElement('a');
      link.href = url;
      link.textContent = 'Film';
      return link.outerHTML;
    });
    clipboardData.setData('text/html', links.join('<br>'));
    clipboardData.setData('text/plain', urls.map(() => 'Film').join('\n'));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    return new Promise<number>((resolve) => {
      element.addEventListener('input', () => setTimeout(() => resolve(count)), { once: true });
    });
  }, addresses);
  expect(inputs).toBe(1);
  const written = addresses.map((url) => new URL(url).href);
  await expect(box).toHaveValue(`${written.join('\n')}\n`);
  await box.focus();
  await press('Control+z');
  await expect(box).toHaveValue('');
});
