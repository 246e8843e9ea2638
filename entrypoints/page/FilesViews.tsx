/** The Files screens with everything that they read. Loaded on demand. */
import { useCallback } from 'preact/hooks';
import { browser } from 'wxt/browser';
import { FilesManager, type FilesViewProps } from '../../components/files/FilesManager.tsx';
import type { FilesData } from '../../components/files/model/files-data.ts';
import { type FilesTabProps, PopupFiles } from '../../components/popup/PopupFiles.tsx';
import { createBulkDatabase } from '../../lib/bulk/database.ts';
import * as read from '../../lib/bulk/read.ts';
import type { BulkFailure, BulkJob } from '../../lib/bulk/work.ts';
import { createTakedownStore, noTakedowns, type TakedownRecord } from '../../lib/catalog/takedown-record.ts';
import { emptyShortlist } from '../../lib/folders/folder.ts';
import { readAllSettings } from './all-settings.ts';
import { getPreview, readAddresses, useCatalog } from './catalog.ts';
import { useIsPrivate, useStored } from './hooks.ts';
import { readAccounts, readCurrentShortlist } from './page-data.ts';
import { openPanel } from './panel.ts';
import { reportProblems, useCatalogProblem } from './storage-problems.ts';

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

const database = reportProblems(createBulkDatabase());

/** What of a job did not come out as asked so far. */
const readFailures = (jobId: string): Promise<readonly BulkFailure[]> => read.readFailures(database, jobId);

const noJobs: readonly BulkJob[] = [];

/** The account's jobs, oldest first, kept up to date while they are shown. */
function useJobs(accountId: string): readonly BulkJob[] {
  const readJobs = useCallback(() => read.readJobs(database, accountId, Date.now()), [accountId]);
  return useStored(readJobs, 'bulk') ?? noJobs;
}
