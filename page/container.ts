/**
 * Firefox stores data separately for each container tab, and the background only has the default storage. A page in a container would see
 * no uploads or files, so it reopens outside.
 */
import { type Browser, browser } from 'wxt/browser';

/** Keeps extensions that move tabs into containers from causing a loop. */
const reopenedMark = 'outside';

type FirefoxTab = Browser.tabs.Tab & { readonly cookieStoreId: string };

/** If this returns true, the page must not read anything. */
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
