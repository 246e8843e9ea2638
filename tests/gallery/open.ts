import { isDeepStrictEqual } from 'node:util';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/browsers.ts';
import { scripts } from './scripts/scripts.ts';
import { startGallery } from './server.ts';
import { serveWeb } from './web.ts';

export interface View {
  readonly scheme?: 'light' | 'dark';
  readonly direction?: 'ltr' | 'rtl';
  /** In pixels. Default: the screen's own width. */
  readonly width?: number;
  /** 360 pixels wide, touch input, and the class of `public/theme.js`. */
  readonly phone?: boolean;
  /** In a side panel. Default width: Firefox's minimum. */
  readonly panel?: boolean;
  readonly forcedColors?: boolean;
  /** Pictures have no animations. */
  readonly motion?: boolean;
}

export interface OpenGallery {
  /** Of scenes and scripts. */
  readonly names: readonly string[];
  readonly page: Page;
  /** Shows a scene or runs a script. */
  readonly show: (name: string, view?: View) => Promise<Page>;
  /** For the next scenes. @param locale a file's name in `locales/` */
  readonly setLocale: (locale: string) => Promise<void>;
  /** Discards all changes to the page's globals. */
  readonly reload: () => Promise<void>;
  readonly close: () => Promise<void>;
}

interface GalleryGlobals {
  readonly sceneNames: readonly string[];
  readonly draw: (name: string, direction: 'ltr' | 'rtl') => void;
}

/** Runs in the page. Effects run after the first frame. */
const waitForEffects = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

interface Drawing {
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  readonly isPhone: boolean;
  readonly isPanel: boolean;
  /** The media query that must match. */
  readonly media: string;
}

/** Runs in the page. Waits like `waitForEffects`. @returns false if the media don't match */
async function drawScene({ name, direction, isPhone, isPanel, media }: Drawing): Promise<boolean> {
  if (!matchMedia(media).matches) return false;
  document.documentElement.classList.toggle('phone', isPhone);
  document.body.classList.toggle('panel', isPanel);
  (globalThis as unknown as GalleryGlobals).draw(name, direction);
  do await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  while (document.querySelector('main') === null);
  return true;
}

/** Loading takes longer on a busy machine. */
const loadTimeoutMs = 60_000;
/** Rendering is awaited separately. */
const loading = { waitUntil: 'commit', timeout: loadTimeoutMs } as const;

/** As in the extension. */
const sizes = {
  popup: { width: 400, height: 560 },
  picker: { width: 440, height: 680 },
  options: { width: 900, height: 900 },
  collect: { width: 1100, height: 760 },
  manager: { width: 1100, height: 760 },
};

/**
 * @param address of the gallery. By default it is built and served here
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
  // The document loads before the page can render.
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
      // A resize costs as much as rendering a scene.
      if (!isDeepStrictEqual(page.viewportSize(), viewport)) await page.setViewportSize(viewport);
      const media = {
        colorScheme: scheme,
        forcedColors: forcedColors ? 'active' : 'none',
        reducedMotion: motion ? 'no-preference' : 'reduce',
      } as const;
      const draw = () =>
        page.evaluate(drawScene, {
          name: script?.scene ?? name,
          direction,
          isPhone: phone,
          isPanel: panel,
          media: `(prefers-color-scheme: ${media.colorScheme}) and (forced-colors: ${media.forcedColors}) and (prefers-reduced-motion: ${media.reducedMotion}) and ${phone ? '(pointer: coarse)' : '(not (pointer: coarse))'}`,
        });
      // Setting them takes as long as a scene.
      if (!(await draw())) {
        await session.send('Emulation.setTouchEmulationEnabled', { enabled: phone });
        await page.emulateMedia(media);
        if (!(await draw())) throw new Error('The browser doesn’t emulate these media.');
      }
      await script?.act(page);
      // The list of a menu is loaded when it opens.
      if (name.endsWith('-menu')) await page.locator('.menu').waitFor();
      // Key listeners are registered in effects.
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
