import type { Page } from '@playwright/test';
import { expect, focused, message, names, pasted, press, row, test } from '../harness/files.ts';

const details = (page: Page) => page.getByRole('complementary', { name: 'Details' });

test.describe('browsing', () => {
  test.use({ isShared: true });

  test('opens folders, searches, and shows a file and its links', async ({
    extension,
    openPopup,
    library: { service, ids, filesIn },
  }) => {
    const [file] = await filesIn(ids.tunnel);
    const page = await openPopup();
    await row(page, 'My files').first().click();
    await row(page, names.canal).click();
    await row(page, names.tunnel).click();
    await expect(page.getByRole('link', { name: names.tunnel })).toHaveAttribute('aria-current', 'page');
    await row(page, file?.title ?? '').click();
    await expect(details(page).getByText('Last viewed')).toBeVisible();
    await details(page).getByRole('button', { name: 'Copy: Download page' }).click();
    // Nothing covers the message next to the details, and it isn't inert.
    await page.getByRole('status').getByText('1 link copied.').click({ trial: true });
    await expect.poll(() => pasted(page)).toBe(`${service.url}/d/${file?.fileCode}`);
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(focused(page)).toHaveAccessibleName(new RegExp(`^${file?.title}`));
    await press(page, 'Backspace');
    await expect(focused(page)).toHaveAccessibleName(new RegExp(`^${names.tunnel}`));
    await page.getByRole('link', { name: 'All files' }).click();
    await expect(row(page, 'My files').first()).toBeVisible();

    await press(page, '/');
    await page.keyboard.type(file?.title ?? '');
    await expect(page.locator('[data-kind="file"]')).toHaveCount(1);
    await row(page, file?.title ?? '').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Show in folder' }).click();
    await expect(page.getByRole('button', { name: 'Back' })).toBeFocused();
    await press(page, 'Escape');
    await expect(page.getByRole('link', { name: names.tunnel })).toHaveAttribute('aria-current', 'page');
    await row(page, file?.title ?? '').click({ button: 'right' });
    await page.getByRole('menuitem', { name: /^Copy link Ctrl/ }).click();
    await expect(page.getByText('1 link copied.')).toBeVisible();
    await expect.poll(() => pasted(page)).toBe(`${service.url}/d/${file?.fileCode}`);

    const opened = extension.context.waitForEvent('page');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Open in a tab' }).click();
    const manager = await opened;
    await expect(manager.getByRole('treeitem', { name: names.tunnel })).toHaveAttribute(
      'aria-selected',
      'true',
    );
  });
});

test('a finished upload’s link is copied, and it is shown in its folder, managed there, and embedded', {
  tag: ['@all', '@menu-key'],
}, async ({ extension, openPopup, service, site, library: { ids, filesIn } }) => {
  await (await openPopup()).close();
  const page = await extension.open('popup.html');
  const folder = { id: ids.tunnel, name: names.tunnel };
  await message(page, 'links.send', {
    links: [{ url: `${site.url}/sample.webm`, title: 'The clip' }],
    folder,
  });
  const upload = page.locator('[data-state="done"]');
  await expect(upload).toContainText(`In “${names.tunnel}”`);
  const { fileCode = '' } = (await filesIn(ids.tunnel)).find(({ title }) => title === 'The clip') ?? {};
  await page.getByRole('button', { name: 'Queue options' }).click();
  await page.getByRole('menuitem', { name: 'Copy links of finished' }).click();
  await expect(page.getByText(/links? copied as Addresses\./)).toBeVisible();
  expect((await pasted(page)).split('\n')).toContain(`${service.url}/e/${fileCode}`);
  await upload.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Show in folder' }).click();
  await expect(page.getByRole('tab', { name: 'Files' })).toHaveAttribute('aria-selected', 'true');
  await expect(details(page).getByRole('heading', { name: 'The clip' })).toBeVisible();
  await expect(details(page).getByText('Last viewed')).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(focused(page)).toHaveAccessibleName(/^The clip/);

  await press(page, 'F2');
  await page.keyboard.type('The other clip');
  await press(page, 'Enter');
  await expect(page.getByRole('region', { name: 'File operations' })).toContainText('1 file renamed.');
  expect((await filesIn(ids.tunnel)).map(({ title }) => title)).toContain('The other clip');

  await press(page, 'Shift+F10');
  await page.getByRole('menuitem', { name: 'Move to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 1 file' });
  await dialog.getByRole('treeitem', { name: names.orchard }).click();
  await dialog.getByRole('button', { name: 'Move here' }).click();
  await expect(page.getByRole('region', { name: 'File operations' })).toContainText(
    new RegExp(`1 file moved from .* to “${names.orchard}”`),
  );
  expect((await filesIn(ids.orchard)).map(({ title }) => title)).toContain('The other clip');
  await expect(row(page, 'The other clip')).toHaveCount(0);
  await expect(focused(page)).toHaveAttribute('data-kind', 'file');

  await page.getByRole('button', { name: 'Activity' }).click();
  await page
    .getByRole('button', { name: /^More for The clip/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Show in folder' }).click();
  await expect(details(page).getByRole('heading', { name: 'The other clip' })).toBeVisible();

  await page.getByRole('tab', { name: 'Uploads' }).click();
  const opened = extension.context.waitForEvent('page');
  await upload.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Embed…' }).click();
  const manager = await opened;
  await expect(manager.getByLabel('File code or any link to the file')).toHaveValue(fileCode);
  // Its account is removed next.
  await manager.close();
});
