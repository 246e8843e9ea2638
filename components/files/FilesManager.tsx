/** The Files view of the manager: sidebar, list, and details. */
import { useMemo, useState } from 'preact/hooks';
import { useSettings } from '#page/all-settings.ts';
import { getPreview, useCatalog } from '#page/catalog.ts';
import { useCatalogProblem } from '#page/storage-problems.ts';
import type { Account } from '../../lib/accounts/account.ts';
import type { Snapshot } from '../../lib/catalog/query/snapshot.ts';
import { BulkJobs } from '../bulk/BulkJobs.tsx';
import { useMediaQuery } from '../hooks/hooks.ts';
import { NoticeArea } from '../notice/Notice.tsx';
import type { Feedback } from '../notice/useFeedback.ts';
import { chooseDropped, type UploadFiles } from '../own-files/own-files.ts';
import { usePageApi } from '../page-api.ts';
import { plural, t } from '../text.ts';
import { Details } from './details/Details.tsx';
import { Dialogs } from './dialogs/Dialogs.tsx';
import { CatalogLoading, EmptyList } from './list/EmptyList.tsx';
import { FileList } from './list/FileList.tsx';
import { FilesDropArea } from './list/FilesDropArea.tsx';
import { FilesMenu } from './list/FilesMenu.tsx';
import { focusList, useFocusAfterDetails, useListFocus } from './list/focus.ts';
import { ToDeleteHint } from './list/ToDeleteHint.tsx';
import { isSearch } from './model/listing.ts';
import { isPlainList, type Step, useRoute } from './model/route.ts';
import { type FilesContext, useFiles } from './model/useFiles.ts';
import { useReportVisit } from './model/useReportVisit.ts';
import { FirstSync, SyncAge } from './SyncStatus.tsx';
import { FolderSidebar } from './sidebar/FolderSidebar.tsx';
import { StorageUsage } from './sidebar/StorageUsage.tsx';
import { DuplicatesBar } from './toolbar/DuplicatesBar.tsx';
import { SearchHits } from './toolbar/Scope.tsx';
import { SelectionBar } from './toolbar/SelectionBar.tsx';
import { type ListView, Toolbar } from './toolbar/Toolbar.tsx';
import './files.css';

export interface FilesManagerProps {
  readonly account: Account;
  /** The part of the address behind `#`. */
  readonly hash: string;
  readonly navigate: (hash: string, step: Step) => void;
  readonly feedback: Feedback;
  readonly uploadFiles: UploadFiles;
}

/** Too narrow for the sidebar, as in the style sheet. */
const narrow = '(max-width: 720px)';
/** Too narrow for columns. */
const compact = '(max-width: 480px)';

export function FilesManager(props: FilesManagerProps) {
  const problem = useCatalogProblem();
  // The newest files are shown until all are read.
  const snapshot = useCatalog(props.account.id) ?? (problem === null ? getPreview() : null);
  // May still be the previous account's snapshot.
  if (snapshot === null || snapshot.accountId !== props.account.id) {
    return (
      <div class="files-manager">
        <div class="files-main column">
          <CatalogLoading />
        </div>
      </div>
    );
  }
  return <WithCatalog {...props} snapshot={snapshot} />;
}

/** A partial snapshot can be looked at, and used as soon as all files are read. */
function WithCatalog(props: FilesManagerProps & { readonly snapshot: Snapshot }) {
  const { account, snapshot, navigate } = props;
  const { isPartial } = snapshot;
  const [route, go] = useRoute(props.hash, navigate);
  const show = (hash: string) => navigate(hash, 'push');
  const isNarrow = useMediaQuery(narrow);
  const files = useFiles({
    ...props,
    route,
    go,
    show,
    withTop: isNarrow,
    chooseFiles: (folder) => props.uploadFiles(chooseDropped(), folder),
  });
  const { feedback, listing, selection, shortlist } = files;
  const [view, setView] = useListView();
  const isCompact = useMediaQuery(compact);

  useReportVisit(files);
  useFocusAfterDetails(route.fileCode);
  const isEmpty = listing.length === 0;
  useListFocus();

  // The tree is large: typing must not draw it again.
  const side = useMemo(
    () => <FolderSidebar files={files} />,
    [snapshot, route.folderId, route.sorting, files.pendingNames, files.cut, files.createdId, shortlist],
  );

  return (
    <div class={`files-manager${route.fileCode === null ? '' : ' files-with-details'}`} aria-busy={isPartial}>
      {!isNarrow && (
        <div class="files-sidebar column" inert={isPartial}>
          {side}
          <div class="files-usage">
            <StorageUsage account={account} syncedAt={snapshot.syncStatus.syncedAt} />
          </div>
        </div>
      )}
      <section class="files-main column" aria-label={t('popup.files')}>
        <Toolbar files={files} view={view} onView={setView} hasColumns={view === 'list' && !isCompact} />
        <FirstSync files={files} />
        <ToDeleteHint files={files} />
        <DuplicatesBar files={files} />
        {isPartial && !isPlainList(route) ? (
          <CatalogLoading />
        ) : isEmpty ? (
          <EmptyList files={files} />
        ) : (
          <FileList files={files} appearance={view === 'grid' ? 'tiles' : isCompact ? 'compact' : 'rows'} />
        )}
        {!isPartial && <SearchHits files={files} />}
        <div class="files-outcome stack">
          <BulkJobs
            jobs={files.jobs}
            feedback={feedback}
            otherChange={files.folderRename}
            onFocusLost={focusList}
          />
          <NoticeArea {...feedback} />
        </div>
        <footer class="files-footer row gap-4">
          {selection.rows.size > 0 ? (
            <SelectionBar files={files} isNarrow={isNarrow} />
          ) : (
            <Counts files={files} />
          )}
          {selection.rows.size === 0 && <SyncAge files={files} />}
        </footer>
      </section>
      {route.fileCode !== null && (
        <Details files={files} fileCode={route.fileCode} onClose={() => go({ ...route, fileCode: null })} />
      )}
      <FilesDropArea
        files={files}
        onFiles={(dropped, folder) => props.uploadFiles(dropped, folder ?? shortlist.default, true)}
      />
      <FilesMenu files={files} />
      <Dialogs files={files} />
    </div>
  );
}

function Counts({ files: { listing, search, snapshot, route } }: { files: FilesContext }) {
  const found = listing.rows.length + listing.found.length;
  const closest = listing.closest.length;
  const count = snapshot.isPartial ? snapshot.size : found;
  const parts = [
    listing.folders.length > 0 ? plural('files.folders', listing.folders.length) : null,
    count > 0 || closest + (isSearch(route.text) ? listing.folders.length : 0) === 0
      ? plural('files.count', count)
      : null,
    closest > 0 ? plural('files.closestCount', closest) : null,
    search.state === 'asking' ? t('files.askingService') : null,
    search.state === 'failed' ? t('files.serviceSilent') : null,
  ];
  return <p class="files-counts one-line">{parts.filter((part) => part !== null).join(' · ')}</p>;
}

/** List or grid, stored in the settings. */
function useListView(): readonly [ListView, (view: ListView) => void] {
  const { send } = usePageApi();
  const settings = useSettings();
  const [chosen, setChosen] = useState<ListView | null>(null);
  const stored: ListView = settings?.filesView === 'grid' ? 'grid' : 'list';
  return [
    chosen ?? stored,
    (view) => {
      setChosen(view);
      send('settings.change', { filesView: view }).catch((error) => {
        // The choice still applies to this page.
        console.error('The view could not be remembered', error);
      });
    },
  ];
}
