/** How many files have been read, while the list needs values that listings lack. Counts files for which they stay unknown. */
import { useEffect, useMemo } from 'preact/hooks';
import {
  countDue,
  countLastViews,
  endOfDayAgo,
  getServiceTime,
} from '../../../lib/catalog/query/last-views.ts';
import { Button } from '../../button/Button.tsx';
import { useIsConnected, useNow, usePageApi } from '../../page-api.ts';
import { Progress } from '../../progress/Progress.tsx';
import { format, joinFacts, joinSentences, t } from '../../text.ts';
import { askedColumns } from '../model/listing.ts';
import { useFilesContext } from '../model/useFiles.ts';
import { filesOfText } from '../wording.ts';

export function DetailsBar() {
  const { route, snapshot } = useFilesContext();
  const asked = askedColumns(route);
  const column = asked.has('lastView') ? 'lastView' : asked.has('size') ? 'size' : null;
  if (column === null || snapshot.isPartial || snapshot.size === 0) return null;
  return <DetailsOf column={column} />;
}

function DetailsOf({ column }: { column: 'lastView' | 'size' }) {
  const { account, snapshot, route, feedback } = useFilesContext();
  const { send } = usePageApi();
  const now = useNow(30);
  const isConnected = useIsConnected();
  const { blocks } = snapshot.contents;
  const { syncStatus } = snapshot;
  const { unviewed } = route.conditions;
  const days = typeof unviewed === 'number' ? unviewed : null;
  const due = useMemo(() => {
    const unviewedAfter = days === null ? null : endOfDayAgo(days, getServiceTime(syncStatus, now));
    return countDue(blocks, { nowMs: now, unviewedAfter });
  }, [blocks, days, now]);
  const counts = useMemo(() => countLastViews(blocks), [blocks]);
  const ask = (isResumed: boolean) => send('catalog.readDetails', { accountId: account.id, days, isResumed });
  const isDue = due > 0;
  useEffect(() => {
    if (isDue) void feedback.run(ask(false), () => null);
  }, [account.id, days, isDue]);

  const name = t(`files.column.${column}`);
  const { isStopped, isOneByOne, waitsUntilMs } = syncStatus.details;
  const progress = filesOfText(counts.files - due, counts.files);
  const isGoingOn = isDue && isConnected && !isStopped;
  const waitsUntil = isGoingOn && waitsUntilMs !== null && waitsUntilMs > now ? waitsUntilMs : null;
  return (
    <section class="inset-flat stack gap-1" aria-label={name}>
      {isDue && (
        <div class="row wrap gap-3">
          <p class="grow small numbers">
            {joinFacts([
              joinSentences([
                isStopped ? t('files.reading.stopped') : t('files.detailsBar.title', { column: name }),
                progress,
              ]),
              waitsUntil !== null && t('files.detailsBar.waits', { when: format.relative(waitsUntil, now) }),
            ])}
          </p>
          <Button
            isSmall
            onClick={() =>
              feedback.run(
                isStopped ? ask(true) : send('catalog.stopDetails', { accountId: account.id }),
                () => null,
              )
            }
          >
            {t(isStopped ? 'files.reading.resume' : 'files.reading.stop')}
          </Button>
        </div>
      )}
      {isGoingOn && <Progress label={name} share={(counts.files - due) / counts.files} text={progress} />}
      {isGoingOn && isOneByOne && <p class="small tone-quiet">{t('files.detailsBar.slow')}</p>}
      {column === 'lastView' && (
        <p class="small tone-quiet numbers" role="status">
          {counts.unreported === counts.files
            ? t('files.detailsBar.neverReported')
            : joinFacts([
                counts.never > 0 && t('files.detailsBar.never', { count: format.number(counts.never) }),
                counts.unread > 0 && t('files.detailsBar.unread', { count: format.number(counts.unread) }),
                counts.unreported > 0 &&
                  t('files.detailsBar.unknown', { count: format.number(counts.unreported) }),
              ])}
        </p>
      )}
    </section>
  );
}
