/** Stores the list of all files for the next time it opens. */
import { storeView } from '../mount/store-view.ts';

/** @param root contains the view */
export function keepView(root: HTMLElement): void {
  addEventListener('pagehide', () => {
    if (location.hash !== '#files') return;
    // Until all files are read, the view of last time is better.
    const files = root.querySelector('.files-manager[aria-busy="false"]');
    if (!files) return;
    if (!files.querySelector('[data-kind="file"]')) localStorage.removeItem('filesView');
    else if (isAsOpened(root)) storeView('filesView', root);
  });
}

/** Nothing is selected, typed or scrolled. */
const isAsOpened = (root: HTMLElement): boolean =>
  !root.querySelector('.file-list-choosing') &&
  [...root.querySelectorAll('input')].every(
    ({ type, value }) => /checkbox|radio/.test(type) || value === '',
  ) &&
  [...root.querySelectorAll('.scroll')].every(({ scrollTop }) => scrollTop === 0);
