/** Starts the popup, and the side panel, which stays open and is in front of any page. */
import { type Browser, browser } from 'wxt/browser';
import { emptyInput, type LinksInput } from '../../components/add-links/links-input.ts';
import { Popup } from '../../components/popup/Popup.tsx';
import { t } from '../../components/text.ts';
import type { LinkDraft } from '../../lib/links/link.ts';
import type { StoredName } from '../../lib/storage/stored-data.ts';
import { prefetch, readIsPrivate, useStored } from '../../page/hooks.ts';
import { readAccounts, readCurrentShortlist, readCurrentUploads } from '../../page/page-data.ts';
import { mount } from '../mount/mount.tsx';

/** Only the document of the side panel has a class. */
const isPanel = document.body.className !== '';

const { session } = browser.storage;
const popupInputKey: StoredName<'session'> = 'popupInput';

let typed = emptyInput;
let isKept = false;

async function readInput(): Promise<void> {
  const [stored, window] = await Promise.all([session.get(popupInputKey), browser.windows?.getCurrent()]);
  if (window?.incognito) return;
  isKept = true;
  // What was typed while it was read wins.
  if (typed === emptyInput) typed = (stored[popupInputKey] as LinksInput | undefined) ?? emptyInput;
}

/**
 * What is typed in the popup and not sent yet. The popup closes at each click outside of it, so this is kept in memory until
 * the browser ends; not in private windows. The only thing that a page stores.
 */
const popupInput = {
  get current(): LinksInput {
    return typed;
  },
  set current(next) {
    typed = next;
    // Where it does not fit, it is lost with the popup.
    if (isKept) session.set({ [popupInputKey]: next }).catch(() => {});
  },
};

/** The panel stays open, and is another form. */
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
        // A tab that is shown closes the popup, which has to hand files over before.
        const { id } = await browser.tabs.create({ url, active: taken === undefined });
        await taken;
        if (taken && id !== undefined) await browser.tabs.update(id, { active: true });
        close();
      }}
      // Chromium closes the popup by itself when the new tab takes the focus; Firefox may not.
      onCollected={close}
    />
  );
}

/** Pages of the browser's own, whose links can't be read. */
const isOwn = (address: string) => /^(?:about|chrome|edge|view-source):/.test(address);

/** The page in front of which the popup was opened; its address is available because the click grants the tab. */
async function readPage() {
  if (isPanel) return { page: null, canCollect: true };
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return { page: await readDraft(tab), canCollect: !isOwn(tab?.url ?? '') };
}

async function readDraft(tab: Browser.tabs.Tab | undefined): Promise<LinkDraft | null> {
  const address = tab?.url ?? '';
  if (import.meta.env.FIREFOX && tab?.id !== undefined && /^https?:/.test(address)) {
    // Firefox titles its errors like pages.
    const links = await import('../../lib/links/browser.ts');
    return { url: address, title: await links.readPageTitle(tab.id) };
  }
  if (/^https?:/.test(address)) return { url: address, title: tab?.title };
  // The source of a page, or its reader view.
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
