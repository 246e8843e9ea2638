/** Starts the popup and the side panel. */
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
  // Text typed while the input was read takes precedence.
  if (typed === emptyInput) typed = (stored[popupInputKey] as LinksInput | undefined) ?? emptyInput;
}

/**
 * Unsent input. The popup closes at each click outside, so the input is kept in `storage.session`, except in private windows. Pages store
 * nothing else.
 */
const popupInput = {
  get current(): LinksInput {
    return typed;
  },
  set current(next) {
    typed = next;
    // Input that is too large is lost when the popup closes.
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
        // The new tab closes the popup, which must hand over its files first.
        const { id } = await browser.tabs.create({ url, active: taken === undefined });
        await taken;
        if (taken && id !== undefined) await browser.tabs.update(id, { active: true });
        close();
      }}
      // Firefox may keep the popup open when the new tab gets the focus.
      onCollected={close}
    />
  );
}

/** The links of the browser's own pages can't be read. In Firefox, these include PDFs and error pages, which have ordinary addresses. */
const canCollect = async (tab: Browser.tabs.Tab | undefined): Promise<boolean> =>
  import.meta.env.FIREFOX
    ? tab?.id !== undefined && (await import('../../lib/links/browser.ts')).isReadable(tab.id)
    : !/^(?:about|chrome|edge|view-source):/.test(tab?.url ?? '');

/** The click on the icon grants access to the page's address (`activeTab`). */
async function readPage() {
  if (isPanel) return { page: null, canCollect: true };
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  const [page, isReadable] = await Promise.all([readDraft(tab), canCollect(tab)]);
  return { page, canCollect: isReadable };
}

async function readDraft(tab: Browser.tabs.Tab | undefined): Promise<LinkDraft | null> {
  const address = tab?.url ?? '';
  if (import.meta.env.FIREFOX && tab?.id !== undefined && /^https?:/.test(address)) {
    // Firefox's error pages have ordinary titles.
    const links = await import('../../lib/links/browser.ts');
    return { url: address, title: await links.readPageTitle(tab.id) };
  }
  if (/^https?:/.test(address)) return { url: address, title: tab?.title };
  // The source view or the reader view.
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
if (!isPanel && root)
  afterPaint(() => void import('./keep-view.ts').then((view) => view.keepView(root, isPublic)));
