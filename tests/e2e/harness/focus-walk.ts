/**
 * Presses the controls of scenes, and of the dialogs, menus, panels and forms that these open: no key may lose the focus.
 *
 * A control is pressed in the first scene that has its kind. The scene is drawn anew only where a key has changed it.
 */
import type { Page } from '@playwright/test';

/** What is pressed: a control, by a name that is the same for all of a kind, and the key; null: what has the focus. */
interface Step {
  readonly control: string | null;
  readonly key: string;
}

/** What a key has done. */
interface Effect {
  readonly isFocusLost: boolean;
  readonly hasOpened: boolean;
  /** The state that the document is in, if it was there before. */
  readonly state: string | null;
}

interface Globals {
  readonly focusWalk: {
    /** To be called when a scene was drawn. */
    begin(): void;
    findSteps(): Step[];
    /**
     * Focuses a control in a state of the document.
     *
     * @param isDrawn whether the scene was drawn just now: parts of it may still be on their way
     * @returns null where it is not there, or the document has changed by itself since the last effect was read
     */
    take(control: string | null, state: string, isDrawn: boolean): Promise<'field' | 'other' | null>;
    /** @param opened the name of the state in which something has opened */
    readEffect(opened: string): Promise<Effect>;
  };
}

/** Runs in the page, which keeps it from scene to scene. */
function defineFocusWalk(): void {
  const selector = 'button, a[href], input, textarea, summary, [tabindex]';
  const fields = 'input:not([type="checkbox"], [type="radio"]), textarea';
  /** Links to other websites leave the page, and files are chosen in a dialog of the browser. */
  const isLeft =
    'a[target], a[href]:not([href^="#"]), input[type="file"], [tabindex="-1"]:not(button, [role])';
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled, [inert] *');
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
  const layers = 'dialog:modal, [popover]:popover-open, .menu';
  const countLayers = () => document.querySelectorAll(`${layers}, form, .details`).length;
  function controls(): Map<string, HTMLElement> {
    const found = new Map<string, HTMLElement>();
    const scope = [...document.querySelectorAll(layers)].at(-1) ?? document;
    for (const element of scope.querySelectorAll<HTMLElement>(selector)) {
      if (element.matches(isLeft) || !isSeen(element)) continue;
      const kind = kindOf(element);
      if (!found.has(kind)) found.set(kind, element);
    }
    return found;
  }
  /** The document, what one has typed and chosen; apart from where the focus was, and notices, which leave by themselves. */
  function read(): string {
    let text = document.body.innerHTML;
    for (const { outerHTML } of document.querySelectorAll('.notice-area, .visually-hidden[role="status"]'))
      text = text.replace(outerHTML, '');
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')];
    return [
      text.replaceAll(/ (?:tabindex|autofocus)="[^"]*"/g, ''),
      ...fields.map(({ value, checked }) => `${value} ${checked}`),
    ].join('\n');
  }
  const waitForFrame = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  /** How long a component has to draw what comes late, or to put the focus elsewhere. */
  const maxFrames = 25;
  /** By what is read. */
  const states = new Map<string, string>();
  let before = { text: '', layers: 0 };

  const focusWalk: Globals['focusWalk'] = {
    begin: () => states.clear(),
    findSteps: () =>
      [...controls()].flatMap(([control, element]) => {
        const isField = element.matches(fields);
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
    async take(control, state, isDrawn) {
      if (!isDrawn && states.get(read()) !== state) return null;
      for (let frames = 0; frames < (isDrawn ? maxFrames : 1); frames += 1) {
        if (frames > 0) await waitForFrame();
        const element = control === null ? document.activeElement : controls().get(control);
        if (!(element instanceof HTMLElement)) continue;
        element.focus();
        if (document.activeElement !== element) continue;
        before = { text: read(), layers: countLayers() };
        states.set(before.text, state);
        return element.matches(fields) ? 'field' : 'other';
      }
      return null;
    },
    async readEffect(opened) {
      // Frames, not moments: a busy machine draws fewer of them.
      let frames = 0;
      let text = before.text;
      for (let unchanged = 0; unchanged < 2 && frames < maxFrames; frames += 1) {
        await waitForFrame();
        const now = read();
        unchanged = now === text ? unchanged + 1 : 0;
        text = now;
      }
      for (; document.activeElement === document.body && frames < maxFrames; frames += 1)
        await waitForFrame();
      const hasOpened = countLayers() > before.layers;
      text = read();
      if (hasOpened && !states.has(text)) states.set(text, opened);
      return {
        isFocusLost: document.activeElement === document.body,
        hasOpened,
        state: states.get(text) ?? null,
      };
    },
  };
  Object.assign(globalThis, { focusWalk });
}

/** What a scene has, and what that opens. */
const maxSteps = 2;

export class FocusWalk {
  /** What lost the focus: the scene, and the keys since it was drawn. */
  readonly lost: string[] = [];
  /** What was found, and was not there when the scene was drawn again. */
  readonly missed: string[] = [];
  readonly #page: Page;
  readonly #tried = new Set<string>();
  #scene = '';
  /** Since the scene was drawn. */
  #pressed: Step[] = [];
  /** The keys that lead to what is shown, without those that changed nothing; null: nobody knows. */
  #state: string | null = null;

  constructor(page: Page) {
    this.#page = page;
  }

  get count(): number {
    return this.#tried.size;
  }

  /** What can be pressed in the scene that is drawn. */
  async find(): Promise<readonly Step[]> {
    await this.#page.evaluate(defineFocusWalk);
    return this.#findSteps();
  }

  /** Walks a scene. @param found what `find` has found in it @param draw draws it anew */
  async walk(scene: string, found: readonly Step[], draw: () => Promise<unknown>): Promise<void> {
    this.#scene = scene;
    this.#state = null;
    const sequences = found.map((step): readonly Step[] => [step]).reverse();
    for (let steps = sequences.pop(); steps; steps = sequences.pop()) {
      const last = describeSteps(steps.slice(-1));
      if (this.#tried.has(last)) continue;
      this.#tried.add(last);
      const effect = await this.#follow(steps, draw);
      if (effect === null) this.missed.push(`${scene}: ${describeSteps(steps)}`);
      // What opened is walked next.
      else if (!effect.isFocusLost && effect.hasOpened && steps.length < maxSteps)
        for (const inner of (await this.#findSteps()).reverse()) sequences.push([...steps, inner]);
    }
  }

  /** Takes the steps that are missing; draws the scene where others have led to what is shown. @returns the last one's effect */
  async #follow(steps: readonly Step[], draw: () => Promise<unknown>): Promise<Effect | null> {
    if (this.#state && this.#countTaken(steps) < 0)
      await this.#press({ control: null, key: 'Escape' }, this.#state, false);
    const effect = await this.#takeRest(steps, false);
    if (effect !== null) return effect;
    await draw();
    await this.#page.evaluate(() => (globalThis as unknown as Globals).focusWalk.begin());
    this.#pressed = [];
    this.#state = '';
    return this.#takeRest(steps, true);
  }

  /** How many of the steps have led to what is shown; -1: others have. */
  #countTaken(steps: readonly Step[]): number {
    return steps.findIndex((_, at) => describeSteps(steps.slice(0, at)) === this.#state);
  }

  async #takeRest(steps: readonly Step[], isDrawn: boolean): Promise<Effect | null> {
    const taken = this.#countTaken(steps);
    let effect: Effect | null = null;
    for (const [at, step] of steps.entries()) {
      if (taken < 0 || at < taken) continue;
      effect = await this.#press(step, describeSteps(steps.slice(0, at)), isDrawn);
      if (effect === null) break;
    }
    return effect;
  }

  #findSteps(): Promise<Step[]> {
    return this.#page.evaluate(() => (globalThis as unknown as Globals).focusWalk.findSteps());
  }

  /** Fields are filled. @returns null where the control is not there */
  async #press(step: Step, from: string, isDrawn: boolean): Promise<Effect | null> {
    const { control, key } = step;
    this.#state = null;
    const kind = await this.#page.evaluate(
      (given) => (globalThis as unknown as Globals).focusWalk.take(...given),
      [control, from, isDrawn] as const,
    );
    if (kind === null) return null;
    if (kind === 'field' && key === 'Enter') await this.#page.keyboard.insertText('a');
    await this.#page.keyboard.press(key);
    const effect = await this.#page.evaluate(
      (opened) => (globalThis as unknown as Globals).focusWalk.readEffect(opened),
      [from, describeSteps([step])].filter(Boolean).join(' → '),
    );
    this.#pressed.push(step);
    if (effect.isFocusLost) this.lost.push(`${this.#scene}: ${describeSteps(this.#pressed)}`);
    this.#state = effect.state;
    return effect;
  }
}

const describeSteps = (steps: readonly Step[]): string =>
  steps.map(({ control, key }) => `${key} on ${control ?? 'what has the focus'}`).join(' → ');
