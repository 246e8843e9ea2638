/** The components in a real browser, without an extension around them: accessibility, keyboard, focus, and what they ask for. */
import type { Locator } from '@playwright/test';
import { violations } from '../harness/axe.ts';
import { expect, focused, page, press, requestsOf, scenesOf, show, test } from '../harness/gallery.ts';

test.describe('axe finds nothing', () => {
  for (const screen of ['popup', 'options', 'picker', 'collect', 'manager']) {
    test(`in any state of the ${screen}, in light and dark`, async () => {
      const names = scenesOf(screen);
      expect(names.length).toBeGreaterThan(5);
      // Some screens have dozens of states; ten seconds are plenty for each.
      test.setTimeout(names.length * 10_000);
      const found: string[] = [];
      for (const name of names) {
        await show(name);
        const light = await violations(page);
        await page.emulateMedia({ colorScheme: 'dark' });
        const dark = await violations(page, { rules: ['color-contrast'] });
        found.push(...[...light, ...dark].map((violation) => `${name}: ${violation}`));
      }
      expect(found).toEqual([]);
    });
  }
});

test('the outlines of all icons are there', async () => {
  await show('popup-live');
  await show('popup-busy');
  const references = await page
    .locator('use')
    .evaluateAll((uses) => uses.map((use) => use.getAttribute('href') ?? ''));
  expect(references.length).toBeGreaterThan(5);
  await expect(page.locator([...new Set(references)].join(','))).toHaveCount(new Set(references).size);
});

test('nothing makes the popup or the picker scroll as a whole', async () => {
  for (const name of ['popup-long', 'popup-many', 'popup-busy', 'picker-many-links']) {
    for (const direction of ['ltr', 'rtl'] as const) {
      await show(name, { direction });
      const { scrollWidth, scrollHeight } = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return { scrollWidth, scrollHeight };
      });
      expect({ scrollWidth, scrollHeight }).toEqual({
        scrollWidth: page.viewportSize()?.width,
        scrollHeight: page.viewportSize()?.height,
      });
    }
  }
});

test('at 200 % zoom nothing scrolls sideways, and what comes first is in sight', async () => {
  // A window of 1,280 by 800 pixels, and a popup of the 800 by 600 that a browser gives at most.
  const windowSize = { width: 640, height: 400 };
  const popupSize = { width: 400, height: 300 };
  const first = {
    'popup-busy': page.getByRole('textbox', { name: 'Links' }),
    'popup-files': page.getByRole('searchbox', { name: 'Search files' }),
    'picker-many-links': page.getByRole('tree'),
    'options-connected': page.getByRole('searchbox'),
    'manager-busy': page.getByRole('textbox', { name: 'Links' }),
    'manager-files-all': page.locator('[data-kind="file"]').first(),
    'manager-embed-file': page.getByLabel('File code or any link to the file'),
  };
  for (const [name, locator] of Object.entries(first)) {
    await show(name);
    await page.setViewportSize(name.startsWith('popup') ? popupSize : windowSize);
    await expect(locator, name).toBeInViewport();
    const sideways = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(sideways, name).toBe(0);
  }
});

test.describe('the list of uploads', () => {
  test('is one stop for Tab, and arrows lead everywhere in it', async () => {
    await show('popup-busy');
    await page.getByRole('button', { name: 'Upload files…' }).focus();
    await press('Tab');
    await expect(focused()).toHaveAccessibleName(/big-buck-bunny/);
    await press('ArrowDown');
    await expect(focused()).toHaveAccessibleName('Needs attention 2');
    await press('ArrowDown');
    await expect(focused()).toHaveAccessibleName(/holiday.mkv/);
    await press('ArrowRight');
    await expect(focused()).toHaveAccessibleName('More for holiday.mkv');
    await press('ArrowRight');
    await expect(focused()).toHaveAccessibleName('Try again');
    await press('ArrowLeft', 'ArrowLeft');
    await expect(focused()).toHaveRole('row');
    await press('End');
    await expect(focused()).toHaveAccessibleName(/spring/);
    await press('Home');
    await expect(focused()).toHaveAccessibleName(/^Uploading 1/);
  });

  test('reads from the right where the page does', async () => {
    await show('popup-busy', { direction: 'rtl' });
    await page.getByRole('row', { name: /holiday.mkv/ }).focus();
    await press('ArrowLeft');
    await expect(focused()).toHaveAccessibleName('More for holiday.mkv');
  });

  test('Enter opens the row’s menu, Escape gives the focus back', async () => {
    await show('popup-busy');
    await page.getByRole('row', { name: /big-buck-bunny/ }).focus();
    await press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Transfer details' })).toBeFocused();
    await press('ArrowUp');
    await expect(page.getByRole('menuitem', { name: 'Delete transfer…' })).toBeFocused();
    await press('c');
    await expect(page.getByRole('menuitem', { name: 'Copy source address' })).toBeFocused();
    await press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(focused()).toHaveAccessibleName('More for big-buck-bunny');
  });

  test('hands the focus on when its row leaves, and what left can be brought back', async () => {
    await show('popup-live');
    await page
      .getByRole('row', { name: /holiday.mkv/ })
      .getByRole('button', { name: 'Dismiss' })
      .focus();
    await press('Enter');
    await expect(page.getByRole('row', { name: /holiday.mkv/ })).toHaveCount(0);
    await expect(focused()).toHaveAccessibleName(/lecture-07/);
    const [removed] = (await requestsOf('uploads.remove')) as { id: string }[];
    expect(removed?.id).toMatch(/^upload-/);

    await page.getByRole('button', { name: 'Undo' }).click();
    await expect
      .poll(() => requestsOf('links.send'))
      .toMatchObject([{ links: [{ typedTitle: 'holiday.mkv' }], anyway: true }]);
  });

  test('asks before a transfer is deleted, and deletes it then', async () => {
    await show('popup-delete');
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(focused()).toHaveAccessibleName('More for big-buck-bunny');
    expect(await requestsOf('uploads.deleteTransfer')).toEqual([]);

    await page.getByRole('button', { name: 'More for big-buck-bunny' }).click();
    await page.getByRole('menuitem', { name: 'Delete transfer…' }).click();
    await page.getByRole('button', { name: 'Delete transfer', exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: 'was deleted' })).toBeVisible();
    expect(await requestsOf('uploads.deleteTransfer')).toHaveLength(1);
  });

  test('offers only what would do something, and clears what has finished', async () => {
    await show('popup-every-state');
    const footer = page.locator('.uploads-footer').getByRole('button');
    await expect(footer).toHaveText([
      /^Restart failed \(\d\)$/,
      'Clear failed',
      'Clear finished',
      'Clear all',
      'Pause',
      '',
    ]);
    const finished = await page
      .locator('[data-state="done"]')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-key')));
    expect(finished.length).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Clear finished' }).click();
    expect(await requestsOf('uploads.remove')).toEqual(finished.map((id) => ({ id })));
    await show('popup-key-rejected');
    await expect(footer).toHaveText(['Pause', '']);
  });

  test('Clear all asks first; the service’s own words are shown', async () => {
    await show('popup-busy');
    await page.getByRole('button', { name: 'Clear all' }).click();
    expect(await requestsOf('uploads.clearAll')).toEqual([]);
    await page.getByRole('button', { name: 'Clear all transfers' }).click();
    await expect(page.getByText('All transfers were cleared.')).toBeVisible();
    expect(await requestsOf('uploads.clearAll')).toEqual([{ accountId: 'a1' }]);
    await show('popup-every-state');
    await page.getByRole('button', { name: 'Restart failed' }).click();
    await expect(page.getByText('The service says: Errors restarted')).toBeVisible();
  });

  test('a link that the service took twice can be taken back once', async () => {
    await show('popup-twins');
    const first = page.getByRole('row', { name: /taken twice/ });
    await expect(first).toContainText('The service took this link twice.');
    await first.getByRole('button', { name: 'Delete the second copy' }).click();
    await expect(page.getByText('The second copy of “taken twice” was deleted.')).toBeVisible();
    await page
      .getByRole('row', { name: /arrived twice/ })
      .getByRole('button', { name: 'Got it' })
      .click();
    await expect
      .poll(() => requestsOf('uploads.removeTwin'))
      .toMatchObject([{ fileCode: 'twin1' }, { fileCode: 'twin2' }]);
  });

  test('groups fold, by pointer and keyboard, and stay so', async () => {
    await show('popup-busy');
    const finished = page.locator('[data-state="done"]');
    await expect(page.locator('.upload-group')).toHaveText([
      /^Uploading 1.*MB\/s · 45 sec left$/,
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

  test('of a thousand rows draws what is in sight, and the rest on the way to it', async () => {
    await show('popup-many');
    await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '1207');
    const drawn = await page.locator('tr').count();
    expect(drawn).toBeLessThan(200);
    await page.locator('tr').last().scrollIntoViewIfNeeded();
    await expect.poll(() => page.locator('tr').count()).toBeGreaterThan(drawn);
  });
});

test.describe('sending', () => {
  test('hands over every line, keeps those that are no address, and says both', async () => {
    await show('popup-typed');
    await press('Control+Enter');
    await expect(page.getByText('2 links are queued for Movies.')).toBeVisible();
    await expect(page.getByLabel('Links to upload')).toHaveValue('no address here');
    expect(await requestsOf('links.send')).toMatchObject([
      {
        links: [{ url: 'https://a.example/one.iso' }, { url: 'https://a.example/two.iso' }],
      },
    ]);
  });

  test('what is under way already goes out only if the user says so', async () => {
    await show('popup-duplicates');
    await page.getByRole('button', { name: 'Send anyway' }).click();
    await expect.poll(() => requestsOf('links.send')).toMatchObject([{ anyway: false }, { anyway: true }]);
  });

  test('goes into the folder that was chosen', async () => {
    await show('popup-empty');
    await page.getByRole('button', { name: 'Folder: Movies' }).click();
    await page.getByRole('menuitemradio', { name: 'Lectures' }).click();
    await page.getByRole('button', { name: 'Send this page' }).click();
    await expect(page.getByText('1 link is queued for Lectures.')).toBeVisible();
    expect(await requestsOf('links.send')).toMatchObject([
      { folder: { id: '12' }, links: [{ title: 'An article' }] },
    ]);
  });

  for (const scene of ['popup-accounts', 'manager-accounts'])
    test(`goes to the account that is shown, into no other one’s folder: ${scene}`, async () => {
      await show(scene);
      const box = page.locator('textarea');
      const choose = async (button: string, name: RegExp) => {
        await page.getByRole('button', { name: button }).click();
        await page.getByRole('menuitemradio', { name }).click();
      };
      await box.fill('https://a.example/one.iso');
      await choose('Folder: Movies', /Lectures/);
      await choose('Account: demo', /studio/);
      await expect(page.getByRole('button', { name: 'Folder: My files' })).toBeVisible();
      await expect(box).toHaveValue('https://a.example/one.iso');
      await box.press('Control+Enter');
      await expect(page.getByText('1 link is queued for My files.')).toBeVisible();
      await choose('Account: a.very', /demo/);
      await expect(page.getByText('1 link is queued for My files.')).toHaveCount(0);
      await box.fill('https://a.example/two.iso');
      await box.press('Control+Enter');
      await expect(page.getByText('1 link is queued for Lectures.')).toBeVisible();
      expect(await requestsOf('links.send')).toMatchObject([
        { accountId: 'a2' },
        { accountId: 'a1', folder: { id: '12' } },
      ]);
      // In the other account nobody has chosen one: its default, or what its rules say.
      expect((await requestsOf('links.send'))[0]).not.toHaveProperty('folder.id');
    });
});

test('a success goes by itself, unless the pointer is on it; a warning stays', async () => {
  await show('popup-live');
  const restore = await page.evaluateHandle(() => {
    const { setTimeout: real } = globalThis;
    const fast = (callback: () => void, delayMs = 0) => real(callback, delayMs / 20);
    Object.assign(globalThis, { setTimeout: fast });
    return () => Object.assign(globalThis, { setTimeout: real });
  });
  try {
    const box = page.getByLabel('Links to upload');
    const send = async (text: string) => {
      await box.fill(text);
      await box.press('Control+Enter');
    };
    const success = page.getByText(/^1 link is queued for/);
    await send('https://a.example/one.iso');
    await success.hover();
    // Longer than any success is shown.
    await page.evaluate(() => new Promise<void>((resolve) => void setTimeout(resolve, 25_000)));
    await expect(success).toBeVisible();
    await page.mouse.move(0, 0);
    await expect(success).toHaveCount(0);

    await send('no link');
    const warning = page.getByText(/“no link”/);
    await expect(warning).toBeVisible();
    await page.evaluate(() => new Promise<void>((resolve) => void setTimeout(resolve, 25_000)));
    await expect(warning).toBeVisible();
  } finally {
    await restore.evaluate((put) => void put());
  }
});

test.describe('the folder tree', () => {
  test('goes by keyboard, and Enter uploads', async () => {
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
      .poll(() => requestsOf('picker.send'))
      .toEqual([{ requestId: 'p1', folder: { id: '12', name: 'Lectures' }, pin: false, titles: {} }]);
    expect(await requestsOf('folders.list')).toEqual([
      { folderId: '0', accountId: 'demo' },
      { folderId: '12', accountId: 'demo' },
    ]);
  });

  test('makes a folder inside the one that is chosen, and chooses it', async () => {
    await show('picker-new-folder');
    await press('Enter');
    await expect(page.getByRole('treeitem', { name: 'Trailers 2026' })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    expect(await requestsOf('folders.create')).toEqual([
      { name: 'Trailers 2026', parentId: '11', accountId: 'demo' },
    ]);
    // The folder had not been opened: what it holds is shown beside the new one.
    await expect(page.getByRole('treeitem', { name: 'Drafts & more <b>' })).toBeVisible();
  });

  test('what is held back goes into the folder that is chosen by then', async () => {
    await show('picker-held-back');
    await page.getByRole('button', { name: 'Upload here' }).click();
    await expect(page.getByText('1 link is already waiting, under way or in your account.')).toBeVisible();
    await page.getByRole('treeitem', { name: 'Photos' }).click();
    await page.getByRole('button', { name: 'Send anyway' }).click();
    await expect(page.getByText('1 link is queued for Photos.')).toBeVisible();
    expect(await requestsOf('picker.send')).toMatchObject([
      { folder: { id: '11' } },
      { folder: { id: '14' } },
    ]);
  });

  test('a link goes out once, however often the button is pressed', async () => {
    await show('picker-sent');
    await expect(page.getByRole('button', { name: 'Upload here' })).toBeDisabled();
    await page.getByRole('treeitem', { name: 'Movies' }).focus();
    await press('Enter');
    expect(await requestsOf('picker.send')).toHaveLength(1);
  });
});

/** What a click on a button asks for before the click is over. */
const askedInTheClick = (button: Locator) =>
  button.evaluate((element: HTMLButtonElement) => {
    const all = Reflect.get(globalThis, 'requests') as { name: string; request: unknown }[];
    const before = all.length;
    element.click();
    return all.slice(before);
  });
const question = [{ name: 'permissions.request', request: 'https://files.example/*' }];

test.describe('a service that the browser keeps Linkhaul from', () => {
  test('is allowed in the very click', async () => {
    await show('popup-blocked');
    await expect(page.getByRole('button', { name: 'Allow access' })).toHaveCount(1);
    expect(await askedInTheClick(page.getByRole('button', { name: 'Allow access' }))).toEqual(question);
  });

  test('is named where the user says no', async () => {
    await show('popup-still-blocked');
    await page.getByRole('button', { name: 'Allow access' }).click();
    await expect(
      page.getByText('Your browser still doesn’t let Linkhaul talk to files.example.'),
    ).toBeVisible();
  });
});

test.describe('storage that cannot be read', () => {
  test('is said by its part, and links can still be sent', async () => {
    await show('popup-storage-newer');
    await expect(page.getByText(/^Uploads: This was saved by a newer version of Linkhaul/)).toBeVisible();
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await page.getByRole('button', { name: 'Send this page' }).click();
    await expect(page.getByText('1 link is queued for Movies.')).toBeVisible();
  });

  test('in a private window is said once', async () => {
    await show('popup-memory-only');
    await expect(page.getByText(/This private window keeps nothing/)).toHaveCount(1);
    await expect(page.getByText(/^Private window:/)).toHaveCount(0);
    await expect(page.locator('tr[data-state]')).toHaveCount(1);
  });
});

test.describe('the keys of the manager', () => {
  test('? shows them; in a field it is a character', async () => {
    await show('manager-busy');
    await page.getByLabel('Links to upload').focus();
    await press('?');
    await expect(page.getByLabel('Links to upload')).toHaveValue('?');
    await page.locator('.upload-group').first().focus();
    await press('?');
    await expect(page.getByRole('dialog', { name: 'Keyboard and help' })).toBeVisible();
    await press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(focused()).toHaveAccessibleName(/^Uploading/);
  });

  test('Ctrl+K finds views, accounts, folders and files', async () => {
    await show('manager-busy');
    const options = page.getByRole('option');
    await press('Control+k');
    await expect(options.first()).toHaveText('Go to Uploads');
    await page.getByRole('combobox').fill('studio');
    await expect(options).toHaveText([/^Switch to a\.very/]);
    await press('Enter');
    await expect.poll(() => requestsOf('accounts.select')).toEqual([{ accountId: 'a2' }]);
    await press('Control+k');
    await page.getByRole('combobox').fill('tr');
    await expect(options.first()).toHaveText(/^TrailersMovies/);
    await press('ArrowUp', 'ArrowDown', 'Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});

test.describe('connecting', () => {
  test('asks for the host in the very click, and keeps no key', async () => {
    await show('options-first-run');
    await page.getByLabel('Service address').fill('files.example:8443/settings');
    await page.getByLabel('API key').fill(' the-key ');
    expect(await askedInTheClick(page.getByRole('button', { name: 'Connect' }))).toEqual(question);
    await expect
      .poll(() => requestsOf('accounts.connect'))
      .toEqual([{ address: 'https://files.example:8443', key: 'the-key' }]);
    await expect(page.getByText('Connected to files.example as demo@files.example.')).toBeVisible();
    await expect(page.getByLabel('API key')).toHaveValue('');
    expect(await page.content()).not.toContain('the-key');
  });

  test('says what is wrong at its field, which has the focus', async () => {
    await show('options-wrong-key');
    await expect(page.getByLabel('API key')).toBeFocused();
    await expect(page.getByLabel('API key')).toHaveAccessibleDescription(/rejected this key/);
    await show('options-permission-denied');
    await expect(page.getByLabel('Service address')).toBeFocused();
    await expect(page.getByLabel('Service address')).toHaveAccessibleDescription(/can’t be reached until/);
  });

  test('an address without a dot is tried when the user insists', async () => {
    await show('options-first-run');
    await page.getByLabel('Service address').fill('filehost');
    await page.getByLabel('API key').fill('the-key');
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect(page.getByText('“filehost” has no dot')).toBeVisible();
    await expect(page.getByLabel('Service address')).toBeFocused();
    expect(await requestsOf('accounts.connect')).toEqual([]);
    await page.getByRole('button', { name: 'Connect' }).click();
    await expect.poll(() => requestsOf('accounts.connect')).toMatchObject([{ address: 'https://filehost' }]);
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
    await expect(address).toHaveAccessibleDescription(/^Without https:\/\/.* can read your key/);
    await expect(address).toBeFocused();
    await address.fill('http://other.example');
    await connect.click();
    await expect(address).toHaveAccessibleDescription(/other\.example can read your key/);
    await connect.click();
    await expect
      .poll(() => requestsOf('accounts.connect'))
      .toMatchObject([{ address: 'http://127.0.0.2:8080' }, { address: 'http://other.example' }]);
    for (const scene of ['options-unencrypted', 'manager-account-unencrypted']) {
      await show(scene);
      await expect(page.getByText('Not encrypted: anyone on the way can read your key.')).toHaveCount(1);
    }
  });

  test('the key is hidden until it is asked for', async () => {
    await show('options-first-run');
    const key = page.getByLabel('API key');
    await expect(key).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show key' }).click();
    await expect(key).toHaveAttribute('type', 'text');
  });

  test('a notification that the browser does not allow leaves the setting off', async () => {
    await show('options-connected');
    await page.getByLabel('Notify about uploads').click();
    await expect(page.getByText('didn’t allow notifications')).toBeVisible();
    await expect(page.getByLabel('Notify about uploads')).not.toBeChecked();
    expect(await requestsOf('settings.change')).toEqual([]);
  });
});
