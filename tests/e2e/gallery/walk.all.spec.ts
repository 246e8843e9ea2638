/**
 * One walk through all scenes: axe finds nothing in light and dark. At any width and in any font, nothing covers a control, and no page
 * scrolls sideways or in two places.
 */
import type Axe from 'axe-core';
import type { View } from '../../gallery/open.ts';
import { scripts } from '../../gallery/scripts/scripts.ts';
import { violations } from '../harness/axe.ts';
import { expect, fonts, inEachFont, largestFont, listScenes, page, show, test } from '../harness/gallery.ts';

/** Runs in the page: scrolls each control into view and finds those with a covered middle. */
function findCovered(): string[] {
  const nameOf = (element: Element) =>
    `${element.localName}.${element.getAttribute('class') ?? ''} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30)}”`;
  const hitOf = (target: Element) => {
    const { left, top, width, height } = target.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2);
  };
  const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  const controls = scope.querySelectorAll<HTMLElement>(
    'button:enabled, a[href], input:enabled, select:enabled, textarea:enabled, summary',
  );
  const found: string[] = [];
  for (const control of controls) {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const target = (control as HTMLInputElement).labels?.[0] ?? control;
    const size = target.getBoundingClientRect();
    if (size.width <= 2 || size.height <= 2 || target.closest('.visually-hidden')) continue;
    const isSelf = (hit: Element | null) => target.contains(hit) || control.contains(hit);
    if (isSelf(hitOf(target))) continue;
    // Away from sticky headers and jobs.
    target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const hit = hitOf(target);
    const isOwn = hit !== null && (isSelf(hit) || hit.contains(target) || hit.contains(control));
    // Menus and results cover the page, as details do on small screens. Labels and buttons receive clicks for their content.
    const isLayer = hit?.closest('.menu, .details, .embed-results') != null;
    const isFrame = hit?.closest('label, button, a, summary')?.contains(control) === true;
    if (!isOwn && !isLayer && !isFrame)
      found.push(`${nameOf(control)} under ${hit ? nameOf(hit) : 'nothing: out of sight'}`);
  }
  return found;
}

/** Runs in the page: finds elements other than code that scroll sideways. */
function findSideways(): string[] {
  const scrolls = (element: Element) => {
    const { overflowX } = getComputedStyle(element);
    return /auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1;
  };
  const { scrollWidth, clientWidth } = document.documentElement;
  return [
    ...(scrollWidth > clientWidth ? [`the page by ${scrollWidth - clientWidth}`] : []),
    ...[...document.querySelectorAll('body :not(textarea, pre, code, .copy-preview)')]
      .filter(scrolls)
      .map((element) => `${element.localName}.${element.className}`),
  ];
}

/** Runs in the page: finds texts and icons outside of dialogs that overlap, and icons that are partly hidden. */
function findCollisions(): string[] {
  const found: string[] = [];
  const boxes: { readonly name: string; readonly element: Element; readonly rect: DOMRect }[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.closest('.visually-hidden, textarea, select, dialog, .menu') === null;
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const element = text.parentElement;
    if (element === null || !isSeen(element) || text.textContent?.trim() === '') continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const rect of range.getClientRects())
      boxes.push({ name: `“${text.textContent?.trim().slice(0, 30)}”`, element, rect });
  }
  for (const element of document.querySelectorAll('svg'))
    if (isSeen(element))
      boxes.push({
        name: `icon of ${element.parentElement?.className}`,
        element,
        rect: element.getBoundingClientRect(),
      });
  /** The part that ancestors don't clip. */
  const cut = ({ element, rect }: (typeof boxes)[number]): DOMRect => {
    let { left, top, right, bottom } = rect;
    for (let each: Element | null = element; each !== null; each = each.parentElement) {
      if (getComputedStyle(each).overflow === 'visible') continue;
      const edge = each.getBoundingClientRect();
      left = Math.max(left, edge.left);
      top = Math.max(top, edge.top);
      right = Math.min(right, edge.right);
      bottom = Math.min(bottom, edge.bottom);
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
  };
  const isOnTop = ({ element, rect }: (typeof boxes)[number]): boolean => {
    const hit = document.elementFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  };
  const seen = boxes
    .map((box) => ({ ...box, whole: box.rect, rect: cut(box) }))
    .filter((box) => box.rect.width * box.rect.height > 0 && isOnTop(box));
  for (const { name, whole } of seen)
    if (name.startsWith('icon') && (whole.left < -1 || whole.right > innerWidth + 1))
      found.push(`${name} is partly out of sight`);
  for (const [at, one] of seen.entries())
    for (const other of seen.slice(at + 1)) {
      const width = Math.min(one.rect.right, other.rect.right) - Math.max(one.rect.left, other.rect.left);
      const height = Math.min(one.rect.bottom, other.rect.bottom) - Math.max(one.rect.top, other.rect.top);
      // Lines of the same text may touch.
      if (width > 2 && height > 4 && one.element !== other.element)
        found.push(`${one.name} over ${other.name}`);
    }
  return found;
}

/** Runs in the page: finds single lines that are cut without an ellipsis. */
function findBareCuts(): string[] {
  return [...document.querySelectorAll('body *')]
    .filter((element) => {
      const { overflowX, textOverflow, whiteSpace } = getComputedStyle(element);
      return (
        /hidden|clip/.test(overflowX) &&
        textOverflow !== 'ellipsis' &&
        whiteSpace === 'nowrap' &&
        element.scrollWidth > element.clientWidth + 1 &&
        element.textContent?.trim() !== '' &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        element.closest('.visually-hidden') === null
      );
    })
    .map(({ className, textContent }) => `.${className} “${textContent?.trim().slice(0, 30)}” is cut`);
}

/** Runs in the page: checks the contrast in light and dark, except of texts that look like one that was judged before. */
async function findLowContrast(): Promise<string[]> {
  const { axe, judged } = globalThis as unknown as { axe: typeof Axe; judged: Set<string> };
  const grounds = new Map<Element, string>();
  /** Including those below it. */
  const groundOf = (element: Element | null): string => {
    if (element === null) return '';
    const known = grounds.get(element);
    if (known !== undefined) return known;
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
    const own = `${backgroundColor} ${backgroundImage} ${opacity}`;
    const ground = (own === 'rgba(0, 0, 0, 0) none 1' ? '' : own) + groundOf(element.parentElement);
    grounds.set(element, ground);
    return ground;
  };
  // Elements of one class that look the same in light do in dark. Axe doesn't judge disabled controls and hidden text.
  const looksOf = (element: Element) => {
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const isJudged =
      element.checkVisibility() && element.closest(':disabled, [aria-disabled="true"]') === null;
    return `${isJudged} ${element.localName} ${element.className} ${color} ${fontSize} ${fontWeight} on ${groundOf(element)}`;
  };
  const hasText = (element: Element) =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
  const news = new Map<Element, string>();
  for (const element of document.body.querySelectorAll('*')) {
    const looks = hasText(element) && looksOf(element);
    if (looks && !judged.has(looks)) news.set(element, looks);
  }
  if (news.size === 0) return [];
  for (const looks of news.values()) judged.add(looks);
  const found: string[] = [];
  for (const scheme of ['', 'dark']) {
    document.documentElement.style.colorScheme = scheme;
    const { incomplete, violations } = await axe.run(
      { include: [...news.keys()] },
      { runOnly: ['color-contrast'], iframes: false, elementRef: true, selectors: false },
    );
    // Such as covered text.
    for (const { element } of incomplete.flatMap(({ nodes }) => nodes))
      if (element) judged.delete(news.get(element as HTMLElement) ?? '');
    for (const { html } of violations.flatMap(({ nodes }) => nodes))
      found.push(`low contrast in ${scheme || 'light'}: ${html}`);
  }
  return found;
}

const checks = { findCovered, findSideways, findCollisions, findBareCuts };
type Check = keyof typeof checks;

/**
 * Runs in the page: looks in each font. A part may still be rendering, so only what lasts counts. The last font stays until the next
 * scene, because each change costs as much as rendering.
 */
async function lookInPage([fonts, wanted]: readonly [readonly string[], readonly Check[]]): Promise<
  string[]
> {
  const found: string[] = [];
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  for (const font of fonts) {
    document.documentElement.style.setProperty('--font', `${font}, sans-serif`);
    await frame();
    for (const check of wanted) {
      const find = Reflect.get(globalThis, check) as () => string[];
      let now = find();
      for (const endMs = performance.now() + 1_000; now.length > 0 && performance.now() < endMs; now = find())
        await frame();
      found.push(...now.map((each) => `in ${font}, ${check}: ${each}`));
    }
  }
  return found;
}

const defineChecks = () =>
  page.evaluate(
    Object.entries(checks)
      .map(([name, find]) => `globalThis.${name} = ${find}`)
      .concat('globalThis.judged = new Set()')
      .join(';'),
  );

/** The smallest font differs where there is room for most on a line. */
const look = (isWide: boolean, ...wanted: readonly Check[]) =>
  page.evaluate(lookInPage, [isWide ? fonts : [largestFont], wanted] as const);

const parts: readonly (readonly [names: RegExp, views: readonly View[]])[] = [
  [/^popup/, [{}, { panel: true }, { panel: true, direction: 'rtl' }]],
  [/^picker/, [{}]],
  [/^options/, [{ width: 1600 }, { width: 360 }]],
  [/^collect/, [{ width: 900 }, { width: 360 }]],
  [/^manager-(?!files)/, [{ width: 900 }, { width: 360 }]],
  [/^manager-files/, [{ width: 1600 }, { width: 540 }]],
];

/** Opens a state again only if a menu is open, because that takes longer. Menus keep their place. */
async function change(name: string, view: View): Promise<void> {
  const { panel = false, width = panel ? 240 : 400, direction = 'ltr' } = view;
  if ((await page.locator('.menu').count()) > 0) return show(name, view);
  await page.setViewportSize({ width, height: page.viewportSize()?.height ?? 0 });
  await page.evaluate(
    ([dir, isPanel]) => {
      document.documentElement.dir = dir;
      document.body.classList.toggle('panel', isPanel);
    },
    [direction, panel] as const,
  );
}

for (const [names, views] of parts)
  test(`every state of ${names.source} is accessible, and nothing in it is covered`, async () => {
    test.setTimeout(900_000);
    await defineChecks();
    const found: string[] = [];
    let last = views[0];
    for (const name of listScenes('').filter((each) => names.test(each))) {
      // A resize costs as much as rendering. Scripts need the first view.
      const order = last === views[0] || name in scripts ? views : views.toReversed();
      last = order.at(-1);
      for (const view of order) {
        const add = (faults: readonly string[]) =>
          found.push(...faults.map((each) => `${name} with ${JSON.stringify(view)}: ${each}`));
        await (view === order[0] ? show(name, view) : change(name, view));
        const isWide = view === views[0];
        if (isWide) {
          add(await violations(page, { skippedRules: ['color-contrast'] }));
          add(await page.evaluate(findLowContrast));
        }
        if (view.panel)
          add(await look(false, 'findCollisions', 'findCovered', 'findSideways', 'findBareCuts'));
        else if (view.width) add(await look(isWide, 'findCovered', 'findSideways'));
      }
    }
    expect(found).toEqual([]);
  });

test('nothing is covered on a phone', async () => {
  test.setTimeout(900_000);
  await defineChecks();
  const found: string[] = [];
  // Phones have no button for it.
  for (const name of listScenes('').filter((each) => /^(?:popup-(?!bulk-pasted)|picker)/.test(each))) {
    await show(name, { phone: true });
    const faults = await look(false, 'findCovered', 'findSideways');
    found.push(...faults.map((each) => `${name}: ${each}`));
  }
  expect(found).toEqual([]);
});

test('a low window has one scrollbar', async () => {
  for (const name of ['manager-busy', 'manager-files', 'manager-activity']) {
    await show(name);
    await page.setViewportSize({ width: 900, height: 380 });
    await inEachFont(async (font) => {
      const { scrollHeight, clientHeight } = await page.evaluate(() => ({
        scrollHeight: document.documentElement.scrollHeight,
        clientHeight: document.documentElement.clientHeight,
      }));
      expect(scrollHeight - clientHeight, `${name} in ${font}`).toBe(0);
    });
  }
});

test('rows keep their height when details open beside the list, and no empty notice covers the settings', async () => {
  await show('manager-files-all');
  const height = () =>
    page
      .locator('.file-row[data-kind="file"]')
      .first()
      .evaluate((row) => row.clientHeight);
  const before = await height();
  await page.locator('.file-row[data-kind="file"]').nth(1).click();
  await page.locator('.details').waitFor();
  expect(await height()).toBe(before);
  await show('options-connected');
  await page.evaluate(() => scrollTo(0, 400));
  expect(
    await page.evaluate(() => document.elementFromPoint(innerWidth / 2, 16)?.closest('.options-notice')),
  ).toBeFalsy();
});
