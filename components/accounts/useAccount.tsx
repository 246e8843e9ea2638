/** The current account in the popup and the manager: its uploads, its menu, and its notices. */
import type { ComponentChild } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Account, Accounts } from '../../lib/accounts/account.ts';
import type { Problem } from '../../lib/protocol.ts';
import { useFocusFallback } from '../focus/useFocusFallback.ts';
import { lazy } from '../lazy.tsx';
import type { NoticeContent } from '../notice/Notice.tsx';
import { type Feedback, useFeedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { isUploadsProblem } from '../problem/problem.ts';
import type { UploadsProps } from '../uploads/Uploads.tsx';
import {
  type AccountUploads,
  countUnderWay,
  toUploadItems,
  type UploadItem,
} from '../uploads/upload-items.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { getAccountStatus } from './account-status.ts';

// Rarely shown.
const AccountNotices = lazy(() => import('./AccountNotices.tsx'), 'AccountNotices');

/** What the page has read, and what it can do. */
export interface AccountSource {
  /** Null until they have been read for the first time. */
  readonly uploads: AccountUploads | null;
  /** What could not be read from storage. */
  readonly storageProblems: readonly Problem[];
  readonly isPrivate: boolean;
  readonly isOnline: boolean;
  /** What else the user should know, after what is said of the account. */
  readonly otherNotices?: readonly NoticeContent[];
  readonly onSettings: () => void;
}

export interface CurrentAccount {
  readonly uploads: Pick<UploadsProps, 'account' | 'accounts' | 'rows' | 'isPaused' | 'isUnreadable'>;
  /** How many of them are under way. */
  readonly underWay: number;
  /** Makes another account the current one; gives whether it is. A failure is shown. */
  readonly switchTo: (accountId: string) => Promise<boolean>;
  readonly feedback: Feedback;
  readonly isConnected: boolean;
  readonly menu: ComponentChild;
  readonly notices: ComponentChild;
}

export function useAccount(accounts: Accounts, account: Account, source: AccountSource): CurrentAccount {
  const { storageProblems, isOnline, otherNotices = [], onSettings } = source;
  const { send, now } = usePageApi();
  const feedback = useFeedback(account.id);
  // Accounts and uploads are read concurrently: the uploads may still be another account's.
  const view = source.uploads?.accountId === account.id ? source.uploads : null;
  const rows = useMemo(
    (): readonly UploadItem[] | null => view && toUploadItems(view, isOnline),
    [view, isOnline],
  );
  const failure = view?.pollFailure;
  const list = view?.uploads ?? [];
  const status = getAccountStatus(list, isOnline, failure?.code);
  // A failure from before the account was shown, or the browser online, may be over.
  const sinceMs = useMemo(now, [account.id, isOnline]);
  const isOld = failure != null && failure.atMs < sinceMs;
  const isPaused = view?.isPaused ?? false;
  const hasNotices =
    status !== 'connected' ||
    isPaused ||
    source.isPrivate ||
    storageProblems.length + otherNotices.length > 0;
  const focus = (selector: string) => () => document.querySelector<HTMLElement>(selector)?.focus();
  useFocusFallback('.queue-paused', focus('.queue-controls button'));
  useFocusFallback('.popup-notices, .manager-notices', focus('.account-menu'));
  async function switchTo(accountId: string) {
    return accountId === account.id || feedback.run(send('accounts.select', { accountId }), () => null);
  }

  return {
    uploads: {
      account,
      rows,
      isPaused,
      accounts: accounts.list,
      isUnreadable: storageProblems.some(isUploadsProblem),
    },
    underWay: countUnderWay(rows ?? []),
    switchTo,
    feedback,
    isConnected: status === 'connected',
    menu: (
      <AccountMenu
        accounts={accounts}
        current={account}
        status={status}
        onSelect={(accountId) => void switchTo(accountId)}
        onSettings={onSettings}
      />
    ),
    notices: hasNotices && (
      <AccountNotices
        {...source}
        account={account}
        status={status}
        isOld={isOld}
        rows={rows}
        isPaused={isPaused}
        feedback={feedback}
        shownStatus={isOld ? getAccountStatus(list, isOnline) : status}
      />
    ),
  };
}
