/** From the catalog, because the service reports no figures by file. */
import { useMemo } from 'preact/hooks';
import { useCatalog } from '#page/catalog.ts';
import type { Account } from '../../lib/accounts/account.ts';
import type { Snapshot } from '../../lib/catalog/query/snapshot.ts';
import { mostViewedFiles, routeHash } from '../files/model/route.ts';
import { useReportVisit } from '../files/model/useReportVisit.ts';
import { formatPath, formatViews, syncProgressText } from '../files/wording.ts';
import { titleOf } from '../format/names.ts';
import type { Feedback } from '../notice/useFeedback.ts';
import { fileHash } from '../page-api.ts';
import { joinFacts, t } from '../text.ts';

const maxFiles = 10;

export function findMostWatched(snapshot: Pick<Snapshot, 'sorted' | 'fileIds' | 'file'>) {
  return Array.from(
    snapshot.sorted(snapshot.fileIds(), { column: 'views', descending: true }).subarray(0, maxFiles),
    snapshot.file,
  ).flatMap((file) => (file !== null && (file.views ?? 0) > 0 ? [file] : []));
}

interface MostWatchedProps {
  readonly account: Account;
  readonly feedback: Feedback;
}

/** Renders nothing unless a file is known to have views. */
export function MostWatched({ account, feedback }: MostWatchedProps) {
  const snapshot = useCatalog(account.id);
  useReportVisit(account.id, null, feedback);
  const files = useMemo(() => (snapshot === null ? [] : findMostWatched(snapshot)), [snapshot]);
  if (snapshot === null || files.length === 0) return null;
  const { syncStatus } = snapshot;
  return (
    <section class="stack gap-2" aria-labelledby="most-watched">
      <div class="row wrap gap-3">
        <h2 id="most-watched" class="heading">
          {t('reports.mostWatched')}
        </h2>
        <a class="small" href={routeHash(mostViewedFiles)}>
          {t('files.all')}
        </a>
      </div>
      <p class="small tone-quiet">
        {t('reports.mostWatchedText')}
        {syncStatus.phase === 'first' &&
          ` ${joinFacts([t('files.reading.title'), syncProgressText(syncStatus)])}`}
      </p>
      <ol class="most-watched">
        {files.map((file) => (
          <li key={file.fileCode} class="row gap-3 line-below">
            <div class="grow">
              <a class="medium break-anywhere" dir="auto" href={fileHash(file)}>
                {titleOf(file)}
              </a>
              <p class="small tone-quiet one-line" dir="auto">
                {formatPath(snapshot, file.folderId)}
              </p>
            </div>
            <span class="numbers">{formatViews(file)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
