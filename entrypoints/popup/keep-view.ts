/** Stores the popup's view for the next time it opens (`page/last-view.ts`). */
import { browser } from 'wxt/browser';
import { forgetLastView } from '../../page/last-view.ts';

/** Changes within this time are stored together. */
const delayMs = 500;
/** In characters. Reading a longer list would delay the first paint. */
const maxLength = 200_000;

/**
 * Stores the list of uploads after each change, unless something covers it. Forgets it once there is no list.
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
    if (!isAllowed() || !root.querySelector('.upload-list')) forgetLastView();
    else if (!root.querySelector('dialog, [popover], .outcome .notice')) store(root);
  };
  new MutationObserver(() => {
    timer ??= setTimeout(keep, delayMs);
  }).observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
  // The popup closes at each click outside.
  addEventListener('pagehide', () => timer && keep());
}

function store(root: HTMLElement): void {
  const view = root.cloneNode(true) as HTMLElement;
  view.firstElementChild?.toggleAttribute('inert', true);
  // The policy for styles forbids these attributes in HTML. The first render sets them.
  for (const element of view.querySelectorAll('[style]')) element.removeAttribute('style');
  const stamp = `${browser.runtime.getManifest().version} ${browser.i18n.getUILanguage()}\n`;
  const html = view.innerHTML;
  forgetLastView();
  if (html.length > maxLength) return;
  try {
    localStorage.setItem('popupView', stamp + html);
  } catch {
    // The disk is full. The next popup starts without a view.
  }
}
