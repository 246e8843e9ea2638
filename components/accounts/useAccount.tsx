/** What the popup and the manager both make of the current account: its transfers, how it stands, its menu, its notices. */
import type { ComponentChild } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Account, Accounts } from '../../lib/accounts/account.ts';
import type { OutboxItem } from '../../lib/outbox/item.ts';
import type { WatchedTransfer } from '../../lib/watch/transfer.ts';
import { NoticeArea } from '../notice/Notice.tsx';
import { type Outcome, useOutcome } from '../notice/useOutcome.ts';
import { useServices } from '../services.ts';
import { type Row, transferRows, underWay } from '../transfers/rows.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { AccountNotices } from './AccountNotices.tsx';
import { standingOf } from './standing.ts';

interface Given {
  readonly accounts: Accounts;
  readonly account: Account;
  /** Of all accounts; null until they have been read for the first time. */
  readonly items: readonly OutboxItem[] | null;
  readonly transfers: readonly WatchedTransfer[] | null;
  readonly isPrivate: boolean;
  readonly isOnline: boolean;
  readonly onSettings: () => void;
}

export interface CurrentAccount {
  /** Its transfers and what waits to become one; null until they are known. */
  readonly rows: readonly Row[] | null;
  /** How many of them are under way. */
  readonly moving: number;
  /** Makes another account the current one; gives whether it is. A failure is shown. */
  readonly switchTo: (accountId: string) => Promise<boolean>;
  readonly outcome: Outcome;
  readonly menu: ComponentChild;
  readonly notices: ComponentChild;
}

export function useAccount({ account, items, transfers, ...props }: Given): CurrentAccount {
  const { send } = useServices();
  const outcome = useOutcome();
  const rows = useMemo(
    () => (items && transfers ? transferRows(account.id, items, transfers) : null),
    [account.id, items, transfers],
  );
  const standing = standingOf(account.id, items ?? [], props.isOnline);
  async function switchTo(accountId: string) {
    return accountId === account.id || outcome.run(send('accounts.select', { accountId }), () => null);
  }

  return {
    rows,
    moving: underWay(rows ?? []),
    switchTo,
    outcome,
    menu: (
      <AccountMenu
        accounts={props.accounts}
        current={account}
        standing={standing}
        underWayOf={(id) => underWay(transferRows(id, items ?? [], transfers ?? []))}
        onSelect={(accountId) => void switchTo(accountId)}
        onSettings={props.onSettings}
      />
    ),
    notices: (
      <>
        <AccountNotices
          account={account}
          standing={standing}
          isOnline={props.isOnline}
          isPrivate={props.isPrivate}
          onSettings={props.onSettings}
        />
        <NoticeArea notice={outcome.notice} onDismiss={() => outcome.show(null)} />
      </>
    ),
  };
}
