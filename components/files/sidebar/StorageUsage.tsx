/** The account's storage usage, read from the service. */
import { useEffect, useState } from 'preact/hooks';
import type { Account } from '../../../lib/accounts/account.ts';
import { StorageMeter, type StorageMeterProps } from '../../accounts/StorageMeter.tsx';
import { problemOf } from '../../problem.ts';
import { problemSentence } from '../../problem-sentence.ts';
import { useServices } from '../../services.ts';
import { t } from '../../text.ts';
import './storage-usage.css';

export function StorageUsage({ account }: { account: Account }) {
  const { send } = useServices();
  const [usage, setUsage] = useState<StorageMeterProps | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    setUsage(null);
    setProblem(null);
    send('accounts.check', { accountId: account.id }).then(
      (answer) => isWanted && setUsage(answer),
      (error) => isWanted && setProblem(problemSentence(problemOf(error))),
    );
    return () => {
      isWanted = false;
    };
  }, [send, account.id]);

  if (problem !== null) return <p class="storage-usage-problem">{problem}</p>;
  return usage === null ? (
    <p class="storage-usage-loading">{t('files.checking')}</p>
  ) : (
    <StorageMeter {...usage} />
  );
}
