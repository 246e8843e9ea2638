/** All tests of a worker show their scenes in one page. */
import { platform } from 'node:process';
import { test as base, type Page } from '@playwright/test';
import { type OpenGallery, openGallery, type View } from '../../gallery/open.ts';
import { delayGallery } from './late.ts';

export { expect } from '@playwright/test';

export let page: Page;
let gallery: OpenGallery;

export const test = base.extend<object, { openedGallery: OpenGallery }>({
  openedGallery: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are needed
    async ({}, use) => {
      gallery = await openGallery(process.env['LINKHAUL_GALLERY'], delayGallery);
      page = gallery.page;
      await use(gallery);
      await gallery.close();
    },
    { scope: 'worker', auto: true },
  ],
});

export async function show(name: string, view?: View): Promise<void> {
  await gallery.show(name, view);
}

/** No usual font is wider or has taller lines. Fonts are only installed on Linux. */
export const largestFont = platform === 'linux' ? 'Largest' : 'system-ui';

/** Arial has the shortest texts. */
export const fonts: readonly string[] =
  platform === 'linux' ? ['Liberation Sans', largestFont] : ['system-ui'];

/** For the scene shown. */
export async function inEachFont(check: (font: string) => Promise<void>): Promise<void> {
  for (const font of fonts) {
    await setFont(font);
    await check(font);
  }
}

/** For the scene shown. The next one has the default font again. */
export const setFont = (font: string): Promise<void> =>
  page.evaluate(async (family) => {
    document.documentElement.style.setProperty('--font', `${family}, sans-serif`);
    // Some parts observe their size in the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  }, font);

export const setLocale = (locale: string): Promise<void> => gallery.setLocale(locale);

export const reload = (): Promise<void> => gallery.reload();

export const listScenes = (screen: string): readonly string[] =>
  gallery.names.filter((name) => name.startsWith(screen));

/** To the background or the browser, since the scene was shown. */
export const findRequests = (name: string): Promise<unknown[]> =>
  page.evaluate((wanted) => {
    const all = Reflect.get(globalThis, 'requests') as { name: string; request: unknown }[];
    return all.filter((each) => each.name === wanted).map(({ request }) => request);
  }, name);

/** Delays responses to a message. @returns a function that releases them */
export async function hold(name: string): Promise<() => Promise<void>> {
  await page.evaluate((held) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    Object.assign(globalThis, { held: { [held]: promise }, release: resolve });
  }, name);
  return () => page.evaluate(() => (Reflect.get(globalThis, 'release') as () => void)());
}

/** Does the work while effects that wait for a frame or a short timer don't run. They run afterwards. */
export async function beforePaint(work: () => Promise<void>): Promise<void> {
  const restore = await page.evaluateHandle(() => {
    const { requestAnimationFrame, setTimeout } = globalThis;
    const held: (() => void)[] = [];
    const hold = (callback: () => void) => held.push(callback);
    Object.assign(globalThis, {
      requestAnimationFrame: hold,
      setTimeout: (callback: () => void, delayMs = 0) =>
        delayMs < 1_000 ? hold(callback) : setTimeout(callback, delayMs),
    });
    return () => {
      Object.assign(globalThis, { requestAnimationFrame, setTimeout });
      // Preact waits for the frame that it has requested.
      for (const callback of held) callback();
      return new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    };
  });
  try {
    await work();
  } finally {
    await restore.evaluate((call) => call());
  }
}

/** Presses Enter as fast as nobody can, also on a busy machine, once `isReady` resolves after the first. */
export async function pressEnterTwice(isReady: () => Promise<unknown>): Promise<void> {
  const restore = await page.evaluateHandle(() => {
    const own = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp') ?? {};
    Object.defineProperty(Event.prototype, 'timeStamp', { configurable: true, get: () => 1 });
    return () => void Object.defineProperty(Event.prototype, 'timeStamp', own);
  });
  await press('Enter');
  await isReady();
  await press('Enter');
  await restore.evaluate((call) => call());
}

/** Holds timers of a second or more. `pass` outlasts any success. `mark` returns a function that ends those that run now. */
export async function holdTimers() {
  const timers = await page.evaluateHandle(() => {
    const { setTimeout, clearTimeout } = globalThis;
    const held = new Map<number, () => void>();
    let count = 0;
    Object.assign(globalThis, {
      setTimeout(callback: () => void, delayMs = 0) {
        if (delayMs < 1_000) return setTimeout(callback, delayMs);
        count += 1;
        // The browser has no such timer, and clearing it later has no effect.
        held.set(-count, callback);
        return -count;
      },
      clearTimeout(id: number) {
        if (!held.delete(id)) clearTimeout(id);
      },
    });
    const waitForEffects = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const mark = () => {
      const marked = [...held.keys()];
      return () => {
        for (const id of marked) {
          const callback = held.get(id);
          held.delete(id);
          callback?.();
        }
      };
    };
    const pass = async () => {
      // They set and clear timers.
      await waitForEffects();
      await waitForEffects();
      mark()();
    };
    return { mark, pass, restore: () => void Object.assign(globalThis, { setTimeout, clearTimeout }) };
  });
  return {
    async mark() {
      const end = await timers.evaluateHandle(({ mark }) => mark());
      return () => end.evaluate((call) => call());
    },
    pass: () => timers.evaluate(({ pass }) => pass()),
    restore: () => timers.evaluate(({ restore }) => restore()),
  };
}

export const focused = () => page.locator(':focus');

export const press = async (...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
