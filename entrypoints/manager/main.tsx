/** Starts the manager. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { browser } from 'wxt/browser';
import type { FilesViewProps } from '../../components/files/FilesManager.tsx';
import { isPlainList, parseRoute } from '../../components/files/model/route.ts';
import { lazy } from '../../components/lazy.tsx';
import { Manager } from '../../components/manager/Manager.tsx';
import { parseSubject, parseView } from '../../components/manager/manager-view.ts';
import { t } from '../../components/text.ts';
import { defaults } from '../../lib/settings/settings.ts';
import { preloadCatalog, preloadPreview } from '../page/catalog.ts';
import { leaveContainer } from '../page/container.ts';
import { prefetch, useIsPrivate, useOnline, useStored } from '../page/hooks.ts';
import '../page/icons.ts';
import { readAllSettings } from '../page/all-settings.ts';
import { mount } from '../page/mount.tsx';
import {
  onBlockedHost,
  openFile,
  readHandleIds,
  resumeSending,
  sendFiles,
} from '../page/own-files/sending.ts';
import { readAccounts, readActivity, readCurrentShortlist, readCurrentUploads } from '../page/page-data.ts';
import { useStorageProblems } from '../page/storage-problems.ts';
import '../page/theme.ts';

function App() {
  const [hash, navigate] = useHash();
  return (
    <Manager
      view={parseView(hash)}
      subject={parseSubject(hash)}
      hash={hash}
      navigate={navigate}
      Files={Files}
      Embed={Embed}
      Account={Account}
      Reports={Reports}
      accounts={useStored(readAccounts, 'accounts')}
      shortlist={useStored(readCurrentShortlist, 'folders', 'accounts')}
      uploads={useStored(readCurrentUploads, 'uploads', 'accounts')}
      storageProblems={useStorageProblems()}
      activity={useStored(readActivity, 'activity')}
      isPrivate={useIsPrivate()}
      isOnline={useOnline()}
      sendFiles={sendFiles}
      blockedHost={useBlockedHost()}
      onHostAllowed={resumeSending}
      handleIds={useStored(readHandleIds, 'uploads') ?? noHandles}
      openFile={openFile}
      filesAtOnce={(useStored(readAllSettings, 'settings') ?? defaults).filesAtOnce}
      onSettings={() => {
        void browser.runtime.openOptionsPage();
      }}
      onOpen={(url, isBackground) => {
        void browser.tabs.create({ url, active: !isBackground });
      }}
    />
  );
}

const noHandles: ReadonlySet<string> = new Set();

const Files = lazy(() => import('../page/FilesViews.tsx'), 'FilesView');
const Embed = lazy(() => import('../page/EmbedView.tsx'), 'EmbedView');
const Reports = lazy(() => import('../../components/reports/Reports.tsx'), 'Reports');
const Account = lazy(() => import('../page/CatalogViews.tsx'), 'AccountView');

function useBlockedHost(): string | null {
  const [pattern, setPattern] = useState<string | null>(null);
  useEffect(() => onBlockedHost(setPattern), []);
  return pattern;
}

function useHash(): readonly [string, FilesViewProps['navigate']] {
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
  const navigate: FilesViewProps['navigate'] = useCallback((next, step) => {
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
    await prefetch(...early, Files.preload, ...(isPlain ? [preloadPreview] : []));
  }
  mount(t('manager.title'), <App />);
}
await start();
