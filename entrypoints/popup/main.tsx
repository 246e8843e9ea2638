/** Starts the popup. */
import { useEffect, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { Popup } from '../../components/popup/Popup.tsx';
import { t } from '../../components/text.ts';
import { type LinkDraft, parseLink } from '../../lib/links/link.ts';
import { useIsPrivate, useOnline, useStored } from '../page/hooks.ts';
import { mount } from '../page/mount.tsx';
import {
  readAccounts,
  readActivity,
  readCurrentShortlist,
  readItems,
  readPaused,
  readTransfers,
} from '../page/stored.ts';

function App() {
  return (
    <Popup
      accounts={useStored(readAccounts, 'accounts')}
      shortlist={useStored(readCurrentShortlist, 'folders', 'accounts')}
      items={useStored(readItems, 'outbox')}
      transfers={useStored(readTransfers, 'transfers')}
      paused={useStored(readPaused, 'outbox') ?? false}
      page={usePage()}
      isPrivate={useIsPrivate()}
      isOnline={useOnline()}
      useActivity={useActivity}
      onSettings={() => {
        void browser.runtime.openOptionsPage().then(() => window.close());
      }}
      onFullTab={(view) => {
        void browser.tabs
          .create({ url: browser.runtime.getURL(`/manager.html#${view}`) })
          .then(() => window.close());
      }}
      // Chromium closes the popup by itself when the new tab takes the focus; Firefox may not.
      onCollected={() => window.close()}
      onOpen={(address) => {
        void browser.tabs.create({ url: address });
      }}
    />
  );
}

const useActivity = () => useStored(readActivity, 'activity');

/** The page in front of which the popup was opened; its address is told because the click grants the tab. */
function usePage(): LinkDraft | null {
  const [page, setPage] = useState<LinkDraft | null>(null);
  useEffect(() => {
    void browser.tabs.query({ active: true, currentWindow: true }).then(([tab]) => {
      const url = parseLink(tab?.url ?? '');
      if (url !== null) setPage({ url, title: tab?.title });
    });
  }, []);
  return page;
}

mount(t('extension.name'), <App />);
