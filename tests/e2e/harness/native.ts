/**
 * The browser's own context menu and prompts, which pages can't reach. In Chromium they are operated by mouse and keyboard on a real
 * screen.
 *
 * Nothing here sleeps for a guessed time. A menu or submenu is open when its window exists, and a choice is made when all of these windows
 * are gone.
 */
import type { Locator, Page } from '@playwright/test';
import type { Display } from '../../../scripts/display.ts';
import { getToolPath } from '../../../scripts/packages.ts';
import { run } from '../../../scripts/process.ts';
import { until } from './until.ts';

/** What a user does outside of pages. */
export interface Native {
  /**
   * Right-clicks an element and chooses from the menu. Each level takes one letter that only one entry begins with: `chooseFromMenu(link,
   * 'u', 'm')` is "Upload this link", then "Movies".
   */
  chooseFromMenu(target: Locator, ...letters: readonly string[]): Promise<void>;
  /** Clicks "Allow" in the browser's prompt for these hosts or permissions, and waits until the extension has them. */
  allow(page: Page, origins: readonly string[], permissions?: readonly string[]): Promise<void>;
  /** Clicks the visible notification. @param text its text, which can only be read in Firefox */
  clickNotification(text: string): Promise<void>;
}

/** Width of Chromium's own notifications in pixels. No other Chromium window has it. */
const notificationWidth = 360;

/** Operates Chromium by mouse and keyboard on its screen. */
export class ChromiumNative implements Native {
  readonly #display: Display;

  constructor(display: Display) {
    this.#display = display;
  }

  async chooseFromMenu(target: Locator, ...letters: readonly string[]): Promise<void> {
    let shown = await this.rightClick(target);
    const closed = shown - 1;
    for (const [index, letter] of letters.entries()) {
      await this.key(letter);
      const isLast = index === letters.length - 1;
      if (!isLast) shown = await this.#windowsReach('the submenu', (count) => count > shown);
    }
    await this.#windowsReach('the menu to close', (count) => count <= closed);
  }

  /** Right-clicks an element and waits for the menu. Returns the number of windows on the screen. */
  async rightClick(target: Locator): Promise<number> {
    await this.moveTo(target);
    const { length: before } = await this.#windowIds();
    await this.#xdotool('click', '3');
    return this.#windowsReach('the context menu', (count) => count > before);
  }

  /** Moves the mouse over an element and checks that the page registers the hover. */
  async moveTo(target: Locator): Promise<void> {
    await target.page().bringToFront();
    await target.scrollIntoViewIfNeeded();
    // Bars slide in above the page after the start, so measure again until the page registers the mouse.
    await until('the page to feel the mouse', async () => {
      const { x, y } = await middleOnScreen(target);
      await this.#xdotool('mousemove', `${x}`, `${y}`);
      return target.evaluate((element) => element.matches(':hover'));
    });
  }

  /** Presses keys in order, using xdotool's names: "Down", "Return", "ctrl+a". */
  async key(...keys: readonly string[]): Promise<void> {
    await this.#xdotool('key', ...keys);
  }

  /**
   * The prompt is drawn inside the browser's window and can only be detected by keyboard: it is open once the page stops receiving Shift.
   * Until then, keys that reach the page have no effect.
   */
  async allow(page: Page, origins: readonly string[], permissions: readonly string[] = []): Promise<void> {
    const keys = await swallowKeys(page);
    const isHeard = async () => {
      const before = await keys.count();
      await this.key('Shift_L');
      return until('the Shift', async () => (await keys.count()) > before, 500).catch(() => false);
    };
    await until(
      'the permission',
      async () => {
        // "Deny" has the focus. "Allow" is next.
        if (!(await isHeard()) && !(await isAllowed(page, origins, permissions)))
          await this.key('Tab', 'Return');
        return isAllowed(page, origins, permissions);
      },
      15_000,
    );
    await keys.release();
  }

  async clickNotification(): Promise<void> {
    const id = await until('the notification', async () => {
      for (const each of await this.#windowIds()) {
        const geometry = await this.#xdotool('getwindowgeometry', '--shell', each);
        if (geometry.includes(`WIDTH=${notificationWidth}\n`)) return each;
      }
      return false;
    });
    await this.#xdotool('mousemove', '--window', id, '40', '40', 'click', '1');
  }

  async #windowsReach(what: string, done: (count: number) => boolean): Promise<number> {
    return until(what, async () => {
      const { length: count } = await this.#windowIds();
      return done(count) && count;
    });
  }

  /** All visible windows, including menus and notifications, which have no name. */
  async #windowIds(): Promise<readonly string[]> {
    const found = await this.#xdotool('search', '--onlyvisible', '--name', '.*');
    return found.trim().split('\n');
  }

  async #xdotool(...args: readonly string[]): Promise<string> {
    const { code, output } = await run(getToolPath('xdotool'), args, {
      env: this.#display.env,
      timeoutMs: 10_000,
    });
    if (code !== 0) throw new Error(`xdotool ${args.join(' ')} failed: ${output}`);
    return output;
  }
}

/** Returns the middle of an element in screen pixels. */
async function middleOnScreen(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('The element is not visible.');
  const offset = await target.page().evaluate(() => {
    // The window's frame is as wide at the bottom as at the sides. The rest of the height above the page is tabs and bars.
    const frame = (outerWidth - innerWidth) / 2;
    return { x: screenX + frame, y: screenY + outerHeight - innerHeight - frame };
  });
  return {
    x: Math.round(offset.x + box.x + box.width / 2),
    y: Math.round(offset.y + box.y + box.height / 2),
  };
}

/** Keeps key presses from the page and counts them, until released. */
async function swallowKeys(page: Page): Promise<{ count(): Promise<number>; release(): Promise<void> }> {
  const handle = await page.evaluateHandle(() => {
    const seen = { keys: 0, end: new AbortController() };
    const swallow = (event: KeyboardEvent) => {
      seen.keys += 1;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener('keydown', swallow, { capture: true, signal: seen.end.signal });
    return seen;
  });
  return {
    count: () => handle.evaluate(({ keys }) => keys),
    release: () => handle.evaluate(({ end }) => end.abort()),
  };
}

/** Whether the page's extension can access these hosts and has these permissions. */
export function isAllowed(
  page: Page,
  origins: readonly string[],
  permissions: readonly string[],
): Promise<boolean> {
  return page.evaluate(
    (wanted) => {
      const { chrome } = globalThis as unknown as {
        chrome: { permissions: { contains(wanted: object): Promise<boolean> } };
      };
      return chrome.permissions.contains(wanted);
    },
    { origins, permissions },
  );
}
