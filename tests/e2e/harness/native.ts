/**
 * The browser's own context menu and prompts. In Chromium they are operated by mouse and keyboard on a real screen.
 *
 * Nothing sleeps for a guessed time. A menu is open when its window exists, and a choice is made when all these windows are gone.
 */
import type { Locator, Page } from '@playwright/test';
import type { Display } from '../../../scripts/display.ts';
import { getToolPath } from '../../../scripts/packages.ts';
import { run } from '../../../scripts/process.ts';
import { until } from './until.ts';

export interface Native {
  /** Each level takes one letter that only one entry begins with: `chooseFromMenu(link, 'u', 'm')` is "Upload this link", then "Movies". */
  chooseFromMenu(target: Locator, ...letters: readonly string[]): Promise<void>;
  /** Waits until the extension has these hosts or permissions. */
  allow(page: Page, origins: readonly string[], permissions?: readonly string[]): Promise<void>;
  /** @param text can only be read in Firefox */
  clickNotification(text: string): Promise<void>;
}

/** In pixels. No other Chromium window has this width. */
const notificationWidth = 360;

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

  /** Waits for the menu. Returns the number of windows. */
  async rightClick(target: Locator): Promise<number> {
    await this.moveTo(target);
    const { length: before } = await this.#windowIds();
    await this.#xdotool('click', '3');
    return this.#windowsReach('the context menu', (count) => count > before);
  }

  /** Checks that the page registers the hover. */
  async moveTo(target: Locator): Promise<void> {
    await target.page().bringToFront();
    await target.scrollIntoViewIfNeeded();
    // Bars slide in after the start, so measure again until the page registers the mouse.
    await until('the page to feel the mouse', async () => {
      const { x, y } = await middleOnScreen(target);
      await this.#xdotool('mousemove', `${x}`, `${y}`);
      return target.evaluate((element) => element.matches(':hover'));
    });
  }

  /** In xdotool's names: "Down", "Return", "ctrl+a". */
  async key(...keys: readonly string[]): Promise<void> {
    await this.#xdotool('key', ...keys);
  }

  /** The prompt is drawn inside the window. It is open once the page stops receiving Shift. Until then, keys have no effect. */
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
        // "Allow" follows "Deny", which has the focus.
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

  /** Including menus and notifications, which have no name. */
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

/** In screen pixels. */
async function middleOnScreen(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('The element is not visible.');
  const offset = await target.page().evaluate(() => {
    // The frame is as wide below as at the sides. Tabs and bars take the other height.
    const frame = (outerWidth - innerWidth) / 2;
    return { x: screenX + frame, y: screenY + outerHeight - innerHeight - frame };
  });
  return {
    x: Math.round(offset.x + box.x + box.width / 2),
    y: Math.round(offset.y + box.y + box.height / 2),
  };
}

/** Counts key presses and keeps them from the page, until released. */
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

/** Whether the extension has these hosts and permissions. */
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
