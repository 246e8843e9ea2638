/** Starts the application in a full tab. */
import { useEffect, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { Manager } from '../../components/manager/Manager.tsx';
import { type View, viewOf } from '../../components/manager/view.ts';
import { t } from '../../components/text.ts';
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
    <Manager
      view={useView()}
      accounts={useStored(readAccounts, 'accounts')}
      shortlist={useStored(readCurrentShortlist, 'folders', 'accounts')}
      items={useStored(readItems, 'outbox')}
      transfers={useStored(readTransfers, 'transfers')}
      activity={useStored(readActivity, 'activity')}
      paused={useStored(readPaused, 'outbox') ?? false}
      isPrivate={useIsPrivate()}
      isOnline={useOnline()}
      onSettings={() => {
        void browser.runtime.openOptionsPage();
      }}
      onOpen={(address) => {
        void browser.tabs.create({ url: address });
      }}
    />
  );
}

function useView(): View {
  const [view, setView] = useState(() => viewOf(location.hash));
  useEffect(() => {
    const look = () => setView(viewOf(location.hash));
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, []);
  return view;
}

mount(t('manager.title'), <App />);
