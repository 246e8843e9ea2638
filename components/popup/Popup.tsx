/** The popup: what is under way, and the quickest way to send more. Draws what it is given; acts by `Services.send`. */
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Account, type Accounts, currentAccount } from '../../lib/accounts/account.ts';
import type { ActivityEntry } from '../../lib/activity/entry.ts';
import { emptyShortlist, type FolderShortlist } from '../../lib/folders/folder.ts';
import type { LinkDraft } from '../../lib/links/link.ts';
import type { OutboxItem } from '../../lib/outbox/item.ts';
import type { WatchedTransfer } from '../../lib/watch/transfer.ts';
import { AccountMenu } from '../accounts/AccountMenu.tsx';
import { AccountNotices } from '../accounts/AccountNotices.tsx';
import { standingOf } from '../accounts/standing.ts';
import { Button, IconButton } from '../button/Button.tsx';
import { lazy } from '../lazy.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import { useOutcome } from '../notice/useOutcome.ts';
import { QuickSend } from '../send/QuickSend.tsx';
import { useServices } from '../services.ts';
import { Tabs } from '../tabs/Tabs.tsx';
import { format, plural, t } from '../text.ts';
import { TransfersSkeleton } from '../transfers/EmptyTransfers.tsx';
import { transferRows, underWay } from '../transfers/rows.ts';
import { Transfers } from '../transfers/Transfers.tsx';
import { Welcome } from './Welcome.tsx';
import './popup.css';

const Files = lazy(async () => (await import('./Files.tsx')).Files);
const PopupActivity = lazy(async () => (await import('./PopupActivity.tsx')).PopupActivity);

export interface PopupProps {
  /** Each of these is null until it has been read for the first time. */
  readonly accounts: Accounts | null;
  readonly shortlist: FolderShortlist | null;
  readonly items: readonly OutboxItem[] | null;
  readonly transfers: readonly WatchedTransfer[] | null;
  /** Nothing goes out until the user resumes the outbox. */
  readonly paused: boolean;
  /** The page that the user looks at, where a service could fetch it. */
  readonly page: LinkDraft | null;
  readonly isPrivate: boolean;
  readonly isOnline: boolean;
  /** Reads the activity, newest first, while it is shown; null: not read yet. */
  readonly useActivity: () => readonly ActivityEntry[] | null;
  readonly onSettings: () => void;
  /** Opens the same in a full tab. */
  readonly onFullTab: (view: 'transfers' | 'activity') => void;
  /** The links of the page stand in a tab of their own. */
  readonly onCollected: () => void;
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

function Connected(props: PopupProps & { accounts: Accounts; account: Account }) {
  const { accounts, account, items, transfers, isOnline, onSettings, onOpen } = props;
  const { send } = useServices();
  const outcome = useOutcome();
  const [tab, setTab] = useState('transfers');
  const [isActivity, setActivity] = useState(false);
  const aside = useReturn(isActivity);

  const shortlist = props.shortlist ?? emptyShortlist;
  const rows = useMemo(
    () => (items && transfers ? transferRows(account.id, items, transfers) : null),
    [account.id, items, transfers],
  );
  const moving = underWay(rows ?? []);
  const standing = standingOf(account.id, items ?? [], isOnline);

  const tools = (
    <>
      <AccountMenu
        accounts={accounts}
        current={account}
        standing={standing}
        underWayOf={(id) => underWay(transferRows(id, items ?? [], transfers ?? []))}
        onSelect={(accountId) => void outcome.run(send('accounts.select', { accountId }), () => null)}
        onSettings={onSettings}
      />
      <div ref={aside} class="popup-tools">
        <IconButton icon="history" label={t('popup.activity')} onClick={() => setActivity(true)} />
        <IconButton icon="settings" label={t('common.settings')} onClick={onSettings} />
        <IconButton icon="expand" label={t('popup.fullTab')} onClick={() => props.onFullTab('transfers')} />
      </div>
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
    <>
      <div class="popup-views" hidden={isActivity}>
        <Tabs
          heading={t('extension.name')}
          label={t('popup.views')}
          tabs={tabs}
          selected={tab}
          onSelect={setTab}
          aside={tools}
        >
          <div class="popup-notices">
            <AccountNotices
              account={account}
              standing={standing}
              isOnline={isOnline}
              isPrivate={props.isPrivate}
              onSettings={onSettings}
            />
            <NoticeArea notice={outcome.notice} onDismiss={() => outcome.show(null)} />
          </div>
          {tab === 'transfers' ? (
            <>
              <div class="popup-send">
                <QuickSend shortlist={shortlist} page={props.page} isPrivate={props.isPrivate}>
                  <Button
                    small
                    kind="quiet"
                    icon="links"
                    onClick={async () => {
                      const isOpen = await outcome.run(send('collect.start', {}), () => null);
                      if (isOpen) props.onCollected();
                    }}
                  >
                    {t('menu.collect')}
                  </Button>
                </QuickSend>
              </div>
              <Transfers
                key={account.id}
                account={account}
                rows={rows}
                shortlist={shortlist}
                paused={props.paused}
                open={onOpen}
              />
            </>
          ) : (
            <Files key={account.id} account={account} rows={rows ?? []} open={onOpen} />
          )}
        </Tabs>
      </div>
      {isActivity && (
        <PopupActivity
          accounts={accounts.list}
          useEntries={props.useActivity}
          onBack={() => setActivity(false)}
          onFullTab={() => props.onFullTab('activity')}
          open={onOpen}
        />
      )}
    </>
  );
}

/** Coming back from the activity, the focus goes to what led there. The box that holds it is given. */
function useReturn(isAway: boolean): { current: HTMLDivElement | null } {
  const box = useRef<HTMLDivElement>(null);
  const wasAway = useRef(false);
  useLayoutEffect(() => {
    if (wasAway.current && !isAway) box.current?.querySelector('button')?.focus();
    wasAway.current = isAway;
  }, [isAway]);
  return box;
}
