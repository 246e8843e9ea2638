/** The page's address names the collection. */
import { browser } from 'wxt/browser';
import { Collect } from '../../components/collect/Collect.tsx';
import { Notice } from '../../components/notice/Notice.tsx';
import { t } from '../../components/text.ts';
import { leaveContainer } from '../../page/container.ts';
import { createTabDrafts } from '../../page/tab-drafts.ts';
import '../mount/icons.ts';
import { mount } from '../mount/mount.tsx';

const collection = new URLSearchParams(location.search).get('collection') ?? '';

if (!(await leaveContainer())) {
  // A notice that loads later would move the list.
  await Notice.preload();
  mount(
    t('collect.title'),
    <Collect
      collection={collection}
      requestTabs={() => browser.permissions.request({ permissions: ['tabs'] })}
      onUploads={() => {
        void browser.tabs.create({ url: browser.runtime.getURL('/manager.html') });
      }}
    />,
    { drafts: createTabDrafts() },
  );
}
