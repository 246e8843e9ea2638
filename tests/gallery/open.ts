/** Opens the gallery in a browser and shows its scenes. */
import { isDeepStrictEqual } from 'node:util';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/browsers.ts';
import { scripts } from './scripts/scripts.ts';
import { startGallery } from './server.ts';
import { serveWeb } from './web.ts';

export interface View {
  readonly scheme?: 'light' | 'dark';
  readonly direction?: 'ltr' | 'rtl';
  /** Pixels. Default: the screen's own width. */
  readonly width?: number;
  /** 360 pixels wide, touch input, and the class that `public/theme.js` sets. */
  readonly phone?: boolean;
  /** The popup's application in a side panel. Default width: Firefox's minimum. */
  readonly panel?: boolean;
  readonly forcedColors?: boolean;
  /** Enables animations, which pictures don't show. */
  readonly motion?: boolean;
}

export interface OpenGallery {
  /** Names of all scenes and scripts. */
  readonly names: readonly string[];
  /** The page that shows them. */
  readonly page: Page;
  /** Shows a scene or runs a script. Replaces the previous one. */
  readonly show: (name: string, view?: View) => Promise<Page>;
  /** Sets the language of the next scenes. @param locale name of a file in `locales/` */
  readonly setLocale: (locale: string) => Promise<void>;
  /** Reloads the page and discards all changes that a test made to its globals. */
  readonly reload: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface GalleryGlobals {
  readonly sceneNames: readonly string[];
  readonly draw: (name: string, direction: 'ltr' | 'rtl') => void;
}

/** Runs in the page: waits for effects, which run after the first frame. */
const waitForEffects = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** Runs in the page: renders a scene and waits like `waitForEffects`. */
async function drawScene([name, direction, isPhone, isPanel]: readonly [
  string,
  'ltr' | 'rtl',
  boolean,
  boolean,
]): Promise<void> {
  document.documentElement.classList.toggle('phone', isPhone);
  document.body.classList.toggle('panel', isPanel);
  (globalThis as unknown as GalleryGlobals).draw(name, direction);
  do await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  while (document.querySelector('main') === null);
}

/** Loading takes longer on a busy machine, and is independent of a script's own timeout. */
const loadTimeoutMs = 60_000;
/** Rendering is awaited separately. */
const loading = { waitUntil: 'commit', timeout: loadTimeoutMs } as const;

/** Window sizes as in the extension. */
const sizes = {
  popup: { width: 400, height: 560 },
  picker: { width: 440, height: 680 },
  options: { width: 900, height: 900 },
  collect: { width: 1100, height: 760 },
  manager: { width: 1100, height: 760 },
};

/**
 * @param address where the gallery is served. By default it is built and served here
 * @param prepare runs before the page opens
 */
export async function openGallery(
  address?: string,
  prepare?: (context: BrowserContext) => Promise<void>,
): Promise<OpenGallery> {
  const found = await findBrowser('chromium');
  if (found === undefined) throw new Error('There is no Chromium here; "npm test" installs one.');
  const gallery = address === undefined ? await startGallery() : { address, close: async () => {} };
  const browser = await chromium.launch({ executablePath: found.path });
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US', timezoneId: 'UTC' });
  await serveWeb(context);
  await prepare?.(context);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  // The document is loaded before the page can render.
  const waitForList = () => page.locator('li').first().waitFor({ timeout: loadTimeoutMs });
  const setLocale = async (locale: string) => {
    await page.goto(`${gallery.address}?locale=${locale}`, loading);
    await waitForList();
  };
  const reload = async () => {
    await page.reload(loading);
    await waitForList();
  };
  await setLocale('en');
  const sceneNames = await page.evaluate(() => (globalThis as unknown as GalleryGlobals).sceneNames);
  return {
    names: [...sceneNames, ...Object.keys(scripts)],
    page,
    setLocale,
    reload,
    async show(name, view = {}) {
      const {
        scheme = 'light',
        direction = 'ltr',
        phone = false,
        panel = false,
        forcedColors = false,
        motion = false,
      } = view;
      const script = scripts[name];
      await page.mouse.move(0, 0);
      const size = sizeOf(name);
      const viewport = { ...size, width: view.width ?? (phone ? 360 : panel ? 240 : size.width) };
      // Each resize costs as much as rendering a scene.
      if (!isDeepStrictEqual(page.viewportSize(), viewport)) await page.setViewportSize(viewport);
      await session.send('Emulation.setTouchEmulationEnabled', { enabled: phone });
      await page.emulateMedia({
        colorScheme: scheme,
        forcedColors: forcedColors ? 'active' : 'none',
        reducedMotion: motion ? 'no-preference' : 'reduce',
      });
      await page.evaluate(drawScene, [script?.scene ?? name, direction, phone, panel] as const);
      await script?.act(page);
      // Key listeners are only registered in effects.
      if (script) await page.evaluate(waitForEffects);
      return page;
    },
    async close() {
      await browser.close();
      await gallery.close();
    },
  };
}

function sizeOf(name: string) {
  const [screen] = name.split('-');
  if (screen !== undefined && Object.hasOwn(sizes, screen)) return sizes[screen as keyof typeof sizes];
  throw new Error(`The scene “${name}” belongs to no screen.`);
}
