/** Notices disappear with their view and never pile up. */
import { expect, focused, page, press, show, test } from '../harness/gallery.ts';

const notices = () => page.locator('.notice').filter({ visible: true });

test('a notice disappears with its view, in the popup and in the manager', async () => {
  await show('popup-empty');
  await page.getByRole('button', { name: 'This page' }).click();
  await expect(page.getByText('1 link is queued')).toBeVisible();
  await page.getByRole('tab', { name: 'Files' }).click();
  await expect(page.getByRole('tab', { name: 'Files' })).toHaveAttribute('aria-selected', 'true');
  await expect(notices()).toHaveCount(0);

  await show('manager-empty');
  await page.getByLabel('Links to upload').fill('https://a.example/film.mp4');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByText('1 link is queued')).toBeVisible();
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitem', { name: 'Account', exact: true }).click();
  await expect(page.locator('.manager-account')).toBeVisible();
  await expect(page.getByText('1 link is queued')).toHaveCount(0);
});

test('a failure stays in any view, but a hint about a form doesn’t', async () => {
  await show('popup-failed-action');
  await expect(notices()).toHaveCount(1);
  await page.getByRole('tab', { name: 'Files' }).click();
  await expect(page.getByRole('tab', { name: 'Files' })).toHaveAttribute('aria-selected', 'true');
  await expect(notices()).toHaveCount(1);

  await show('popup-nothing-to-send');
  await expect(notices()).toHaveCount(1);
  await page.getByRole('tab', { name: 'Files' }).click();
  await expect(notices()).toHaveCount(0);
});

test('several notices are one with a count, which unfolds', async () => {
  await show('manager-reports-partial');
  await expect(notices()).toHaveCount(1);
  await page.getByRole('button', { name: 'and 1 more' }).click();
  await expect(notices()).toHaveCount(2);
});

test('an empty list takes the focus without a ring', async () => {
  await show('manager-files-folder-empty');
  const empty = page.locator('.empty-list');
  // Rings are for those who use the keyboard.
  await press('Tab');
  await empty.focus();
  await expect(focused()).toHaveClass(/empty-list/);
  await expect(empty).toHaveCSS('outline-style', 'none');
});
