/** In every language and font and at any width, file titles have 220 pixels and nothing beside them is cut off. */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, inEachFont, page, setLocale, show, test } from '../harness/gallery.ts';

const locales = globSync('locales/*.json').map((file) => basename(file, '.json'));
/** Of the window. The folder tree needs 721 pixels, the details beside the list 1001. */
const scenes: readonly (readonly [name: string, widths: readonly number[]])[] = [
  ['manager-files', [481, 721]],
  ['manager-files-details', [1001, 1100, 1280]],
  ['manager-files-details-document', [1001]],
  ['manager-files-unviewed-read', [640, 900, 1600]],
  ['manager-takedowns', [721, 821]],
];

/** Runs in the page: finds narrow titles, and other text that is cut off or wraps. */
function findStarving(): string[] {
  const found: string[] = [];
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
  const linesOf = (element: Element) => new Set([...element.getClientRects()].map(({ top }) => top)).size;
  // Centred text can overflow on both sides, which `scrollWidth` counts on one.
  const isCut = (element: Element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const width = Math.max(element.scrollWidth, Math.floor(range.getBoundingClientRect().width));
    return width > element.clientWidth;
  };
  // Headless browsers don't show the scrollbar, which takes room.
  for (const body of all('.details-body')) body.style.marginInlineEnd = '15px';
  const titles = [...all('.file-title > .grow'), ...all('.takedown [dir="auto"][title]')].map(
    (title) => title.getBoundingClientRect().width,
  );
  if (Math.min(...titles) < 220) found.push(`a title has ${Math.min(...titles)} pixels`);
  for (const text of all('.file-list-head .one-line, .file-row > .file-value, .details-actions > .button'))
    if (text.checkVisibility() && isCut(text)) found.push(`“${text.textContent}” is cut off`);
  for (const summary of all('.file-row[data-kind="folder"] .file-where'))
    if (isCut(summary)) found.push(`“${summary.textContent}” is cut off`);
  const buttons = all('.details-actions > .button');
  if (new Set(buttons.map((button) => button.getBoundingClientRect().top)).size > 1)
    found.push('actions are in several rows');
  for (const value of all('.details-facts bdi, .takedown bdi'))
    if (/\d[:.]\d\d|20\d\d/u.test(value.textContent ?? '') && linesOf(value) > 1)
      found.push(`“${value.textContent}” is in several lines`);
  return found;
}

for (const locale of locales)
  test(`${locale}: columns give way before titles of files are cut`, async () => {
    await setLocale(locale);
    try {
      const found: string[] = [];
      for (const [name, widths] of scenes)
        for (const width of widths) {
          await show(name, { width, direction: locale === 'ar' ? 'rtl' : 'ltr' });
          await expect(page.locator('.file-row, .takedown').first()).toBeVisible();
          await inEachFont(async (font) => {
            const place = `${name} at ${width} in ${font}`;
            found.push(...(await page.evaluate(findStarving)).map((each) => `${place}: ${each}`));
          });
        }
      expect(found).toEqual([]);
    } finally {
      await setLocale('en');
    }
  });
