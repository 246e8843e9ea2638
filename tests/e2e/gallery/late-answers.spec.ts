import {
  expect,
  findRequests,
  focused,
  hold,
  page,
  press,
  pressEnterTwice,
  show,
  test,
} from '../harness/gallery.ts';

const box = () => page.getByLabel('Links to upload');
const chooseFolder = async (from: string, to: string) => {
  await page.getByRole('button', { name: `Folder: ${from}` }).click();
  await page.getByRole('menuitemradio', { name: to }).click();
};

test('a job that is confirmed twice starts once', async () => {
  await show('manager-bulk-clone-files');
  const release = await hold('bulk.start');
  const target = page.getByRole('treeitem', { name: /^Lectures/ });
  await target.click();
  await press('Enter', 'Enter');
  await expect(focused()).toHaveAccessibleName(/^Lectures/);
  await release();
  await expect.poll(() => findRequests('bulk.start')).toHaveLength(1);
});

test('a new folder isn’t chosen if its dialog was cancelled meanwhile', async () => {
  await show('popup-empty');
  const release = await hold('folders.create');
  await page.getByRole('button', { name: 'Folder: Movies' }).click();
  await page.getByRole('menuitem', { name: 'New folder…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('New folder in “My files”').fill('Trips');
  await press('Enter');
  await expect(dialog.getByRole('button', { name: 'Cancel' }).first()).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).last().click();
  await chooseFolder('Movies', 'Lectures');
  await release();
  await page.getByRole('button', { name: 'This page' }).click();
  await expect(page.getByText('1 link is queued for “Lectures”.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Folder: Lectures' })).toBeVisible();
});

test('accounts chosen in quick succession are all kept', async () => {
  await show('options-three-accounts');
  const release = await hold('rules.save');
  const also = page.getByRole('group', { name: 'Also upload to' });
  const [studio, more] = [also.getByRole('checkbox').nth(0), also.getByRole('checkbox').nth(1)];
  await studio.click();
  await more.click();
  await expect(studio).toBeChecked();
  await release();
  const sizes = (await findRequests('rules.save')).map((each) => (each as { also: unknown[] }).also.length);
  expect(sizes).toEqual([1, 2]);
  await more.click();
  await studio.click();
  await expect.poll(() => findRequests('rules.save')).toHaveLength(4);
  expect((await findRequests('rules.save')).at(-1)).toMatchObject({ also: [], fallbacks: [] });
});

test('the question about held-back links appears once a click can send them', async () => {
  await show('picker-held-back');
  const release = await hold('picker.open');
  await page.getByRole('button', { name: 'Upload here' }).click();
  await expect.poll(() => findRequests('picker.open')).toHaveLength(2);
  const anyway = page.getByRole('button', { name: 'Upload anyway' });
  await expect(anyway).toHaveCount(0);
  await release();
  await anyway.click();
  await expect.poll(() => findRequests('picker.send')).toHaveLength(2);
});

test('folders that appear late don’t get the title that is being typed', async () => {
  await show('picker-late');
  const title = page.getByLabel('Title (optional)');
  await title.focus();
  await page.keyboard.type('Trail');
  await page.evaluate(() => (Reflect.get(globalThis, 'readShortlist') as () => void)());
  await expect(page.getByRole('treeitem', { name: 'Movies' })).toBeVisible();
  await page.keyboard.type('er 7');
  await expect(title).toHaveValue('Trailer 7');
});

test('links selected while others are sent stay selected', async () => {
  await show('collect');
  const release = await hold('collect.send');
  const options = page.getByRole('option');
  await options.nth(0).click();
  await page.getByRole('button', { name: 'Upload 1 link' }).click();
  await options.nth(1).click();
  await release();
  await expect(page.getByText('1 link is queued for “Movies”.')).toBeVisible();
  await expect(options.nth(0)).toHaveAttribute('aria-selected', 'false');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
});

test('the next link’s title stays while one is sent', async () => {
  await show('collect');
  const release = await hold('collect.send');
  const options = page.getByRole('option');
  await options.nth(0).click();
  await page.getByRole('button', { name: 'Upload 1 link' }).click();
  await options.nth(0).click();
  await options.nth(1).click();
  const title = page.getByLabel('Title (optional)');
  await title.fill('The second');
  await release();
  await expect(page.getByText('1 link is queued for “Movies”.')).toBeVisible();
  await expect(title).toHaveValue('The second');
});

test('links that are sent anyway go into the latest chosen folder', async () => {
  await show('popup-duplicates');
  await page.getByRole('button', { name: 'Upload anyway' }).waitFor();
  await chooseFolder('Movies', 'Lectures');
  await page.getByRole('button', { name: 'Upload anyway' }).click();
  await expect.poll(() => findRequests('links.send')).toMatchObject([{}, { folder: { name: 'Lectures' } }]);

  await show('collect-duplicates');
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Upload 1 link' }).click();
  await page.getByRole('button', { name: 'Upload anyway' }).waitFor();
  await chooseFolder('Movies', 'Lectures');
  await page.getByRole('button', { name: 'Upload anyway' }).click();
  await expect.poll(() => findRequests('collect.send')).toMatchObject([{}, { folder: { name: 'Lectures' } }]);
});

test.describe('the paste box', () => {
  test('keeps the next link’s title', async () => {
    await show('popup-empty');
    const release = await hold('links.send');
    await box().fill('https://a.example/one.iso');
    await press('Control+Enter');
    await box().fill('https://a.example/two.iso');
    const title = page.getByLabel('Title (optional)');
    await title.fill('The second');
    await release();
    await expect(page.getByText('1 link is queued for “Movies”.')).toBeVisible();
    await expect(title).toHaveValue('The second');
    await expect(box()).toHaveValue('https://a.example/two.iso');
  });

  test('is empty after a visit to Files', async () => {
    await show('popup-empty');
    const release = await hold('links.send');
    await box().fill('https://a.example/one.iso');
    await press('Control+Enter');
    await page.getByRole('tab', { name: 'Files' }).click();
    await release();
    await page.getByRole('tab', { name: 'Uploads' }).click();
    await expect(box()).toHaveValue('');
  });
});

test('the next account’s key stays while one is connected', async () => {
  await show('options-first-run');
  const release = await hold('accounts.connect');
  await page.getByLabel('Service address').fill('files.example');
  await page.getByLabel('API key').fill('first-key');
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByLabel('API key').fill('second-key');
  await release();
  await expect(page.getByText(/^Connected/)).toBeVisible();
  await expect(page.getByLabel('API key')).toHaveValue('second-key');
});

test('embed code never has the previous file’s title', async () => {
  await show('manager-embed-file');
  const title = page.getByLabel('Title', { exact: true });
  await expect(title).toHaveValue('Big Buck Bunny');
  const release = await hold('files.details');
  await page.getByLabel('File code or any link to the file').fill('another12345');
  await expect(page.getByText('Looking up this file…')).toBeVisible();
  await expect(title).toHaveValue('');
  await release();
  await expect(title).toHaveValue('Big Buck Bunny');
});

test.describe('the settings', () => {
  test('export a file once, and keep the next passphrase', async () => {
    await show('options-connected');
    const release = await hold('backup.encryptKeys');
    const passphrase = page.getByLabel('Passphrase', { exact: true });
    await page.getByLabel('Include account keys').check();
    await passphrase.fill('correct horse');
    await press('Enter', 'Enter');
    await passphrase.fill('battery staple');
    await release();
    await expect(page.getByText(/^Exported\./)).toBeVisible();
    await expect(passphrase).toHaveValue('battery staple');
    await expect.poll(() => findRequests('backup.encryptKeys')).toHaveLength(1);
  });

  test('keep a file chosen during an import', async () => {
    await show('options-imported');
    const choose = (name: string) =>
      page.getByLabel('Settings file').setInputFiles({
        name,
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify({ format: 'linkhaul-settings', version: 1, accounts: [] })),
      });
    const take = page.getByRole('button', { name: 'Import', exact: true });
    await choose('first.json');
    const release = await hold('backup.import');
    await take.click();
    await choose('second.json');
    await expect(take).toBeVisible();
    await release();
    await expect(page.getByText(/^Settings imported\./)).toBeVisible();
    await expect(take).toBeVisible();
  });

  test('report a failed import that had already stored the first account', async () => {
    await show('options-import-failing');
    await page.getByLabel('Settings file').setInputFiles({
      name: 'first.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ format: 'linkhaul-settings', version: 1, accounts: [] })),
    });
    const release = await hold('backup.import');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.evaluate(() => (Reflect.get(globalThis, 'storeAccount') as () => void)());
    await expect(page.getByRole('button', { name: 'Remove demo' })).toBeVisible();
    await release();
    await expect(page.getByText('Something went wrong. Try again.')).toBeVisible();
  });

  test('save one problem report at a time', async () => {
    await show('options-connected');
    const release = await hold('readProblemReport');
    await page.getByRole('button', { name: 'Save problem report' }).dblclick();
    await release();
    await expect(page.getByText('Report saved.')).toBeVisible();
    await expect.poll(() => findRequests('readProblemReport')).toHaveLength(1);
  });
});

test('a link of the activity that can’t be sent again is reported after the view was left', async () => {
  await show('manager-activity-error');
  const release = await hold('links.send');
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await page
    .getByRole('button', { name: /^More for elephants-dream/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Show in folder' }).click();
  await expect(page.getByLabel('Search activity')).toHaveCount(0);
  await release();
  await expect(page.getByText('This account isn’t connected.')).toBeVisible();
});

test.describe('a failure is reported after the accounts were left:', () => {
  const leave = () => page.getByRole('button', { name: 'Show files' }).first().click();

  test('a nickname', async () => {
    await show('manager-account-expiring');
    const release = await hold('accounts.rename');
    await page
      .getByRole('button', { name: /^Rename/ })
      .first()
      .click();
    await page.getByLabel('Nickname').fill('Failing');
    await press('Enter');
    await leave();
    await expect(page.getByPlaceholder('Search files')).toBeVisible();
    await release();
    await expect(page.getByText('Something went wrong. Try again.')).toBeVisible();
  });

  test('an address', async () => {
    await show('manager-account-expiring');
    const release = await hold('accounts.changeAddress');
    await page
      .getByRole('button', { name: /^Change address/ })
      .first()
      .click();
    await page.getByLabel('Service address').fill('https://failing.example');
    const save = page.getByRole('button', { name: 'Save' });
    await save.first().click();
    await expect.poll(() => findRequests('accounts.changeAddress')).toHaveLength(1);
    await leave();
    await expect(page.getByPlaceholder('Search files')).toBeVisible();
    await release();
    await expect(page.getByText(/^failing\.example isn’t a supported file host/)).toBeVisible();
  });
});

test('another owner at an address is reported after the form was closed, and can be confirmed', async () => {
  await show('manager-account');
  const release = await hold('accounts.changeAddress');
  await page.getByRole('button', { name: 'Change address: demo' }).click();
  await page.getByLabel('Service address').fill('https://other.example');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => findRequests('accounts.changeAddress')).toHaveLength(1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByLabel('Service address')).toHaveCount(0);
  await release();
  await expect(page.getByText(/this key belongs to other@files\.example.*Press “Save” again/)).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Address changed.')).toBeVisible();
  const confirmed = { address: 'https://other.example', isConfirmed: true };
  expect(await findRequests('accounts.changeAddress')).toMatchObject([{ isConfirmed: false }, confirmed]);
});

test('a rule that can’t be saved keeps the typed text', async () => {
  await show('options-rules-failing');
  await page
    .getByRole('button', { name: /^Edit rule/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title pattern (optional)').fill('Trailer');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Something went wrong. Try again.')).toBeVisible();
  await expect(dialog.getByLabel('Title pattern (optional)')).toHaveValue('Trailer');
});

test('a rule that can’t be saved is reported after the account was switched', async () => {
  await show('options-rules-failing');
  await page.getByRole('button', { name: 'Add a rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Site or link').fill('example.com');
  const release = await hold('rules.save');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page
    .getByRole('button', { name: /^Switch to / })
    .first()
    .click();
  await expect(page.getByRole('button', { name: /^Edit rule/ })).toHaveCount(0);
  await release();
  await expect(page.getByText('Something went wrong. Try again.')).toBeVisible();
});

test('a folder that can’t be unpinned is reported after the account was switched', async () => {
  await show('options-rules-failing');
  const release = await hold('folders.pin');
  const unpin = page.getByRole('button', { name: /^Unpin/ });
  await unpin.first().click();
  await page
    .getByRole('button', { name: /^Switch to / })
    .first()
    .click();
  await expect(page.getByRole('button', { name: 'Switch to demo' })).toBeVisible();
  await release();
  await expect(page.getByText('Something went wrong. Try again.')).toBeVisible();
});

test('a rule that can’t be saved is reported after its dialog was closed', async () => {
  await show('options-rules-failing');
  await page
    .getByRole('button', { name: /^Edit rule/ })
    .first()
    .click();
  const release = await hold('rules.save');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await release();
  await expect(page.getByText('Something went wrong. Try again.')).toBeVisible();
});

test.describe('jobs', () => {
  const dialog = () => page.getByRole('dialog');

  for (const [state, action, confirm] of [
    ['manager-sibling-files', 'Delete…', 'Delete 1 file'],
    ['manager-files', 'Move to…', 'Move here'],
  ] as const)
    test(`can’t be cancelled or closed while they are being stored (${action})`, async () => {
      await show(state);
      await page.getByRole('row', { name: /0001/ }).click({ modifiers: ['ControlOrMeta'] });
      const release = await hold('bulk.start');
      await page.getByRole('button', { name: action }).click();
      const lectures = dialog().getByRole('treeitem', { name: /^Lectures/ });
      if (action === 'Move to…') await lectures.click();
      await dialog().getByRole('button', { name: confirm }).click();
      await expect(dialog().getByRole('button', { name: 'Cancel' })).toBeDisabled();
      await press('Escape', 'Escape');
      await expect(dialog()).toBeVisible();
      await release();
      await expect(dialog()).toHaveCount(0);
      expect(await findRequests('bulk.start')).toHaveLength(1);
    });

  test('are stopped once by two clicks', async () => {
    await show('manager-bulk-one');
    await page.getByRole('button', { name: /^Stop/ }).dblclick();
    await expect.poll(() => findRequests('bulk.stop')).toHaveLength(1);
  });

  test('aren’t continued by the second click on “Stop”', async () => {
    await show('manager-files-jobs-live');
    await page.getByRole('button', { name: /^Stop/ }).dblclick();
    await expect(page.getByText(/^Stopped: /)).toBeVisible();
    expect(await findRequests('bulk.resume')).toEqual([]);
  });

  test('aren’t continued by the second Enter on “Stop”', async () => {
    await show('manager-files-jobs-live');
    await page.getByRole('button', { name: /^Stop/ }).focus();
    await pressEnterTwice(() => expect(page.getByText(/^Stopped: /)).toBeVisible());
    await expect.poll(() => findRequests('bulk.stop')).toHaveLength(1);
    expect(await findRequests('bulk.resume')).toEqual([]);
  });

  test('that were not confirmed leave the second click on “Cancel” without effect', async () => {
    await show('manager-sibling-files');
    await page.getByRole('row', { name: /0001/ }).focus();
    await press('Delete');
    const { x = 0, y = 0 } = (await dialog().getByRole('button', { name: 'Cancel' }).boundingBox()) ?? {};
    await page.evaluate(() => {
      const below = document.createElement('div');
      below.style.cssText = 'position: fixed; inset: 0; z-index: 9';
      below.onclick = () => below.remove();
      below.id = 'below';
      document.body.append(below);
      // As fast as nobody can, also on a busy machine.
      const stamp = (event: MouseEvent) => {
        Object.defineProperty(event, 'timeStamp', { value: 1 });
        if (event.detail > 1) removeEventListener('click', stamp, true);
      };
      addEventListener('click', stamp, true);
    });
    await page.mouse.click(x + 5, y + 5);
    await expect(dialog()).toHaveCount(0);
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    await expect(page.locator('#below')).toHaveCount(1);
  });

  test('keep their place under the pointer while other jobs and notices come and go', async () => {
    await show('manager-files-jobs-next');
    const call = (name: string) =>
      page.evaluate((each) => (Reflect.get(globalThis, each) as () => void)(), name);
    const undo = page.getByRole('button', { name: /^Undo: 500 files moved/ });
    await undo.hover();
    const before = await undo.boundingBox();
    await call('startJob');
    await expect(page.getByText('Renaming 1 file')).toBeVisible();
    expect(await undo.boundingBox()).toEqual(before);
    await call('endJob');
    await expect(page.getByRole('button', { name: /^Undo: 1 file renamed/ })).toBeVisible();
    expect(await undo.boundingBox()).toEqual(before);
    await press('Control+y');
    await expect(page.getByText('There’s nothing to redo.')).toBeVisible();
    expect(await undo.boundingBox()).toEqual(before);
    await page.mouse.move(0, 0);
    await expect(undo).toHaveCount(0);
  });

  test('are undone once by button and key', async () => {
    await show('manager-bulk-done');
    const release = await hold('changes.undo');
    await page.getByRole('button', { name: /^Undo/ }).click();
    await press('Control+z');
    await expect(page.getByText('There’s nothing to undo.')).toBeVisible();
    await release();
    await expect.poll(() => findRequests('changes.undo')).toHaveLength(1);
  });

  test('that are retried late don’t close another job’s list', async () => {
    await show('manager-bulk-every-state');
    await page.getByRole('button', { name: /^and \d+ more/ }).click();
    const jobs = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: 'Show', exact: true }) });
    const release = await hold('bulk.retry');
    await jobs.last().getByRole('button', { name: 'Show', exact: true }).click();
    await dialog()
      .getByRole('button', { name: /^Try 20 files again/ })
      .click();
    await press('Escape');
    await jobs.first().getByRole('button', { name: 'Show', exact: true }).click();
    await release();
    await expect(dialog()).toBeVisible();
  });
});

test.describe('the files', () => {
  test('show a failure after the user left them', async () => {
    await show('popup-files-service-error');
    const release = await hold('folders.create');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'New folder' }).click();
    await page.getByLabel('New folder in “My files”').fill('Trips');
    await press('Enter', 'Escape');
    await page.getByRole('tab', { name: 'Uploads' }).click();
    await release();
    await expect(page.getByText(/^Something went wrong/)).toBeVisible();
  });

  test('create one folder, however often it is confirmed', async () => {
    await show('popup-files');
    const release = await hold('folders.create');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'New folder' }).click();
    const name = page.getByLabel('New folder in “My files”');
    await name.fill('Trips');
    await press('Enter', 'Enter');
    await expect(name).toBeVisible();
    await release();
    await expect(page.getByText('“Trips” created.')).toBeVisible();
    await expect(name).toHaveCount(0);
    await expect.poll(() => findRequests('folders.create')).toHaveLength(1);
  });

  test('show a new folder in the tree before the response, and no field afterwards', async () => {
    await show('manager-files');
    const release = await hold('folders.create');
    await page.getByRole('button', { name: 'New folder in “Movies”' }).click();
    await page.keyboard.type('Trips');
    await press('Enter');
    await expect(page.getByRole('treeitem', { name: 'Trips' })).toHaveAttribute('aria-busy', 'true');
    await expect(focused()).toHaveAccessibleName(/^Movies/);
    await press('ArrowDown');
    await expect(focused()).toHaveAccessibleName(/^A folder with quite a long name/);
    const search = page.getByRole('searchbox', { name: 'Search files' });
    await search.focus();
    await release();
    await expect(page.getByText('“Trips” created.')).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect(search).toBeFocused();
  });

  test('keep the typed name of a folder that wasn’t created, unless the focus has moved', async () => {
    await show('manager-files-service-error');
    const search = page.getByRole('searchbox', { name: 'Search files' });
    const field = page.getByRole('textbox', { name: 'New folder in “My files”' });
    for (const isElsewhere of [false, true]) {
      const release = await hold('folders.create');
      if (!isElsewhere) {
        await page.getByRole('button', { name: 'New folder in “My files”' }).click();
        await page.keyboard.type('Trips');
      }
      // Another key first, because this isn't a double press.
      await press('End', 'Enter');
      await expect(page.getByRole('treeitem', { name: 'Trips' })).toHaveAttribute('aria-busy', 'true');
      if (isElsewhere) await search.focus();
      await release();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expect(page.getByText('The service can’t be reached.').first()).toBeVisible();
      if (isElsewhere) await expect(search).toBeFocused();
      else await expect(field).toBeFocused();
      await expect(field).toHaveCount(isElsewhere ? 0 : 1);
    }
    await expect
      .poll(() => findRequests('folders.create'))
      .toMatchObject([{ name: 'Trips' }, { name: 'Trips' }]);
  });

  test('undo a folder’s new name before the response', async () => {
    await show('manager-files');
    const release = await hold('folders.rename');
    await page
      .getByRole('treeitem', { name: /Lectures/ })
      .last()
      .focus();
    await press('F2');
    await page.keyboard.type('Talks');
    await press('Enter', 'Control+z');
    await release();
    await expect(page.getByText('Folder renamed to “Lectures”.')).toBeVisible();
    expect(await findRequests('folders.rename')).toHaveLength(1);
    await expect.poll(() => findRequests('changes.undo')).toEqual([{ ids: ['name of 12'] }]);
  });

  test('keep a typed name while other files disappear', async () => {
    await show('manager-files-grid');
    const tile = (name: RegExp) => page.getByRole('gridcell', { name });
    await tile(/0003/).focus();
    await press('F2');
    await page.keyboard.type('Half a na');
    await page.evaluate(() => (Reflect.get(globalThis, 'lose') as (row: number) => void)(0));
    await expect(tile(/0001/)).toHaveCount(0);
    await page.keyboard.type('me');
    await press('Enter');
    await expect
      .poll(() => findRequests('bulk.start'))
      .toMatchObject([{ work: { titles: ['Half a name'] } }]);
  });
});

test('a running action doesn’t block the next notice’s action', async () => {
  await show('popup-live');
  const undo = page.getByRole('button', { name: 'Undo' });
  const remove = async (name: string) => {
    await page.getByRole('button', { name: `More for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Remove from queue' }).click();
    await expect(page.getByText(`“${name}” removed.`)).toBeVisible();
  };
  const release = await hold('changes.undo');
  await remove('sintel-trailer');
  await undo.click();
  await remove('cosmos-laundromat');
  await undo.click();
  await release();
  await expect.poll(() => findRequests('changes.undo')).toHaveLength(2);
});

test('links held back are reported after an action done meanwhile', async () => {
  await show('popup-service-error');
  const release = await hold('links.send');
  await page.getByRole('button', { name: 'This page' }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText(/^Uploads paused\./)).toBeVisible();
  await release();
  await expect(page.getByText(/^Already there/)).toBeVisible();
});
