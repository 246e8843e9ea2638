/** Sync progress of the catalog, what it waits for, and the button to sync now. */
import type { ApiErrorCode } from '../../lib/api/index.ts';
import type { SyncStatus } from '../../lib/catalog/file.ts';
import { Button, IconButton } from '../button/Button.tsx';
import { Icon } from '../icons/Icon.tsx';
import { useIsConnected, useNow } from '../page-api.ts';
import { Progress } from '../progress/Progress.tsx';
import { format, joinFacts, joinSentences, type PlainKey, plural, t } from '../text.ts';
import { refresh, startFullSync } from './model/commands.ts';
import { useFilesContext } from './model/useFiles.ts';
import './files.css';

/** Why the sync waits. */
const waitTexts: Readonly<Partial<Record<string, PlainKey>>> = {
  'rate-limited': 'files.waits.limit',
  'quota-exceeded': 'files.waits.quota',
  network: 'files.waits.network',
  timeout: 'files.waits.network',
  unauthorized: 'files.waits.key',
};
const waitSentence = (problem: string): string => t(waitTexts[problem] ?? 'files.waits.service');

/** Problems that pass by themselves. */
const isTemporary = (problem: string): boolean => problem === 'rate-limited' || problem === 'quota-exceeded';

/** Progress of the first full sync, with the button to stop it. */
export function FirstSync() {
  const { snapshot, feedback, pageApi, account } = useFilesContext();
  const { syncStatus } = snapshot;
  if (syncStatus.phase === 'complete') return null;
  const setSyncing = (name: 'catalog.stop' | 'catalog.resume') =>
    feedback.run(pageApi.send(name, { accountId: account.id }), () => null);
  const share = getSyncShare(syncStatus);
  const count = countText(syncStatus);
  const { problem } = syncStatus;
  // A notice above says why there is no connection.
  const isConnected = useIsConnected();
  return (
    <section class="first-sync raised" aria-label={t('files.reading.title')}>
      <div>
        <p class="medium">{syncStatus.isStopped ? t('files.reading.stopped') : t('files.reading.title')}</p>
        <p class="small tone-quiet numbers">{count}</p>
        {isConnected && problem !== null && !syncStatus.isStopped && (
          <p class={`first-sync-state small numbers tone-${isTemporary(problem) ? 'quiet' : 'bad'}`}>
            <Icon name={isTemporary(problem) ? 'clock' : 'warning'} />
            <span>{waitSentence(problem)}</span>
          </p>
        )}
      </div>
      <Button
        isSmall
        onClick={async () =>
          void (await setSyncing(syncStatus.isStopped ? 'catalog.resume' : 'catalog.stop'))
        }
      >
        {syncStatus.isStopped ? t('files.reading.resume') : t('files.reading.stop')}
      </Button>
      {isConnected && !syncStatus.isStopped && (problem === null || isTemporary(problem)) && (
        <div class="first-sync-bar">
          <Progress label={t('files.reading.title')} share={share} text={count} />
        </div>
      )}
    </section>
  );
}

/** The service's count is unreliable, so the bar is never full before the end. */
function getSyncShare({ files, filesExpected }: SyncStatus): number | null {
  if (filesExpected === null || filesExpected <= 0) return null;
  return Math.min(files / filesExpected, 0.99);
}

function countText({ files, filesExpected, folders, foldersLeft }: SyncStatus): string {
  const read =
    filesExpected !== null && filesExpected > files
      ? t('files.reading.of', { done: format.number(files), total: plural('files.count', filesExpected) })
      : plural('files.count', files);
  const parts = [read, plural('files.folders', folders)];
  if (foldersLeft > 0) parts.push(plural('files.reading.left', foldersLeft));
  return joinFacts(parts);
}

/** One line: the last sync, or why there is none. */
export function SyncAge() {
  const files = useFilesContext();
  const now = useNow(30);
  const isConnected = useIsConnected();
  const { syncStatus } = files.snapshot;
  const problem = isConnected ? syncStatus.problem : null;
  const { isDamaged } = syncStatus;
  const isBad = isDamaged || (problem !== null && !isTemporary(problem));
  const text = syncStatusText(syncStatus, problem, now, isConnected);
  return (
    <div class="sync-status row gap-1">
      <p class={`sync-status-text row gap-1 tone-${isBad ? 'bad' : 'quiet'}`} title={text}>
        {(problem !== null || isBad) && <Icon name={isBad ? 'warning' : 'clock'} />}
        <span class="one-line">{text}</span>
      </p>
      <IconButton
        icon="again"
        label={isDamaged ? t('files.readAgain') : t('files.refresh')}
        onClick={() => (isDamaged ? startFullSync : refresh)(files)}
      />
    </div>
  );
}

function syncStatusText(
  { syncedAt, isStopped, isDamaged }: SyncStatus,
  problem: ApiErrorCode | string | null,
  now: number,
  isConnected: boolean,
): string {
  const when = syncedAt === null ? null : format.relative(Math.min(syncedAt, now), now);
  if (isStopped) return t('files.reading.stopped');
  if (problem !== null)
    return joinSentences([waitSentence(problem), when !== null && t('files.asOf', { when })]);
  if (isDamaged) return t('files.damaged');
  if (when === null) return t('files.reading.title');
  return t(isConnected ? 'files.upToDate' : 'files.asOf', { when });
}
