/** Stores the popup's view for the next time it opens. */
import { storeView } from '../mount/store-view.ts';

/** Changes within this time are stored together. */
const delayMs = 500;

/**
 * Stores the list of uploads now and after each change. Forgets it once there is no list.
 *
 * @param root contains the view
 * @param isAllowed whether the view may be stored
 */
export function keepView(root: HTMLElement, isAllowed: () => boolean): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    // The popup doesn't open with Files or the activity.
    if (root.querySelector('.popup-views') && !root.querySelector('.popup-views:not([hidden]) .popup-send'))
      return;
    if (!isAllowed() || !root.querySelector('.upload-list')) localStorage.removeItem('popupView');
    else storeView('popupView', root);
  };
  const keepSoon = () => {
    timer ??= setTimeout(keep, delayMs);
  };
  const all = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(keepSoon).observe(root, all);
  keepSoon();
  // The popup closes at each click outside.
  addEventListener('pagehide', () => timer && keep());
}
