/** Notices disappear with their view and never pile up. */
import { expect, findRequests, focused, holdTimers, page, press, show, test } from '../harness/gallery.ts';

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

test('a notice isn’t news any more when its page was hidden for minutes', async () => {
  await show('manager-empty');
  await page.getByLabel('Links to upload').fill('https://a.example/film.mp4');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const notice = page.getByText('1 link is queued');
  await expect(notice).toBeVisible();
  const setHidden = (isHidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  try {
    await setHidden(true);
    await page.evaluate(() => {
      const { performance } = globalThis;
      const laterMs = performance.now() + 20 * 60_000;
      Object.defineProperty(performance, 'now', { configurable: true, value: () => laterMs });
    });
    await expect(notice).toBeVisible();
    await setHidden(false);
    await expect(notice).toHaveCount(0, { timeout: 3_000 });
  } finally {
    await page.evaluate(() => {
      Reflect.deleteProperty(document, 'hidden');
      Reflect.deleteProperty(performance, 'now');
    });
  }
});

test('folders are listed again on a page without an account’s status, and the reason stays until then', async () => {
  await show('picker');
  const clock = await holdTimers();
  try {
    await show('picker-service-error');
    const reason = page.getByText('Couldn’t open “My files”.');
    await expect(reason).toBeVisible();
    const lists = async () => (await findRequests('folders.list')).length;
    const before = await lists();
    for (const more of [1, 2]) {
      await clock.pass();
      await expect.poll(lists).toBe(before + more);
      await expect(reason).toBeVisible();
    }
  } finally {
    await clock.restore();
  }
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
