/** The settings, and the first run: connect a service, send a first link, choose where links go. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useBlocked } from '#page/account-hooks.ts';
import { useSettings } from '#page/all-settings.ts';
import { useIsPinned, useKeyRequests } from '#page/browser-ui.ts';
import { useAccounts } from '#page/page-data.ts';
import { getAccountLabel, getCurrentAccount } from '../../lib/accounts/account.ts';
import type { ConnectedAccount } from '../../lib/protocol.ts';
import { createMatcher, createSearchText } from '../../lib/search/words.ts';
import { Button } from '../button/Button.tsx';
import { ConnectForm } from '../connect/ConnectForm.tsx';
import type { KeyRequest } from '../connect/KeyForm.tsx';
import { Field } from '../field/Field.tsx';
import { KeyList, keySearchText } from '../help/KeyList.tsx';
import { Icon } from '../icons/Icon.tsx';
import { Logo } from '../icons/Logo.tsx';
import { isPhone } from '../keys/clicks.ts';
import { lazy } from '../lazy.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import { useFeedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { Rules } from '../rules/Rules.tsx';
import { t } from '../text.ts';
import { downloadText, fileName } from '../uploads/save-as-file.ts';
import { AccountsSection } from './AccountsSection.tsx';
import { Backup, MissingAccounts, useMissingAccounts, useShowImported } from './Backup.tsx';
import { FirstUpload } from './FirstUpload.tsx';
import { FolderSettings } from './FolderSettings.tsx';
import { Section } from './Section.tsx';
import { SettingLines, SettingText } from './SettingLines.tsx';
import { Shortcuts, shortcutSearchText } from './Shortcuts.tsx';
import { type SettingLine, type SettingSection, sectionsOfSettings } from './setting-sections.ts';
import { connectedText } from './wording.ts';
import './settings.css';

/** A section, and what it is found by beside its title. */
interface PageSection {
  readonly title: string;
  readonly text?: string | undefined;
  readonly words: string;
  readonly content: ComponentChildren;
}

export function SettingsPage() {
  const accounts = useAccounts();
  const settings = useSettings();
  const feedback = useFeedback();
  const [connected, setConnected] = useState<ConnectedAccount | null>(null);
  /** Id of the account that was connected here, when there was none. */
  const [firstId, setFirstId] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [keyRequest, setKeyRequest] = useState<KeyRequest | null>(null);
  useKeyRequests((accountId) => {
    // The card may not be among what was found.
    setTyped('');
    setKeyRequest({ accountId });
  });
  const missing = useMissingAccounts();
  const showImported = useShowImported(feedback.show);
  /** The form of the first account stays open for the next one, which closes it. */
  const isFirstForm = useRef(false);
  const [address, setAddress] = useState<string | undefined>();
  const blocked = useBlocked();
  if (accounts === null || settings === null) return <SettingsFrame title={t('options.title')} />;

  const current = getCurrentAccount(accounts);
  if (current === null) isFirstForm.current = true;
  const isKeyRejected = current !== null && blocked.get(current.id)?.reason === 'account';
  const notice = (
    <div class="options-notice">
      <NoticeArea {...feedback} />
    </div>
  );
  const form = (
    <ConnectForm
      key={address}
      address={address}
      autoFocus={current === null}
      onConnected={(account) => {
        setConnected(account);
        isFirstForm.current = current === null;
        if (current === null) setFirstId(account.account.id);
        setAddress((chosen) => (chosen === address ? undefined : chosen));
        const isFirst = current === null || current.id === account.account.id;
        void feedback.run(missing.connected(account.account), () => connectedText(account, isFirst));
      }}
    />
  );
  const backup = (
    <>
      <Backup
        onImported={(accounts, imported) => {
          missing.set(accounts);
          isFirstForm.current = false;
          // The first account brings another page, which this notice outlives.
          showImported(imported);
        }}
      />
      {missing.list.length > 0 && <MissingAccounts accounts={missing.list} onConnect={setAddress} />}
    </>
  );
  if (current === null)
    return (
      <SettingsFrame title={t('options.welcome')}>
        {notice}
        <Section title={t('connect.title')}>{form}</Section>
        <Section title={t('backup.title')}>{backup}</Section>
      </SettingsFrame>
    );

  const sections: readonly PageSection[] = [
    {
      title: t('options.accounts'),
      words: [t('options.check'), t('options.nickname'), t('options.rename'), t('options.remove')].join(' '),
      content: (
        <AccountsSection
          accounts={accounts}
          current={current}
          connected={connected}
          keyRequest={keyRequest}
          feedback={feedback}
        />
      ),
    },
    {
      title: t('connect.another'),
      words: [t('connect.address'), t('connect.key')].join(' '),
      content: (
        <AddAccount
          isOffered={address !== undefined || (isFirstForm.current && !isKeyRejected)}
          connected={isKeyRejected ? null : connected}
        >
          {form}
        </AddAccount>
      ),
    },
    {
      title: t('options.folders', { name: getAccountLabel(current, accounts.list) }),
      words: [
        t('options.default'),
        t('options.defaultHint'),
        t('options.pinned'),
        t('rules.also.title'),
        t('rules.fallbacks.title'),
      ].join(' '),
      content: <FolderSettings key={current.id} accountId={current.id} accounts={accounts.list} />,
    },
    {
      title: t('rules.title'),
      text: t('rules.text'),
      words: t('rules.text'),
      content: <Rules key={current.id} accountId={current.id} accounts={accounts.list} />,
    },
    ...sectionsOfSettings()
      .map((section) => ({ ...section, lines: matchingLines(section, typed) }))
      .filter(({ lines }) => lines.length > 0)
      .map(({ title, text, lines }) => ({
        title: t(title),
        text: text && t(text),
        words: typed,
        content: (
          <>
            {title === 'settings.sections.appearance' && (
              <SettingText title={t('options.language.label')} hint={t('options.language.hint')} />
            )}
            <SettingLines settings={settings} lines={lines} />
            {title === 'settings.sections.troubleshooting' && <ProblemReport />}
          </>
        ),
      })),
    // Browsers of phones have no shortcuts and no panel for extensions, and seldom keys.
    ...(isPhone()
      ? []
      : [
          {
            title: t('atHand.title'),
            words: `${shortcutSearchText()} ${t('options.alsoShortcuts')}`,
            content: <Shortcuts />,
          },
          {
            title: t('help.title'),
            text: t('help.text'),
            words: `${t('help.text')} ${keySearchText()}`,
            content: <KeyList />,
          },
        ]),
    {
      title: t('backup.title'),
      words: [t('backup.export'), t('backup.import'), t('backup.withKeys')].join(' '),
      content: backup,
    },
    {
      title: t('stored.title'),
      text: t('stored.text'),
      words: [t('stored.text'), t('stored.show')].join(' '),
      content: <StoredSection />,
    },
  ];
  const hasWords = createMatcher(typed);
  function search(text: string) {
    setTyped(text);
    setKeyRequest(null);
  }
  const found = sections.filter(({ title, words }) => hasWords(createSearchText(title, words)));

  return (
    <SettingsFrame title={t('options.title')} hasManager>
      {notice}
      {firstId === current.id && !isKeyRejected && (
        <>
          <PinStep />
          <FirstUpload account={current} accounts={accounts.list} feedback={feedback} />
        </>
      )}
      <search>
        <Field label={t('options.search')} kind="search" value={typed} onInput={search} />
      </search>
      {typed.trim() === '' && <Contents titles={sections.map(({ title }) => title)} />}
      {found.map(({ title, text, content }) => (
        <Section key={title} title={title} text={text}>
          {content}
        </Section>
      ))}
      <p class="collapse-empty tone-quiet" role="status">
        {found.length === 0 && t('options.noMatch', { text: typed.trim() })}
      </p>
    </SettingsFrame>
  );
}

interface AddAccountProps {
  /** Opens the form. */
  readonly isOffered: boolean;
  /** The account that was connected last, which closes it; what was typed meanwhile stays. */
  readonly connected: ConnectedAccount | null;
  readonly children: ComponentChildren;
}

function AddAccount({ isOffered, connected, children }: AddAccountProps) {
  const [isOpen, setOpen] = useState(isOffered);
  useLayoutEffect(() => setOpen(isOffered), [isOffered, connected]);
  return (
    <details class="stored" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('connect.another')}</summary>
      <div class="stored-body">{(isOpen || connected !== null) && children}</div>
    </details>
  );
}

function Contents({ titles }: { titles: readonly string[] }) {
  return (
    <nav class="row wrap small" aria-label={t('options.contents')}>
      {titles.map((title) => (
        <Button
          key={title}
          isSmall
          kind="quiet"
          onClick={() => {
            const section = document.querySelector<HTMLElement>(`[data-title=${JSON.stringify(title)}]`);
            section?.scrollIntoView();
            section?.focus({ preventScroll: true });
          }}
        >
          {title}
        </Button>
      ))}
    </nav>
  );
}

interface SettingsFrameProps {
  readonly title: string;
  readonly hasManager?: boolean;
  readonly children?: ComponentChildren;
}

function SettingsFrame({ title, hasManager = false, children }: SettingsFrameProps) {
  return (
    <div class="options">
      <header class="options-head row gap-3">
        <Logo size={40} />
        <div>
          <h1 class="title">{title}</h1>
          <p class="tone-quiet">{t('options.subtitle')}</p>
        </div>
        {hasManager && (
          <a class="options-manager row to-end" href="/manager.html">
            <Icon name="expand" />
            {t('options.manager')}
          </a>
        )}
      </header>
      <main class="stack gap-8">{children}</main>
    </div>
  );
}

const StoredData = lazy(() => import('./StoredData.tsx'), 'StoredData');

function StoredSection() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="stored" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('stored.show')}</summary>
      <div class="stack gap-4 stored-body">{isOpen && <StoredData />}</div>
    </details>
  );
}

/** The settings of a section that are found: all of them where its title is. */
function matchingLines({ title, lines }: SettingSection, typed: string): readonly SettingLine[] {
  const hasWords = createMatcher(typed);
  const also =
    title === 'settings.sections.appearance'
      ? [t('options.alsoAppearance'), t('options.language.label')]
      : [];
  if (hasWords(createSearchText(t(title), ...also))) return lines;
  return lines.filter(({ label, hint, values = [] }) =>
    hasWords(createSearchText(t(title), label, hint, ...values.map(([, name]) => name()))),
  );
}

/** Browsers hide the button of a new extension, and with it what it counts. */
function PinStep() {
  const isPinned = useIsPinned();
  const wasHidden = useRef(false);
  if (isPinned === false) wasHidden.current = true;
  if (!wasHidden.current) return null;
  return (
    <Section title={t('pinStep.title')}>
      <p class={isPinned ? 'tone-good' : undefined} role="status">
        {t(isPinned ? 'pinStep.done' : 'pinStep.text')}
      </p>
    </Section>
  );
}

function ProblemReport() {
  const { now } = usePageApi();
  const { notice, show, run } = useFeedback();

  async function save(): Promise<void> {
    const { readProblemReport } = await import('#page/stored-figures.ts');
    downloadText(fileName('problem-report', now(), 'json'), await readProblemReport());
  }

  return (
    <>
      <p class="small tone-quiet">{t('problemReport.hint')}</p>
      <div>
        <Button onClick={() => run(save(), () => t('problemReport.saved'))}>{t('problemReport.save')}</Button>
      </div>
      <NoticeArea notice={notice} show={show} />
    </>
  );
}
