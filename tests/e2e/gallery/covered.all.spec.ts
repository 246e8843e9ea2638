/** At any width and in any font, nothing covers a control, and no page scrolls sideways or in two places. */
import { expect, inEachFont, listScenes, page, show, test } from '../harness/gallery.ts';

/** Runs in the page: scrolls each control into view and finds those with a covered middle. */
function findCovered(): string[] {
  const nameOf = (element: Element) =>
    `${element.localName}.${element.getAttribute('class') ?? ''} “${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30)}”`;
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
    // Away from sticky headers and jobs.
    target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = target.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const isOwn = hit !== null && [target, control].some((each) => each.contains(hit) || hit.contains(each));
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

/** A part may still be rendering. */
async function lookTwice(find: () => string[]): Promise<readonly string[]> {
  const first = await page.evaluate(find);
  if (first.length === 0) return first;
  await page.waitForLoadState('networkidle');
  return page.evaluate(find);
}

const widths: readonly (readonly [names: RegExp, widths: readonly number[]])[] = [
  [/^(?:popup|picker)/, [360]],
  [/^options/, [360, 1600]],
  [/^collect/, [360, 900]],
  [/^manager-(?!files)/, [360, 900]],
  [/^manager-files/, [540, 1600]],
];

for (const [names, all] of widths)
  test(`no control of ${names.source} is covered, and nothing scrolls sideways`, async () => {
    test.setTimeout(900_000);
    page.setDefaultTimeout(1_000);
    const found = new Set<string>();
    for (const name of listScenes('').filter((each) => names.test(each)))
      for (const width of all) {
        try {
          await show(name, names.test('popup') ? { phone: true } : { width });
        } catch {
          // The control may not exist at this width.
          continue;
        }
        await inEachFont(async (font) => {
          const place = `${name} at ${width} in ${font}`;
          for (const each of await lookTwice(findCovered)) found.add(`${place}: ${each}`);
          for (const each of await lookTwice(findSideways)) found.add(`${place}: sideways ${each}`);
        });
      }
    page.setDefaultTimeout(30_000);
    expect([...found]).toEqual([]);
  });

test('in a side panel of 240 pixels nothing is covered, cut off or overlapping', async () => {
  test.setTimeout(900_000);
  page.setDefaultTimeout(1_000);
  const found = new Set<string>();
  let looked = 0;
  for (const name of listScenes('popup'))
    for (const direction of ['ltr', 'rtl'] as const) {
      try {
        await show(name, { panel: true, direction });
      } catch {
        // The control may not exist at this width.
        continue;
      }
      looked += 1;
      await inEachFont(async (font) => {
        for (const find of [findCollisions, findCovered, findSideways])
          for (const each of await lookTwice(find)) found.add(`${name}, ${direction}, in ${font}: ${each}`);
      });
    }
  page.setDefaultTimeout(30_000);
  expect(looked).toBeGreaterThan(listScenes('popup').length);
  expect([...found]).toEqual([]);
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
