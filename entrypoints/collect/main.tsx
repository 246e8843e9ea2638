/** Starts the page to choose links from, for the collection that its address names. */
import { useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { Collect } from '../../components/collect/Collect.tsx';
import { Notice } from '../../components/notice/Notice.tsx';
import { t } from '../../components/text.ts';
import { leaveContainer } from '../page/container.ts';
import '../page/icons.ts';
import { useShortlistOf, useUploadsOf } from '../page/account-hooks.ts';
import { mount } from '../page/mount.tsx';

const collection = new URLSearchParams(location.search).get('collection') ?? '';

function App() {
  const [accountId, setAccountId] = useState<string | null>(null);
  return (
    <Collect
      collection={collection}
      shortlist={useShortlistOf(accountId)}
      uploads={useUploadsOf(accountId)}
      onAccount={setAccountId}
      requestTabs={() => browser.permissions.request({ permissions: ['tabs'] })}
      onUploads={() => {
        void browser.tabs.create({ url: browser.runtime.getURL('/manager.html') });
      }}
    />
  );
}

if (!(await leaveContainer())) {
  // A notice that came later would move the list.
  await Notice.preload();
  mount(t('collect.title'), <App />);
}
