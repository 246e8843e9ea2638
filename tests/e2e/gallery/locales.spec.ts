/** In every language nothing is cut off that is not cut off in English, on a phone either. */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { scripts } from '../../gallery/scripts/scripts.ts';
import { expect, page, scenesOf, show, speak, test } from '../harness/gallery.ts';

const locales = globSync('locales/*.json').map((file) => basename(file, '.json'));
/** Widths, in pixels, at which each is shown; 360 is a phone's. */
const screens = {
  popup: [400, 360],
  picker: [440, 360],
  options: [900, 360],
  manager: [1100],
  collect: [1100, 360],
};
/** Not those with many lines of what others show too, and none that find their way by English texts. */
const isTried = (name: string) =>
  !/many|huge|long|live/.test(name) &&
  !Object.hasOwn(scripts, name) &&
  (!name.startsWith('collect') || /^collect(?:-hidden|-duplicates)?$/.test(name)) &&
  (!name.startsWith('manager') || /-(?:files-all|busy|account|reports|embed|activity)$/.test(name));

/** The place of each text that is cut off, with its scene and width, and the text. Places that are `known` are left out. */
async function findCutTexts(
  locale: string,
  known?: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  await speak(locale);
  for (const [screen, widths] of Object.entries(screens)) {
    for (const name of scenesOf(screen).filter(isTried)) {
      await show(name, { direction: locale === 'ar' ? 'rtl' : 'ltr' });
      for (const width of widths) {
        await page.setViewportSize({ width, height: 760 });
        // As `show` draws it on a phone, without the time of another `show`.
        await page.evaluate(
          (isPhone) => document.documentElement.classList.toggle('phone', isPhone),
          width === 360,
        );
        const measure = async () =>
          (await cutTexts())
            .map(([place, text]) => [`${name} at ${width}: ${place}`, text] as const)
            .filter(([place]) => !known?.has(place));
        // What is drawn after it was measured may be cut off for a frame.
        const isAnyCut = (await measure()).length > 0;
        for (const [place, text] of isAnyCut ? await afterFrames(measure) : []) found.set(place, text);
      }
    }
  }
  return found;
}

async function afterFrames<T>(work: () => Promise<T>): Promise<T> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return work();
}

/** Elements whose text does not fit, by their place in the document; and the document itself. */
const cutTexts = (): Promise<[place: string, text: string][]> =>
  page.evaluate(() => {
    const placeOf = (element: Element | null): string =>
      element === null || element === document.body
        ? ''
        : `${placeOf(element.parentElement)} ${element.localName}.${element.className}:${[...(element.parentElement?.children ?? [])].indexOf(element)}`;
    const hasText = ({ childNodes }: Element) =>
      [...childNodes].some(
        ({ nodeType, data }: Node & { data?: string }) => nodeType === 3 && data?.trim() !== '',
      );
    /** By something that it is in and that does not scroll. */
    const isClipped = (element: Element) => {
      const { left, right } = element.getBoundingClientRect();
      for (let around = element.parentElement; around !== null; around = around.parentElement) {
        const { position, overflowX } = getComputedStyle(around);
        if (position === 'fixed') return false;
        if (!/hidden|clip/.test(overflowX)) continue;
        const box = around.getBoundingClientRect();
        return left < box.left - 1 || right > box.right + 1;
      }
      return false;
    };
    const cut = [...document.querySelectorAll('body :not(svg, svg *)')].filter((element) => {
      // A page's own titles and addresses have one line, beside which each language has its own words.
      if (!hasText(element) || element.closest('.visually-hidden, .collect-what')) return false;
      const { overflowX, display } = getComputedStyle(element);
      if (display === 'inline') return false;
      const tooWide = element.scrollWidth > element.clientWidth + 1;
      const tooHigh = overflowX !== 'visible' && element.scrollHeight > element.clientHeight + 2;
      return tooWide || tooHigh || isClipped(element);
    });
    const { scrollWidth, clientWidth } = document.documentElement;
    return [
      ...cut.map((element): [string, string] => [placeOf(element), element.textContent ?? '']),
      ...(scrollWidth > clientWidth ? [['the document', `${scrollWidth}`] as [string, string]] : []),
    ];
  });

let english: ReadonlyMap<string, string>;
test.beforeAll(async () => {
  english = await findCutTexts('en');
});
test.afterAll(() => speak('en'));

for (const locale of locales.filter((name) => name !== 'en')) {
  test(`${locale}: nothing is cut off`, async () => {
    const cut = await findCutTexts(locale, english);
    expect([...cut].map(([place, text]) => `${text} <- ${place}`)).toEqual([]);
  });
}
