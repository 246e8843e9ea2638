import { useLayoutEffect, useState } from 'preact/hooks';
import { openPanel } from '#page/browser-ui.ts';
import { useCatalog } from '#page/catalog.ts';
import type { Account } from '../../lib/accounts/account.ts';
import type { Snapshot } from '../../lib/catalog/query/snapshot.ts';
import { Details } from '../files/details/Details.tsx';
import { FilesFeedback, FilesHints, FilesScreen } from '../files/FilesScreen.tsx';
import { CatalogLoading, EmptyList } from '../files/list/EmptyList.tsx';
import { FileList } from '../files/list/FileList.tsx';
import { isFiltered, isSearch } from '../files/model/listing.ts';
import { viewActions } from '../files/model/menu-items.ts';
import { parseRoute, routeHash } from '../files/model/route.ts';
import { useFiles } from '../files/model/useFiles.ts';
import { SyncAge } from '../files/SyncStatus.tsx';
import { StorageUsage } from '../files/sidebar/StorageUsage.tsx';
import { Breadcrumb } from '../files/toolbar/Breadcrumb.tsx';
import { SearchHits } from '../files/toolbar/Counts.tsx';
import { Scope } from '../files/toolbar/Scope.tsx';
import { SearchField } from '../files/toolbar/SearchField.tsx';
import { SelectionBar } from '../files/toolbar/SelectionBar.tsx';
import { SortMenu } from '../files/toolbar/SortMenu.tsx';
import { createAction } from '../menu/action.ts';
import { Menu } from '../menu/Menu.tsx';
import type { Feedback } from '../notice/useFeedback.ts';
import { choosingHash, handOver, type OpenManager } from '../own-files/dropped-files.ts';
import { type FileLocation, fileHash } from '../page-api.ts';
import { t } from '../text.ts';
import './popup-views.css';

/** By account id: the last fragment, or the file to show next. */
export type FilesRoutes = Record<string, string | FileLocation>;

interface PopupFilesProps {
  readonly account: Account;
  readonly feedback: Feedback;
  /** Opens the manager at a fragment. */
  readonly onManager: OpenManager;
  /** Kept when the tab is closed. */
  readonly routes: FilesRoutes;
}

/** Closes the popup. Null in the panel itself. */
const createOpenPanel =
  openPanel && document.body.className !== 'panel'
    ? () => void openPanel?.().then(() => window.close())
    : null;

export function PopupFiles(props: PopupFilesProps) {
  const snapshot = useCatalog(props.account.id);
  return snapshot === null ? <CatalogLoading /> : <LoadedPopupFiles {...props} snapshot={snapshot} />;
}

function LoadedPopupFiles(props: PopupFilesProps & { readonly snapshot: Snapshot }) {
  const { account, onManager, routes, snapshot } = props;
  const asked = routes[account.id] ?? '';
  const readAsked = () => parseRoute(typeof asked === 'string' ? asked : fileHash(asked));
  const [route, setRoute] = useState(readAsked);
  useLayoutEffect(() => {
    if (typeof asked !== 'string') setRoute(readAsked());
  });
  const hash = routeHash(route);
  routes[account.id] = hash;
  const files = useFiles({
    ...props,
    route,
    go: setRoute,
    show: (hash) => onManager(hash.slice(1)),
    showsTopFolders: true,
    chooseFiles: (folder) => onManager(choosingHash(folder)),
  });
  const isInDetails = route.fileCode !== null;
  const hasSearch = isSearch(route.text);
  const menuGroups = () => [
    [
      createAction('manager', 'expand', t('popup.fullTab'), () => onManager(hash.slice(1))),
      ...(createOpenPanel ? [createAction('panel', 'panel', t('common.openPanel'), createOpenPanel)] : []),
    ],
    ...viewActions(files),
    route.folderId === null || hasSearch
      ? []
      : [
          {
            id: 'subfolders',
            label: t('files.scope.subfolders'),
            checked: route.withSubfolders,
            run: () => setRoute({ ...route, withSubfolders: !route.withSubfolders }),
          },
        ],
  ];
  return (
    <FilesScreen
      files={files}
      class="popup-files panes"
      onFiles={(dropped, folder) => handOver(dropped, folder, onManager)}
    >
      <div class="column" inert={isInDetails}>
        <div class="popup-files-tools row">
          <SearchField />
          <SortMenu />
          <Menu label={t('files.more')} groups={menuGroups} />
        </div>
        <div class="popup-files-place row">
          <Breadcrumb />
          {hasSearch && <Scope />}
        </div>
        <FilesHints />
        {files.listing.length === 0 ? <EmptyList /> : <FileList appearance="compact" />}
        <SearchHits />
      </div>
      {route.fileCode !== null && <Details fileCode={route.fileCode} isPane />}
      <div class="outcome popup-outcome">
        <FilesFeedback />
      </div>
      <footer class="popup-files-footer stack gap-half line-above" hidden={isInDetails}>
        {files.selection.fileIds.size > 0 ? (
          <SelectionBar isNarrow />
        ) : (
          <>
            <SyncAge />
            {!isFiltered(route) && (
              <StorageUsage account={account} syncedAtMs={snapshot.syncStatus.syncedAtMs} />
            )}
          </>
        )}
      </footer>
    </FilesScreen>
  );
}
