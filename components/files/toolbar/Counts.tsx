import { plural, t } from '../../text.ts';
import { isSearch } from '../model/listing.ts';
import { type FilesContext, useFilesContext } from '../model/useFiles.ts';

export function Counts() {
  const files = useFilesContext();
  const { state } = files.search;
  const parts = [
    ...formatCounts(files, 'files.count'),
    state === 'asking' && t('files.askingService'),
    state === 'failed' && t('files.serviceSilent'),
  ];
  return <p class="files-counts note one-line">{parts.filter(Boolean).join(' · ')}</p>;
}

/** Always rendered: screen readers ignore a live region that is inserted with its text. */
export function SearchHits() {
  const files = useFilesContext();
  const isOver = isSearch(files.route.text) && files.search.state !== 'asking';
  return (
    <p class="visually-hidden" role="status">
      {isOver && formatCounts(files, 'files.hits').filter(Boolean).join(' · ')}
    </p>
  );
}

function formatCounts({ snapshot, route, listing }: FilesContext, key: 'files.count' | 'files.hits') {
  const { folders, matches, found, closest } = listing;
  const count = snapshot.isPartial ? snapshot.size : matches.length + found.length;
  const others = closest.length + (isSearch(route.text) ? folders.length : 0);
  return [
    folders.length > 0 && plural('files.folders', folders.length),
    (count > 0 || others === 0) && plural(key, count),
    closest.length > 0 && plural('files.closestCount', closest.length),
  ];
}
