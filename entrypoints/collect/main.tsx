/** Starts the page to choose links from, for the collection that its address names. */
import { browser } from 'wxt/browser';
import { Collect } from '../../components/collect/Collect.tsx';
import { t } from '../../components/text.ts';
import { emptyShortlist } from '../../lib/folders/folder.ts';
import { useStored } from '../page/hooks.ts';
import { mount } from '../page/mount.tsx';
import { readCurrentShortlist } from '../page/stored.ts';

const collection = new URLSearchParams(location.search).get('collection') ?? '';

function App() {
  return (
    <Collect
      collection={collection}
      shortlist={useStored(readCurrentShortlist, 'folders', 'accounts') ?? emptyShortlist}
      onTransfers={() => {
        void browser.tabs.create({ url: browser.runtime.getURL('/manager.html') });
      }}
    />
  );
}

mount(t('collect.title'), <App />);
