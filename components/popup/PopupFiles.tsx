/** The Files tab of the popup: what is in the account, newest first or folder by folder, with search and details. */
import { useState } from 'preact/hooks';
import { useCatalog } from '#page/catalog.ts';
import { openPanel } from '#page/panel.ts';
import type { Account } from '../../lib/accounts/account.ts';
import type { Snapshot } from '../../lib/catalog/query/snapshot.ts';
import { BulkJobs } from '../bulk/BulkJobs.tsx';
import { Details } from '../files/details/Details.tsx';
import { Dialogs } from '../files/dialogs/Dialogs.tsx';
import { CatalogLoading, EmptyList } from '../files/list/EmptyList.tsx';
import { FileList } from '../files/list/FileList.tsx';
import { FilesDropArea } from '../files/list/FilesDropArea.tsx';
import { FilesMenu } from '../files/list/FilesMenu.tsx';
import { focusList, useFocusAfterDetails, useListFocus } from '../files/list/focus.ts';
import { ToDeleteHint } from '../files/list/ToDeleteHint.tsx';
import { isFiltered, isSearch } from '../files/model/listing.ts';
import { placeActions } from '../files/model/menu-items.ts';
import { parseRoute, routeHash } from '../files/model/route.ts';
import { useFiles } from '../files/model/useFiles.ts';
import { useReportVisit } from '../files/model/useReportVisit.ts';
import { FirstSync, SyncAge } from '../files/SyncStatus.tsx';
import { StorageUsage } from '../files/sidebar/StorageUsage.tsx';
import { Breadcrumb } from '../files/toolbar/Breadcrumb.tsx';
import { DuplicatesBar } from '../files/toolbar/DuplicatesBar.tsx';
import { Scope, SearchHits } from '../files/toolbar/Scope.tsx';
import { SearchField } from '../files/toolbar/SearchField.tsx';
import { SelectionBar } from '../files/toolbar/SelectionBar.tsx';
import { SortMenu } from '../files/toolbar/SortMenu.tsx';
import { Icon } from '../icons/Icon.tsx';
import { createAction } from '../menu/action.ts';
import { Menu } from '../menu/Menu.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import type { Feedback } from '../notice/useFeedback.ts';
import { choosingHash, handOver, type OpenManager } from '../own-files/dropped-files.ts';
import { t } from '../text.ts';
import './popup-views.css';

export interface PopupFilesProps {
  readonly account: Account;
  readonly feedback: Feedback;
  /** Opens a view of the manager, by the part of the address behind `#`. */
  readonly onManager: OpenManager;
  /** Where in the account the tab was left, as an address; outlives the tab. */
  readonly place: { current: string };
}

/** Null in the panel itself. The popup closes by it, as by everything that opens something else. */
const onPanel =
  openPanel && document.body.className !== 'panel'
    ? () => void openPanel?.().then(() => window.close())
    : null;

export function PopupFiles(props: PopupFilesProps) {
  const snapshot = useCatalog(props.account.id);
  if (snapshot === null || snapshot.accountId !== props.account.id) return <CatalogLoading />;
  return <LoadedPopupFiles {...props} snapshot={snapshot} />;
}

function LoadedPopupFiles(props: PopupFilesProps & { readonly snapshot: Snapshot }) {
  const { account, onManager, place } = props;
  const [route, setRoute] = useState(() => parseRoute(place.current));
  place.current = routeHash(route);
  const files = useFiles({
    ...props,
    route,
    go: setRoute,
    show: (hash) => onManager(hash.slice(1)),
    withTop: true,
    chooseFiles: (folder) => onManager(choosingHash(folder)),
  });
  const { feedback, listing, selection } = files;
  useReportVisit(files);
  useFocusAfterDetails(route.fileCode);

  const canIncludeSubfolders = route.folderId !== null && !isSearch(route.text);
  useListFocus();
  return (
    <div class="popup-files grow">
      <div class="column" inert={route.fileCode !== null}>
        <div class="popup-files-tools row">
          <SearchField files={files} />
          <SortMenu files={files} />
          <Menu
            label={t('files.more')}
            groups={() => [
              [
                createAction('manager', 'expand', t('popup.fullTab'), () =>
                  onManager(routeHash(route).slice(1)),
                ),
                ...(onPanel ? [createAction('panel', 'panel', t('common.openPanel'), onPanel)] : []),
              ],
              ...placeActions(files),
              canIncludeSubfolders
                ? [
                    {
                      id: 'subfolders',
                      label: t('files.scope.subfolders'),
                      checked: route.withSubfolders,
                      run: () => setRoute({ ...route, withSubfolders: !route.withSubfolders }),
                    },
                  ]
                : [],
            ]}
          >
            <Icon name="more" class="icon-more" />
          </Menu>
        </div>
        <div class="popup-files-place row">
          <Breadcrumb files={files} />
          {isSearch(route.text) && <Scope files={files} />}
        </div>
        <FirstSync files={files} />
        <ToDeleteHint files={files} />
        <DuplicatesBar files={files} />
        {listing.length === 0 ? <EmptyList files={files} /> : <FileList files={files} appearance="compact" />}
        <SearchHits files={files} />
      </div>
      {route.fileCode !== null && (
        <Details
          files={files}
          fileCode={route.fileCode}
          onClose={() => setRoute({ ...route, fileCode: null })}
          isPane
        />
      )}
      <div class="popup-outcome">
        <BulkJobs
          jobs={files.jobs}
          feedback={feedback}
          otherChange={files.folderRename}
          onFocusLost={focusList}
        />
        <NoticeArea {...feedback} />
      </div>
      <footer class="popup-files-footer" hidden={route.fileCode !== null}>
        {selection.rows.size > 0 ? (
          <SelectionBar files={files} isNarrow />
        ) : (
          <>
            <SyncAge files={files} />
            {!isFiltered(route) && (
              <StorageUsage account={account} syncedAt={props.snapshot.syncStatus.syncedAt} />
            )}
          </>
        )}
      </footer>
      <FilesDropArea files={files} onFiles={(dropped, folder) => handOver(dropped, folder, onManager)} />
      <FilesMenu files={files} />
      <Dialogs files={files} />
    </div>
  );
}
