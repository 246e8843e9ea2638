/**
 * In every language and font, even on a phone, text is only cut off where English is, and rows of buttons take no more lines. File titles
 * have 220 pixels, and nothing beside them is cut off.
 */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { platform } from 'node:process';
import { scripts } from '../../gallery/scripts/scripts.ts';
import { expect, largestFont, listScenes, page, setFont, setLocale, show, test } from '../harness/gallery.ts';

const locales = globSync('locales/*.json').map((file) => basename(file, '.json'));
/** By the width of the window. 360 is a phone. */
const screens: Readonly<Record<number, RegExp>> = {
  360: /^(?:popup|picker|options|collect)/,
  400: /^popup/,
  440: /^picker/,
  900: /^options/,
  1100: /^(?:manager|collect)/,
};
/** Skips scenes with many similar rows, and those that find elements by English text. */
const isTried = (name: string) =>
  !/many|huge|long|live/.test(name) &&
  !Object.hasOwn(scripts, name) &&
  (!name.startsWith('collect') || /^collect(?:-hidden|-duplicates)?$/.test(name)) &&
  (!name.startsWith('manager') || /-(?:files-all|busy|account|reports|embed|activity)$/.test(name));

const arabicFont = 'Noto Sans, Noto Sans Arabic';
/** With the largest letters of the locale. English is compared with all others. */
const fontsOf = (locale: string): string[] => [
  largestFont,
  ...(/en|ja|zh|widest/.test(locale) ? ['Tall'] : []),
  ...(/en|ar/.test(locale) ? [arabicFont] : []),
];

interface Cut {
  readonly scene: string;
  readonly width: number;
  readonly place: string;
  readonly text: string;
}

/** Skips `known` places, and scenes that don't match. */
async function findCutTexts(
  locale: string,
  known: readonly string[],
  isWanted?: (scene: string, width: number) => boolean,
): Promise<Cut[]> {
  const found: Cut[] = [];
  for (const [key, screen] of Object.entries(screens)) {
    const width = Number(key);
    const names = listScenes('').filter(
      (name) => screen.test(name) && isTried(name) && isWanted?.(name, width) !== false,
    );
    if (names.length === 0) continue;
    await page.setViewportSize({ width, height: 760 });
    const cut = await page.evaluate(findCutTextsOf, {
      names,
      direction: locale === 'ar' ? 'rtl' : 'ltr',
      width,
      fonts: fontsOf(locale),
      known,
      waitMs: isWanted === undefined ? 50 : 1_000,
    } as const);
    found.push(...cut);
  }
  return found;
}

interface Drawing {
  readonly names: readonly string[];
  readonly direction: 'ltr' | 'rtl';
  readonly width: number;
  readonly fonts: readonly string[];
  readonly known: readonly string[];
  /** New text may be cut off until all effects have run. */
  readonly waitMs: number;
}

/** Runs in the page: renders each scene in each font and returns text that doesn't fit, with its place. */
async function findCutTextsOf({ names, direction, width, fonts, known, waitMs }: Drawing): Promise<Cut[]> {
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

  const found: Cut[] = [];
  document.documentElement.classList.toggle('phone', isPhone);
  for (const name of names) {
    draw(name, direction);
    await frame();
    for (const font of fonts) {
      document.documentElement.style.setProperty('--font', `${font}, sans-serif`);
      const measureNew = () =>
        measure()
          .map(([place, text]) => ({
            ...{ scene: name, width, text },
            place: `${name} in ${font}: ${place} at ${width}`,
          }))
          .filter(({ place }) => !knownPlaces.has(place));
      let cut = measureNew();
      for (
        const endMs = performance.now() + waitMs;
        cut.length > 0 && performance.now() < endMs;
        cut = measureNew()
      )
        await frame();
      found.push(...cut);
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

/** In pixels. */
const widthsOf = (texts: readonly string[], families: readonly string[]): Promise<number[][]> =>
  page.evaluate(
    ([texts, families]) => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d');
      if (canvas === null) throw new Error('There is no canvas.');
      return families.map((family) => {
        canvas.font = `14px ${family}, sans-serif`;
        return texts.map((text) => canvas.measureText(text).width);
      });
    },
    [texts, families] as const,
  );

test('the machine’s own fonts are never used, and no text is wider than in the largest font', async () => {
  test.skip(platform !== 'linux');
  const all = ['Liberation Sans', 'DejaVu Sans', 'Noto Sans'];
  const text = ['Upload through this browser'];
  expect(
    new Set((await widthsOf(text, all)).flat()).size,
    'a font is not installed; “npm test” installs it',
  ).toBe(all.length);
  // In the same package as DejaVu Sans.
  const others = ['DejaVu Sans Mono', 'Noto Serif', 'Ubuntu', 'Cantarell', 'Segoe UI', 'Roboto'];
  const usual = await widthsOf(text, ['system-ui', 'sans-serif', 'Arial', ...others]);
  expect(new Set(usual.flat()).size).toBe(1);
  const texts = locales.flatMap((locale) =>
    [...readFileSync(`locales/${locale}.json`, 'utf8').matchAll(/": "(.+)"/g)].map(([, each = '']) => each),
  );
  const [largest = [], ...widths] = await widthsOf(texts, [largestFont, ...all]);
  // Single words in capitals are.
  const isWider = (width: number, at: number) => width > (largest[at] ?? 0) + 5;
  expect(widths.map((each) => texts.filter((_, at) => isWider(each[at] ?? 0, at)))).toEqual([[], [], []]);
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
async function findStarvingTitles(
  direction: 'ltr' | 'rtl',
  isWanted: (scene: string, width: number) => boolean,
): Promise<Cut[]> {
  const found: Cut[] = [];
  for (const [scene, widths] of fileScenes)
    for (const width of widths.filter((each) => isWanted(scene, each))) {
      await show(scene, { width, direction });
      await expect(page.locator('.file-row, .takedown').first()).toBeVisible();
      await setFont(largestFont);
      const texts = await page.evaluate(findStarving);
      found.push(...texts.map((text) => ({ scene, width, place: `${scene} at ${width}`, text })));
    }
  return found;
}

const textsOf = (found: readonly Cut[]) => found.map(({ place, text }) => `${text} <- ${place}`);

// Each worker would read the English texts.
test.describe.configure({ mode: 'default' });

/** Where English is cut off. */
let known: string[];
/** What has no room in the widest language. Each text may have room in a real one. */
let suspects: readonly Cut[];

test.beforeAll(async () => {
  known = (await findCutTexts('en', [])).map(({ place }) => place);
  await setLocale('widest');
  const cut = await findCutTexts('widest', known);
  // A row of buttons is the same in many scenes.
  const keyOf = ({ place, text }: Cut) => place.replace(/^.*?: /, '') + text.replaceAll(/\d+/g, '#');
  const differing = new Map(cut.map((each) => [keyOf(each), each])).values();
  suspects = [...differing, ...(await findStarvingTitles('ltr', () => true))];
});
test.afterAll(() => setLocale('en'));

for (const locale of locales)
  test(`${locale}: every text has room`, async () => {
    await setLocale(locale);
    expect(await missingGlyphs(locale)).toEqual([]);
    const isSuspect = (scene: string, width: number) =>
      locale === 'ar' || suspects.some((cut) => cut.scene === scene && cut.width === width);
    if (locale !== 'en') expect(textsOf(await findCutTexts(locale, known, isSuspect))).toEqual([]);
    expect(textsOf(await findStarvingTitles(locale === 'ar' ? 'rtl' : 'ltr', isSuspect))).toEqual([]);
  });
