import type { Locator } from '@playwright/test';
import { expect, inEachFont, page, setLocale, show, test } from '../harness/gallery.ts';

const reasonsIn = (block: Locator) => block.locator('p').filter({ visible: true });

test('the picker has one block of choices above its buttons, each with a reason', async () => {
  await show('picker-on-page');
  const block = page.locator('.picker-choices');
  await expect(block.getByRole('checkbox')).toHaveCount(4);
  await expect(page.getByRole('checkbox')).toHaveCount(4);
  await expect(block.locator('label')).toHaveText([
    /^Always for/,
    /^Always on pages of/,
    'Upload through this browser',
    'Pin this folder',
  ]);
  await expect(reasonsIn(block)).toHaveCount(4);
  for (const box of await block.getByRole('checkbox').all())
    await expect(box).toHaveAccessibleDescription(/./);
  const [choices, buttons] = await Promise.all([
    block.boundingBox(),
    page.locator('.picker-footer').boundingBox(),
  ]);
  expect((choices?.y ?? 0) + (choices?.height ?? 0)).toBeLessThan(buttons?.y ?? 0);
});

test('the picker shows all choices without scrolling, also in Japanese below a title bar', {
  tag: '@all',
}, async () => {
  await setLocale('ja');
  try {
    await show('picker-on-page');
    // The window's 600 pixels include its bars.
    await page.setViewportSize({ width: 440, height: 520 });
    const main = page.locator('.picker-main');
    await expect(page.getByRole('checkbox')).toHaveCount(4);
    await inEachFont(async (font) => {
      const hidden = await main.evaluate((element) => element.scrollHeight - element.clientHeight);
      expect(hidden, font).toBe(0);
      for (const box of await page.getByRole('checkbox').all()) {
        await expect(box, font).toBeInViewport({ ratio: 1 });
        // Screen readers say the reasons that have no room.
        await expect(box).toHaveAccessibleDescription(/./);
      }
      await expect(reasonsIn(page.locator('.picker-choices'))).toHaveCount(0);
    });
  } finally {
    await setLocale('en');
  }
});

test('filters leave room for the files at a zoom of 200 %', async () => {
  await show('manager-files-filtered');
  await page.setViewportSize({ width: 640, height: 360 });
  const list = page.locator('.file-list');
  await inEachFont(async (font) => {
    expect((await list.boundingBox())?.height, font).toBeGreaterThan(150);
  });
  const file = list.getByRole('row').last();
  await file.focus();
  const isSeen = () =>
    file.evaluate((row) => {
      const { x, bottom } = row.getBoundingClientRect();
      return row.contains(document.elementFromPoint(x + 100, bottom - 4));
    });
  await expect.poll(isSeen).toBe(true);
  await expect(page.locator('.files-footer')).toBeInViewport({ ratio: 1 });
});
