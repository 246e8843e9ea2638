/** The popup: what is under way, and the quickest way to send more. Draws what it is given; acts by `Services.send`. */
import { useMemo, useState } from 'preact/hooks';
import { type Account, type Accounts, accountName, currentAccount } from '../../lib/accounts/account.ts';
import { emptyShortlist, type FolderShortlist } from '../../lib/folders/folder.ts';
import type { LinkDraft } from '../../lib/links/link.ts';
import type { OutboxItem } from '../../lib/outbox/item.ts';
import type { WatchedTransfer } from '../../lib/watch/transfer.ts';
import { AccountMenu, type AccountStanding } from '../accounts/AccountMenu.tsx';
import { Button, IconButton } from '../button/Button.tsx';
import { Logo } from '../icons/Icon.tsx';
import { lazy } from '../lazy.tsx';
import { Notice, NoticeArea } from '../notice/Notice.tsx';
import { useOutcome } from '../notice/useOutcome.ts';
import { QuickSend } from '../send/QuickSend.tsx';
import { useServices } from '../services.ts';
import { Tabs } from '../tabs/Tabs.tsx';
import { format, plural, t } from '../text.ts';
import { TransfersSkeleton } from '../transfers/EmptyTransfers.tsx';
import { transferRows, underWay } from '../transfers/rows.ts';
import { Transfers } from '../transfers/Transfers.tsx';
import './popup.css';

const Files = lazy(async () => (await import('./Files.tsx')).Files);

export interface PopupProps {
  /** Each of these is null until it has been read for the first time. */
  readonly accounts: Accounts | null;
  readonly shortlist: FolderShortlist | null;
  readonly items: readonly OutboxItem[] | null;
  readonly transfers: readonly WatchedTransfer[] | null;
  /** The page that the user looks at, where a service could fetch it. */
  readonly page: LinkDraft | null;
  readonly isPrivate: boolean;
  readonly isOnline: boolean;
  readonly onSettings: () => void;
  /** Opens an address in a new tab. */
  readonly onOpen: (address: string) => void;
}

export function Popup(props: PopupProps) {
  const account = props.accounts && currentAccount(props.accounts);
  return (
    <div class="popup">
      {props.accounts === null && (
        <main class="popup-waiting">
          <h1 class="visually-hidden">{t('extension.name')}</h1>
          <TransfersSkeleton />
        </main>
      )}
      {props.accounts !== null && account === null && <Welcome onSettings={props.onSettings} />}
      {props.accounts !== null && account && (
        <Connected {...props} accounts={props.accounts} account={account} />
      )}
    </div>
  );
}

function Welcome({ onSettings }: { onSettings: () => void }) {
  return (
    <main class="popup-welcome">
      <Logo size={56} />
      <h1>{t('welcome.title')}</h1>
      <p>{t('welcome.text')}</p>
      <Button kind="primary" onClick={onSettings}>
        {t('welcome.button')}
      </Button>
    </main>
  );
}

function Connected(props: PopupProps & { accounts: Accounts; account: Account }) {
  const { accounts, account, items, transfers, isOnline, onSettings, onOpen } = props;
  const { send } = useServices();
  const switching = useOutcome();
  const [tab, setTab] = useState('transfers');

  const shortlist = props.shortlist ?? emptyShortlist;
  const rows = useMemo(
    () => (items && transfers ? transferRows(account.id, items, transfers) : null),
    [account.id, items, transfers],
  );
  const moving = underWay(rows ?? []);
  const standing = standingOf(account.id, items ?? [], isOnline);

  const aside = (
    <>
      <AccountMenu
        accounts={accounts}
        current={account}
        standing={standing}
        underWayOf={(id) => underWay(transferRows(id, items ?? [], transfers ?? []))}
        onSelect={(accountId) => void switching.run(send('accounts.select', { accountId }), () => null)}
        onSettings={onSettings}
      />
      <IconButton icon="settings" label={t('common.settings')} onClick={onSettings} />
    </>
  );
  const tabs = [
    {
      id: 'transfers',
      label: t('popup.transfers'),
      count:
        moving > 0 ? { text: format.number(moving), meaning: plural('popup.underWay', moving) } : undefined,
    },
    { id: 'files', label: t('popup.files') },
  ];

  return (
    <Tabs
      heading={t('extension.name')}
      label={t('popup.views')}
      tabs={tabs}
      selected={tab}
      onSelect={setTab}
      aside={aside}
    >
      <div class="popup-notices">
        {!isOnline && <Notice tone="info" text={t('notice.offline')} />}
        {standing === 'refused' && (
          <Notice
            tone="bad"
            text={t('notice.keyRefused', { account: accountName(account) })}
            action={{ label: t('common.settings'), onClick: onSettings }}
          />
        )}
        {props.isPrivate && <Notice tone="info" text={t('notice.private')} />}
        <NoticeArea notice={switching.notice} onDismiss={() => switching.show(null)} />
      </div>
      {tab === 'transfers' ? (
        <>
          <div class="popup-send">
            <QuickSend shortlist={shortlist} page={props.page} isPrivate={props.isPrivate} />
          </div>
          <Transfers key={account.id} account={account} rows={rows} shortlist={shortlist} open={onOpen} />
        </>
      ) : (
        <Files key={account.id} account={account} rows={rows ?? []} open={onOpen} />
      )}
    </Tabs>
  );
}

function standingOf(accountId: string, items: readonly OutboxItem[], isOnline: boolean): AccountStanding {
  const isRefused = items.some((item) => item.accountId === accountId && item.waiting?.reason === 'account');
  if (isRefused) return 'refused';
  return isOnline ? 'connected' : 'offline';
}
