import { useEffect } from 'preact/hooks';
import type { Account } from '../../../lib/accounts/account.ts';
import { useAnswer } from '../../hooks/useAnswer.ts';
import { useIsConnected, useOnRecovery, usePageApi } from '../../page-api.ts';
import { problemSentence } from '../../problem/wording.ts';
import { StorageMeter } from '../../progress/StorageMeter.tsx';
import { t } from '../../text.ts';

interface StorageUsageProps {
  readonly account: Account;
  /** A sync that succeeds is a reason to ask again. */
  readonly syncedAtMs: number | null;
}

export function StorageUsage({ account, syncedAtMs }: StorageUsageProps) {
  const { send } = usePageApi();
  const isConnected = useIsConnected();
  const {
    answer: usage,
    problem,
    ask,
  } = useAnswer(() => send('accounts.check', { accountId: account.id }), [account.id]);
  const askAgain = () => {
    if (problem !== null) void ask('opened');
  };
  useOnRecovery(askAgain);
  useEffect(askAgain, [syncedAtMs]);

  // The page's notice covers it.
  if (problem !== null && !isConnected) return null;
  if (problem !== null)
    return <p class="storage-usage-problem tone-bad break-anywhere small">{problemSentence(problem)}</p>;
  return usage === null ? <p class="tone-quiet small">{t('files.checking')}</p> : <StorageMeter {...usage} />;
}
