import type { ElementHandle } from '@playwright/test';
import { scripts } from '../../gallery/scripts/scripts.ts';
import { expect, inEachFont, page, setLocale, show, test } from '../harness/gallery.ts';

const runningAnimations = (): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => {
        const target = (effect as KeyframeEffect).target;
        return `${target?.localName} in ${target?.parentElement?.className}`;
      }),
  );

test('nothing is animated with reduced motion', async () => {
  // Its progress bar is indeterminate.
  for (const motion of [true, false]) {
    await show('manager-files-never', { motion });
    expect((await runningAnimations()).length > 0).toBe(motion);
  }
  for (const motion of [true, false]) {
    await show('options-service-error', { motion });
    await page
      .locator('main .button')
      .first()
      .evaluate((button) => button.setAttribute('aria-busy', 'true'));
    expect((await runningAnimations()).length > 0).toBe(motion);
  }
});

test('touch targets are large enough', async () => {
  const found: string[] = [];
  const scenes = [
    'popup-busy',
    'popup-files',
    'popup-notices',
    'picker',
    'collect',
    'options-connected',
    'manager-busy',
  ];
  // Chinese has the shortest words.
  for (const locale of ['zh_CN', 'en']) {
    await setLocale(locale);
    // Scripts find elements by English text.
    for (const name of scenes.filter((each) => locale === 'en' || !Object.hasOwn(scripts, each))) {
      await show(name, { phone: true });
      expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
      await inEachFont(async (font) => {
        found.push(...(await smallTargets()).map((target) => `${name} in ${font}: ${target}`));
      });
    }
  }
  expect(found).toEqual([]);
});

const smallTargets = (): Promise<string[]> =>
  page.evaluate(() => {
    const targets = document.querySelectorAll(
      'button, select, summary, input:not([type="file"]), a, textarea, [role="tab"], [role="treeitem"], [role="option"]',
    );
    return [...targets].flatMap((target) => {
      // A label receives clicks for its checkbox.
      const parts = [target, ...((target as HTMLInputElement).labels ?? [])].map((part) =>
        part.getBoundingClientRect(),
      );
      const width = Math.max(...parts.map((part) => part.width));
      const height = Math.max(...parts.map((part) => part.height));
      if (width <= 1 || (width >= 40 && height >= 40)) return [];
      return [
        `${target.localName}.${target.className} “${target.textContent?.trim().slice(0, 30)}” ${width} × ${height}`,
      ];
    });
  });

test('focus, choice, progress and state are visible in forced colours', async () => {
  const scenes = [
    'popup-every-state',
    'popup-files-chosen',
    'picker',
    'collect-duplicates',
    'options-connected',
    'manager-files-details',
  ];
  const tried = new Set<string>();
  const unseen: string[] = [];
  for (const name of scenes) {
    await show(name, { forcedColors: true });
    // Loading pictures move what is below.
    await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
    if (name === 'manager-files-details') await page.locator('.gallery-choice').first().waitFor();
    for (const [what, selector, change] of marks) {
      const all = page.locator(selector).filter({ visible: true });
      const elements = (await all.elementHandles()) as ElementHandle<Element>[];
      for (const element of elements) {
        const kind = await element.evaluate(kindOf);
        if (tried.has(`${what} ${kind}`)) continue;
        tried.add(`${what} ${kind}`);
        if (!(await changesPicture(element, change))) unseen.push(`${what} of ${kind} in ${name}`);
      }
    }
  }
  expect(unseen).toEqual([]);
});

/** Returns a function that restores the mark. */
type Change = (element: Element) => void;

/** A mark must be visible on these elements. The change removes it. */
const marks: readonly (readonly [what: string, selector: string, change: Change])[] = [
  [
    'focus',
    'button:enabled, a[href], input, select, textarea, summary, [tabindex]:not([tabindex="-1"])',
    (element) => (element as HTMLElement).focus(),
  ],
  ['choice', '[aria-selected="true"]', (element) => element.setAttribute('aria-selected', 'false')],
  ['choice', '[aria-current]', (element) => element.removeAttribute('aria-current')],
  ['choice', '[aria-pressed="true"]', (element) => element.setAttribute('aria-pressed', 'false')],
  [
    'choice',
    'label:has(:checked)',
    (element) => {
      const box = element.querySelector('input');
      if (box) box.checked = false;
    },
  ],
  ['progress', '.progress-bar', (element) => element.setAttribute('style', 'inline-size: 0')],
  [
    'icon',
    'svg.icon:not(:has(~ img:not([hidden])))',
    (element) => element.setAttribute('style', 'visibility: hidden'),
  ],
];

const kindOf = (element: Element): string => `${element.localName}.${element.getAttribute('class')}`;

async function changesPicture(element: ElementHandle<Element>, change: Change): Promise<boolean> {
  await element.scrollIntoViewIfNeeded();
  await element.waitForElementState('stable');
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  // The focus ring needs keyboard input.
  await page.keyboard.press('Shift');
  const box = await element.boundingBox();
  if (box === null || box.width <= 2) return true;
  // Includes the outline.
  const clip = {
    x: Math.max(0, box.x - 4),
    y: Math.max(0, box.y - 4),
    width: box.width + 8,
    height: box.height + 8,
  };
  const before = await page.screenshot({ clip });
  await element.evaluate(change);
  return !before.equals(await page.screenshot({ clip }));
}
