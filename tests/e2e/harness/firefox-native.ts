/** Operates Firefox's own menu and prompts with the browser's own privileges. */
import type { Locator, Page } from '@playwright/test';
import type { BidiSession } from './bidi.ts';
import { isAllowed, type Native } from './native.ts';
import { until } from './until.ts';

/** `opened` resolves when a popup is open. */
const browserWindow = `
  const window = Services.wm.getMostRecentWindow('navigator:browser');
  const opened = (popup) => popup.state === 'open' ||
    new Promise((resolve) => popup.addEventListener('popupshown', resolve, { once: true }));
`;

export class FirefoxNative implements Native {
  readonly #bidi: BidiSession;

  constructor(bidi: BidiSession) {
    this.#bidi = bidi;
  }

  async chooseFromMenu(target: Locator, ...letters: readonly string[]): Promise<void> {
    await target.page().bringToFront();
    await target.click({ button: 'right' });
    await this.#bidi.runPrivileged(`
      ${browserWindow}
      let popup = window.document.getElementById('contentAreaContextMenu');
      for (const letter of ${JSON.stringify(letters)}) {
        await opened(popup);
        const entry = [...popup.children].find(({ hidden, label }) => !hidden && label?.toLowerCase().startsWith(letter));
        if (!entry) throw new Error('No entry begins with ' + letter);
        if (entry.menupopup) {
          entry.openMenu(true);
          popup = entry.menupopup;
        } else popup.activateItem(entry);
      }
    `);
  }

  async allow(page: Page, origins: readonly string[], permissions: readonly string[] = []): Promise<void> {
    await this.#bidi.runPrivileged(`
      ${browserWindow}
      const { panel } = window.PopupNotifications;
      await opened(panel);
      panel.querySelector('popupnotification').button.click();
    `);
    await until('the permission', () => isAllowed(page, origins, permissions));
  }

  /** Firefox draws notifications in a window (`firefox.ts`). */
  async clickNotification(text: string): Promise<void> {
    await until('the notification', async () => {
      const clicked = await this.#bidi.runPrivileged(`
        const { document } = [...Services.wm.getEnumerator('alert:alert')]
          .find(({ document }) => document.documentElement.textContent.includes(${JSON.stringify(text)}));
        document.getElementById('alertBox').click();
        return 'clicked';
      `);
      return clicked === 'clicked';
    });
  }
}
