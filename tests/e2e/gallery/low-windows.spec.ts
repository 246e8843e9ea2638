/** Low windows: zoomed, on a small screen, or reduced by browser bars. */
import { expect, page, setLocale, show, test } from '../harness/gallery.ts';

test('the picker shows all choices without scrolling, also in Japanese below a title bar', async () => {
  await setLocale('ja');
  try {
    await show('picker-on-page');
    // The window's 600 pixels include its bars.
    await page.setViewportSize({ width: 440, height: 520 });
    const main = page.locator('.picker-main');
    await expect(page.getByRole('checkbox')).toHaveCount(4);
    expect(await main.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
    for (const box of await page.getByRole('checkbox').all()) await expect(box).toBeInViewport({ ratio: 1 });
  } finally {
    await setLocale('en');
  }
});

test('filters leave room for the files at a zoom of 200 %', async () => {
  await show('manager-files-filtered');
  await page.setViewportSize({ width: 640, height: 360 });
  const list = page.locator('.file-list');
  expect((await list.boundingBox())?.height).toBeGreaterThan(150);
  const file = list.getByRole('row').last();
  await file.focus();
  const isSeen = () =>
    file.evaluate((row) => {
      const { x, bottom } = row.getBoundingClientRect();
      return row.contains(document.elementFromPoint(x + 100, bottom - 4));
    });
  await expect.poll(isSeen).toBe(true);
  // Their footer stays visible.
  await expect(page.locator('.files-footer')).toBeInViewport({ ratio: 1 });
});
