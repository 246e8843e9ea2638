import type { SyncStatus } from '../../lib/catalog/file.ts';
import { Button, IconButton } from '../button/Button.tsx';
import { Icon } from '../icons/Icon.tsx';
import { useIsConnected, useNow, usePageApi } from '../page-api.ts';
import { Progress } from '../progress/Progress.tsx';
import { t } from '../text.ts';
import { refresh, startFullSync } from './model/commands.ts';
import { useFilesContext } from './model/useFiles.ts';
import { isTemporary, syncProgressText, syncStatusText, waitSentence } from './wording.ts';
import './files.css';

export function FirstSync() {
  const { send } = usePageApi();
  const { snapshot, feedback, account } = useFilesContext();
  const { syncStatus } = snapshot;
  const { isStopped } = syncStatus;
  // Another notice covers a missing connection.
  const isGoingOn = useIsConnected() && !isStopped;
  if (syncStatus.phase === 'complete') return null;
  const problem = isGoingOn ? syncStatus.problem : null;
  const hasFailed = problem !== null && !isTemporary(problem);
  const setSyncing = async () => {
    const name = isStopped ? 'catalog.resume' : 'catalog.stop';
    await feedback.run(send(name, { accountId: account.id }), () => null);
  };
  const progress = syncProgressText(syncStatus);
  return (
    <section class="first-sync split pad-3 raised" aria-label={t('files.reading.title')}>
      <div>
        <p class="medium">{t(isStopped ? 'files.reading.stopped' : 'files.reading.title')}</p>
        <p class="small tone-quiet numbers">{progress}</p>
        {problem !== null && (
          <p class={`flex gap-1 space-above small numbers tone-${hasFailed ? 'bad' : 'quiet'}`}>
            <Icon name={hasFailed ? 'warning' : 'clock'} />
            <span>{waitSentence(problem)}</span>
          </p>
        )}
      </div>
      <Button isSmall onClick={setSyncing}>
        {t(isStopped ? 'files.reading.resume' : 'files.reading.stop')}
      </Button>
      {isGoingOn && !hasFailed && (
        <div class="full-row">
          <Progress label={t('files.reading.title')} share={getSyncShare(syncStatus)} text={progress} />
        </div>
      )}
    </section>
  );
}

/** The service's count is unreliable, so the bar is never full early. */
function getSyncShare({ files, filesExpected }: SyncStatus): number | null {
  if (filesExpected === null || filesExpected <= 0) return null;
  return Math.min(files / filesExpected, 0.99);
}

export function SyncAge() {
  const files = useFilesContext();
  const now = useNow(30);
  const isConnected = useIsConnected();
  const { syncStatus } = files.snapshot;
  const { isDamaged } = syncStatus;
  const problem = isConnected ? syncStatus.problem : null;
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
        label={t(isDamaged ? 'files.readAgain' : 'files.refresh')}
        onClick={() => (isDamaged ? startFullSync : refresh)(files)}
      />
    </div>
  );
}
