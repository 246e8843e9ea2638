import { useMemo, useState } from 'preact/hooks';
import { useSettings } from '#page/all-settings.ts';
import { getPreview, useCatalog } from '#page/catalog.ts';
import { useCatalogProblem } from '#page/storage-problems.ts';
import type { Account } from '../../lib/accounts/account.ts';
import type { Snapshot } from '../../lib/catalog/query/snapshot.ts';
import type { Address } from '../hooks/address.ts';
import { useMediaQuery } from '../hooks/useMediaQuery.ts';
import { Icon } from '../icons/Icon.tsx';
import type { Feedback } from '../notice/useFeedback.ts';
import { chooseDropped } from '../own-files/own-files.ts';
import { useAccountPage, usePageApi } from '../page-api.ts';
import { format, t } from '../text.ts';
import { Details } from './details/Details.tsx';
import { FilesFeedback, FilesHints, FilesScreen } from './FilesScreen.tsx';
import { CatalogLoading, EmptyList } from './list/EmptyList.tsx';
import { FileList } from './list/FileList.tsx';
import { isPlainList, useRoute } from './model/route.ts';
import { useFiles } from './model/useFiles.ts';
import { SyncAge } from './SyncStatus.tsx';
import { FolderSidebar } from './sidebar/FolderSidebar.tsx';
import { StorageUsage } from './sidebar/StorageUsage.tsx';
import { Counts, SearchHits } from './toolbar/Counts.tsx';
import { SelectionBar } from './toolbar/SelectionBar.tsx';
import { type ListView, Toolbar } from './toolbar/Toolbar.tsx';
import './files.css';

interface FilesManagerProps {
  readonly account: Account;
  readonly address: Address;
  readonly feedback: Feedback;
}

/** Hides the sidebar. */
const narrowQuery = '(max-width: 720px)';
/** Otherwise the details cover the list. */
const wideQuery = '(min-width: 1001px)';
/** Leaves no room for columns. */
const compactQuery = '(max-width: 480px)';

export function FilesManager(props: FilesManagerProps) {
  const problem = useCatalogProblem();
  // The newest files, until all are read.
  const snapshot = useCatalog(props.account.id) ?? (problem === null ? getPreview() : null);
  // It may still be the previous account's snapshot.
  if (snapshot === null || snapshot.accountId !== props.account.id) {
    return (
      <div class="files-manager panes">
        <div class="files-main column">
          <CatalogLoading />
        </div>
      </div>
    );
  }
  return <WithCatalog {...props} snapshot={snapshot} />;
}

/** A partial snapshot is inert until all files are read. */
function WithCatalog(props: FilesManagerProps & { readonly snapshot: Snapshot }) {
  const { account, snapshot, address } = props;
  const { isPartial } = snapshot;
  const [route, go] = useRoute(address);
  const isNarrow = useMediaQuery(narrowQuery);
  const isWide = useMediaQuery(wideQuery);
  const details = route.fileCode === null ? '' : isWide ? ' files-details-beside' : ' files-details-over';
  const { uploadFiles } = useAccountPage();
  const files = useFiles({
    ...props,
    route,
    go,
    show: (hash) => address.go(hash, 'push'),
    showsTopFolders: isNarrow,
    chooseFiles: (folder) => uploadFiles?.(chooseDropped(), folder),
  });
  const { listing, selection, shortlist } = files;
  const [view, setView] = useListView();
  const isCompact = useMediaQuery(compactQuery);
  const takedownCount = Object.keys(files.takedowns.firstSeenAtMs).length;

  // The tree is large. Typing must not draw it again.
  const side = useMemo(
    () => <FolderSidebar files={files} />,
    [
      snapshot,
      route.folderId,
      JSON.stringify(route.sorting),
      files.pendingNames,
      files.cut,
      files.createdId,
      shortlist,
    ],
  );

  return (
    <FilesScreen
      files={files}
      class={`files-manager panes${details}${isNarrow ? ' files-narrow' : ''}`}
      onFiles={(dropped, folder) => uploadFiles?.(dropped, folder ?? shortlist.default, true)}
    >
      {!isNarrow && (
        <div class="files-sidebar column" inert={isPartial}>
          {side}
          <a class="takedowns-link row line-above hover" href="#takedowns">
            <Icon name="warning" class="tone-quiet" />
            <span class="grow">{t('takedowns.list')}</span>
            {takedownCount > 0 && <span class="note">{format.number(takedownCount)}</span>}
          </a>
          <div class="inset-wide line-above">
            <StorageUsage account={account} syncedAtMs={snapshot.syncStatus.syncedAtMs} />
          </div>
        </div>
      )}
      <section class="files-main column" aria-label={t('popup.files')}>
        <Toolbar view={view} onView={setView} isCompact={isCompact} />
        <FilesHints />
        {isPartial && !isPlainList(route) ? (
          <CatalogLoading />
        ) : listing.length === 0 ? (
          <EmptyList />
        ) : (
          <FileList
            appearance={view === 'grid' ? 'tiles' : isCompact ? 'compact' : 'rows'}
            hasDetailsBeside={isWide && route.fileCode !== null}
          />
        )}
        {!isPartial && <SearchHits />}
        <div class="outcome files-outcome stack">
          <FilesFeedback />
        </div>
        <footer class="files-footer line-above row gap-4">
          {selection.fileIds.size > 0 ? (
            <SelectionBar isNarrow={isNarrow} />
          ) : (
            <>
              <Counts />
              <SyncAge />
            </>
          )}
        </footer>
      </section>
      {route.fileCode !== null && <Details fileCode={route.fileCode} />}
    </FilesScreen>
  );
}

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
