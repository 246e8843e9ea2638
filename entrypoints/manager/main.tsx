/** Starts the manager. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { isPlainList, parseRoute } from '../../components/files/model/route.ts';
import { lazyViews, Manager, type ManagerProps } from '../../components/manager/Manager.tsx';
import { parseView } from '../../components/manager/manager-view.ts';
import { t } from '../../components/text.ts';
import { preloadCatalog, preloadPreview } from '../../page/catalog.ts';
import { leaveContainer } from '../../page/container.ts';
import { prefetch } from '../../page/hooks.ts';
import '../mount/icons.ts';
import { readAllSettings } from '../../page/all-settings.ts';
import { readAccounts, readCurrentShortlist } from '../../page/page-data.ts';
import { mount } from '../mount/mount.tsx';
import '../../page/theme.ts';

function App() {
  const [hash, navigate] = useHash();
  return <Manager hash={hash} navigate={navigate} />;
}

function useHash(): readonly [string, ManagerProps['navigate']] {
  const [hash, setHash] = useState(location.hash);
  const lastHash = useRef(hash);
  useEffect(() => {
    const update = () => {
      lastHash.current = location.hash;
      setHash(location.hash);
    };
    addEventListener('hashchange', update);
    // It may have changed since the first drawing.
    update();
    return () => removeEventListener('hashchange', update);
  }, []);
  const navigate: ManagerProps['navigate'] = useCallback((next, step) => {
    // The user has just opened another address, whose event is still to come.
    if (location.hash !== lastHash.current) return;
    // Neither call fires an event.
    if (step === 'push') history.pushState(null, '', next);
    else history.replaceState(null, '', next);
    lastHash.current = location.hash;
    setHash(next);
  }, []);
  return [hash, navigate];
}

async function start(): Promise<void> {
  if (await leaveContainer()) return;
  const early = [readAccounts, readCurrentShortlist, readAllSettings];
  if (parseView(location.hash) !== 'files') await prefetch(...early);
  else {
    const isPlain = isPlainList(parseRoute(location.hash));
    if (!isPlain) preloadCatalog();
    await prefetch(...early, lazyViews.Files.preload, ...(isPlain ? [preloadPreview] : []));
  }
  mount(t('manager.title'), <App />);
}
await start();
