/** Nothing lies over a control that can be pressed, and no page scrolls sideways or in two places at once, at any width. */
import { expect, page, scenesOf, show, test } from '../harness/gallery.ts';

/** Runs in the page: controls whose middle belongs to something else, once they are scrolled into sight. */
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
    // Clear of heads and jobs that stay in sight.
    target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = target.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    const isOwn = hit !== null && [target, control].some((each) => each.contains(hit) || hit.contains(each));
    // Menus and, on a small screen, the details lie over the page; a frame takes the click of what it holds.
    const isLayer = hit?.closest('.menu, .details') != null;
    const isFrame = hit?.closest('label, button, a, summary')?.contains(control) === true;
    if (!isOwn && !isLayer && !isFrame)
      found.push(`${nameOf(control)} under ${hit ? nameOf(hit) : 'nothing: out of sight'}`);
  }
  return found;
}

/** Runs in the page: what scrolls sideways, apart from texts that are code. */
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
    for (const name of scenesOf('').filter((each) => names.test(each)))
      for (const width of all) {
        try {
          await show(name, names.test('popup') ? { phone: true } : { width });
        } catch {
          // The way of a script may not be there at this width.
          continue;
        }
        for (const each of await page.evaluate(findCovered)) found.add(`${name} at ${width}: ${each}`);
        for (const each of await page.evaluate(findSideways))
          found.add(`${name} at ${width}: sideways ${each}`);
      }
    page.setDefaultTimeout(30_000);
    expect([...found]).toEqual([]);
  });

test('a low window has one scrollbar', async () => {
  for (const name of ['manager-busy', 'manager-files', 'manager-activity']) {
    await show(name);
    await page.setViewportSize({ width: 900, height: 380 });
    const { scrollHeight, clientHeight } = await page.evaluate(() => ({
      scrollHeight: document.documentElement.scrollHeight,
      clientHeight: document.documentElement.clientHeight,
    }));
    expect(scrollHeight - clientHeight, name).toBe(0);
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
