import { isPlainList, parseRoute } from '../../components/files/model/route.ts';
import { createAddress } from '../../components/hooks/address.ts';
import { lazyViews, Manager } from '../../components/manager/Manager.tsx';
import { parseView } from '../../components/manager/manager-view.ts';
import { t } from '../../components/text.ts';
import { afterPaint } from '../../lib/timing/after-paint.ts';
import { readAllSettings } from '../../page/all-settings.ts';
import { preloadCatalog, preloadPreview } from '../../page/catalog.ts';
import { leaveContainer } from '../../page/container.ts';
import { prefetch } from '../../page/hooks.ts';
import { readAccounts, readCurrentShortlist } from '../../page/page-data.ts';
import { createTabDrafts } from '../../page/tab-drafts.ts';
import { mount } from '../mount/mount.tsx';
import '../../page/theme.ts';

const address = createAddress({
  read: () => location.hash,
  write(hash, step) {
    // Neither call fires `hashchange`.
    if (step === 'push') history.pushState(history.state, '', hash);
    else history.replaceState(history.state, '', hash);
  },
});
addEventListener('hashchange', address.reread);

async function start(): Promise<void> {
  if (await leaveContainer()) return;
  const early = [readAccounts, readCurrentShortlist, readAllSettings];
  if (parseView(location.hash) !== 'files') await prefetch(...early);
  else {
    const isPlain = isPlainList(parseRoute(location.hash));
    if (!isPlain) preloadCatalog();
    await prefetch(...early, lazyViews.Files.preload, ...(isPlain ? [preloadPreview] : []));
  }
  mount(t('manager.title'), <Manager address={address} />, { drafts: createTabDrafts() });
}
await start();
const root = document.getElementById('page');
if (root) afterPaint(() => void import('./keep-view.ts').then((view) => view.keepView(root)));
