/** Firefox's real popup, the panel below the extension's button. */
import type { Page } from '@playwright/test';
import type { BidiSession } from './bidi.ts';
import { until } from './until.ts';

export interface ExtensionGlobals {
  readonly browser: { readonly extension: { getViews(filter: { type: 'popup' }): readonly Window[] } };
}

/** Read from another page of the extension. Empty without a panel. */
export const textOfPanel = (page: Page) =>
  page.evaluate(() => {
    const { browser } = globalThis as unknown as ExtensionGlobals;
    return browser.extension.getViews({ type: 'popup' })[0]?.document.body.textContent ?? '';
  });

const isFieldFocused = (page: Page) =>
  page.evaluate(() => {
    const { browser } = globalThis as unknown as ExtensionGlobals;
    const { document } = browser.extension.getViews({ type: 'popup' })[0] ?? {};
    return document?.hasFocus() === true && document.activeElement?.matches('textarea') === true;
  });

/** In the browser window. `panel` is the panel page's element, or null. */
export const inWindow = (bidi: BidiSession, script: string) =>
  bidi.runPrivileged(`
    const window = Services.wm.getMostRecentWindow('navigator:browser');
    const panel = window.document.querySelector('.webextension-popup-browser');
    ${script}
  `);

/** Waits until the panel's page has moved the focus. */
export async function openPanel(bidi: BidiSession, page: Page): Promise<void> {
  await inWindow(bidi, "window.document.querySelector('.webextension-browser-action').click()");
  await until('the focus in the panel’s field', async () => {
    await inWindow(bidi, 'panel.focus()');
    return isFieldFocused(page);
  });
}
