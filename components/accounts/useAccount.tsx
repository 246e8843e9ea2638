import { useMemo } from 'preact/hooks';
import { useIsPrivate, useOnline } from '#page/hooks.ts';
import { useUploads } from '#page/page-data.ts';
import { useStorageProblems } from '#page/storage-problems.ts';
import type { Account, Accounts } from '../../lib/accounts/account.ts';
import { countUnderWay, toUploadItems } from '../../lib/uploads/upload-items.ts';
import { useFocusFallback } from '../focus/useFocusFallback.ts';
import { lazy } from '../lazy.tsx';
import type { NoticeContent } from '../notice/Notice.tsx';
import { useFeedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { getConnectionStatus } from './connection-status.ts';

const AccountNotices = lazy(() => import('./AccountNotices.tsx'), 'AccountNotices');

const noNotices: readonly NoticeContent[] = [];

/**
 * @param showAccount shows what the service says of the accounts
 * @param otherNotices shown after those about the account
 */
export function useAccount(
  accounts: Accounts,
  account: Account,
  showAccount: () => void,
  otherNotices = noNotices,
) {
  const isOnline = useOnline();
  const isPrivate = useIsPrivate();
  const storageProblems = useStorageProblems();
  const stored = useUploads();
  const { send, now } = usePageApi();
  const feedback = useFeedback(account.id);
  // Accounts and uploads are read concurrently: the uploads may still be another account's.
  const view = stored?.accountId === account.id ? stored : null;
  const rows = useMemo(() => view && toUploadItems(view, isOnline), [view, isOnline]);
  const failure = view?.pollFailure;
  const backoff = view?.backoff ?? null;
  const status = getConnectionStatus(backoff, isOnline, failure?.code);
  // What is from before the account was shown, or the browser online, may be over.
  const sinceMs = useMemo(now, [account.id, isOnline]);
  const isOver = (backoff?.untilMs ?? sinceMs) < sinceMs;
  const isOld = isOver || (failure != null && failure.atMs < sinceMs);
  const shownStatus = isOld ? getConnectionStatus(isOver ? null : backoff, isOnline) : status;
  const isPaused = view?.isPaused ?? false;
  const hasNotices =
    status !== 'connected' ||
    isPaused ||
    isPrivate ||
    // Those of others.
    accounts.list.length > 1 ||
    account.newPages?.isDismissed === false ||
    storageProblems.length + otherNotices.length > 0;
  useFocusFallback('.queue-paused', '.queue-controls button');
  useFocusFallback('.popup-notices, .manager-notices', '.account-menu');
  /** A failure is shown. Gives whether the account is now the current one. */
  async function switchTo(accountId: string) {
    return accountId === account.id || feedback.run(send('accounts.select', { accountId }), () => null);
  }

  return {
    uploads: { account, rows, isPaused, accounts: accounts.list },
    underWay: countUnderWay(rows ?? []),
    switchTo,
    feedback,
    isConnected: status === 'connected',
    menu: (
      <AccountMenu
        accounts={accounts}
        current={account}
        status={shownStatus}
        onSelect={(accountId) => void switchTo(accountId)}
        onShow={showAccount}
      />
    ),
    notices: hasNotices && (
      <AccountNotices
        accounts={accounts.list}
        account={account}
        status={status}
        isOld={isOld}
        rows={rows}
        isPaused={isPaused}
        otherNotices={otherNotices}
        switchTo={switchTo}
        feedback={feedback}
        shownStatus={shownStatus}
      />
    ),
  };
}
