import { useRef, useState } from 'preact/hooks';
import { useAccounts } from '#page/page-data.ts';
import { useStorageProblems } from '#page/storage-problems.ts';
import { type Account, type Accounts, getCurrentAccount } from '../../lib/accounts/account.ts';
import type { LinkDraft } from '../../lib/links/link.ts';
import { useAccount } from '../accounts/useAccount.tsx';
import type { LinksInput } from '../add-links/links-input.ts';
import { QuickAdd } from '../add-links/QuickAdd.tsx';
import { Button, IconButton } from '../button/Button.tsx';
import { useHasPainted } from '../hooks/useHasPainted.ts';
import { isHelpKey, useKey } from '../keys/page-keys.ts';
import { lazy } from '../lazy.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import type { OpenManager } from '../own-files/dropped-files.ts';
import { type AccountPage, AccountPageProvider, usePageApi } from '../page-api.ts';
import { Tabs } from '../tabs/Tabs.tsx';
import { format, plural, t } from '../text.ts';
import { UploadsSkeleton } from '../uploads/EmptyUploads.tsx';
import { Uploads } from '../uploads/Uploads.tsx';
import type { FilesRoutes } from './PopupFiles.tsx';
import './popup.css';

// Only shown before the first account, or after a failure.
const LoadFailure = lazy(() => import('../empty/LoadFailure.tsx'), 'LoadFailure');
const Welcome = lazy(() => import('./Welcome.tsx'), 'Welcome');
const HelpDialog = lazy(() => import('../help/KeyList.tsx'), 'HelpDialog');
const PopupDrops = lazy(() => import('./PopupDrops.tsx'), 'PopupDrops');
const PopupFiles = lazy(() => import('./PopupFiles.tsx'), 'PopupFiles');
const PopupActivity = lazy(() => import('./PopupActivity.tsx'), 'PopupActivity');

export interface PopupProps {
  /** Of the active tab, if a service could fetch it. Null until known. */
  readonly page: LinkDraft | null;
  /** The page's links may be read. */
  readonly canCollect: boolean;
  /** Typed but not sent. Survives the popup if possible. */
  readonly input: { current: LinksInput };
  /** Opens the manager at a fragment. */
  readonly onManager: OpenManager;
  /** The page's links are shown in a new tab. */
  readonly onCollected: () => void;
}

export function Popup(props: PopupProps) {
  const accounts = useAccounts();
  const problem = useStorageProblems().find(({ code }) => code !== 'storage-unavailable');
  const account = accounts && getCurrentAccount(accounts);
  return (
    <div class="popup column">
      {accounts === null && (
        <main class="waiting column">
          <h1 class="visually-hidden">{t('extension.name')}</h1>
          {problem ? (
            <LoadFailure problem={problem} onRetry={() => location.reload()} />
          ) : (
            <UploadsSkeleton />
          )}
        </main>
      )}
      {accounts && !account && <Welcome />}
      {accounts && account && <Connected {...props} accounts={accounts} account={account} />}
    </div>
  );
}

function Connected(props: PopupProps & { accounts: Accounts; account: Account }) {
  const { accounts, account, input, onManager } = props;
  const { send, openSettings } = usePageApi();
  const hasPainted = useHasPainted();
  /** Loads the code for drops and pastes on the first interaction. */
  const [isInUse, setInUse] = useState(false);
  const begin = () => setInUse(true);
  const [tab, setTab] = useState('uploads');
  const { uploads, underWay, switchTo, feedback, isConnected, menu, notices } = useAccount(
    accounts,
    account,
    tab,
    () => onManager('account'),
  );
  const [isActivity, setActivity] = useState(false);
  const [isHelp, setHelp] = useState(false);
  // Kept while another tab is shown.
  const filesRoutes = useRef<FilesRoutes>({}).current;

  const accountPage: AccountPage = {
    isConnected,
    async showFile(location) {
      if (!(await switchTo(location.accountId))) return;
      filesRoutes[location.accountId] = location;
      setActivity(false);
      setTab('files');
    },
    embed: (fileCode) => onManager(`embed/${encodeURIComponent(fileCode)}`),
    chooseFile: () => onManager('uploads'),
  };

  useKey(isHelpKey, () => setHelp(true));

  const tools = (
    <>
      {menu}
      <div class="popup-tools flex gap-half">
        <IconButton icon="history" label={t('popup.activity')} onClick={() => setActivity(true)} />
        <IconButton icon="settings" label={t('common.settings')} onClick={() => openSettings()} />
        <IconButton icon="expand" label={t('popup.fullTab')} onClick={() => onManager(tab)} />
      </div>
    </>
  );
  const tabs = [
    {
      id: 'uploads',
      label: t('popup.uploads'),
      count:
        underWay > 0 && hasPainted
          ? { text: format.number(underWay), meaning: plural('popup.underWay', underWay) }
          : undefined,
    },
    { id: 'files', label: t('popup.files') },
  ];

  return (
    <AccountPageProvider value={accountPage}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the user is there. */}
      <div
        class="popup-views column"
        hidden={isActivity}
        onPointerMove={begin}
        onKeyDown={begin}
        onDragEnter={begin}
      >
        <Tabs
          heading={t('extension.name')}
          label={t('popup.views')}
          tabs={tabs}
          selected={tab}
          onSelect={setTab}
          aside={tools}
        >
          <div class="notices popup-notices">
            {notices}
            {tab !== 'uploads' && <NoticeArea {...feedback} />}
          </div>
          {tab === 'uploads' ? (
            <>
              <div class="popup-send">
                <QuickAdd accountId={account.id} page={props.page} input={input} feedback={feedback}>
                  {props.canCollect && (
                    <Button
                      isSmall
                      kind="quiet"
                      icon="links"
                      onClick={async () => {
                        const isOpen = await feedback.run(send('collect.start', {}), () => null);
                        if (isOpen) props.onCollected();
                      }}
                    >
                      {t('send.short.collect')}
                    </Button>
                  )}
                  <Button isSmall kind="quiet" icon="sending" onClick={() => onManager('uploads/choose')}>
                    {t('send.short.files')}
                  </Button>
                </QuickAdd>
              </div>
              {isInUse && (
                <PopupDrops account={account} input={input} feedback={feedback} onManager={onManager} />
              )}
              <Uploads key={account.id} {...uploads} feedback={feedback} />
            </>
          ) : (
            <PopupFiles
              key={account.id}
              account={account}
              feedback={feedback}
              onManager={onManager}
              routes={filesRoutes}
            />
          )}
        </Tabs>
      </div>
      {isActivity && (
        <PopupActivity
          accounts={accounts.list}
          feedback={feedback}
          onBack={() => setActivity(false)}
          onManager={() => onManager('activity')}
        />
      )}
      {isHelp && <HelpDialog onClose={() => setHelp(false)} />}
    </AccountPageProvider>
  );
}
