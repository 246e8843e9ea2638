/** The Files screens with everything that they read. Loaded on demand. */
import { browser } from 'wxt/browser';
import { FilesManager, type FilesViewProps } from '../../components/files/FilesManager.tsx';
import type { FilesData } from '../../components/files/model/files-data.ts';
import { type FilesTabProps, PopupFiles } from '../../components/popup/PopupFiles.tsx';
import { createTakedownStore, noTakedowns, type TakedownRecord } from '../../lib/catalog/takedown-record.ts';
import { emptyShortlist } from '../../lib/folders/folder.ts';
import { readAllSettings } from './all-settings.ts';
import { readFailures, useJobs } from './bulk-jobs.ts';
import { getPreview, readAddresses, useCatalog } from './catalog.ts';
import { useIsPrivate, useStored } from './hooks.ts';
import { readAccounts, readCurrentShortlist } from './page-data.ts';
import { openPanel } from './panel.ts';
import { useCatalogProblem } from './storage-problems.ts';

/** Not in the panel itself. The popup closes by it, as by everything that opens something else. */
const onPanel =
  openPanel && document.body.className !== 'panel'
    ? () => void openPanel?.().then(() => window.close())
    : null;

export function FilesTab(props: FilesTabProps) {
  return <PopupFiles {...props} {...useFilesData()} onPanel={onPanel} />;
}

export function FilesView(props: FilesViewProps) {
  return <FilesManager {...props} {...useFilesData()} preview={getPreview()} />;
}

function useFilesData(): FilesData {
  return {
    useCatalog,
    catalogProblem: useCatalogProblem(),
    addresses: readAddresses,
    settings: useStored(readAllSettings, 'settings'),
    shortlist: useStored(readCurrentShortlist, 'folders', 'accounts') ?? emptyShortlist,
    takedowns: useStored(readCurrentTakedowns, 'takedowns', 'accounts') ?? noTakedowns,
    isPrivate: useIsPrivate(),
    useJobs,
    readFailures,
  };
}

async function readCurrentTakedowns(): Promise<TakedownRecord> {
  const { currentId } = await readAccounts();
  return createTakedownStore(browser.storage.local, currentId ?? '').get();
}
