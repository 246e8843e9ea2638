/**
 * The main screens as pictures and as a screen reader sees them. Look at the pictures before you accept changes with `--update-snapshots`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { platform } from 'node:process';
import { expect, page, show, test } from '../harness/gallery.ts';

const screens = [
  'popup-busy',
  'popup-never-connected',
  'popup-files',
  'popup-notices',
  'picker',
  'collect',
  'options-connected',
  'manager-busy',
  'manager-files-all',
  'manager-files-details',
  'manager-bulk-rename',
  'manager-embed-file',
  'manager-reports',
  'manager-account',
];

/** Only tested as an outline. */
const outlines = [
  'options-first-run',
  'popup-activity',
  'popup-delete',
  'popup-files-folder',
  'popup-help',
  'manager-bulk-failures',
  'manager-files-grid',
];

/** The browser that took the pictures. */
const browserFile = new URL('pictures/browser.txt', import.meta.url);

/** @returns false if it differs but another browser took the picture */
async function matchesPicture(name: string): Promise<boolean> {
  const [major] = page.context().browser()?.version().split('.') ?? [];
  const browser = `Chromium ${major}`;
  if (/all|changed/.test(test.info().config.updateSnapshots)) writeFileSync(browserFile, `${browser}\n`);
  const takenWith = readFileSync(browserFile, 'utf8').trim();
  try {
    // Less than the shortest button.
    await expect(page).toHaveScreenshot(name, { maxDiffPixels: 300 });
    return true;
  } catch (error) {
    if (browser === takenWith) throw error;
    console.log(`${name} was taken with ${takenWith}; ${browser} draws it differently.`);
    return false;
  }
}

/** Playwright's own comparison ignores parts that are missing in the file. */
async function expectOutline(name: string): Promise<void> {
  let outline = '';
  await expect(async () => {
    const before = outline;
    outline = await page.locator('body').ariaSnapshot();
    expect(outline).toBe(before);
    // Wait twice, because it is also briefly stable while code loads.
    expect(`${outline}\n`).toMatchSnapshot(`${name}.yml`);
  }).toPass({ timeout: 10_000 });
}

for (const name of outlines) {
  test(`${name}: accessibility tree`, async () => {
    await show(name);
    await expectOutline(name);
  });
}

for (const name of screens) {
  test(`${name}: light, dark, and accessibility tree`, async () => {
    await show(name);
    // The poster loads after a pause in typing.
    if (name === 'manager-embed-file') await page.getByText('The image loads.').waitFor();
    await expectOutline(name);
    // Other systems have other fonts.
    test.skip(platform !== 'linux');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const isSame = await matchesPicture(`${name}-${colorScheme}.png`);
      test.skip(!isSame, 'The pictures were taken with another browser, which draws them differently.');
    }
  });
}
