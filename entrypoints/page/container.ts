/**
 * Firefox keeps what pages store apart for each container tab, and the background has the ordinary part only: in a container the
 * manager would be empty for ever. It knows by a mark that the background leaves in that part, and opens outside instead.
 */
import { browser } from 'wxt/browser';

/** Of the tab that took the place of one in a container: it never leaves again. */
const outside = '?outside';

/** Opens another tab where this one is in a container. Whether it does; nothing is to be read then. */
export async function leaveContainer(): Promise<boolean> {
  if (!import.meta.env.FIREFOX || browser.extension?.inIncognitoContext || location.search === outside)
    return false;
  if (localStorage.getItem('ordinary') !== null) return false;
  // What an extension opens is in no container.
  await browser.tabs.create({ url: location.pathname + outside + location.hash });
  const tab = await browser.tabs.getCurrent();
  if (tab?.id !== undefined) await browser.tabs.remove(tab.id);
  return true;
}
