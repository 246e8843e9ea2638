/** Chrome's side panel and Firefox's sidebar. */
import { browser } from 'wxt/browser';

/** What the types, which are Chrome's, do not have. */
const { sidebarAction } = browser as { sidebarAction?: { open(): Promise<void> } };

/** Opens it in this window; to be called in the very click. Null where the browser has none. */
export const openPanel: (() => Promise<void>) | null = import.meta.env.FIREFOX
  ? sidebarAction
    ? () => sidebarAction.open()
    : null
  : browser.sidePanel
    ? async () => {
        const { id = -1 } = await browser.windows.getCurrent();
        await browser.sidePanel.open({ windowId: id });
      }
    : null;
