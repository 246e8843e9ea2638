/**
 * The main screens as they look, and as a screen reader meets them. `--update-snapshots` accepts what has changed on purpose: look
 * at the pictures first.
 */
import { platform } from 'node:process';
import { expect, page, show, speak, test } from '../harness/gallery.ts';

const screens = [
  'popup-busy',
  'popup-never-connected',
  'popup-account',
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

for (const name of screens) {
  test(`${name}: in light and dark, and as an outline`, async () => {
    await show(name);
    await expect(page.locator('body')).toMatchAriaSnapshot({ name: `${name}.aria.yml` });
    // The scripts install this font with the browsers, on Linux only.
    test.skip(platform !== 'linux');
    await page.addStyleTag({ content: "* { font-family: 'Liberation Sans' !important; }" });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page).toHaveScreenshot(`${name}-${colorScheme}.png`, { maxDiffPixelRatio: 0.01 });
    }
  });
}

// Without the font.
test.afterAll(() => speak('en'));
