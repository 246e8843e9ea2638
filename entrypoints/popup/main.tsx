/** Starts the popup and the side panel. The panel stays open next to any page. */
import { type Browser, browser } from 'wxt/browser';
import { emptyInput, type LinksInput } from '../../components/add-links/links-input.ts';
import { Popup } from '../../components/popup/Popup.tsx';
import { t } from '../../components/text.ts';
import type { LinkDraft } from '../../lib/links/link.ts';
import type { StoredName } from '../../lib/storage/stored-data.ts';
import { afterPaint } from '../../lib/timing/after-paint.ts';
import { getStored, prefetch, readIsPrivate, useStored } from '../../page/hooks.ts';
import { readAccounts, readCurrentShortlist, readCurrentUploads } from '../../page/page-data.ts';
import { mount } from '../mount/mount.tsx';

/** Only the side panel's document has a class. */
const isPanel = document.body.className !== '';

const { session } = browser.storage;
const popupInputKey: StoredName<'session'> = 'popupInput';

let typed = emptyInput;
let isKept = false;

async function readInput(): Promise<void> {
  const [stored, window] = await Promise.all([session.get(popupInputKey), browser.windows?.getCurrent()]);
  if (window?.incognito) return;
  isKept = true;
  // Text typed while the stored input was read takes precedence.
  if (typed === emptyInput) typed = (stored[popupInputKey] as LinksInput | undefined) ?? emptyInput;
}

/**
 * Unsent input of the popup. The popup closes at each click outside, so the input is kept in `storage.session`, but not
 * in private windows. Nothing else is stored by a page.
 */
const popupInput = {
  get current(): LinksInput {
    return typed;
  },
  set current(next) {
    typed = next;
    // If it is too large to store, it is lost when the popup closes.
    if (isKept) session.set({ [popupInputKey]: next }).catch(() => {});
  },
};

/** The panel stays open and has its own input. */
const input = isPanel ? { current: emptyInput } : popupInput;

const close = () => isPanel || window.close();

function App() {
  const shown = useStored(readPage);
  return (
    <Popup
      page={shown?.page ?? null}
      canCollect={shown?.canCollect ?? true}
      input={input}
      onManager={async (hash, taken) => {
        const url = browser.runtime.getURL(`/manager.html#${hash}`);
        // Showing the new tab closes the popup, which must hand over its files first.
        const { id } = await browser.tabs.create({ url, active: taken === undefined });
        await taken;
        if (taken && id !== undefined) await browser.tabs.update(id, { active: true });
        close();
      }}
      // Chromium closes the popup when the new tab gets the focus. Firefox may not.
      onCollected={close}
    />
  );
}

/** The browser's own pages, whose links can't be read. */
const isOwn = (address: string) => /^(?:about|chrome|edge|view-source):/.test(address);

/** The page behind the popup. The click on the icon grants access to its address (`activeTab`). */
async function readPage() {
  if (isPanel) return { page: null, canCollect: true };
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return { page: await readDraft(tab), canCollect: !isOwn(tab?.url ?? '') };
}

async function readDraft(tab: Browser.tabs.Tab | undefined): Promise<LinkDraft | null> {
  const address = tab?.url ?? '';
  if (import.meta.env.FIREFOX && tab?.id !== undefined && /^https?:/.test(address)) {
    // In Firefox, error pages have titles like other pages.
    const links = await import('../../lib/links/browser.ts');
    return { url: address, title: await links.readPageTitle(tab.id) };
  }
  if (/^https?:/.test(address)) return { url: address, title: tab?.title };
  // The source view of a page, or its reader view.
  if (!/^(?:view-source:|about:reader)/.test(address)) return null;
  const links = await import('../../lib/links/link.ts');
  const url = links.parseLink(address);
  return url === null ? null : { url, title: tab?.title };
}

await Promise.allSettled([
  prefetch(readAccounts, readCurrentShortlist, readCurrentUploads, readPage, readInput),
  readIsPrivate(),
]);
mount(t('extension.name'), <App />, {
  openSettings: (accountId) =>
    void import('../../page/browser-ui.ts').then((ui) => ui.openSettings(accountId)).then(close),
});
const root = document.getElementById('page');
const isPublic = () =>
  isKept && getStored(readCurrentUploads)?.uploads.every((upload) => !upload.private) === true;
// The panel stays open.
if (!isPanel && root)
  afterPaint(() => void import('./keep-view.ts').then((view) => view.keepView(root, isPublic)));
