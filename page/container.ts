/**
 * Firefox stores pages' data separately for each container tab, and the background only has the default storage. In a
 * container, a page would never see an upload, file or folder. Such pages reopen outside the container.
 */
import { type Browser, browser } from 'wxt/browser';

/** Marks the address of a reopened tab, so that an extension that moves tabs into containers can't cause a loop. */
const reopenedMark = 'outside';

type FirefoxTab = Browser.tabs.Tab & { readonly cookieStoreId: string };

/** Reopens this tab outside its container. If it returns true, the page must not read anything. */
export async function leaveContainer(): Promise<boolean> {
  if (!import.meta.env.FIREFOX) return false;
  const tab = (await browser.tabs.getCurrent()) as FirefoxTab | undefined;
  const url = new URL(location.href);
  if (!tab?.cookieStoreId.startsWith('firefox-container-') || url.searchParams.has(reopenedMark))
    return false;
  url.searchParams.set(reopenedMark, '');
  // Tabs that an extension opens are in no container.
  await browser.tabs.create({ url: url.href, active: tab.active, index: tab.index });
  if (tab.id !== undefined) await browser.tabs.remove(tab.id);
  return true;
}
