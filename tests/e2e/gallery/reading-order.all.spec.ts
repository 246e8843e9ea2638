/** Reading and Tab order follow the visual order in any font: by line or by column. */
import { expect, inEachFont, page, show, test } from '../harness/gallery.ts';

const screens = [
  'popup-busy',
  'popup-files',
  'picker',
  'collect',
  'options-connected',
  'manager-busy',
  'manager-files-details',
  'manager-reports',
  'manager-embed-file',
  'manager-account',
  'manager-activity',
];

/** Consecutive elements of which the second is shown first. */
const outOfOrder = (): Promise<string[]> =>
  page.evaluate(() => {
    const isRead = (element: Element) =>
      element.matches('button, a, input, select, textarea, [role="meter"], [role="progressbar"]') ||
      [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== '');
    /** Elements that are scrolled away or covered have no position to compare. */
    const isSeen = (element: Element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return (
        element.checkVisibility() &&
        width > 1 &&
        height > 1 &&
        hit !== null &&
        (element.contains(hit) || hit.contains(element))
      );
    };
    const nameOf = (element: Element) =>
      `${element.localName}.${element.className} “${element.textContent?.trim().slice(0, 30)}”`;
    const read = [...document.querySelectorAll('body :not(svg, svg *, option)')].filter(
      (element) => isRead(element) && isSeen(element),
    );
    /** A layer, such as the details on a small screen, has no neighbours. */
    const layerOf = (element: Element | null): Element | null =>
      element === null || getComputedStyle(element).boxShadow !== 'none'
        ? element
        : layerOf(element.parentElement);
    return read.flatMap((element, index) => {
      const before = read.slice(0, index).findLast((other) => !other.contains(element));
      if (before === undefined || layerOf(before) !== layerOf(element)) return [];
      const [one, next] = [before.getBoundingClientRect(), element.getBoundingClientRect()];
      const isAbove = next.bottom <= one.top + 1 && next.left < one.right - 1;
      const isBeside = next.top < one.bottom - 2 && next.bottom > one.top + 2 && next.right <= one.left + 1;
      return isAbove || isBeside ? [`${nameOf(element)} after ${nameOf(before)}`] : [];
    });
  });

for (const width of [1100, 640, 360]) {
  test(`the reading order is the visual order at ${width} pixels`, async () => {
    const found: string[] = [];
    for (const name of screens) {
      await show(name, { width });
      await inEachFont(async (font) => {
        found.push(...(await outOfOrder()).map((pair) => `${name} in ${font}: ${pair}`));
      });
    }
    expect(found).toEqual([]);
  });
}
