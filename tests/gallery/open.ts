/** The gallery in a browser, scene by scene. */
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/browsers.ts';
import { moves } from './moves.ts';
import { startGallery } from './server.ts';
import { serveWeb } from './web.ts';

export interface View {
  readonly scheme?: 'light' | 'dark';
  readonly direction?: 'ltr' | 'rtl';
  /** Shown in this page, which showed another scene before; without, in a new one. */
  readonly page?: Page;
}

export interface OpenGallery {
  /** Names of all scenes and moves. */
  readonly names: readonly string[];
  /** A scene, or what a move makes of one; the caller closes the page. */
  readonly show: (name: string, view?: View) => Promise<Page>;
  readonly close: () => Promise<void>;
}

/** Widths and heights as in the extension; pixels. */
const sizes = {
  popup: { width: 400, height: 560 },
  picker: { width: 440, height: 600 },
  options: { width: 900, height: 900 },
  collect: { width: 1100, height: 760 },
  manager: { width: 1100, height: 760 },
};

export async function openGallery(): Promise<OpenGallery> {
  const found = await findBrowser('chromium');
  if (found === undefined) throw new Error('There is no Chromium here; "npm test" installs one.');
  const gallery = await startGallery();
  const browser = await chromium.launch({ executablePath: found.path });
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US' });
  await serveWeb(context);
  return {
    names: [...(await namesOf(context, gallery.address(''))), ...Object.keys(moves)],
    async show(name, { scheme = 'light', direction = 'ltr', page: given } = {}) {
      const move = moves[name];
      const page = given ?? (await context.newPage());
      await page.setViewportSize(sizeOf(name));
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto(gallery.address(move?.scene ?? name, direction));
      await page.locator('main').waitFor({ state: 'attached' });
      await move?.act(page);
      return page;
    },
    async close() {
      await browser.close();
      await gallery.close();
    },
  };
}

async function namesOf(context: BrowserContext, address: string): Promise<readonly string[]> {
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('li').first().waitFor();
  const names = await page.locator('li').allInnerTexts();
  await page.close();
  return names;
}

function sizeOf(name: string) {
  const [screen] = name.split('-');
  if (screen !== undefined && Object.hasOwn(sizes, screen)) return sizes[screen as keyof typeof sizes];
  throw new Error(`The scene “${name}” belongs to no screen.`);
}
