/**
 * In every language and font, even on a phone, text is only cut off where English is, and rows of buttons take no more lines. File titles
 * have 220 pixels, and nothing beside them is cut off.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { platform } from 'node:process';
import { scripts } from '../../gallery/scripts/scripts.ts';
import { expect, fonts, inEachFont, listScenes, page, setLocale, show, test } from '../harness/gallery.ts';

const locales = globSync('locales/*.json').map((file) => basename(file, '.json'));
/** In pixels. 360 is a phone. */
const screens = {
  popup: [400, 360],
  picker: [440, 360],
  options: [900, 360],
  manager: [1100],
  collect: [1100, 360],
};
/** Skips scenes with many similar rows, and those that find elements by English text. */
const isTried = (name: string) =>
  !/many|huge|long|live/.test(name) &&
  !Object.hasOwn(scripts, name) &&
  (!name.startsWith('collect') || /^collect(?:-hidden|-duplicates)?$/.test(name)) &&
  (!name.startsWith('manager') || /-(?:files-all|busy|account|reports|embed|activity)$/.test(name));

/** As tall as Noto Sans CJK, whose package is 35 times as large. Both have ideographs of the same width. */
const tall = `@font-face { font-family: Tall; src: local('WenQuanYi Micro Hei'); ascent-override: 116%; descent-override: 29% }`;

/** By place, scene, width and font. Skips `known` places. */
async function findCutTexts(
  locale: string,
  known: ReadonlyMap<string, string> = new Map(),
): Promise<Map<string, string>> {
  await page.addStyleTag({ content: tall });
  await page.evaluate(() => document.fonts.load('16px Tall'));
  const found: (readonly [place: string, text: string])[] = [];
  for (const [screen, widths] of Object.entries(screens)) {
    const names = listScenes(screen).filter(isTried);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 760 });
      const cut = await page.evaluate(findCutTextsOf, {
        names,
        direction: locale === 'ar' ? 'rtl' : 'ltr',
        width,
        fonts: /en|ja|zh/.test(locale) ? [...fonts, 'Tall'] : fonts,
        known: [...known.keys()],
      } as const);
      found.push(...cut);
    }
  }
  return new Map(found);
}

interface Drawing {
  readonly names: readonly string[];
  readonly direction: 'ltr' | 'rtl';
  readonly width: number;
  readonly fonts: readonly string[];
  readonly known: readonly string[];
}

/** Runs in the page: renders each scene in each font and returns text that doesn't fit, with its place. */
async function findCutTextsOf({
  names,
  direction,
  width,
  fonts,
  known,
}: Drawing): Promise<[place: string, text: string][]> {
  const { draw } = globalThis as unknown as { draw: (name: string, direction: string) => void };
  const isPhone = width === 360;
  const knownPlaces = new Set(known);
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const placeOf = (element: Element | null): string =>
    element === null || element === document.body
      ? ''
      : `${placeOf(element.parentElement)} ${element.localName}.${element.className}:${[...(element.parentElement?.children ?? [])].indexOf(element)}`;
  const hasText = ({ childNodes }: Element) =>
    [...childNodes].some(
      ({ nodeType, data }: Node & { data?: string }) => nodeType === 3 && data?.trim() !== '',
    );
  const clips = new Map<Element, DOMRect | null>();
  /** The box of the nearest element that clips without scrolling. */
  const clipOf = (element: Element | null): DOMRect | null => {
    const known = element === null ? null : clips.get(element);
    if (element === null || known !== undefined) return known ?? null;
    const { position, overflowX } = getComputedStyle(element);
    const box = /hidden|clip/.test(overflowX)
      ? element.getBoundingClientRect()
      : clipOf(element.parentElement);
    const clip = position === 'fixed' ? null : box;
    clips.set(element, clip);
    return clip;
  };
  const isClipped = (element: Element) => {
    const clip = clipOf(element.parentElement);
    if (clip === null) return false;
    const { left, right } = element.getBoundingClientRect();
    return left < clip.left - 1 || right > clip.right + 1;
  };
  const isCut = (element: Element) => {
    // Titles, names and the service's messages share a line with translated text. Notices expand.
    if (
      !hasText(element) ||
      element.closest(
        '.visually-hidden, .collect-text, .account-card-text, .bulk-line-text, .upload-names, .notice-text button',
      )
    )
      return false;
    const { overflowX, display } = getComputedStyle(element);
    if (display === 'inline') return false;
    const tooWide = element.scrollWidth > element.clientWidth + 1;
    const tooHigh = overflowX !== 'visible' && element.scrollHeight > element.clientHeight + 2;
    return tooWide || tooHigh || isClipped(element);
  };
  /** Without the scrollbar thumb. Narrower text is too short for the start of a sentence. */
  const [twoLines, leastWidth] = [56, 80];
  const isTall = (notice: Element) =>
    notice.getBoundingClientRect().height > twoLines ||
    (notice.querySelector('.notice-sentence')?.clientWidth ?? 0) < leastWidth;
  const buttonRows = '.uploads-footer, .send-tools, .send-others';
  const countLines = (row: Element) => {
    const boxes = [...row.querySelectorAll('button')].map((button) => button.getBoundingClientRect());
    const ends = boxes.filter(({ width }) => width > 0).sort((one, other) => one.top - other.top);
    return ends.filter(({ top }, at) => top >= (ends[at - 1]?.bottom ?? 0)).length;
  };
  const measure = (): [place: string, text: string][] => {
    clips.clear();
    const cut = [...document.querySelectorAll('body :not(svg, svg *)')].filter(isCut);
    const tallNotices = [...document.querySelectorAll('.notice-stack .notice')].filter(isTall);
    const highRows = isPhone
      ? []
      : [...document.querySelectorAll(buttonRows)].filter((row) => countLines(row) > 1);
    const { scrollWidth, clientWidth } = document.documentElement;
    return [
      ...[...cut, ...tallNotices].map((element): [string, string] => [
        placeOf(element),
        element.textContent ?? '',
      ]),
      ...highRows.map((row): [string, string] => [
        `${placeOf(row)} in ${countLines(row)} lines`,
        row.textContent ?? '',
      ]),
      ...(scrollWidth > clientWidth ? [['the document', `${scrollWidth}`] as [string, string]] : []),
    ];
  };

  const found: [place: string, text: string][] = [];
  document.documentElement.classList.toggle('phone', isPhone);
  for (const name of names) {
    draw(name, direction);
    await frame();
    for (const font of fonts) {
      document.documentElement.style.setProperty('--font', `${font}, sans-serif`);
      const measureNew = () =>
        measure()
          .map(([place, text]): [string, string] => [`${name} in ${font}: ${place} at ${width}`, text])
          .filter(([place]) => !knownPlaces.has(place));
      if (measureNew().length === 0) continue;
      // New text may be cut off for one frame.
      await frame();
      await frame();
      found.push(...measureNew());
    }
  }
  return found;
}

/** Drawn as a missing glyph box, because no font here has them. */
const missingGlyphs = (locale: string): Promise<string[]> =>
  page.evaluate(
    (characters) => {
      const canvas = new OffscreenCanvas(40, 40).getContext('2d', { willReadFrequently: true });
      if (canvas === null) throw new Error('There is no canvas.');
      canvas.font = '20px system-ui, sans-serif';
      const draw = (character: string) => {
        canvas.clearRect(0, 0, 40, 40);
        canvas.fillText(character, 10, 28);
        return canvas.getImageData(0, 0, 40, 40).data;
      };
      // For private use.
      const box = draw('\u{10FFFD}');
      return characters.filter((character) => draw(character).every((value, at) => value === box[at]));
    },
    [...new Set(readFileSync(`locales/${locale}.json`, 'utf8'))],
  );

test('text has another width in each font, and the machine’s own fonts are never used', async () => {
  test.skip(platform !== 'linux');
  const countWidths = (families: readonly string[]) =>
    page.evaluate((names) => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d');
      const widths = names.map((name) => {
        if (canvas) canvas.font = `20px ${name}, sans-serif`;
        return canvas?.measureText('Upload through this browser').width;
      });
      return new Set(widths).size;
    }, families);
  expect(await countWidths(fonts), 'a font is not installed; “npm test” installs it').toBe(fonts.length);
  // In the same package as DejaVu Sans.
  const others = ['DejaVu Sans Mono', 'Noto Serif', 'Ubuntu', 'Cantarell', 'Segoe UI', 'Roboto'];
  expect(await countWidths(['system-ui', 'sans-serif', 'Arial', ...others])).toBe(1);
});

/** Of the window. The folder tree needs 721 pixels, the details beside the list 1001. */
const fileScenes: readonly (readonly [name: string, widths: readonly number[]])[] = [
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

/** Of files, which have more columns the wider the window is. */
async function findStarvingTitles(direction: 'ltr' | 'rtl'): Promise<string[]> {
  const found: string[] = [];
  for (const [name, widths] of fileScenes)
    for (const width of widths) {
      await show(name, { width, direction });
      await expect(page.locator('.file-row, .takedown').first()).toBeVisible();
      await inEachFont(async (font) => {
        const place = `${name} at ${width} in ${font}`;
        found.push(...(await page.evaluate(findStarving)).map((each) => `${place}: ${each}`));
      });
    }
  return found;
}

// Each worker would read the English texts.
test.describe.configure({ mode: 'default' });

let english: ReadonlyMap<string, string>;
test.beforeAll(async () => {
  english = await findCutTexts('en');
});
test.afterAll(() => setLocale('en'));

for (const locale of locales)
  test(`${locale}: every text has room`, async () => {
    await setLocale(locale);
    expect(await missingGlyphs(locale)).toEqual([]);
    const cut = locale === 'en' ? [] : await findCutTexts(locale, english);
    expect([...cut].map(([place, text]) => `${text} <- ${place}`)).toEqual([]);
    expect(await findStarvingTitles(locale === 'ar' ? 'rtl' : 'ltr')).toEqual([]);
  });
