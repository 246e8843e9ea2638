/** The settings, and the first run: connect a service, send a first link, choose where links go. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type Account, type Accounts, accountName, currentAccount } from '../../lib/accounts/account.ts';
import { emptyShortlist, type FolderShortlist } from '../../lib/folders/folder.ts';
import type { ConnectedAccount } from '../../lib/protocol.ts';
import type { Rule } from '../../lib/rules/rules.ts';
import type { Settings } from '../../lib/settings/settings.ts';
import { AccountCard } from '../accounts/AccountCard.tsx';
import { accountLabel } from '../accounts/AccountMenu.tsx';
import { ConnectForm } from '../accounts/ConnectForm.tsx';
import { Question } from '../dialog/Dialog.tsx';
import { Logo } from '../icons/Icon.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import { useOutcome } from '../notice/useOutcome.ts';
import { Rules } from '../rules/Rules.tsx';
import { QuickSend } from '../send/QuickSend.tsx';
import { useServices } from '../services.ts';
import { Behaviour } from '../settings/Behaviour.tsx';
import { FolderSettings } from '../settings/FolderSettings.tsx';
import { format, t } from '../text.ts';
import { Section } from './Section.tsx';
import './options.css';

export interface OptionsProps {
  /** Each of these is null until it has been read for the first time. */
  readonly accounts: Accounts | null;
  readonly shortlist: FolderShortlist | null;
  readonly settings: Settings | null;
  readonly rules: readonly Rule[] | null;
  readonly isPrivate: boolean;
  /** To be called in the very click, as browsers demand. */
  readonly requestNotifications: () => Promise<boolean>;
}

export function Options(props: OptionsProps) {
  const { accounts, settings } = props;
  const { send } = useServices();
  const outcome = useOutcome();
  const [connected, setConnected] = useState<ConnectedAccount | null>(null);
  const [removing, setRemoving] = useState<Account | null>(null);
  if (accounts === null || settings === null) return <OptionsFrame title={t('options.title')} />;

  const current = currentAccount(accounts);
  const form = (
    <ConnectForm
      onConnected={(account) => {
        setConnected(account);
        outcome.show({ tone: 'good', text: greeting(account) });
      }}
    />
  );

  return (
    <OptionsFrame title={current === null ? t('options.welcome') : t('options.title')}>
      <NoticeArea notice={outcome.notice} onDismiss={() => outcome.show(null)} />
      {current === null && <Section title={t('connect.title')}>{form}</Section>}
      {current !== null && (
        <>
          {connected?.account.id === current.id && (
            <Section title={t('options.firstLink')} text={t('options.firstLinkText')}>
              <QuickSend
                accountId={current.id}
                shortlist={props.shortlist ?? emptyShortlist}
                page={null}
                isPrivate={props.isPrivate}
                autoFocus
              />
            </Section>
          )}
          <Section title={t('options.accounts')}>
            <ul class="options-accounts">
              {accounts.list.map((account) => (
                <AccountCard
                  key={account.id}
                  account={account}
                  isCurrent={account.id === current.id}
                  known={connected?.account.id === account.id ? connected : null}
                  onUse={async () => {
                    await outcome.run(send('accounts.select', { accountId: account.id }), () => null);
                  }}
                  onRemove={() => setRemoving(account)}
                />
              ))}
            </ul>
          </Section>
          <Section title={t('options.folders', { name: accountLabel(current, accounts.list) })}>
            <FolderSettings
              key={current.id}
              accountId={current.id}
              shortlist={props.shortlist ?? emptyShortlist}
            />
          </Section>
          <Section title={t('rules.title')} text={t('rules.text')}>
            <Rules
              accountId={current.id}
              rules={props.rules ?? []}
              defaultFolder={(props.shortlist ?? emptyShortlist).default}
            />
          </Section>
          <Section title={t('options.behaviour')}>
            <Behaviour settings={settings} requestNotifications={props.requestNotifications} />
          </Section>
          <Section title={t('connect.another')}>{form}</Section>
        </>
      )}
      {removing && (
        <Question
          title={t('options.askRemove.title', { name: accountLabel(removing, accounts.list) })}
          text={t('options.askRemove.text')}
          confirm={t('options.askRemove.confirm')}
          onCancel={() => setRemoving(null)}
          onConfirm={() => {
            setRemoving(null);
            void outcome.run(send('accounts.remove', { accountId: removing.id }), () =>
              t('options.removed', { name: accountName(removing) }),
            );
          }}
        />
      )}
    </OptionsFrame>
  );
}

/** Whose account it is, and how much room it has. */
function greeting({ account, storageLeft }: ConnectedAccount): string {
  const { host } = new URL(account.baseUrl);
  const whose =
    account.email === null
      ? t('connect.doneNameless', { host })
      : t('connect.done', { host, who: account.email });
  return storageLeft === null ? whose : `${whose} ${t('connect.room', { left: format.bytes(storageLeft) })}`;
}

function OptionsFrame({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="options">
      <header class="options-head">
        <Logo size={40} />
        <div>
          <h1>{title}</h1>
          <p>{t('options.subtitle')}</p>
        </div>
      </header>
      <main class="options-main">{children}</main>
    </div>
  );
}
