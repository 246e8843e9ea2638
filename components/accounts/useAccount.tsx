import { useLayoutEffect, useMemo } from 'preact/hooks';
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
 * @param view its notices disappear with it, except failures and offers, which wait for the user
 * @param showAccount opens the account overview
 */
export function useAccount(
  accounts: Accounts,
  account: Account,
  view: string,
  showAccount: () => void,
  otherNotices = noNotices,
) {
  const isOnline = useOnline();
  const isPrivate = useIsPrivate();
  const storageProblems = useStorageProblems();
  const stored = useUploads();
  const { send, now } = usePageApi();
  const feedback = useFeedback(account.id);
  const { notice, show } = feedback;
  useLayoutEffect(() => {
    if (notice !== null && notice.tone !== 'bad' && (notice.tone !== 'warn' || !notice.action)) show(null);
  }, [view]);
  // The uploads may still be those of the previous account.
  const own = stored?.accountId === account.id ? stored : null;
  const items = useMemo(() => own && toUploadItems(own, isOnline), [own, isOnline]);
  const failure = own?.pollFailure;
  const backoff = own?.backoff ?? null;
  const status = getConnectionStatus(backoff, isOnline, failure?.code);
  // A failure from before the account was shown or the browser was online may be over.
  const sinceMs = useMemo(now, [account.id, isOnline]);
  const isOver = (backoff?.untilMs ?? sinceMs) < sinceMs;
  const isOld = isOver || (failure != null && failure.atMs < sinceMs);
  const shownStatus = isOld ? getConnectionStatus(isOver ? null : backoff, isOnline) : status;
  const isPaused = own?.isPaused ?? false;
  const hasNotices =
    status !== 'connected' ||
    isPaused ||
    isPrivate ||
    // Other accounts may have notices.
    accounts.list.length > 1 ||
    account.newPages?.isDismissed === false ||
    storageProblems.length + otherNotices.length > 0;
  useFocusFallback('.queue-paused', '.queue-controls button');
  useFocusFallback('.popup-notices, .manager-notices', '.account-menu');
  /** Resolves to whether the account is now current. */
  async function switchTo(accountId: string) {
    return accountId === account.id || feedback.run(send('accounts.select', { accountId }), () => null);
  }

  return {
    uploads: { account, items, isPaused, accounts: accounts.list },
    underWay: countUnderWay(items ?? []),
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
        items={items}
        isPaused={isPaused}
        otherNotices={otherNotices}
        switchTo={switchTo}
        feedback={feedback}
        shownStatus={shownStatus}
      />
    ),
  };
}
