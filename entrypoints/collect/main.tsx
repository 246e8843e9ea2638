/** Starts the page to choose links from, for the collection that its address names. */
import { browser } from 'wxt/browser';
import { Collect } from '../../components/collect/Collect.tsx';
import { Notice } from '../../components/notice/Notice.tsx';
import { t } from '../../components/text.ts';
import '../page/icons.ts';
import { mount } from '../page/mount.tsx';
import { useShortlist, useUploadsOf } from '../page/shortlist.ts';

const collection = new URLSearchParams(location.search).get('collection') ?? '';

function App() {
  const { shortlist, accountId, setAccountId } = useShortlist();
  return (
    <Collect
      collection={collection}
      shortlist={shortlist}
      uploads={useUploadsOf(accountId)}
      onAccount={setAccountId}
      onUploads={() => {
        void browser.tabs.create({ url: browser.runtime.getURL('/manager.html') });
      }}
    />
  );
}

// A notice that came later would move the list.
await Notice.preload();
mount(t('collect.title'), <App />);
