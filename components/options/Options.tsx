/** The settings, and the first run: connect a service, send a first link, choose where links go. */
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { type Accounts, getCurrentAccount } from '../../lib/accounts/account.ts';
import { emptyShortlist, type FolderShortlist } from '../../lib/folders/folder.ts';
import type { ConnectedAccount } from '../../lib/protocol.ts';
import type { Settings } from '../../lib/settings/settings.ts';
import type { Rule } from '../../lib/uploads/rules.ts';
import { getAccountLabel } from '../accounts/AccountMenu.tsx';
import { ConnectForm } from '../accounts/ConnectForm.tsx';
import { Field } from '../field/Field.tsx';
import { KeyList, keySearchText } from '../help/KeyList.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import { useOutcome } from '../notice/useOutcome.ts';
import { Rules } from '../rules/Rules.tsx';
import { QuickSend } from '../send/QuickSend.tsx';
import { emptyInput } from '../send/send-input.ts';
import { Backup, type BackupProps } from '../settings/Backup.tsx';
import { FolderSettings } from '../settings/FolderSettings.tsx';
import { ProblemReport, type ProblemReportProps } from '../settings/ProblemReport.tsx';
import { type NotificationPermission, SettingLines } from '../settings/SettingLines.tsx';
import { Shortcuts, type ShortcutsProps, shortcutSearchText } from '../settings/Shortcuts.tsx';
import type { StoredDataProps } from '../settings/StoredData.tsx';
import { sectionsOfSettings } from '../settings/setting-sections.ts';
import { format, t } from '../text.ts';
import { AccountsSection } from './AccountsSection.tsx';
import { MissingList } from './MissingList.tsx';
import { createTextMatcher, matchingLines } from './matching.ts';
import { OptionsFrame } from './OptionsFrame.tsx';
import { Section } from './Section.tsx';
import { StoredSection } from './StoredSection.tsx';
import { useMissingAccounts } from './useMissingAccounts.ts';

export interface OptionsProps extends ProblemReportProps {
  /** Each of these is null until it has been read for the first time. */
  readonly accounts: Accounts | null;
  readonly shortlist: FolderShortlist | null;
  readonly settings: Settings | null;
  readonly rules: readonly Rule[] | null;
  readonly isPrivate: boolean;
  readonly notifications: NotificationPermission;
  readonly shortcuts: ShortcutsProps;
  readonly backup: Omit<BackupProps, 'onImported'>;
  readonly storedData: StoredDataProps;
}

/** A section, and what it is found by beside its title. */
interface PageSection {
  readonly title: string;
  readonly text?: string | undefined;
  readonly words: string;
  readonly content: ComponentChildren;
}

export function Options(props: OptionsProps) {
  const { accounts, settings } = props;
  const outcome = useOutcome();
  const [connected, setConnected] = useState<ConnectedAccount | null>(null);
  const [typed, setTyped] = useState('');
  const missing = useMissingAccounts();
  const firstLink = useRef(emptyInput);
  const [address, setAddress] = useState<string | undefined>();
  /** Of an account whose key was rejected. */
  const [rejected, setRejected] = useState<string | undefined>();
  if (accounts === null || settings === null) return <OptionsFrame title={t('options.title')} />;

  const current = getCurrentAccount(accounts);
  const notice = (
    <div class="options-notice">
      <NoticeArea {...outcome} />
    </div>
  );
  const form = (
    <ConnectForm
      key={address}
      address={address ?? rejected}
      autoFocus={current === null}
      onConnected={(account) => {
        setConnected(account);
        setAddress((chosen) => (chosen === address ? undefined : chosen));
        setRejected(undefined);
        const isFirst = current === null || current.id === account.account.id;
        void outcome.run(missing.connected(account.account), () =>
          isFirst ? connectedText(account) : `${connectedText(account)} ${t('connect.nowUsed')}`,
        );
      }}
    />
  );
  const backup = (
    <>
      <Backup
        {...props.backup}
        onImported={(accounts, text) => {
          missing.set(accounts);
          // The first account brings another page, which this notice outlives.
          outcome.show({ tone: 'good', text });
        }}
      />
      {missing.list.length > 0 && <MissingList accounts={missing.list} onConnect={setAddress} />}
    </>
  );
  if (current === null)
    return (
      <OptionsFrame title={t('options.welcome')}>
        {notice}
        <Section title={t('connect.title')}>{form}</Section>
        <Section title={t('backup.title')}>{backup}</Section>
      </OptionsFrame>
    );

  const shortlist = props.shortlist ?? emptyShortlist;
  const sections: readonly PageSection[] = [
    {
      title: t('options.accounts'),
      words: [t('options.check'), t('options.nickname'), t('options.rename'), t('options.remove')].join(' '),
      content: <AccountsSection {...{ accounts, current, connected, outcome }} onKeyRejected={setRejected} />,
    },
    {
      title: t('connect.another'),
      words: [t('connect.address'), t('connect.key')].join(' '),
      content: form,
    },
    {
      title: t('options.folders', { name: getAccountLabel(current, accounts.list) }),
      words: [t('options.default'), t('options.defaultHint'), t('options.pinned')].join(' '),
      content: <FolderSettings key={current.id} accountId={current.id} shortlist={shortlist} />,
    },
    {
      title: t('rules.title'),
      text: t('rules.text'),
      words: t('rules.text'),
      content: <Rules accountId={current.id} rules={props.rules ?? []} shortlist={shortlist} />,
    },
    ...sectionsOfSettings().flatMap((section): PageSection | readonly PageSection[] => {
      const lines = matchingLines(section, typed);
      if (lines.length === 0) return [];
      return {
        title: t(section.title),
        text: section.text && t(section.text),
        words: typed,
        content: (
          <>
            <SettingLines {...{ settings, lines }} notifications={props.notifications} />
            {section.title === 'settings.sections.troubleshooting' && (
              <ProblemReport readProblemReport={props.readProblemReport} />
            )}
          </>
        ),
      };
    }),
    {
      title: t('atHand.title'),
      words: shortcutSearchText(),
      content: <Shortcuts {...props.shortcuts} />,
    },
    {
      title: t('help.title'),
      text: t('help.text'),
      words: `${t('help.text')} ${keySearchText()}`,
      content: <KeyList />,
    },
    {
      title: t('backup.title'),
      words: [t('backup.export'), t('backup.import'), t('backup.withKeys')].join(' '),
      content: backup,
    },
    {
      title: t('stored.title'),
      text: t('stored.text'),
      words: [t('stored.text'), t('stored.show')].join(' '),
      content: <StoredSection {...props.storedData} />,
    },
  ];
  const isFound = createTextMatcher(typed);
  const found = sections.filter(({ title, words }) => isFound(title, words));

  return (
    <OptionsFrame title={t('options.title')} hasManager>
      {notice}
      {connected?.account.id === current.id && (
        <Section title={t('options.firstLink')} text={t('options.firstLinkText')}>
          <QuickSend
            accountId={current.id}
            shortlist={shortlist}
            page={null}
            isPrivate={props.isPrivate}
            outcome={outcome}
            input={firstLink}
          />
        </Section>
      )}
      <search>
        <Field label={t('options.search')} type="search" value={typed} onInput={setTyped} />
      </search>
      {found.map(({ title, text, content }) => (
        <Section key={title} title={title} text={text}>
          {content}
        </Section>
      ))}
      <p class="collapse-empty tone-quiet" role="status">
        {found.length === 0 && t('options.noMatch', { text: typed.trim() })}
      </p>
    </OptionsFrame>
  );
}

/** Whose account it is, and how much room it has. */
function connectedText({ account, storageLeft }: ConnectedAccount): string {
  const { host } = new URL(account.baseUrl);
  const text =
    account.email === null
      ? t('connect.doneNameless', { host })
      : t('connect.done', { host, who: account.email });
  return storageLeft === null ? text : `${text} ${t('connect.room', { left: format.bytes(storageLeft) })}`;
}
