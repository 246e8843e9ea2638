/** Accessibility, keyboard, focus, and requests of the components. */

import type { Locator } from '@playwright/test';
import { knownHosts } from '../../../lib/accounts/known-hosts.ts';
import {
  expect,
  findRequests,
  focused,
  hold,
  holdTimers,
  inEachFont,
  page,
  press,
  show,
  test,
} from '../harness/gallery.ts';

const choose = async (button: string, name: RegExp) => {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('menuitemradio', { name }).click();
};

test('every icon has an outline', async () => {
  await show('popup-live');
  await show('popup-busy');
  const references = await page
    .locator('use')
    .evaluateAll((uses) => uses.map((use) => use.getAttribute('href') ?? ''));
  expect(references.length).toBeGreaterThan(5);
  await expect(page.locator([...new Set(references)].join(','))).toHaveCount(new Set(references).size);
});

test('the popup and the picker never scroll as a whole', { tag: '@all' }, async () => {
  const files = ['popup-files-long', 'popup-files-deep', 'popup-files-first', 'popup-files-chosen'];
  for (const name of ['popup-long', 'popup-many', 'popup-busy', 'picker-many-links', ...files]) {
    for (const direction of ['ltr', 'rtl'] as const) {
      await show(name, { direction });
      await inEachFont(async (font) => {
        const [width, height] = await page.evaluate(() => {
          const { scrollWidth, scrollHeight } = document.documentElement;
          return [scrollWidth, scrollHeight];
        });
        expect({ width, height }, `${name} in ${font}`).toEqual(page.viewportSize());
      });
    }
  }
});

test('at 200 % zoom nothing scrolls sideways, and the main control is visible', {
  tag: '@all',
}, async () => {
  // A window of 1,280 by 800 pixels and the maximum popup of 800 by 600, both zoomed to 200%.
  const windowSize = { width: 640, height: 400 };
  const popupSize = { width: 400, height: 300 };
  const first = {
    'popup-busy': page.getByRole('textbox', { name: 'Links' }),
    'popup-files': page.getByRole('searchbox', { name: 'Search files' }),
    // The folders scroll, the button stays.
    'picker-many-links': page.getByRole('button', { name: 'Upload again' }),
    'options-connected': page.getByRole('searchbox'),
    'manager-busy': page.getByRole('textbox', { name: 'Links' }),
    'manager-files-all': page.locator('[data-kind="file"]').first(),
    'manager-embed-file': page.getByRole('combobox', { name: 'Search files' }),
  };
  for (const [name, locator] of Object.entries(first)) {
    await show(name);
    await page.setViewportSize(name.startsWith('popup') ? popupSize : windowSize);
    await inEachFont(async (font) => {
      await expect(locator, `${name} in ${font}`).toBeInViewport();
      const sideways = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(sideways, `${name} in ${font}`).toBe(0);
    });
  }
});

test.describe('the list of uploads', () => {
  test('is one tab stop, and arrows reach everything in it', async () => {
    await show('popup-busy');
    await page.getByRole('button', { name: 'Files…' }).focus();
    await press('Tab');
    await expect(focused()).toHaveAccessibleName(/big-buck-bunny/);
    await press('ArrowDown');
    await expect(focused()).toHaveAccessibleName('Needs attention 2');
    await press('ArrowDown');
    await expect(focused()).toHaveAccessibleName(/holiday.mkv/);
    await press('ArrowRight');
    await expect(focused()).toHaveAccessibleName('Try again');
    await press('ArrowRight');
    await expect(focused()).toHaveAccessibleName('More for holiday.mkv');
    await press('ArrowLeft', 'ArrowLeft');
    await expect(focused()).toHaveRole('row');
    await press('End');
    await expect(focused()).toHaveAccessibleName(/spring/);
    await press('Home');
    await expect(focused()).toHaveAccessibleName(/^Uploading 1/);
  });

  test('swaps the arrow keys on right-to-left pages', async () => {
    await show('popup-busy', { direction: 'rtl' });
    await page.getByRole('row', { name: /holiday.mkv/ }).focus();
    await press('ArrowLeft', 'ArrowLeft');
    await expect(focused()).toHaveAccessibleName('More for holiday.mkv');
  });

  test('opens a row’s menu with Enter, and Escape restores the focus', async () => {
    await show('popup-busy');
    await page.getByRole('row', { name: /big-buck-bunny/ }).focus();
    await press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Change folder…' })).toBeFocused();
    await press('ArrowUp');
    await expect(page.getByRole('menuitem', { name: 'Delete transfer…' })).toBeFocused();
    await press('t');
    await expect(page.getByRole('menuitem', { name: 'Transfer details' })).toBeFocused();
    await press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(focused()).toHaveAccessibleName('More for big-buck-bunny');
  });

  test('moves the focus on when its row is dismissed, which can be undone', async () => {
    await show('popup-live');
    await page.getByRole('button', { name: 'More for holiday.mkv' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Dismiss' }).press('Enter');
    await expect(page.getByRole('row', { name: /holiday.mkv/ })).toHaveCount(0);
    await expect(focused()).toHaveAccessibleName(/lecture-07/);
    const [removed] = (await findRequests('uploads.remove')) as { id: string }[];
    expect(removed?.id).toMatch(/^upload-/);

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => findRequests('changes.undo')).toEqual([{ ids: ['removal 1'] }]);
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    await expect(page.getByRole('row', { name: /holiday.mkv/ })).toHaveCount(1);
    // The response has the id for it.
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect
      .poll(() => findRequests('changes.undo'))
      .toEqual([{ ids: ['removal 1'] }, { ids: ['back removal 1'] }]);
    await expect(page.getByText('“holiday.mkv” dismissed.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  });

  test('Ctrl+Z restores a removed upload once, even on the other tab', async () => {
    await show('popup-live');
    const undo = page.getByRole('button', { name: 'Undo' });
    const row = page.getByRole('row', { name: /holiday.mkv/ });
    await row.getByRole('button', { name: 'More' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Dismiss' }).press('Enter');
    await expect(undo).toBeVisible();
    await press('Control+z', 'Control+z');
    await expect(undo).toHaveCount(0);
    await expect(row).toHaveCount(1);
    await press('Control+z');
    await expect(page.getByText('There’s nothing to undo.')).toBeVisible();
    await expect.poll(() => findRequests('changes.undo')).toHaveLength(1);
    await page.getByRole('button', { name: 'Dismiss', exact: true }).last().click();

    await row.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Dismiss' }).click();
    await page.getByRole('tab', { name: 'Files' }).click();
    // The code and keys of Files load together.
    await expect(page.getByRole('searchbox')).toBeVisible();
    await expect(undo).toHaveCount(0);
    await press('Control+z');
    await expect.poll(() => findRequests('changes.undo')).toHaveLength(2);
    await expect(page.getByRole('button', { name: 'Redo' })).toBeVisible();
    await press('Control+z');
    await expect(page.getByText('There’s nothing to undo.')).toBeVisible();
    await press('Control+y');
    await expect.poll(() => findRequests('changes.undo')).toHaveLength(3);
    await expect(undo).toBeVisible();
    await press('Control+Shift+z');
    await expect(page.getByText('There’s nothing to redo.')).toBeVisible();
  });

  test('Ctrl+Z restores the last upload, wherever the focus went', async () => {
    await show('popup-live-one');
    await page.getByRole('button', { name: 'More for holiday.mkv' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Remove from queue' }).press('Enter');
    await expect(page.getByText('No active uploads')).toBeVisible();
    await expect(page.getByLabel('Links to upload')).toBeFocused();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await press('Control+z');
    await expect(page.getByRole('row', { name: /holiday.mkv/ })).toHaveCount(1);
  });

  for (const view of [{}, { phone: true }, { direction: 'rtl' }] as const)
    test(`distinguishes links of the same title: ${Object.keys(view)[0] ?? 'popup'}`, async () => {
      await show('popup-same-titles', view);
      const ends = page.locator('.upload-origin > :last-child');
      await expect(ends).toHaveCount(11);
      const texts = await page.locator('.upload-origin').allTextContents();
      expect(texts).toContain('a.very.long.name.of.a.host.example/courses/2026/recordings/session-1');
      await inEachFont(async (font) => {
        const cutEnds = await ends.evaluateAll((all) =>
          all.filter((end) => {
            const { left, right } = end.getBoundingClientRect();
            const row = end.closest('.upload-main')?.getBoundingClientRect();
            return !row || left < row.left || right > row.right || end.scrollWidth > end.clientWidth;
          }),
        );
        expect(cutEnds, font).toEqual([]);
      });
      const [start, title] = await page
        .locator('.upload-main')
        .first()
        .evaluate((main) => {
          const edge = document.dir === 'rtl' ? 'right' : 'left';
          const edgeOf = (selector: string) => main.querySelector(selector)?.getBoundingClientRect()[edge];
          const first = edge === 'right' ? '.upload-origin > :last-child' : '.upload-origin > :first-child';
          return [edgeOf(first), edgeOf('.upload-title')];
        });
      expect(start).toBe(title);
      const shown = await page
        .locator('.upload-origin')
        .evaluateAll((all) => all.map((each) => each.lastElementChild?.textContent));
      expect(new Set(shown).size).toBe(11);
    });

  test('asks before it deletes a transfer', async () => {
    await show('popup-delete');
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(focused()).toHaveAccessibleName('More for big-buck-bunny');
    expect(await findRequests('uploads.deleteTransfer')).toEqual([]);

    await page.getByRole('button', { name: 'More for big-buck-bunny' }).click();
    await page.getByRole('menuitem', { name: 'Delete transfer…' }).click();
    await page.getByRole('button', { name: 'Delete transfer', exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: /^Transfer of .* deleted/ })).toBeVisible();
    await expect.poll(() => findRequests('uploads.deleteTransfer')).toHaveLength(1);
    const again = page.locator('.notice').getByRole('button', { name: 'Upload again' });
    await again.click();
    await expect(again).toHaveCount(0);
    await expect(page.getByText(/^1 link is queued for /)).toBeVisible();
    expect(await findRequests('links.send')).toMatchObject([{ anyway: false }]);
  });

  test('offers only actions with an effect, and clears finished uploads', async () => {
    await show('popup-every-state');
    const footer = page.locator('.uploads-footer').getByRole('button');
    await expect(footer).toHaveText([/^Try again \(\d\)$/, 'Clear finished', 'Pause', '']);
    await page.getByRole('button', { name: 'Clear finished' }).click();
    await expect.poll(() => findRequests('uploads.clearFinished')).toEqual([{ accountId: 'a1' }]);
    const isTryNowOffered = async (title: string) => {
      const more = page.getByRole('button', { name: `More for ${title}`, exact: true });
      await more.press('Enter');
      const menu = page.getByRole('menu');
      await menu.waitFor();
      const count = await menu.getByRole('menuitem', { name: 'Try now' }).count();
      await press('Escape');
      return count > 0;
    };
    expect(await isTryNowOffered('waits for the network')).toBe(true);
    expect(await isTryNowOffered('waits its turn')).toBe(false);
    await show('popup-key-rejected');
    await expect(footer).toHaveText(['Pause', '']);
  });

  test('a menu follows its button while the list scrolls, and closes when that is out of view', async () => {
    await show('popup-every-state');
    const rowButton = page.getByRole('button', { name: /^More (?:for|actions for) / }).first();
    const menu = page.getByRole('menu');
    const scrollBy = (pixels: number) =>
      rowButton.evaluate((button, by) => button.closest('.upload-scroll')?.scrollBy(0, by), pixels);
    const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;
    const apart = async () => (await topOf(menu)) - (await topOf(rowButton));

    await rowButton.click();
    // Below its button, once positioned.
    await expect.poll(apart).toBeGreaterThan(0);
    const [before, top] = [await apart(), await topOf(rowButton)];
    await scrollBy(8);
    await expect.poll(() => topOf(rowButton)).toBe(top - 8);
    await expect.poll(apart).toBe(before);
    await scrollBy(5_000);
    await expect(menu).toHaveCount(0);

    await scrollBy(-5_000);
    await rowButton.click();
    await page.mouse.move(8, 200);
    await page.mouse.wheel(0, 1);
    await expect(menu).toHaveCount(0);
  });

  test('a menu follows its button while the window changes, and closes when that is outside', async () => {
    await show('manager-row-menu', { width: 900 });
    const menu = page.getByRole('menu');
    await page.setViewportSize({ width: 360, height: 760 });
    await expect
      .poll(async () => {
        const { x, width } = (await menu.boundingBox()) ?? { x: 360, width: 0 };
        return x + width;
      })
      .toBeLessThanOrEqual(360);
    await page.setViewportSize({ width: 360, height: 200 });
    await expect(menu).toHaveCount(0);
  });

  test('refused and vanished uploads are restarted and cleared with failed ones', async () => {
    await show('popup-every-state');
    const count = (state: string) => page.locator(`[data-state="${state}"]`).count();
    const unsent = (await count('refused')) + (await count('vanished'));
    const failed = unsent + (await count('failed'));
    expect(failed).toBeGreaterThan(unsent);
    await page.getByRole('button', { name: `Try again (${failed})` }).click();
    await expect.poll(() => findRequests('uploads.restartFailed')).toHaveLength(1);
    await expect.poll(() => findRequests('uploads.retry')).toHaveLength(unsent);
    await page.getByRole('button', { name: 'Queue options' }).click();
    await page.getByRole('menuitem', { name: 'Clear failed' }).click();
    await expect.poll(() => findRequests('uploads.clearFailed')).toHaveLength(1);
    await expect.poll(() => findRequests('uploads.remove')).toHaveLength(unsent);
  });

  test('a click counts if its button moves meanwhile, but not if the pointer leaves it or it shows another row', async () => {
    const button = page.getByRole('button', { name: 'Queue options' });
    const menu = page.getByRole('menu');
    const clickWhile = async (meanwhile: () => Promise<unknown>) => {
      await show('popup-every-state');
      await button.hover();
      await page.mouse.down();
      await meanwhile();
      await page.mouse.up();
    };
    const move = (name: string | null) =>
      button.evaluate((it, label) => {
        Object.assign(it.style, { position: 'relative', insetBlockStart: '60px' });
        it.ariaLabel = label ?? it.ariaLabel;
      }, name);
    await clickWhile(() => move(null));
    await expect(menu).toBeVisible();
    for (const meanwhile of [() => page.mouse.move(20, 20), () => move('Queue options of another')]) {
      await clickWhile(meanwhile);
      // A second click would close it.
      await button.click();
      await expect(menu).toBeVisible();
    }
  });

  test('a click on a checkbox, its label, a summary or a link counts if they move meanwhile', async () => {
    const clickMoving = async (control: Locator) => {
      await control.hover();
      await page.mouse.down();
      await control.evaluate((it) =>
        Object.assign(it.style, { position: 'relative', insetBlockStart: '60px' }),
      );
      await page.mouse.up();
    };
    await show('manager-bulk-rename');
    const options = page.locator('details').filter({ hasText: 'Options' });
    await clickMoving(options.locator('summary'));
    await expect(options).toHaveAttribute('open');
    const box = options.getByRole('checkbox').first();
    await clickMoving(box);
    await expect(box).toBeChecked();
    await clickMoving(
      options
        .locator('label[for]')
        .filter({ hasNot: page.locator('select') })
        .first(),
    );
    await expect(box).not.toBeChecked();
    // Unless it is disabled meanwhile.
    await box.hover();
    await page.mouse.down();
    await box.evaluate((it: HTMLInputElement) => {
      it.disabled = true;
      Object.assign(it.style, { position: 'relative', insetBlockStart: '90px' });
    });
    await page.mouse.up();
    await expect(box).not.toBeChecked();
    await show('manager-files');
    await clickMoving(page.getByRole('link', { name: 'Uploads' }));
    await expect.poll(() => page.evaluate(() => location.hash)).toContain('uploads');
  });

  test('“Clear all” asks first, and shows the service’s message', async () => {
    await show('popup-busy');
    await page.getByRole('button', { name: 'Queue options' }).click();
    await page.getByRole('menuitem', { name: 'Clear all' }).click();
    expect(await findRequests('uploads.clearAll')).toEqual([]);
    await page.getByRole('button', { name: 'Clear all transfers' }).click();
    await expect(page.getByText('All transfers cleared.')).toBeVisible();
    await expect.poll(() => findRequests('uploads.clearAll')).toEqual([{ accountId: 'a1' }]);
    await show('popup-every-state');
    await page.getByRole('button', { name: /^Try again \(/ }).click();
    await expect(page.getByText('The service says: “Errors restarted”')).toBeVisible();
  });

  test('the duplicate of a link that the service took twice can be removed', async () => {
    await show('popup-added-twice');
    const first = page.getByRole('row', { name: /taken twice/ });
    await expect(first).toContainText('The service added this link twice.');
    await first.getByRole('button', { name: 'Delete the second copy' }).click();
    await expect(page.getByText('Second copy of “taken twice” deleted.')).toBeVisible();
    await page
      .getByRole('row', { name: /arrived twice/ })
      .getByRole('button', { name: 'Got it' })
      .click();
    await expect
      .poll(() => findRequests('uploads.removeDuplicate'))
      .toMatchObject([{ fileCode: 'duplicate1' }, { fileCode: 'duplicate2' }]);
  });

  test('three failures of one cause are one row with actions for all, which opens', async () => {
    await show('popup-causes');
    const alike = page.getByRole('row', { name: /3 links couldn’t be downloaded/ });
    await expect(page.getByText('Part 1: The long road to the sea', { exact: true })).toHaveCount(0);
    await alike.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => findRequests('uploads.retry')).toHaveLength(3);
    await alike.press('Enter');
    await expect(page.getByText('Part 1: The long road to the sea', { exact: true })).toBeVisible();
    await alike.getByRole('button', { name: /^More for/ }).click();
    await page.getByRole('menuitem', { name: 'Dismiss' }).click();
    await expect.poll(() => findRequests('uploads.deleteTransfer')).toHaveLength(3);
  });

  test('groups fold by pointer and keyboard, and stay folded', async () => {
    await show('popup-busy');
    const finished = page.locator('[data-state="done"]');
    await expect(page.locator('.upload-group')).toHaveText([
      // A single row shows its own speed.
      'Uploading 1',
      'Needs attention 2',
      'Waiting 2',
      'Finished 2',
    ]);
    await expect(finished).toHaveCount(2);
    await page.getByRole('button', { name: 'Finished 2' }).click();
    await expect(finished).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('foldedGroups'))).toBe('finished');
    await expect(page.getByRole('button', { name: 'Finished 2', expanded: false })).toBeFocused();
    await press('Home', 'ArrowDown', 'End', 'Enter');
    await expect(finished).toHaveCount(2);
  });

  test('uploads that ended or failed before today are folded, below active ones', async () => {
    await show('popup-earlier');
    await expect(page.locator('.upload-group')).toContainText([
      ...['Uploading', 'Needs attention 2', 'Waiting 2', 'Finished 2', 'Earlier 5'],
    ]);
    await expect(page.getByText('failed yesterday one')).toHaveCount(0);
    await expect(page.getByText('big-buck-bunny').first()).toBeInViewport();
    await page.getByRole('button', { name: 'Earlier 5', expanded: false }).click();
    await expect(page.getByText('failed yesterday one')).toBeVisible();
  });

  test('draws the visible rows of a thousand, and others when they come near', async () => {
    await show('popup-many');
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '1207');
    const drawn = await page.locator('tr').count();
    expect(drawn).toBeLessThan(200);
    await page.locator('tr').last().scrollIntoViewIfNeeded();
    await expect.poll(() => page.locator('tr').count()).toBeGreaterThan(drawn);
  });
});

test('arrow keys between the popup’s tabs stay on them', async () => {
  await show('popup-live');
  const [uploads, files] = [
    page.getByRole('tab', { name: /^Uploads/ }),
    page.getByRole('tab', { name: 'Files' }),
  ];
  await uploads.focus();
  await press('ArrowRight');
  await expect(files).toBeFocused();
  await press('ArrowLeft');
  await expect(page.getByLabel('Links to upload')).toBeVisible();
  await expect(uploads).toBeFocused();
});

test.describe('sending', () => {
  test('the box has the focus from the start, or once the window has it', async () => {
    const box = page.getByLabel('Links to upload');
    await show('popup-empty');
    await expect(box).toBeFocused();
    // Firefox may refuse the focus while it opens the panel.
    await page.evaluate(() => document.documentElement.toggleAttribute('inert', true));
    await show('popup-live');
    await expect(page.getByRole('row', { includeHidden: true }).first()).toBeAttached();
    await expect(box).not.toBeFocused();
    await page.evaluate(() => {
      document.documentElement.toggleAttribute('inert', false);
      dispatchEvent(new FocusEvent('focus'));
    });
    await expect(box).toBeFocused();
  });

  test('sends every link, keeps lines without one, and reports both', async () => {
    await show('popup-typed');
    await press('Control+Enter');
    await expect(page.getByText('2 links are queued for “Movies”.')).toBeVisible();
    await expect(page.getByLabel('Links to upload')).toHaveValue('no address here');
    await expect
      .poll(() => findRequests('links.send'))
      .toMatchObject([
        {
          links: [{ url: 'https://a.example/one.iso' }, { url: 'https://a.example/two.iso' }],
        },
      ]);
  });

  test('Enter sends a single line. Shift+Enter adds a line, and then Enter does too', async () => {
    await show('popup-empty');
    const box = page.getByLabel('Links to upload');
    await box.fill('https://a.example/one.iso');
    await press('Shift+Enter');
    await page.keyboard.type('https://a.example/two.iso');
    await press('Enter');
    await expect(box).toHaveValue('https://a.example/one.iso\nhttps://a.example/two.iso\n');
    expect(await findRequests('links.send')).toEqual([]);
    await box.fill('https://a.example/three.iso');
    await press('Enter');
    await expect
      .poll(() => findRequests('links.send'))
      .toMatchObject([{ links: [{ url: 'https://a.example/three.iso' }] }]);
  });

  test('links held back are named, and stay in the box until they are sent anyway', async () => {
    await show('popup-held-back');
    const box = page.getByLabel('Links to upload');
    const links = ['one', 'two', 'three', 'four', 'five'].map((name) => `https://a.example/${name}.iso`);
    await box.fill([...links, 'no link'].join('\n'));
    await press('Control+Enter');
    await expect(page.locator('.popup-outcome .notice-sentence')).toHaveText(
      /^4 of 5 are already there: “two.iso”, “three.iso”, “four.iso”, 1 more. 1 link is queued for “Movies”.$/,
    );
    await expect(box).toHaveValue([...links.slice(1), 'no link'].join('\n'));
    await page.getByRole('button', { name: 'Upload anyway' }).click();
    await expect(page.getByText('4 links are queued for “Movies”.')).toBeVisible();
    await expect(box).toHaveValue('no link');
  });

  for (const scene of ['popup-accounts', 'manager-accounts'])
    test(`goes to the account shown, and never into another account’s folder: ${scene}`, async () => {
      await show(scene);
      const box = page.locator('textarea');
      await box.fill('https://a.example/one.iso');
      await choose('Folder: Movies', /Lectures/);
      await choose('Account: demo', /studio/);
      await expect(page.getByRole('button', { name: 'Folder: My files' })).toBeVisible();
      await expect(box).toHaveValue('https://a.example/one.iso');
      await box.press('Control+Enter');
      await expect(page.getByText('1 link is queued for “My files”.')).toBeVisible();
      await choose('Account: a.very', /demo/);
      await expect(page.getByText('1 link is queued for “My files”.')).toHaveCount(0);
      await box.fill('https://a.example/two.iso');
      await box.press('Control+Enter');
      await expect(page.getByText('1 link is queued for “Lectures”.')).toBeVisible();
      await expect
        .poll(() => findRequests('links.send'))
        .toMatchObject([{ accountId: 'a2' }, { accountId: 'a1', folder: { id: '12' } }]);
      // The other account's default or rules decide.
      expect((await findRequests('links.send'))[0]).not.toHaveProperty('folder.id');
    });
});

test('notices take at most two lines above and below the rows, which stay visible', async () => {
  await show('popup-notices');
  const status = page.locator('.popup-notices .notice');
  const outcome = page.locator('.popup-outcome .notice');
  await page.getByLabel('Links to upload').fill('https://a.example/one.iso');
  await page.getByLabel('Links to upload').press('Control+Enter');
  await expect(outcome).toHaveText(/1 link is queued/);
  await page.getByRole('button', { name: /^Try again \(/ }).click();
  await expect(outcome).toHaveText(/invalid response/);
  await expect(status).toHaveText(/offline/);
  const heights = () =>
    page.locator('.notice').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
  // A line has 20 pixels.
  await expect.poll(heights).toEqual([56, 56]);
  const rowsInSight = await page.locator('[data-key]').evaluateAll((rows) => {
    const list = rows[0]?.closest('.upload-scroll')?.getBoundingClientRect();
    // Title and status must be visible, buttons may be below.
    const linesPx = 36;
    const isInSight = ({ top }: DOMRect) => list && top >= list.top && top + linesPx <= list.bottom;
    return rows.filter((row) => isInSight(row.getBoundingClientRect())).length;
  });
  expect(rowsInSight).toBeGreaterThanOrEqual(3);

  const placeOfRows = () => page.locator('.upload-list').boundingBox();
  const place = await placeOfRows();
  const sentence = outcome.getByRole('button', { name: /invalid response/, expanded: false });
  await sentence.press('Enter');
  const unfolded = outcome.getByRole('button', { name: /invalid response/, expanded: true });
  await expect(unfolded).toBeFocused();
  const cutOff = () =>
    unfolded.locator('.notice-sentence').evaluate((span) => span.scrollHeight - span.clientHeight);
  await expect.poll(cutOff).toBe(0);
  await expect.poll(async () => (await heights())[1]).toBeGreaterThan(60);
  await unfolded.click();
  await expect.poll(heights).toEqual([56, 56]);

  const more = page.getByRole('button', { name: 'and 2 more' });
  await more.click();
  await expect(status).toHaveText([/offline/, /paused/, /Private window/]);
  expect(await placeOfRows()).toEqual(place);
  await more.click();
  await expect(status).toHaveCount(1);
});

test('a notice that is too long cuts names before the sentence', async () => {
  await show('popup-long-names', { phone: true });
  await page.getByRole('button', { name: /^More for A rather long/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Dismiss' }).press('Enter');
  const sentence = page.locator('.popup-outcome .notice-sentence');
  await expect(sentence).toHaveText(/^“A rather long title of .*mkv” dismissed.$/);
  const cut = () =>
    sentence.evaluate((element) =>
      [element, ...element.children].map(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
    );
  // A notice is measured after its first frame.
  await expect.poll(cut).toEqual([false, true, false]);
  await page.locator('.popup-outcome .notice-text button').click();
  await expect.poll(cut).toEqual([false, false, false]);
});

test('on another tab a result replaces lasting notices, unless those have the focus', async () => {
  await show('popup-still-blocked');
  await page.getByRole('tab', { name: 'Files' }).click();
  const status = page.locator('.notice-stack');
  const outcome = page.getByText('Linkhaul still isn’t allowed to access files.example.');
  await page.getByRole('button', { name: 'Allow access' }).press('Enter');
  await expect(outcome).toBeVisible();
  await expect(page.getByRole('button', { name: 'Allow access' })).toBeFocused();
  await press('Tab');
  await expect(status).toBeHidden();
  await page.getByRole('button', { name: 'Dismiss' }).press('Enter');
  await expect(outcome).toHaveCount(0);
  await expect(status).toBeVisible();
  await expect(focused()).toHaveAccessibleName(/^Account: /);
});

test('an outage of an hour ago causes no notice, and the service is polled at once', async () => {
  // Later polls wait.
  const clock = await holdTimers();
  try {
    await show('popup-unreachable-before');
    await expect.poll(() => findRequests('uploads.poll')).toHaveLength(1);
    // Nothing is known yet.
    await expect(page.getByRole('button', { name: /^Account: .*connected/ })).toBeVisible();
    await expect(page.locator('.notice')).toHaveCount(0);
  } finally {
    await clock.restore();
  }
});

for (const scene of ['popup-accounts', 'manager-accounts'])
  test(`an action that ends after a switch is reported in its own account: ${scene}`, async () => {
    await show(scene);
    const release = await hold('links.send');
    const box = page.locator('textarea');
    await box.fill('https://a.example/one.iso');
    await box.press('Control+Enter');
    await choose('Account: demo', /studio/);
    await release();
    await expect(page.getByRole('button', { name: 'Upload', exact: true })).not.toHaveAttribute('aria-busy');
    const outcome = page.getByText(/^1 link is queued for/);
    await expect(outcome).toHaveCount(0);
    await choose('Account: a.very', /demo/);
    await expect(outcome).toBeVisible();
  });

test('success disappears unless hovered, but a warning stays', async () => {
  await show('popup-live');
  const clock = await holdTimers();
  try {
    const box = page.getByLabel('Links to upload');
    const send = async (text: string) => {
      await box.fill(text);
      await box.press('Control+Enter');
    };
    const success = page.getByText(/^1 link is queued for/);
    await send('https://a.example/one.iso');
    await success.hover();
    await clock.pass();
    await expect(success).toBeVisible();
    await page.mouse.move(0, 0);
    await clock.pass();
    await expect(success).toHaveCount(0);

    await send('no link');
    const warning = page.getByText(/“no link”/);
    await expect(warning).toBeVisible();
    await clock.pass();
    await expect(warning).toBeVisible();

    await show('popup-held-back');
    await send('https://a.example/one.iso\nhttps://a.example/two.iso');
    const offer = page.getByText(/^1 of 2 is already there/);
    await expect(offer).toBeVisible();
    await clock.pass();
    await expect(offer).toHaveCount(0);

    await show('manager-files');
    await page.getByRole('grid').first().focus();
    await press('Control+z');
    const nothing = page.getByText('There’s nothing to undo.');
    await expect(nothing).toBeVisible();
    await clock.pass();
    await expect(nothing).toHaveCount(0);
  } finally {
    await clock.restore();
  }
});

test.describe('the folder tree', () => {
  test('works by keyboard, and Enter uploads', async () => {
    await show('picker');
    await page.getByRole('treeitem', { name: 'Movies' }).focus();
    await press('l');
    await expect(focused()).toHaveAccessibleName(/^Lectures/);
    await press('ArrowRight');
    await expect(page.getByRole('treeitem', { name: '2026' })).toBeVisible();
    await press('ArrowRight', 'ArrowDown');
    await expect(focused()).toHaveAccessibleName('2026');
    await press('ArrowLeft');
    await expect(focused()).toHaveAccessibleName(/^Lectures/);
    await press('Enter');
    await expect
      .poll(() => findRequests('picker.send'))
      .toEqual([{ requestId: 'p1', folder: { id: '12', name: 'Lectures' }, pin: false, titles: {} }]);
    await expect
      .poll(() => findRequests('folders.list'))
      .toEqual([
        { folderId: '0', accountId: 'a1' },
        { folderId: '12', accountId: 'a1' },
      ]);
  });

  test('on a phone, “New folder” doesn’t cover the filter', async () => {
    await show('popup-folder-dialog', { phone: true });
    const dialog = page.getByRole('dialog');
    const boxOf = async (locator: Locator) => {
      const box = await locator.boundingBox();
      if (box === null) throw new Error('It is not shown.');
      return box;
    };
    const field = await boxOf(dialog.locator('.field-line').first());
    const button = await boxOf(dialog.getByRole('button', { name: 'New folder' }));
    const isBeside = field.x + field.width <= button.x;
    const isAbove = field.y + field.height <= button.y;
    expect(isBeside || isAbove, JSON.stringify({ field, button })).toBe(true);
  });

  test('creates a folder inside the selected one, and selects it', async () => {
    await show('picker-new-folder');
    await press('Enter');
    await expect(page.getByRole('treeitem', { name: 'Trailers 2026' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect
      .poll(() => findRequests('folders.create'))
      .toEqual([{ name: 'Trailers 2026', parentId: '11', accountId: 'a1' }]);
    // The folder was closed before.
    await expect(page.getByRole('treeitem', { name: 'Drafts & more <b>' })).toBeVisible();
  });

  test('with a filter, creates the folder in the parent of a match if that is selected', async () => {
    await show('manager-bulk-move');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('searchbox').fill('2026');
    const [match, parent] = ['2026', 'Lectures'].map((name) => dialog.getByRole('treeitem', { name }));
    await expect(match ?? dialog).toHaveAttribute('aria-selected', 'true');
    await parent?.click();
    await expect(dialog.getByRole('button', { name: 'Move here' })).toBeEnabled();
    await dialog.getByRole('button', { name: 'New folder' }).click();
    await expect(dialog.getByLabel('New folder in “Lectures”')).toBeFocused();
    await press('Escape');
    await parent?.focus();
    await press('Enter');
    await expect
      .poll(() => findRequests('bulk.start'))
      .toMatchObject([{ work: { folder: { name: 'Lectures' } } }]);
  });

  test('links held back go into the folder that is selected when they are sent', async () => {
    await show('picker-held-back');
    await page.getByRole('button', { name: 'Upload here' }).click();
    await expect(page.getByText('Already there: “big-buck-bunny.mkv”.')).toBeVisible();
    await page.getByRole('treeitem', { name: 'Photos' }).click();
    await page.getByRole('button', { name: 'Upload anyway' }).click();
    await expect(page.getByText('1 link is queued for “Photos”.')).toBeVisible();
    await expect
      .poll(() => findRequests('picker.send'))
      .toMatchObject([{ folder: { id: '11' } }, { folder: { id: '14' } }]);
  });

  test('says why it can’t upload while a new folder is being named', async () => {
    await show('picker-held-back');
    await page.getByRole('button', { name: 'Upload here' }).click();
    await page.getByRole('button', { name: 'Upload anyway' }).waitFor();
    await page.getByRole('button', { name: 'New folder' }).click();
    await page.getByRole('button', { name: 'Upload anyway' }).click();
    await expect(page.getByText('Choose a folder first, or finish creating the new one.')).toBeVisible();
    await expect.poll(() => findRequests('picker.send')).toHaveLength(1);
  });

  test('sends to several accounts, each with its own folder and Undo', async () => {
    await show('picker-two-accounts');
    const upload = page.getByRole('button', { name: 'Upload here' });
    const [first, second] = [page.getByRole('checkbox').nth(0), page.getByRole('checkbox').nth(1)];
    await page.getByRole('treeitem', { name: 'Photos' }).click();
    await first.click();
    await expect(first).toBeChecked();
    await second.click();
    await page.getByRole('treeitem', { name: 'Lectures' }).filter({ visible: true }).click();
    const shown = page.getByRole('radio');
    await expect(shown).toHaveCount(2);
    await shown.first().click();
    await expect(page.getByRole('treeitem', { name: 'Photos' }).filter({ visible: true })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await upload.click();
    await expect
      .poll(() => findRequests('picker.send'))
      .toMatchObject([
        { folder: { name: 'Photos' }, others: [{ accountId: 'a2', folder: { name: 'Lectures' } }] },
      ]);
    await page.getByRole('button', { name: 'Undo' }).nth(1).click();
    await expect(page.getByText('Removed from the queue for “Lectures”')).toBeVisible();
    await expect.poll(() => findRequests('changes.undo')).toEqual([{ ids: ['u2'] }]);
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Redo' })).toHaveCount(1);
  });

  test('a link is sent once, however often the button is pressed', async () => {
    await show('picker-sent');
    await expect(page.getByRole('button', { name: 'Upload here' })).toBeDisabled();
    await page.getByRole('treeitem', { name: 'Movies' }).focus();
    await press('Enter');
    await expect.poll(() => findRequests('picker.send')).toHaveLength(1);
  });
});

/** Requests that the click sends synchronously. */
async function askedInTheClick(button: Locator) {
  await expect(button).toBeEnabled();
  return button.evaluate((element: HTMLButtonElement) => {
    const all = Reflect.get(globalThis, 'requests') as { name: string; request: unknown }[];
    const before = all.length;
    element.click();
    return all.slice(before);
  });
}
const question = [{ name: 'permissions.request', request: 'https://files.example/*' }];

test.describe('a service without host permission', () => {
  test('is requested within the click', async () => {
    await show('popup-blocked');
    await expect(page.getByRole('button', { name: 'Allow access' })).toHaveCount(1);
    expect(await askedInTheClick(page.getByRole('button', { name: 'Allow access' }))).toEqual(question);
  });

  test('is named if the user denies access', async () => {
    await show('popup-still-blocked');
    await page.getByRole('button', { name: 'Allow access' }).click();
    await expect(page.getByText('Linkhaul still isn’t allowed to access files.example.')).toBeVisible();
  });
});

test.describe('unreadable storage', () => {
  test('is reported for its part, and links can still be sent', async () => {
    await show('popup-storage-newer');
    await expect(page.getByText(/^Uploads: Saved by a newer version of Linkhaul/)).toBeVisible();
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await page.getByRole('button', { name: 'This page' }).click();
    await expect(page.getByText('1 link is queued for “Movies”.')).toBeVisible();
  });

  test('in a private window is reported once', async () => {
    await show('popup-memory-only');
    await expect(page.getByText(/^Uploads from this private window/)).toHaveCount(1);
    await expect(page.getByText(/^Private window:/)).toHaveCount(0);
    await expect(page.locator('tr[data-state]')).toHaveCount(1);
  });
});

for (const scene of ['popup-busy', 'manager-busy'])
  test(`? shows the shortcuts, but is typed after other characters in a field: ${scene}`, async () => {
    await show(scene);
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts and help' });
    const box = page.getByLabel('Links to upload');
    await box.focus();
    await press('a', '?');
    await expect(box).toHaveValue('a?');
    await expect(help).toHaveCount(0);
    await page.locator('.upload-group').first().focus();
    await press('?');
    await expect(help).toBeVisible();
    await press('Escape');
    await expect(help).toHaveCount(0);
    await expect(focused()).toHaveAccessibleName(/^Uploading/);
    // The focus starts in the empty field.
    await box.fill('');
    await press('?');
    await expect(help).toBeVisible();
    await press('?', 'Escape');
    await expect(help).toHaveCount(0);
    await expect(box).toBeFocused();
    await expect(box).toHaveValue('');
  });

test('a finished upload shows its picture if it has one', async () => {
  await show('popup-busy');
  const pictures = page.locator('[data-state="done"] .upload-picture img');
  await expect(pictures.first()).toHaveAttribute('src', /^https:\/\/pictures\.example\/.*\.jpg$/);
  await expect(pictures.first()).toHaveAttribute('referrerpolicy', 'no-referrer');
  await expect(page.locator('[data-state="working"] img')).toHaveCount(0);
});

test.describe('connecting', () => {
  test('requests the host within the click, and keeps no key', async () => {
    await show('options-first-run');
    await page.getByLabel('Service address').fill('files.example:8443/settings');
    await page.getByLabel('API key').fill(' the-key ');
    const request = 'https://files.example/* https://api.files.example/*';
    expect(await askedInTheClick(page.getByRole('button', { name: 'Connect' }))).toEqual([
      { name: 'permissions.request', request },
    ]);
    await expect
      .poll(() => findRequests('accounts.findService'))
      .toEqual([{ addresses: ['https://files.example:8443', 'https://api.files.example:8443'] }]);
    await expect
      .poll(() => findRequests('accounts.connect'))
      .toEqual([{ address: 'https://files.example:8443', key: 'the-key' }]);
    await expect(page.getByText('Connected to files.example as demo@files.example.')).toBeVisible();
    await expect(page.getByLabel('API key')).toHaveValue('');
    expect(await page.content()).not.toContain('the-key');
  });

  const noKeySent = async () => {
    for (const name of ['accounts.findMoved', 'accounts.connect'])
      expect(await findRequests(name)).toEqual([]);
  };

  test('finds the API of a known host, names its host first, and shows where the key is', async () => {
    const [known] = knownHosts;
    for (const typed of [known?.name, known?.site]) {
      await show('options-first-run');
      const { host } = new URL(known?.apis[0] ?? '');
      await page.getByLabel('Service address').fill(typed ?? '');
      await page.getByLabel('API key').fill('the-key');
      await expect(page.getByText(`Your key goes to ${host} only.`)).toBeVisible();
      await expect(page.getByRole('link', { name: /^Find it on / })).toHaveAttribute(
        'href',
        known?.keyPage ?? '',
      );
      expect(await askedInTheClick(page.getByRole('button', { name: 'Connect' }))).toEqual([
        { name: 'permissions.request', request: `https://${host}/*` },
      ]);
      await expect.poll(() => findRequests('accounts.connect')).toMatchObject([{ address: known?.apis[0] }]);
    }
  });

  test('offers the names of known hosts', async () => {
    await show('options-first-run');
    const offered = page.locator('datalist option');
    expect(await offered.evaluateAll((all) => all.map((each) => (each as HTMLOptionElement).value))).toEqual(
      knownHosts.map(({ name }) => name),
    );
  });

  test('names every host where it looks for an API, and links to the website for the key', async () => {
    await show('options-first-run');
    await page.getByLabel('Service address').fill('www.files.example');
    await expect(
      page.getByText(
        'allow access to www.files.example, api.files.example. Linkhaul looks for the API there',
      ),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'Find it in your account settings on' })).toHaveAttribute(
      'href',
      'https://www.files.example',
    );
  });

  test('an address without an API gets the key only when the user insists', async () => {
    await show('options-no-api');
    const address = page.getByLabel('Service address');
    await address.fill('files.example');
    await page.getByLabel('API key').fill('the-key');
    await press('Enter');
    await expect(address).toHaveAccessibleDescription(
      /^files\.example isn’t a supported file host\. .*“Connect” again/,
    );
    await noKeySent();
    // Another address is checked again.
    await address.fill('other.example');
    await press('Enter');
    await expect(address).toHaveAccessibleDescription(/^other\.example isn’t/);
    await noKeySent();
    await press('Enter');
    await expect
      .poll(() => findRequests('accounts.connect'))
      .toEqual([{ address: 'https://other.example', key: 'the-key' }]);
  });

  test('waits for the browser’s prompt without sending anything, and can ask again', async () => {
    await show('options-asked');
    await page.getByLabel('Service address').fill('api.files.example');
    await page.getByLabel('API key').fill('the-key');
    await press('Enter');
    await expect(page.getByText('Allow access to api.files.example in your browser’s prompt.')).toBeVisible();
    await page.getByRole('button', { name: 'Connect' }).click();
    expect(await findRequests('permissions.request')).toEqual(Array(2).fill('https://api.files.example/*'));
    expect(await findRequests('accounts.findService')).toEqual([]);
    await noKeySent();
  });

  test('reports an error at its field, which gets the focus', async () => {
    await show('options-wrong-key');
    const form = page.locator('form').filter({ has: page.getByLabel('Service address') });
    const key = form.getByLabel('API key');
    await expect(key).toBeFocused();
    await expect(key).toHaveAccessibleDescription(/rejected this key/);
    await key.fill('down');
    await press('Enter');
    await expect(page.getByLabel('Service address')).toHaveAccessibleDescription(/isn’t responding/);
    await expect(page.getByLabel('Service address')).toHaveValue('files.example');
    await show('options-permission-denied');
    await expect(page.getByLabel('Service address')).toBeFocused();
    await expect(page.getByLabel('Service address')).toHaveAccessibleDescription(/isn’t allowed to access/);
    expect(await findRequests('accounts.findService')).toEqual([]);
    await noKeySent();
  });

  test('typing into one of two wrong fields keeps the focus there', async () => {
    await show('options-first-run');
    const [address, key] = [page.getByLabel('Service address'), page.getByLabel('API key')];
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect(address).toBeFocused();
    await page.keyboard.type('files.example');
    await expect(address).toHaveValue('files.example');
    await expect(key).toHaveValue('');
    await expect(key).toHaveAccessibleDescription(/^Enter /);
  });

  test('an address without a dot is tried when the user insists', async () => {
    await show('options-first-run');
    await page.getByLabel('Service address').fill('filehost');
    await page.getByLabel('API key').fill('the-key');
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect(page.getByText('“filehost” looks incomplete')).toBeVisible();
    await expect(page.getByLabel('Service address')).toBeFocused();
    expect(await findRequests('accounts.connect')).toEqual([]);
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect
      .poll(() => findRequests('accounts.connect'))
      .toMatchObject([{ address: 'https://filehost' }]);
  });

  test('a key goes out unencrypted only when the user insists, and its account says so', async () => {
    await show('options-first-run');
    const address = page.getByLabel('Service address');
    const connect = page.getByRole('button', { name: 'Connect' });
    await page.getByLabel('API key').fill('the-key');
    await address.fill('http://127.0.0.2:8080');
    await connect.click();
    await expect(page.getByText(/^Connected to /)).toBeVisible();
    await page.getByLabel('API key').fill('the-key');
    await address.fill('http://files.example');
    await connect.click();
    await expect(address).toHaveAccessibleDescription(/^Your key would be sent to .* unencrypted/);
    await expect(address).toBeFocused();
    await address.fill('http://other.example');
    await connect.click();
    await expect(address).toHaveAccessibleDescription(/sent to other\.example unencrypted/);
    await connect.click();
    await expect
      .poll(() => findRequests('accounts.connect'))
      .toMatchObject([{ address: 'http://127.0.0.2:8080' }, { address: 'http://other.example' }]);
    for (const scene of ['options-unencrypted', 'manager-account-unencrypted']) {
      await show(scene);
      await expect(page.getByText('Not encrypted: others on the network can read your API key.')).toHaveCount(
        1,
      );
    }
  });

  test('an account is renamed, and the focus returns', async () => {
    await show('options-connected');
    const rename = page.getByRole('button', { name: /^Rename/ }).first();
    await rename.click();
    await page.getByLabel('Nickname').fill('Holiday videos');
    await press('Enter');
    await expect.poll(() => findRequests('accounts.rename')).toMatchObject([{ nickname: 'Holiday videos' }]);
    await expect(rename).toBeFocused();
    await press('Enter', 'Escape');
    await expect(rename).toBeFocused();
  });

  test('an account with a rejected key has a field for a new one in its card', async () => {
    await show('options-service-error');
    const card = page.locator('[data-account]');
    await expect(card).toContainText('The API key was rejected. Enter a new one below.');
    await expect(page.getByLabel('API key')).toHaveCount(1);
    await expect(card.getByLabel('API key')).toBeFocused();
  });

  test('the key is hidden until the user shows it', async () => {
    await show('options-first-run');
    const key = page.getByLabel('API key');
    // A password manager would fill in a password field.
    await expect(key).toHaveAttribute('type', 'text');
    await expect(key).toHaveCSS('-webkit-text-security', 'disc');
    await page.getByRole('button', { name: 'Show key' }).click();
    await expect(key).toHaveCSS('-webkit-text-security', 'none');
  });

  test('the setting for notifications stays off if the browser doesn’t allow them', async () => {
    await show('options-connected');
    await page.getByLabel('Notify about uploads').click();
    await expect(page.getByText('didn’t allow notifications')).toBeVisible();
    await expect(page.getByLabel('Notify about uploads')).not.toBeChecked();
    expect(await findRequests('settings.change')).toEqual([]);
  });
});

test('blocked notifications are reported, and requested within the click', async () => {
  await show('options-connected');
  await expect(page.getByRole('button', { name: 'Allow', exact: true })).toHaveCount(0);
  await show('options-notifications-revoked');
  const blocked = page.getByText('doesn’t let Linkhaul show notifications');
  await expect(blocked).toHaveCount(1);
  const allow = page.getByRole('button', { name: 'Allow', exact: true });
  await allow.focus();
  expect(await askedInTheClick(allow)).toEqual([{ name: 'permissions.request', request: 'notifications' }]);
  await expect(blocked).toHaveCount(0);
  await expect(page.getByLabel('Notify about uploads')).toBeFocused();
});

test.describe('an account', () => {
  test('shows the service’s values, and unknown ones as unknown', async () => {
    await show('manager-account-every-state');
    const facts = (name: string) => page.locator('.fact').filter({ hasText: name }).locator('dd');
    await expect(facts('Storage')).toHaveText([
      /^Storage full · /,
      /^No storage limit · /,
      'Free space unknown · used space unknown',
      / free · .* used$/,
      / free · .* used$/,
    ]);
    await expect(facts('Premium')).toHaveText([
      /^Until /,
      /^Ends soon, on /,
      'Unknown',
      /^Ended on /,
      /^Ends around /,
    ]);
    await expect(facts('Balance').nth(2)).toHaveText('Unknown');
    await expect(facts('Balance').nth(3)).toHaveText('-1,234,567.00001');
  });

  test('moves to another address, which is questioned if it is doubtful', async () => {
    await show('manager-account');
    await page.getByRole('button', { name: 'Change address: demo' }).click();
    const address = page.getByLabel('Service address');
    await expect(address).toBeFocused();
    await address.fill('http://other.example');
    await page.getByLabel('Public address').fill('mailto:me');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await expect(address).toHaveAccessibleDescription(/unencrypted.*press “Save” again/);
    await expect(page.getByLabel('Public address')).toHaveAccessibleDescription(/starts with https/);
    await page.getByLabel('Public address').fill('watch.example');
    await save.click();
    await expect(address).toHaveAccessibleDescription(/this key belongs to other@files\.example/);
    const request = { accountId: 'a1', address: 'http://other.example' };
    await expect
      .poll(() => findRequests('accounts.changeAddress'))
      .toMatchObject([{ ...request, isConfirmed: false }]);
    await save.click();
    await expect(page.getByText('Address changed.')).toBeVisible();
    await expect.poll(() => findRequests('accounts.changeAddress')).toHaveLength(2);
    await expect
      .poll(() => findRequests('accounts.setPublicAddress'))
      .toEqual([{ accountId: 'a1', address: 'https://watch.example' }]);
  });

  test('that fails reports it in its own card', async () => {
    await show('manager-account-failing');
    const cards = page.getByRole('listitem').filter({ has: page.locator('.account-info-head') });
    await expect(cards.nth(0).locator('dl:not(.host-abilities dl) .fact')).not.toHaveCount(0);
    await expect(cards.nth(1)).toContainText('The account’s API key was rejected.');
    await expect(cards.nth(1).locator('dl:not(.host-abilities dl) .fact')).toHaveCount(0);
    await expect(cards.nth(1).getByRole('button', { name: 'Settings' })).toBeVisible();
    await expect(cards.nth(2)).toContainText('The service can’t be reached.');
  });

  test('whose takedowns can’t be read says why, and can ask again', async () => {
    await show('manager-takedowns-failing');
    const section = page.getByRole('region', { name: /^Takedowns in/ });
    await expect(section).toContainText('The service sent an invalid response.');
    const before = (await findRequests('takedowns.list')).length;
    await section.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(async () => (await findRequests('takedowns.list')).length).toBe(before + 1);
  });
});

test('the second key press skips header, folders and tools', async () => {
  await show('manager-files-all');
  await press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await press('Enter');
  await expect(page.locator('[data-kind="file"]').first()).toBeFocused();
  await show('options-connected');
  await press('Tab', 'Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('the header links to four views by name, at any width', async () => {
  for (const view of [{ width: 1000 }, { width: 640 }, { phone: true }]) {
    await show('manager-files-all', view);
    const links = page.getByRole('navigation', { name: 'Views' }).getByRole('link');
    await expect(links).toHaveText(['Uploads', 'Files', 'Activity', 'Reports']);
    await inEachFont(async (font) => {
      const cut = await links
        .locator('.one-line')
        .evaluateAll((names) =>
          names.filter((name) => name.clientWidth < 20 || name.scrollWidth > name.clientWidth),
        );
      expect(cut, font).toEqual([]);
    });
  }
});

test('Files lists takedowns with their number', async () => {
  await show('manager-files-all');
  const entry = page.getByRole('link', { name: 'Takedowns' });
  await expect(entry).toHaveText('Takedowns2');
  await expect(entry).toHaveAttribute('href', '#takedowns');
  await show('manager-takedowns');
  await expect(page.locator('nav [aria-current="page"]')).toHaveText('Files');
});

test('the account is opened from its menu', async () => {
  await show('manager-files-all');
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await expect(page.getByRole('list', { name: 'Accounts' })).toBeVisible();
  await expect(page.locator('nav [aria-current="page"]')).toHaveCount(0);
});

test.describe('the settings', () => {
  test('are found by what people call them', async () => {
    await show('options-connected');
    const search = page.getByRole('searchbox', { name: 'Search settings' });
    for (const [word, heading] of [
      ['dark', 'Appearance'],
      ['theme', 'Appearance'],
      ['hotkey', 'Shortcuts'],
    ] as const) {
      await search.fill(word);
      await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    }
    await search.fill('');
  });

  test('keep what was typed and opened in cards that a search hides', async () => {
    await show('options-connected');
    await page.getByText('Add an account').click();
    const key = page.getByLabel('API key', { exact: true });
    await key.fill('half a key');
    const search = page.getByRole('searchbox', { name: 'Search settings' });
    await search.fill('dark');
    await expect(key).toBeHidden();
    await search.fill('');
    await expect(key).toHaveValue('half a key');
  });

  test('highlight the matches of a search, even in parts drawn later', async () => {
    const marked = () =>
      page.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map((range) => range.toString()));
    await show('options-connected');
    const search = page.getByRole('searchbox', { name: 'Search settings' });
    await search.fill('LINKHAUL stores');
    await expect.poll(marked).toEqual(['Linkhaul', 'stores', 'Linkhaul']);
    await page.getByText('Show everything that is stored and sent').click();
    await expect.poll(async () => (await marked()).length).toBeGreaterThan(3);
    await search.fill('');
    await expect.poll(marked).toEqual([]);
  });

  test('have a side navigation that leads to each section and follows the page', async () => {
    await show('options-connected');
    const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link');
    await expect(links).toHaveText([
      'Accounts',
      'Folders and rules',
      'Right-click menu',
      'Notifications',
      'Shortcuts',
      'Appearance',
      'Data and help',
    ]);
    const current = page.locator('nav [aria-current="location"]');
    await expect(current).toHaveText('Accounts');
    for (const name of ['Notifications', 'Appearance', 'Data and help']) {
      await links.filter({ hasText: name }).click();
      await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport();
      await expect(current).toHaveText(name);
    }
    await page.evaluate(() => scrollTo(0, 0));
    await expect(current).toHaveText('Accounts');
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect(current).toHaveText('Data and help');
    await expect(links.first()).toBeInViewport();
  });

  test('show the shortcuts of Linkhaul’s pages on request', async () => {
    await show('options-connected');
    const keys = page.getByText('Extend the selection');
    await expect(keys).toHaveCount(0);
    await page.getByRole('button', { name: 'Show these shortcuts' }).click();
    await expect(keys).toBeVisible();
    await press('Escape');
    await expect(keys).toHaveCount(0);
    await press('?');
    await expect(keys).toBeVisible();
  });

  test('accept a rule for a site, or for a kind of link', async () => {
    await show('options-connected');
    await page.getByRole('button', { name: 'Add a rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a rule' });
    const site = dialog.getByLabel('Site or link');
    await expect(site).toBeFocused();
    await site.fill('no site');
    await press('Enter');
    await expect(site).toHaveAccessibleDescription(/Enter a site/);
    await site.fill('cdn.example');
    await expect(dialog.getByText('Links from cdn.example')).toBeVisible();
    await site.fill('https://cdn.example/film.mp4');
    await expect(dialog.getByText('Videos from cdn.example')).toBeVisible();
    await press('Enter');
    await expect(page.getByText('Rule added.')).toBeVisible();
    await expect
      .poll(() => findRequests('rules.save'))
      .toMatchObject([{ host: 'cdn.example', kind: 'video', titlePattern: null }]);
  });

  test('accept a rule for the pages of a site', async () => {
    await show('options-connected');
    await page.getByRole('button', { name: 'Add a rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a rule' });
    await dialog.getByLabel('Site or link').fill('festival.example');
    await dialog.getByLabel('Links on pages of this site').click();
    await expect(dialog.getByText('On pages of festival.example: All links')).toBeVisible();
    await dialog.getByLabel('Also while another account is current').click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Rule added.')).toBeVisible();
    await expect
      .poll(() => findRequests('rules.save'))
      .toMatchObject([{ host: 'festival.example', isPageHost: true, isForAll: true, kind: null }]);
  });
});

test('the test of a link names the account of its rule, and that account’s default folder', async () => {
  await show('options-rules-two-accounts');
  const label = page.getByLabel('Test a link');
  for (const [link, sentence] of [
    ['https://downloads.example/film.mp4', /^Goes to “Movies · a\.very\.long[^”]*” as “/],
    ['https://downloads.example/book.pdf', /^Goes to “Drafts · a\.very\.long[^”]*”\.$/],
    ['https://gone.example/film.mp4', 'No rule matches. Goes to the default folder, “Movies”.'],
  ] as const) {
    await label.fill(link);
    await expect(page.getByText(sentence)).toBeVisible();
  }
});

test('half a rule waits for its account while another page switches accounts', async () => {
  await show('options-rules-two-accounts');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add a rule' }).click();
  await dialog.getByLabel('Site or link').fill('downloads.example');
  // The dialog is modal, so a user would switch in another page.
  await page.getByRole('button', { name: /^Switch to/, includeHidden: true }).dispatchEvent('click');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: /^Switch to/ }).click();
  await expect(dialog.getByLabel('Site or link')).toHaveValue('downloads.example');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => findRequests('rules.save')).toMatchObject([{ host: 'downloads.example' }]);
  await expect(dialog).toHaveCount(0);
});

test('moved pages are followed with one click, or their notice is dismissed', async () => {
  const sentence = 'Most of your files are now at new-watch.example.';
  await show('popup-pages-moved');
  const notice = page.locator('.popup-notices');
  await expect(notice.getByText(sentence)).toBeVisible();
  await notice.getByRole('button', { name: 'Use new address' }).click();
  const answer = { accountId: 'a1', isFollowed: true };
  await expect.poll(() => findRequests('accounts.answerNewPages')).toEqual([answer]);
  await expect(page.getByText('Links and players now lead to new-watch.example.')).toBeVisible();
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect
    .poll(() => findRequests('accounts.answerNewPages'))
    .toEqual([answer, { ...answer, isFollowed: false }]);

  await show('manager-account-pages-moved');
  const card = page.getByRole('listitem').filter({ hasText: 'files.example' }).first();
  await expect(card.getByText(sentence)).toBeVisible();
  await expect(card.locator('code')).toHaveText(
    '<meta name="linkhaul-host" content="https://new-watch.example">\n' +
      '<meta name="linkhaul-replaces" content="https://watch.example">',
  );
  const extras = card.getByRole('link', { name: 'Save linkhaul-player-extras.js' });
  await expect(extras).toHaveAttribute('href', 'linkhaul-player-extras.js');
  await card.getByRole('button', { name: 'Use new address' }).click();
  await expect.poll(() => findRequests('accounts.answerNewPages')).toEqual([answer]);
});

test('a rule through this browser requests its site within the click', async () => {
  await show('options-connected');
  await page.getByRole('button', { name: 'Add a rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a rule' });
  await dialog.getByLabel('Site or link').fill('members.example');
  await dialog.getByLabel('Upload through this browser').click();
  const asked = await askedInTheClick(dialog.getByRole('button', { name: 'Save' }));
  const request = 'https://*.members.example/* http://*.members.example/*';
  expect(asked[0]).toEqual({ name: 'permissions.request', request });
  await expect(page.getByText('Rule added.')).toBeVisible();
  await expect
    .poll(() => findRequests('rules.save'))
    .toMatchObject([{ host: 'members.example', via: 'browser' }]);
});

test('the picker sends through this browser, and requests the links’ sites within the click', async () => {
  await show('picker');
  await page.getByLabel('Upload through this browser').click();
  await page.getByLabel('Always for videos from downloads.example').click();
  const asked = await askedInTheClick(page.getByRole('button', { name: 'Upload here' }));
  expect(asked[0]).toEqual({ name: 'permissions.request', request: 'https://downloads.example/*' });
  await expect
    .poll(() => findRequests('picker.send'))
    .toMatchObject([{ via: 'browser', rule: { host: 'downloads.example', via: 'browser' } }]);
});

test('a failed row is resent through this browser, and requests its site within the click', async () => {
  await show('popup-busy');
  await page.getByRole('button', { name: 'More for holiday.mkv' }).click();
  const asked = await askedInTheClick(page.getByRole('menuitem', { name: 'Upload through this browser' }));
  expect(asked).toMatchObject([
    { name: 'permissions.request', request: 'https://downloads.example/*' },
    { name: 'uploads.retry', request: { via: 'browser' } },
  ]);
});

test('a row without access to one host requests only that host', async () => {
  await show('popup-through-browser');
  const requestOf = async (kind: string, button: string) => {
    const row = page.locator('[data-key]', { hasText: `refused: ${kind}` });
    await expect(row.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    const [first] = await askedInTheClick(row.getByRole('button', { name: button }));
    return first?.request;
  };
  expect(await requestOf('access', 'Allow members.example')).toBe('https://members.example/*');
  expect(await requestOf('uploadHost', 'Allow up.example')).toBe('https://up.example/*');
  expect(await requestOf('redirect', 'Allow cdn.example')).toBe('https://cdn.example/*');
  await expect
    .poll(() => findRequests('uploads.retry'))
    .toContainEqual(expect.objectContaining({ follow: 'https://cdn.example' }));
});

test('a row whose link redirects to another site continues there if the user agrees', async () => {
  await show('popup-through-browser');
  const row = page.locator('[data-key]', { hasText: 'refused: site' });
  await expect(row).toContainText('Continue to cdn.example with your session there?');
  await row.getByRole('button', { name: 'Continue to cdn.example' }).click();
  await expect
    .poll(() => findRequests('uploads.retry'))
    .toEqual([expect.objectContaining({ follow: 'https://cdn.example' })]);
  await expect(page.locator('[data-key]', { hasText: 'refused: local' })).toContainText(
    'redirects to http://192.168.0.1 on this device or your network.',
  );
});

test('the picker says where a known link is, and moves it', async () => {
  await show('picker-known');
  await expect(page.getByText('This file is already in “My files”.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload again' })).toBeVisible();
  await page.getByRole('button', { name: 'Move to “Movies”' }).click();
  await expect
    .poll(() => findRequests('picker.send'))
    .toMatchObject([
      {
        folder: { id: '11' },
        isMove: true,
        titles: { 'https://downloads.example/trailer7.mp4': 'Trailer 7' },
      },
    ]);
  await expect(page.getByText('“Trailer 7” will go to “Movies”.')).toBeVisible();
});

test('the picker makes a rule for the link or for its page, never both', async () => {
  await show('picker-on-page');
  await page.getByLabel('Always for videos from cdn.example').click();
  await page.getByLabel('Title pattern (optional)').fill('{page}');
  const onPages = page.getByLabel('Always on pages of festival.example: Video');
  await onPages.click();
  await expect(page.getByLabel('Always for videos from cdn.example')).not.toBeChecked();
  await page.getByRole('button', { name: 'Upload here' }).click();
  await expect
    .poll(() => findRequests('picker.send'))
    .toMatchObject([
      { rule: { host: 'festival.example', isPageHost: true, kind: 'video', titlePattern: '{page}' } },
    ]);
});

test('a finished upload makes a rule for links like it', async () => {
  await show('manager-busy');
  const row = page.locator('[data-state="done"]').first();
  await row.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: /^Always upload links like this to / }).click();
  await expect(page.getByText('Rule added.')).toBeVisible();
  await expect.poll(() => findRequests('rules.save')).toHaveLength(1);
});

test('a finished upload is copied to another account of the service', async () => {
  await show('manager-two-of-a-service');
  const row = page.locator('[data-state="done"]').first();
  await row.getByRole('button', { name: /^More for/ }).click();
  await expect(page.getByRole('menuitem', { name: /^Copy to/ })).toHaveCount(1);
  await page.getByRole('menuitem', { name: 'Copy to second…' }).click();
  await page.getByRole('dialog').getByRole('treeitem', { name: 'Movies' }).click();
  await page.getByRole('button', { name: 'Use this folder' }).click();
  await expect(page.getByText(/^Copying “.*” to second\./)).toBeVisible();
  await expect
    .poll(() => findRequests('bulk.start'))
    .toMatchObject([{ accountId: 'second', work: { kind: 'clone', folder: { name: 'Movies' } } }]);
});

test('accounts are switched and renamed in their list', async () => {
  await show('manager-account-every-state');
  await page.getByRole('button', { name: 'Switch to more-0' }).click();
  await expect.poll(() => findRequests('accounts.select')).toHaveLength(1);
  await page.getByRole('button', { name: 'Rename demo' }).click();
  await expect(page.getByLabel('Nickname')).toBeFocused();
  await page.getByLabel('Nickname').fill('Archive');
  await press('Enter');
  await expect.poll(() => findRequests('accounts.rename')).toMatchObject([{ nickname: 'Archive' }]);
  await expect(page.getByRole('button', { name: /^Rename / }).first()).toBeFocused();
});

test('the popup fits the room of a low screen', async () => {
  await show('popup-busy');
  // As `public/theme.js` sets it.
  await page.evaluate(() => document.documentElement.style.setProperty('--popup-room', '400px'));
  await expect(page.locator('.popup')).toHaveCSS('height', '400px');
  const last = await page.getByRole('button', { name: /^Pause/ }).boundingBox();
  expect((last?.y ?? 400) + (last?.height ?? 0)).toBeLessThan(400);
});
