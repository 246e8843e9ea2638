/**
 * What a page cannot reach: the browser's own context menu and its questions, in Chromium by mouse and keyboard of a real
 * screen.
 *
 * Nothing here sleeps for a guessed time. A menu is there when its window is, a submenu likewise, and a choice is
 * made when all of them are gone.
 */
import type { Locator, Page } from '@playwright/test';
import type { Display } from '../../../scripts/display.ts';
import { getToolPath } from '../../../scripts/packages.ts';
import { run } from '../../../scripts/process.ts';
import { until } from './until.ts';

/** What a person does outside of pages. */
export interface Native {
  /**
   * Right-clicks an element and chooses from the menu that opens, one letter for each level, which one entry begins with:
   * `chooseFromMenu(link, 'u', 'm')` is "Upload this link" and in it "Movies".
   */
  chooseFromMenu(target: Locator, ...letters: readonly string[]): Promise<void>;
  /** Answers "Allow" to the browser's question about these hosts or permissions, and waits until the extension has them. */
  allow(page: Page, origins: readonly string[], permissions?: readonly string[]): Promise<void>;
  /** Clicks on the notification that is on the screen. @param text what it says; only Firefox's can be read */
  clickNotification(text: string): Promise<void>;
}

/** Of Chromium's own notifications, in pixels; no other window of it has it. */
const notificationWidth = 360;

/** Chromium's, by mouse and keyboard of its screen. */
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

  /** Right-clicks an element and waits for the menu; gives how many windows are on the screen then. */
  async rightClick(target: Locator): Promise<number> {
    await this.moveTo(target);
    const { length: before } = await this.#windowIds();
    await this.#xdotool('click', '3');
    return this.#windowsReach('the context menu', (count) => count > before);
  }

  /** Moves the mouse over an element, and makes sure that the page agrees that it is there. */
  async moveTo(target: Locator): Promise<void> {
    await target.page().bringToFront();
    await target.scrollIntoViewIfNeeded();
    // Bars slide in above the page after a start, so the place is measured anew until the page feels the mouse.
    await until('the page to feel the mouse', async () => {
      const { x, y } = await middleOnScreen(target);
      await this.#xdotool('mousemove', `${x}`, `${y}`);
      return target.evaluate((element) => element.matches(':hover'));
    });
  }

  /** Presses keys one after another, as xdotool names them: "Down", "Return", "ctrl+a". */
  async key(...keys: readonly string[]): Promise<void> {
    await this.#xdotool('key', ...keys);
  }

  /**
   * The question is drawn inside the browser's window and can be found by the keyboard only: it is there once the page
   * receives no Shift any more. Keys that the page does receive meanwhile have no effect.
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
        // "Deny" has the focus, "Allow" comes next.
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

  /** Windows that are visible; menus and notifications have no name of their own but are windows too. */
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

/** The middle of an element in pixels of the screen. */
async function middleOnScreen(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('The element is not visible.');
  const offset = await target.page().evaluate(() => {
    // The window's frame is as wide at the bottom as at the sides; the rest above the page is tabs and bars.
    const frame = (outerWidth - innerWidth) / 2;
    return { x: screenX + frame, y: screenY + outerHeight - innerHeight - frame };
  });
  return {
    x: Math.round(offset.x + box.x + box.width / 2),
    y: Math.round(offset.y + box.y + box.height / 2),
  };
}

/** Keeps the keys from everything in the page and counts those that reach it, until they are released. */
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

/** Whether the extension that the page belongs to may talk to these hosts and has these permissions. */
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
