/** The application in a full tab: the same as in the popup, with room. Each view has an address, so links and Back work. */
import { useMemo } from 'preact/hooks';
import { type Account, type Accounts, currentAccount } from '../../lib/accounts/account.ts';
import type { ActivityEntry } from '../../lib/activity/entry.ts';
import { emptyShortlist, type FolderShortlist } from '../../lib/folders/folder.ts';
import type { OutboxItem } from '../../lib/outbox/item.ts';
import type { WatchedTransfer } from '../../lib/watch/transfer.ts';
import { AccountMenu } from '../accounts/AccountMenu.tsx';
import { AccountNotices } from '../accounts/AccountNotices.tsx';
import { standingOf } from '../accounts/standing.ts';
import { Activity } from '../activity/Activity.tsx';
import { IconButton } from '../button/Button.tsx';
import { Icon, type IconName, Logo } from '../icons/Icon.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import { useOutcome } from '../notice/useOutcome.ts';
import { Welcome } from '../popup/Welcome.tsx';
import { useServices } from '../services.ts';
import { format, type PlainKey, plural, t } from '../text.ts';
import { TransfersSkeleton } from '../transfers/EmptyTransfers.tsx';
import { transferRows, underWay } from '../transfers/rows.ts';
import { Transfers } from '../transfers/Transfers.tsx';
import { BatchEntry } from './BatchEntry.tsx';
import type { View } from './view.ts';
import './manager.css';

export interface ManagerProps {
  readonly view: View;
  /** Each of these is null until it has been read for the first time. */
  readonly accounts: Accounts | null;
  readonly shortlist: FolderShortlist | null;
  readonly items: readonly OutboxItem[] | null;
  readonly transfers: readonly WatchedTransfer[] | null;
  readonly activity: readonly ActivityEntry[] | null;
  /** Nothing goes out until the user resumes the outbox. */
  readonly paused: boolean;
  readonly isPrivate: boolean;
  readonly isOnline: boolean;
  readonly onSettings: () => void;
  /** Opens an address in a new tab. */
  readonly onOpen: (address: string) => void;
}

export function Manager(props: ManagerProps) {
  const { accounts } = props;
  const account = accounts && currentAccount(accounts);
  if (accounts === null) {
    return (
      <main class="manager-waiting">
        <h1 class="visually-hidden">{t('extension.name')}</h1>
        <TransfersSkeleton />
      </main>
    );
  }
  if (account === null) return <Welcome onSettings={props.onSettings} />;
  return <Connected {...props} accounts={accounts} account={account} />;
}

const views: readonly { readonly id: View; readonly name: PlainKey; readonly icon: IconName }[] = [
  { id: 'transfers', name: 'popup.transfers', icon: 'arriving' },
  { id: 'activity', name: 'popup.activity', icon: 'history' },
];

function Connected(props: ManagerProps & { accounts: Accounts; account: Account }) {
  const { view, accounts, account, items, transfers, isOnline, onSettings, onOpen } = props;
  const { send } = useServices();
  const outcome = useOutcome();
  const shortlist = props.shortlist ?? emptyShortlist;
  const rows = useMemo(
    () => (items && transfers ? transferRows(account.id, items, transfers) : null),
    [account.id, items, transfers],
  );
  const moving = underWay(rows ?? []);
  const standing = standingOf(account.id, items ?? [], isOnline);
  const current = views.find(({ id }) => id === view);

  return (
    <div class="manager">
      <header class="manager-head">
        <Logo size={24} />
        <span class="manager-name">{t('extension.name')}</span>
        <AccountMenu
          accounts={accounts}
          current={account}
          standing={standing}
          underWayOf={(id) => underWay(transferRows(id, items ?? [], transfers ?? []))}
          onSelect={(accountId) => void outcome.run(send('accounts.select', { accountId }), () => null)}
          onSettings={onSettings}
        />
        <IconButton icon="settings" label={t('common.settings')} onClick={onSettings} />
      </header>
      <nav class="manager-nav" aria-label={t('popup.views')}>
        <ul>
          {views.map(({ id, name, icon }) => (
            <li key={id}>
              <a class="manager-link" href={`#${id}`} aria-current={id === view ? 'page' : undefined}>
                <Icon name={icon} />
                <span class="one-line">{t(name)}</span>
                {id === 'transfers' && moving > 0 && (
                  <>
                    <span class="manager-count" aria-hidden="true">
                      {format.number(moving)}
                    </span>
                    <span class="visually-hidden">{plural('popup.underWay', moving)}</span>
                  </>
                )}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <main class="manager-main">
        <h1 class="visually-hidden">{current && t(current.name)}</h1>
        <div class="manager-notices">
          <AccountNotices
            account={account}
            standing={standing}
            isOnline={isOnline}
            isPrivate={props.isPrivate}
            onSettings={onSettings}
          />
          <NoticeArea notice={outcome.notice} onDismiss={() => outcome.show(null)} />
        </div>
        {view === 'activity' && <Activity accounts={accounts.list} entries={props.activity} open={onOpen} />}
        {view === 'transfers' && (
          <>
            <BatchEntry shortlist={shortlist} isPrivate={props.isPrivate} />
            <Transfers
              key={account.id}
              account={account}
              rows={rows}
              shortlist={shortlist}
              paused={props.paused}
              open={onOpen}
            />
          </>
        )}
      </main>
    </div>
  );
}
