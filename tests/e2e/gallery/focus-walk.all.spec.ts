/** Presses every control of every scene, and of everything that these open. The focus is never lost. */
import { expect, listScenes, page, show, test } from '../harness/gallery.ts';

/** Similar controls share a name. */
interface Step {
  readonly control: string;
  readonly key: string;
}

/** Runs in the page: `controls` finds pressable elements, and `countLayers` counts open layers. */
function defineControls(): void {
  const selector = 'button, a[href], input, textarea, summary, [tabindex]';
  /** Links to other websites leave the page, and file inputs open a dialog of the browser. */
  const isLeft =
    'a[target], a[href]:not([href^="#"]), input[type="file"], [tabindex="-1"]:not(button, [role])';
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled');
  function kindOf(element: Element): string {
    const place = element.closest(
      'dialog, form, [role="menu"], [role="row"], tr, [role="treeitem"], [role="option"], li, section, aside, header, footer',
    );
    const placeName =
      place === null || place === element
        ? ''
        : `${place.getAttribute('role') ?? place.localName}.${place.className} ${place.getAttribute('data-state') ?? ''}`;
    const isInRow = element.closest('tr, [role="row"], [role="treeitem"], [role="option"], li') !== null;
    const icon = element.querySelector('use')?.getAttribute('href') ?? '';
    const label =
      element.getAttribute('aria-label') ??
      (element as HTMLInputElement).labels?.[0]?.textContent ??
      element.textContent ??
      '';
    const name = isInRow && (!element.matches('button') || element.hasAttribute('aria-label')) ? icon : label;
    const state = ['aria-expanded', 'aria-pressed', 'aria-selected', 'aria-checked']
      .map((each) => element.getAttribute(each) ?? '')
      .join('');
    return `${placeName} | ${element.getAttribute('role') ?? element.localName} ${(element as HTMLInputElement).type ?? ''} “${name.replaceAll(/\d+/g, '#').slice(0, 40)}” ${state}`
      .replaceAll(/\s+/g, ' ')
      .trim();
  }
  const layers = () => [
    ...document.querySelectorAll('dialog:modal, [popover]:popover-open, .menu, form, .details'),
  ];
  const modal = () =>
    [...document.querySelectorAll('dialog:modal, [popover]:popover-open, .menu')].at(-1) ?? document;
  const controls = (): Map<string, HTMLElement> => {
    const found = new Map<string, HTMLElement>();
    for (const element of modal().querySelectorAll<HTMLElement>(selector)) {
      if (element.matches(isLeft) || !isSeen(element)) continue;
      const kind = kindOf(element);
      if (!found.has(kind)) found.set(kind, element);
    }
    return found;
  };
  Object.assign(globalThis, { controls, countLayers: () => layers().length });
  // “Try again” of unreadable storage reloads the page, which would end the script.
  navigation.onnavigate = (event) => {
    if (event.navigationType === 'reload') event.preventDefault();
  };
}

interface Globals {
  controls: () => Map<string, HTMLElement>;
  countLayers: () => number;
}

const countLayers = (): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as Globals).countLayers());

/** With the keys that each reacts to. */
const findSteps = (): Promise<Step[]> =>
  page.evaluate(() =>
    [...(globalThis as unknown as Globals).controls()].flatMap(([control, element]) => {
      const isField = element.matches('input:not([type="checkbox"], [type="radio"]), textarea');
      const isChecked = element.matches('input') && !isField;
      const keys = isField
        ? ['Enter', 'Escape']
        : isChecked
          ? ['Space']
          : element.matches('[role="row"], tr, [role="treeitem"]')
            ? ['Enter', 'Space', 'Delete', 'F2', 'Escape']
            : ['Enter'];
      return keys.map((key) => ({ control, key }));
    }),
  );

/** Returns false if the control doesn't exist. Fills in fields. */
async function take({ control, key }: Step): Promise<boolean> {
  const kind = await page.evaluate((wanted) => {
    const element = (globalThis as unknown as Globals).controls().get(wanted);
    element?.focus();
    if (!element || document.activeElement !== element) return null;
    return element.matches('input:not([type="checkbox"], [type="radio"]), textarea') ? 'field' : 'other';
  }, control);
  if (kind === null) return false;
  if (kind === 'field' && key === 'Enter') await page.keyboard.insertText('a');
  await page.keyboard.press(key);
  await page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  return true;
}

const isFocusLost = (): Promise<boolean> =>
  page.evaluate(async () => {
    const endMs = performance.now() + 400;
    while (document.activeElement === document.body && performance.now() < endMs)
      await new Promise((resolve) => setTimeout(resolve, 10));
    return document.activeElement === document.body;
  });

/** Prefixes of scenes. */
const parts = [
  /^popup/,
  /^options/,
  /^(?:picker|collect)/,
  /^manager-(?!files|embed|bulk)/,
  /^manager-files/,
  /^manager-(?:embed|bulk)/,
];
/** A scene's controls, and those that they open. */
const maxSteps = 2;

for (const names of parts)
  test(`no key loses the focus in ${names.source}`, async () => {
    test.setTimeout(900_000);
    page.on('filechooser', () => {});
    const tried = new Set<string>();
    const lost: string[] = [];
    for (const scene of listScenes('').filter((name) => names.test(name))) {
      await show(scene);
      await page.evaluate(defineControls);
      const waiting: Step[][] = (await findSteps()).map((step) => [step]);
      for (let steps = waiting.shift(); steps; steps = waiting.shift()) {
        const last = steps.at(-1);
        const kind = `${last?.control} ${last?.key}`;
        if (tried.has(kind)) continue;
        tried.add(kind);
        await show(scene);
        await page.evaluate(defineControls);
        let isThere = true;
        const layers = await countLayers();
        for (const step of steps) isThere &&= await take(step);
        if (!isThere) continue;
        if (await isFocusLost())
          lost.push(`${scene}: ${steps.map(({ control, key }) => `${key} on ${control}`).join(' → ')}`);
        else if (steps.length < maxSteps && (await countLayers()) > layers)
          waiting.push(...(await findSteps()).map((step) => [...steps, step]));
      }
    }
    expect(tried.size).toBeGreaterThan(20);
    expect(lost).toEqual([]);
  });
