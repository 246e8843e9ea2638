/** Also the first run: connect a service, upload the first link, choose folders. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useBlocked } from '#page/account-hooks.ts';
import { useSettings } from '#page/all-settings.ts';
import { useIsPinned, useKeyRequests } from '#page/browser-ui.ts';
import { useAccounts } from '#page/page-data.ts';
import { getAccountLabel, getCurrentAccount } from '../../lib/accounts/account.ts';
import type { ConnectedAccount } from '../../lib/protocol.ts';
import { createMatcher, createSearchText } from '../../lib/search/words.ts';
import type { Settings } from '../../lib/settings/settings.ts';
import { Button } from '../button/Button.tsx';
import { ConnectForm } from '../connect/ConnectForm.tsx';
import type { KeyRequest } from '../connect/KeyForm.tsx';
import { Field } from '../field/Field.tsx';
import { SettingRow } from '../field/SettingRow.tsx';
import { SkipLink } from '../focus/SkipLink.tsx';
import { HelpDialog, keySearchText } from '../help/KeyList.tsx';
import { Icon } from '../icons/Icon.tsx';
import { Logo } from '../icons/Logo.tsx';
import { isPhone } from '../keys/clicks.ts';
import { isHelpKey, useKey } from '../keys/page-keys.ts';
import { lazy } from '../lazy.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import { useFeedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { Rules } from '../rules/Rules.tsx';
import { downloadText, fileName } from '../save-as-file.ts';
import { t } from '../text.ts';
import { AccountsSection } from './AccountsSection.tsx';
import { Export, Import, MissingAccounts, useMissingAccounts, useShowImported } from './Backup.tsx';
import { FirstUpload } from './FirstUpload.tsx';
import { FolderSettings } from './FolderSettings.tsx';
import { Card, Section } from './Section.tsx';
import { SettingLines } from './SettingLines.tsx';
import { Shortcuts, shortcutSearchText } from './Shortcuts.tsx';
import { listLines, type SettingLine, type SettingSectionId } from './setting-sections.ts';
import { useCurrentSection } from './useCurrentSection.ts';
import { useMarks } from './useMarks.ts';
import { connectedText } from './wording.ts';
import './settings.css';

/** `words` are found too, besides the titles of card and section. */
interface CardContent {
  readonly title?: string;
  readonly words: readonly (string | undefined)[];
  readonly content: ComponentChildren;
}

interface SectionContent {
  /** In the page's address. */
  readonly id: string;
  readonly title: string;
  readonly text?: string;
  readonly cards: readonly CardContent[];
}

export function SettingsPage() {
  const accounts = useAccounts();
  const settings = useSettings();
  const feedback = useFeedback();
  const [connected, setConnected] = useState<ConnectedAccount | null>(null);
  const [firstId, setFirstId] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const [isHelp, setHelp] = useState(false);
  const [keyRequest, setKeyRequest] = useState<KeyRequest | null>(null);
  useKeyRequests((accountId) => {
    // The search might hide the card.
    setTyped('');
    setKeyRequest({ accountId });
  });
  const missing = useMissingAccounts();
  const showImported = useShowImported(feedback.show);
  /** The form stays open after the first account, until another one is connected. */
  const isFirstForm = useRef(false);
  /** Each request is a new object. */
  const [wanted, setWanted] = useState<{ readonly address: string } | null>(null);
  const blocked = useBlocked();
  // One dialog at a time.
  useKey(
    (press, event) => isHelpKey(press, event) && document.querySelector('dialog[open]') === null,
    () => setHelp(true),
  );
  if (accounts === null || settings === null) return <SettingsFrame />;

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
      key={wanted?.address}
      address={wanted?.address}
      autoFocus={current === null}
      onConnected={(account) => {
        setConnected(account);
        isFirstForm.current = current === null;
        if (current === null) setFirstId(account.account.id);
        setWanted((latest) => (latest === wanted ? null : latest));
        const isFirst = current === null || current.id === account.account.id;
        void feedback.run(missing.connected(account.account), () => connectedText(account, isFirst));
      }}
    />
  );
  const importForm = (
    <>
      <Import
        isFirstRun={current === null}
        feedback={feedback}
        onImported={(accounts, imported) => {
          missing.set(accounts);
          isFirstForm.current = false;
          // The first account changes the page, but not this notice.
          showImported(imported);
        }}
      />
      {missing.list.length > 0 && (
        <MissingAccounts
          accounts={missing.list}
          onConnect={(address) => {
            // The search might hide the form.
            setTyped('');
            setWanted({ address });
          }}
        />
      )}
    </>
  );
  if (current === null)
    return (
      <main class="first-run">
        {notice}
        <div class="first-run-card framed stack">
          <div class="first-run-head stack">
            <Logo size={40} />
            <h1 class="title">{t('options.welcome')}</h1>
            <h2 class="tone-quiet">{t('connect.title')}</h2>
          </div>
          {form}
        </div>
        {importForm}
      </main>
    );

  const sections: readonly SectionContent[] = [
    {
      id: 'accounts',
      title: t('options.accounts'),
      cards: [
        {
          words: [
            ...[t('options.check'), t('options.nickname'), t('options.rename'), t('options.remove')],
            ...[t('connect.another'), t('connect.address'), t('connect.key')],
          ],
          content: (
            <>
              <AccountsSection
                accounts={accounts}
                current={current}
                connected={connected}
                keyRequest={keyRequest}
                // A key that is rejected later must not take the focus.
                onKeySaved={() => setKeyRequest(null)}
                feedback={feedback}
              />
              <AddAccount
                isOffered={wanted !== null || (isFirstForm.current && !isKeyRejected)}
                wanted={wanted}
                connected={isKeyRejected ? null : connected}
              >
                {form}
              </AddAccount>
            </>
          ),
        },
      ],
    },
    {
      id: 'folders',
      title: t('settings.sections.folders'),
      cards: [
        {
          title: t('options.folders', { name: getAccountLabel(current, accounts.list) }),
          words: [
            ...[t('options.default'), t('options.defaultHint'), t('options.pinned')],
            ...[t('rules.also.title'), t('rules.fallbacks.title')],
          ],
          content: (
            <FolderSettings
              key={current.id}
              accountId={current.id}
              accounts={accounts.list}
              feedback={feedback}
            />
          ),
        },
        {
          title: t('rules.title'),
          words: [t('rules.text')],
          content: (
            <Rules key={current.id} accountId={current.id} accounts={accounts.list} feedback={feedback} />
          ),
        },
        linesCard(settings, 'folders'),
      ],
    },
    // Phones have no context menu for links, no shortcuts and no side panel.
    ...(isPhone()
      ? []
      : [
          {
            id: 'menu',
            title: t('settings.sections.menu'),
            text: t('settings.sections.menuText'),
            cards: [linesCard(settings, 'menu')],
          },
        ]),
    {
      id: 'notifications',
      title: t('settings.sections.notifications'),
      cards: [linesCard(settings, 'notifications')],
    },
    ...(isPhone()
      ? []
      : [
          {
            id: 'shortcuts',
            title: t('settings.sections.shortcuts'),
            cards: [
              {
                words: [shortcutSearchText(), keySearchText()],
                content: <Shortcuts onHelp={() => setHelp(true)} />,
              },
            ],
          },
        ]),
    {
      id: 'appearance',
      title: t('settings.sections.appearance'),
      cards: [linesCard(settings, 'appearance', t('options.alsoAppearance'))],
    },
    {
      id: 'data',
      title: t('settings.sections.data'),
      cards: [
        {
          title: t('backup.title'),
          words: [t('backup.export'), t('backup.import'), t('backup.withKeys')],
          content: (
            <>
              <Export />
              {importForm}
            </>
          ),
        },
        {
          title: t('stored.title'),
          words: [t('stored.text'), t('stored.show')],
          content: <StoredSection />,
        },
        {
          words: [
            ...[t('problemReport.title'), t('problemReport.hint')],
            ...listLines('data').flatMap(({ label, hint }) => [label, hint]),
          ],
          content: (
            <>
              <SettingLines settings={settings} lines={listLines('data')} />
              <ProblemReport />
            </>
          ),
        },
      ],
    },
  ];
  const hasWords = createMatcher(typed);
  const searched = sections.map((section) => ({
    ...section,
    cards: section.cards.map((card) => {
      const { title = '', words } = card;
      const text = createSearchText(section.title, title, ...words.map((each) => each ?? null));
      return { ...card, isFound: hasWords(text) };
    }),
  }));
  const found = searched.filter(({ cards }) => cards.some(({ isFound }) => isFound));

  return (
    <SettingsFrame
      typed={typed}
      side={
        <>
          <search>
            <Field label={t('options.search')} kind="search" value={typed} onInput={setTyped} />
          </search>
          <SideNavigation sections={found} />
        </>
      }
    >
      {notice}
      {firstId === current.id && !isKeyRejected && (
        <>
          <PinStep />
          <FirstUpload account={current} accounts={accounts.list} feedback={feedback} />
        </>
      )}
      {searched.map((section) => (
        <Section key={section.id} {...section} isHidden={!found.includes(section)}>
          {section.cards.map(({ title, isFound, content }) => (
            <Card key={title} title={title} isHidden={!isFound}>
              {content}
            </Card>
          ))}
        </Section>
      ))}
      <p class="collapse-empty tone-quiet" role="status">
        {found.length === 0 && t('options.noMatch', { text: typed.trim() })}
      </p>
      {isHelp && <HelpDialog onClose={() => setHelp(false)} />}
    </SettingsFrame>
  );

  /** A match in the section's title shows all its settings. */
  function linesCard(settings: Settings, section: SettingSectionId, also = ''): CardContent {
    const hasWords = createMatcher(typed);
    const title = t(`settings.sections.${section}`);
    const isFound = ({ label, hint, values = [] }: SettingLine) =>
      hasWords(createSearchText(title, also, label, hint ?? '', ...values.map(([, name]) => name)));
    const lines = listLines(section).filter(isFound);
    return {
      words: lines.length > 0 ? [typed] : [],
      content: <SettingLines settings={settings} lines={lines} />,
    };
  }
}

interface AddAccountProps {
  readonly isOffered: boolean;
  /** Opens the form at the field for the key. */
  readonly wanted: object | null;
  /** Closes the form, but keeps what was typed meanwhile. */
  readonly connected: ConnectedAccount | null;
  readonly children: ComponentChildren;
}

function AddAccount({ isOffered, wanted, connected, children }: AddAccountProps) {
  const [isOpen, setOpen] = useState(isOffered);
  const details = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => setOpen(isOffered), [isOffered, wanted, connected]);
  useLayoutEffect(() => {
    if (isOpen && wanted) details.current?.querySelector<HTMLElement>('[autofocus]')?.focus();
  }, [isOpen, wanted]);
  return (
    <details
      ref={details}
      class="fold"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{t('connect.another')}</summary>
      <div class="fold-body">{(isOpen || connected !== null) && children}</div>
    </details>
  );
}

function SideNavigation({ sections }: { sections: readonly SectionContent[] }) {
  const current = useCurrentSection(sections.map(({ id }) => id));
  return (
    <nav aria-label={t('options.contents')}>
      <ul class="stack gap-half">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              class="side-link selectable hover"
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface SettingsFrameProps {
  readonly typed?: string;
  /** Above the page if the window is narrow. */
  readonly side?: ComponentChildren;
  readonly children?: ComponentChildren;
}

function SettingsFrame({ typed = '', side, children }: SettingsFrameProps) {
  const main = useRef<HTMLElement>(null);
  useMarks(main, typed);
  return (
    <div class="options">
      <header class="options-head row gap-3">
        <SkipLink />
        <Logo size={32} />
        <h1 class="title grow">{t('options.title')}</h1>
        {side && (
          <a class="options-manager row" href="/manager.html">
            <Icon name="expand" />
            {t('options.manager')}
          </a>
        )}
      </header>
      {side && <div class="options-side stack gap-4">{side}</div>}
      <main id="content" ref={main} tabIndex={-1} class="options-main stack gap-8 no-ring">
        {children}
      </main>
    </div>
  );
}

const StoredData = lazy(() => import('./StoredData.tsx'), 'StoredData');

function StoredSection() {
  const [isOpen, setOpen] = useState(false);
  return (
    <div class="stack">
      <p>{t('stored.text')}</p>
      <details class="fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('stored.show')}</summary>
        <div class="stack gap-4 fold-body">{isOpen && <StoredData />}</div>
      </details>
    </div>
  );
}

/** Browsers hide a new extension's button and badge. */
function PinStep() {
  const isPinned = useIsPinned();
  const wasHidden = useRef(false);
  if (isPinned === false) wasHidden.current = true;
  if (!wasHidden.current) return null;
  return (
    <Section title={t('pinStep.title')}>
      <Card>
        <p class={isPinned ? 'tone-good' : undefined} role="status">
          {t(isPinned ? 'pinStep.done' : 'pinStep.text')}
        </p>
      </Card>
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
      <SettingRow title={t('problemReport.title')} hint={t('problemReport.hint')}>
        <Button onClick={() => run(save(), () => t('problemReport.saved'))}>{t('problemReport.save')}</Button>
      </SettingRow>
      <NoticeArea notice={notice} show={show} />
    </>
  );
}
