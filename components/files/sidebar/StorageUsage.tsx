import { useEffect, useState } from 'preact/hooks';
import type { Account } from '../../../lib/accounts/account.ts';
import { StorageMeter, type StorageMeterProps } from '../../accounts/StorageMeter.tsx';
import { useIsConnected, useOnRecovery, usePageApi } from '../../page-api.ts';
import { toProblem } from '../../problem/problem.ts';
import { problemSentence } from '../../problem/wording.ts';
import { t } from '../../text.ts';

interface StorageUsageProps {
  readonly account: Account;
  /** A sync that succeeds is a reason to ask again. */
  readonly syncedAt: number | null;
}

export function StorageUsage({ account, syncedAt }: StorageUsageProps) {
  const { send } = usePageApi();
  const isConnected = useIsConnected();
  const [usage, setUsage] = useState<StorageMeterProps | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const askAgain = () => {
    if (problem !== null) setAttempt(attempt + 1);
  };
  useOnRecovery(askAgain);
  useEffect(askAgain, [syncedAt]);
  useEffect(() => {
    let isWanted = true;
    setUsage(null);
    setProblem(null);
    send('accounts.check', { accountId: account.id }).then(
      (answer) => isWanted && setUsage(answer),
      (error) => isWanted && setProblem(problemSentence(toProblem(error))),
    );
    return () => {
      isWanted = false;
    };
  }, [send, account.id, attempt]);

  // The page's notice covers it.
  if (problem !== null && !isConnected) return null;
  if (problem !== null) return <p class="storage-usage-problem tone-bad break-anywhere small">{problem}</p>;
  return usage === null ? <p class="tone-quiet small">{t('files.checking')}</p> : <StorageMeter {...usage} />;
}
