/** What is drawn wrong, whatever a screen is about: what lies over something else, is out of sight, or scrolls sideways. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from '@playwright/test';

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

/** Runs in the page: texts and icons outside of dialogs that lie over each other, and icons that are partly out of sight. */
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
  /** What an ancestor cuts off is not seen. */
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
  /** What lies under a dialog or the details is not seen either. */
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
      // On a small screen the details lie over the page. Lines of one text may touch.
      const [layer, otherLayer] = [one, other].map(({ element }) => element.closest('.details'));
      if (width > 2 && height > 4 && layer === otherLayer && one.element !== other.element)
        found.push(`${one.name} over ${other.name}`);
    }
  return found;
}

/** One line for each fault. What is found while a part is still being drawn is looked at again, for two seconds. */
export async function findLayoutFaults(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const find of [findSideways, findCollisions, findCovered]) {
    let faults = await page.evaluate(find);
    for (let looks = 0; faults.length > 0 && looks < 20; looks += 1) {
      await delay(100);
      faults = await page.evaluate(find);
    }
    found.push(...faults);
  }
  return found;
}
