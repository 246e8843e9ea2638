/** Presses every control of every scene, and of everything that these open. The focus is never lost. */
import { expect, listScenes, page, show, test } from '../harness/gallery.ts';

/** Similar controls share a name. */
interface Step {
  readonly control: string;
  readonly key: string;
}

/** Runs in the page. */
function defineWalk(): void {
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
  const openLayers = 'dialog:modal, [popover]:popover-open, .menu';
  const isField = (element: Element) =>
    element.matches('input:not([type="checkbox"], [type="radio"]), textarea');
  const controls = (): Map<string, HTMLElement> => {
    const found = new Map<string, HTMLElement>();
    const modal = [...document.querySelectorAll(openLayers)].at(-1) ?? document;
    for (const element of modal.querySelectorAll<HTMLElement>(selector)) {
      if (element.matches(isLeft) || !isSeen(element)) continue;
      const kind = kindOf(element);
      if (!found.has(kind)) found.set(kind, element);
    }
    return found;
  };
  const keysOf = (element: Element) =>
    isField(element)
      ? ['Enter', 'Escape']
      : element.matches('input')
        ? ['Space']
        : element.matches('[role="row"], tr, [role="treeitem"]')
          ? ['Enter', 'Space', 'Delete', 'F2', 'Escape']
          : ['Enter'];
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const walk: Walk = {
    async focus(control) {
      await frame();
      const element = controls().get(control);
      // So that no Enter counts as the second one of a press.
      document.dispatchEvent(new KeyboardEvent('keydown'));
      element?.focus();
      if (!element || document.activeElement !== element) return null;
      return isField(element) ? 'field' : 'other';
    },
    async read() {
      await frame();
      const found = [...controls()];
      const values = found.map(([, element]) => (element as HTMLInputElement).value);
      const layers = document.querySelectorAll(`${openLayers}, form, .details`).length;
      return {
        layers,
        steps: found.flatMap(([control, element]) => keysOf(element).map((key) => ({ control, key }))),
        state: JSON.stringify([layers, found.map(([control]) => control), values]),
      };
    },
    async isFocusLost() {
      await frame();
      const endMs = performance.now() + 400;
      const isLost = () => document.activeElement === document.body;
      while (isLost() && performance.now() < endMs) await new Promise((resolve) => setTimeout(resolve, 10));
      return isLost();
    },
  };
  Object.assign(globalThis, { walk });
  // “Try again” of unreadable storage reloads the page, which would end the script.
  navigation.onnavigate = (event) => {
    if (event.navigationType === 'reload') event.preventDefault();
  };
}

interface Reading {
  /** The number of open ones. */
  readonly layers: number;
  /** What can be pressed. */
  readonly steps: readonly Step[];
  /** The controls and what is typed. */
  readonly state: string;
}

interface Walk {
  /** Returns null if the control doesn't exist. */
  focus(control: string): Promise<'field' | 'other' | null>;
  read(): Promise<Reading>;
  isFocusLost(): Promise<boolean>;
}

interface Globals {
  readonly walk: Walk;
}

/** Returns false if the control doesn't exist. Fills in fields. */
async function take({ control, key }: Step): Promise<boolean> {
  const kind = await page.evaluate(
    (wanted) => (globalThis as unknown as Globals).walk.focus(wanted),
    control,
  );
  if (kind === null) return false;
  if (kind === 'field' && key === 'Enter') await page.keyboard.insertText('a');
  await page.keyboard.press(key);
  return true;
}

/** Prefixes of scenes. A control is tried once in each. */
const parts = [/^(?:popup|picker|collect)/, /^(?:options|manager-(?!files))/, /^manager-files/];
/** A scene's controls, and those that they open. */
const maxSteps = 2;

for (const names of parts)
  test(`no key loses the focus in ${names.source}`, async () => {
    test.setTimeout(900_000);
    page.on('filechooser', () => {});
    await page.evaluate(defineWalk);
    const tried = new Set<string>();
    const lost: string[] = [];
    for (const scene of listScenes('').filter((name) => names.test(name))) {
      await show(scene);
      const start = await page.evaluate(() => (globalThis as unknown as Globals).walk.read());
      let { state } = start;
      const waiting: { readonly before: readonly Step[]; readonly from: Reading }[] = [
        { before: [], from: start },
      ];
      for (let next = waiting.shift(); next; next = waiting.shift())
        for (const last of next.from.steps) {
          const { before, from } = next;
          const kind = `${last.control} ${last.key}`;
          if (tried.has(kind)) continue;
          tried.add(kind);
          // Drawing the scene costs more than pressing a key.
          const isThereAlready = state === from.state;
          if (!isThereAlready && state !== start.state) await show(scene);
          const steps = [...before, last];
          let isThere = true;
          for (const step of isThereAlready ? [last] : steps) isThere &&= await take(step);
          const after = await page.evaluate(async () => {
            const { walk } = globalThis as unknown as Globals;
            return { isLost: await walk.isFocusLost(), ...(await walk.read()) };
          });
          state = after.state;
          if (isThere && after.isLost)
            lost.push(`${scene}: ${steps.map(({ control, key }) => `${key} on ${control}`).join(' → ')}`);
          else if (isThere && steps.length < maxSteps && after.layers > start.layers)
            waiting.push({ before: steps, from: after });
        }
    }
    console.log(names.source, tried.size);

    expect(tried.size).toBeGreaterThan(20);
    expect(lost).toEqual([]);
  });
