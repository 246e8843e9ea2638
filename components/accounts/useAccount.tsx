/** The current account in the popup and the manager: its uploads, its menu, and its notices. */
import type { ComponentChild } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Account, Accounts } from '../../lib/accounts/account.ts';
import type { Problem } from '../../lib/protocol.ts';
import { calculateBackoffMs } from '../../lib/timing/backoff.ts';
import { lazy } from '../lazy.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import { type Outcome, useOutcome } from '../notice/useOutcome.ts';
import { isUploadsProblem } from '../problem.ts';
import { useServices } from '../services.ts';
import { type AccountUploads, countUnderWay, type Row, uploadRows } from '../uploads/rows.ts';
import type { UploadsProps } from '../uploads/Uploads.tsx';
import { useFocusFallback } from '../useFocusFallback.ts';
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
  readonly onSettings: () => void;
}

export interface CurrentAccount {
  readonly uploads: Pick<UploadsProps, 'account' | 'rows' | 'isPaused' | 'isUnreadable'>;
  /** How many of them are under way. */
  readonly underWay: number;
  /** Makes another account the current one; gives whether it is. A failure is shown. */
  readonly switchTo: (accountId: string) => Promise<boolean>;
  readonly outcome: Outcome;
  readonly menu: ComponentChild;
  readonly notices: ComponentChild;
}

/** Polls while the service gives no answer; the first answer ends what waits. */
function useProbe(accountId: string, isUnreachable: boolean): void {
  const { send } = useServices();
  const [failures, setFailures] = useState(0);
  useEffect(() => setFailures(0), [accountId, isUnreachable]);
  useEffect(() => {
    if (!isUnreachable) return;
    const probe = () => send('uploads.poll', { accountId }).catch(() => setFailures((count) => count + 1));
    const timer = setTimeout(probe, calculateBackoffMs(failures + 1, Math.random, probeDelays));
    return () => clearTimeout(timer);
  }, [accountId, isUnreachable, failures]);
}

/** Milliseconds. */
const probeDelays = { first: 4_000, longest: 20_000 };

export function useAccount(accounts: Accounts, account: Account, source: AccountSource): CurrentAccount {
  const { storageProblems, isPrivate, isOnline, onSettings } = source;
  const { send } = useServices();
  const outcome = useOutcome();
  // Accounts and uploads are read concurrently: the uploads may still be another account's.
  const view = source.uploads?.accountId === account.id ? source.uploads : null;
  const rows = useMemo((): readonly Row[] | null => view && uploadRows(view), [view]);
  const status = getAccountStatus(view?.uploads ?? [], isOnline, view?.isUnreachable ?? false);
  useProbe(account.id, status === 'unreachable');
  const hasNotices = status !== 'connected' || isPrivate || storageProblems.length > 0;
  useFocusFallback('.popup-notices, .manager-notices', () =>
    document.querySelector<HTMLElement>('.account-menu')?.focus(),
  );
  async function switchTo(accountId: string) {
    return accountId === account.id || outcome.run(send('accounts.select', { accountId }), () => null);
  }

  return {
    uploads: {
      ...{ account, rows, isPaused: view?.isPaused ?? false },
      isUnreadable: storageProblems.some(isUploadsProblem),
    },
    underWay: countUnderWay(rows ?? []),
    switchTo,
    outcome,
    menu: (
      <AccountMenu
        accounts={accounts}
        current={account}
        status={status}
        onSelect={(accountId) => void switchTo(accountId)}
        onSettings={onSettings}
      />
    ),
    notices: (
      <>
        {hasNotices && (
          <AccountNotices
            {...{ account, status, storageProblems, isOnline, isPrivate, outcome, onSettings }}
          />
        )}
        <NoticeArea {...outcome} />
      </>
    ),
  };
}
