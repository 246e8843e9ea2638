import { useCatalogProblem } from '#page/storage-problems.ts';
import { countLastViews } from '../../../lib/catalog/query/last-views.ts';
import { rootId } from '../../../lib/folders/folder.ts';
import { Button } from '../../button/Button.tsx';
import { Empty } from '../../empty/Empty.tsx';
import { Icon, type IconName } from '../../icons/Icon.tsx';
import { unlessPhone } from '../../keys/clicks.ts';
import { readKey } from '../../keys/key-press.ts';
import { type PlainKey, t } from '../../text.ts';
import { isFiltered, isSearch } from '../model/listing.ts';
import { allFiles, type FilesRoute, inFolder, unfiltered } from '../model/route.ts';
import { type FilesContext, useFilesContext } from '../model/useFiles.ts';
import type { ServiceSearch } from '../model/useServiceSearch.ts';
import { onFolderKey } from './list-keys.ts';
import { lineHeights } from './list-layout.ts';
import '../../empty/empty.css';
import './file-list.css';

interface EmptyState {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

export function EmptyList() {
  const files = useFilesContext();
  const { icon, title, text, action } = getEmptyState(files);
  return (
    <section
      class="empty middle gap-1 empty-list no-ring"
      aria-label={title}
      tabIndex={-1}
      onKeyDown={(event) => {
        const press = readKey(event);
        if (press && onFolderKey(press, files, event.target === event.currentTarget)) event.preventDefault();
      }}
    >
      <Icon name={icon} class="empty-icon" />
      <h2>{title}</h2>
      <p>{text}</p>
      {action && <Button onClick={action.run}>{action.label}</Button>}
    </section>
  );
}

export function getEmptyState({
  snapshot,
  route,
  go,
  search,
  duplicates,
}: Pick<FilesContext, 'snapshot' | 'route' | 'go' | 'search' | 'duplicates'>): EmptyState {
  const { folderId, text, conditions } = route;
  const isListed = snapshot.syncStatus.phase === 'complete';
  // Unknown values may match.
  const isRead =
    isListed && (conditions.unviewed === null || countLastViews(snapshot.contents.blocks).unread === 0);
  const unfilter = (label: PlainKey) => ({ label: t(label), run: () => go(unfiltered(route)) });
  const goToAll = (all: FilesRoute) => ({ label: t('files.all'), run: () => go(all) });
  const unread = { title: t('files.empty.unread'), text: t('files.empty.unreadText') };
  if (conditions.isDuplicate) {
    if (duplicates === null) return { icon: 'clock', title: t('files.reading.title'), text: '' };
    const action = unfilter('files.filter.none');
    return { icon: 'done', title: t('duplicates.none'), text: t('duplicates.noneText'), action };
  }
  if (isFiltered(route)) {
    return {
      icon: 'search',
      title: isSearch(text) ? t('files.empty.noHit', { text: text.trim() }) : t('files.empty.noMatch'),
      text: searchText(search.state, isRead),
      action: unfilter(isSearch(text) ? 'files.empty.showAll' : 'files.filter.none'),
    };
  }
  const isKnown = folderId === null || folderId === rootId || snapshot.folders.has(folderId);
  if (!isKnown) {
    const action = goToAll(inFolder(route, null));
    if (!isRead) return { icon: 'folder', ...unread, action };
    return { icon: 'folder', title: t('files.empty.gone'), text: t('files.empty.goneText'), action };
  }
  if (!isRead) return { icon: 'clock', ...unread };
  if (folderId === null || (folderId === rootId && snapshot.size === 0)) {
    const hint = unlessPhone(t('files.empty.accountText'));
    return { icon: 'video', title: t('files.empty.account'), text: hint };
  }
  return {
    icon: 'folder',
    title: t('files.empty.folder'),
    text: t('files.empty.folderText'),
    action: goToAll(allFiles),
  };
}

function searchText(state: ServiceSearch['state'], isRead: boolean): string {
  if (state === 'asking') return t('files.empty.asking');
  return t(isRead ? 'files.empty.noHitText' : 'files.empty.stillReading');
}

/** Other problems have a notice. */
export function CatalogLoading() {
  const problem = useCatalogProblem();
  if (problem === null) return <ListSkeleton />;
  if (problem.code !== 'storage-unavailable') return null;
  return (
    <Empty
      class="empty-list no-ring"
      icon="folder"
      title={t('files.empty.unavailable')}
      text={t('files.empty.unavailableText')}
    />
  );
}

function ListSkeleton() {
  return (
    <div
      class="list-skeleton grow pad-4"
      aria-hidden="true"
      style={{ '--file-height': `${lineHeights.rows.file}px` }}
    >
      {[64, 42, 55, 71, 38, 60, 47, 52].map((width) => (
        <div key={width} class="list-skeleton-row">
          <span class="picture" />
          <span class="skeleton-line" style={{ inlineSize: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}
