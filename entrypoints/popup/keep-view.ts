/** Stores what the popup shows, for the next time it opens (`page/last-view.ts`). */
import { browser } from 'wxt/browser';
import { forgetLastView } from '../../page/last-view.ts';

/** Several changes are stored together. */
const delayMs = 500;
/** In characters. A longer list isn't kept, because reading it would delay the first paint. */
const maxLength = 200_000;

/**
 * Keeps the list of uploads after each change, while nothing covers it. Forgets it when there is none.
 *
 * @param root contains the view
 * @param isAllowed whether the page may store what it shows
 */
export function keepView(root: HTMLElement, isAllowed: () => boolean): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    // Files and the activity are not what the popup opens with.
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
  // The policy for styles forbids these attributes in HTML. The first drawing sets them.
  for (const element of view.querySelectorAll('[style]')) element.removeAttribute('style');
  const stamp = `${browser.runtime.getManifest().version} ${browser.i18n.getUILanguage()}\n`;
  const html = view.innerHTML;
  forgetLastView();
  if (html.length > maxLength) return;
  try {
    localStorage.setItem('popupView', stamp + html);
  } catch {
    // The disk is full. The next popup begins with its frame.
  }
}
