/**
 * Firefox keeps what pages store apart for each container tab, and the background has the ordinary part only: in a container no
 * upload, file or folder is ever seen. Pages that show those open outside of it instead.
 */
import { type Browser, browser } from 'wxt/browser';

/** In the address of a tab that took the place of one in a container: whoever puts it back there ends no loop. */
const outside = 'outside';

type FirefoxTab = Browser.tabs.Tab & { readonly cookieStoreId: string };

/** Opens another tab where this one is in a container. Whether it does; nothing is to be read then. */
export async function leaveContainer(): Promise<boolean> {
  if (!import.meta.env.FIREFOX) return false;
  const tab = (await browser.tabs.getCurrent()) as FirefoxTab | undefined;
  const url = new URL(location.href);
  if (!tab?.cookieStoreId.startsWith('firefox-container-') || url.searchParams.has(outside)) return false;
  url.searchParams.set(outside, '');
  // What an extension opens is in no container.
  await browser.tabs.create({ url: url.href, active: tab.active, index: tab.index });
  if (tab.id !== undefined) await browser.tabs.remove(tab.id);
  return true;
}
