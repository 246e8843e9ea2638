import type { Page } from '@playwright/test';
import { expect, focused, names, press, row, test } from '../harness/files.ts';

test.use({ isShared: true });

const folder = (page: Page, name: string) => page.getByRole('treeitem', { name });
const hash = (page: Page) => new URL(page.url()).hash;

test('the first paint shows the catalog before any response', async ({
  extension,
  library,
  openManager,
  admin,
}) => {
  await (await openManager()).close();
  const [newest] = await library.filesIn('0');
  await extension.background.kill();
  await admin.setFaults([{ endpoint: '*', kind: 'hang' }]);
  await admin.clearAudit();
  try {
    const page = await extension.open('manager.html#files/0');
    await expect(row(page, newest?.title ?? '')).toBeVisible();
    await expect(folder(page, names.ferry)).toBeVisible();
    const popup = await extension.open('popup.html');
    await popup.getByRole('tab', { name: 'Files' }).click();
    await row(popup, 'My files').first().click();
    await expect(row(popup, names.ferry)).toBeVisible();
    const answered = (await library.requests()).filter(({ outcome }) => outcome !== 'open');
    expect(answered).toEqual([]);
  } finally {
    await admin.clearFaults();
    // Also ends requests that never get a response.
    await extension.background.kill();
  }
});

test('Backspace, Back and Forward leave a folder and restore the focus', { tag: '@all' }, async ({
  openManager,
}) => {
  const page = await openManager('/0');
  const at = (name: string) => expect(focused(page)).toHaveAccessibleName(new RegExp(`^${name}`));
  await row(page, names.canal).focus();
  await press(page, 'Enter');
  await at(names.tunnel);
  expect(hash(page)).not.toBe('#files/0');
  await press(page, 'Shift', 'Enter');
  await expect(page.getByRole('link', { name: names.tunnel })).toHaveAttribute('aria-current', 'page');
  await press(page, 'Backspace');
  await at(names.tunnel);
  await press(page, 'Backspace');
  await at(names.canal);
  expect(hash(page)).toBe('#files/0');
  await page.goBack();
  await at(names.tunnel);
  await page.goForward();
  await at(names.canal);
});
