/** The popup: what is under way, and the quickest way to send more. It draws what it is given and acts by `PageApi.send`. */
import type { ComponentType } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Account, type Accounts, getCurrentAccount } from '../../lib/accounts/account.ts';
import { type FileLocation, fileHash } from '../../lib/catalog/file-hash.ts';
import { emptyShortlist, type FolderShortlist } from '../../lib/folders/folder.ts';
import type { LinkDraft } from '../../lib/links/link.ts';
import type { ActivityEntry } from '../../lib/uploads/activity.ts';
import { type AccountSource, useAccount } from '../accounts/useAccount.tsx';
import { Button, IconButton } from '../button/Button.tsx';
import { useHasPainted } from '../hooks/useHasPainted.ts';
import { isHelpKey, useKey } from '../keys/page-keys.ts';
import { lazy } from '../lazy.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import type { OpenManager } from '../own-files/dropped-files.ts';
import { ConnectionProvider, usePageApi } from '../page-api.ts';
import { QuickSend } from '../send/QuickSend.tsx';
import type { SendInput } from '../send/send-input.ts';
import { Tabs } from '../tabs/Tabs.tsx';
import { format, plural, t } from '../text.ts';
import { UploadsSkeleton } from '../uploads/EmptyUploads.tsx';
import { Uploads } from '../uploads/Uploads.tsx';
import type { FilesTabProps } from './PopupFiles.tsx';
import './popup.css';

// Seen once, before the first account is connected.
const StorageNotices = lazy(() => import('../notice/StorageNotices.tsx'), 'StorageNotices');
const Welcome = lazy(() => import('./Welcome.tsx'), 'Welcome');
const HelpDialog = lazy(() => import('../help/KeyList.tsx'), 'HelpDialog');
const PopupDrops = lazy(() => import('./PopupDrops.tsx'), 'PopupDrops');
const PopupActivity = lazy(() => import('./PopupActivity.tsx'), 'PopupActivity');

export interface PopupProps extends AccountSource {
  /** Each of these is null until it has been read for the first time. */
  readonly accounts: Accounts | null;
  readonly shortlist: FolderShortlist | null;
  /** The page that the user looks at, where a service could fetch it. */
  readonly page: LinkDraft | null;
  /** What is typed and not sent; outlives the popup where it can. */
  readonly input: { current: SendInput };
  /** The Files tab, which comes with everything that it reads. */
  readonly Files: ComponentType<FilesTabProps>;
  /** Reads the activity, newest first, while it is shown; null: not read yet. */
  readonly useActivity: () => readonly ActivityEntry[] | null;
  /** Opens the same in the manager: a view, by the part of the address behind `#`. */
  readonly onManager: OpenManager;
  /** The links of the page stand in a tab of their own. */
  readonly onCollected: () => void;
  /** Opens an address in a new tab. */
  readonly onOpen: (address: string, isBackground?: boolean) => void;
}

export function Popup(props: PopupProps) {
  const account = props.accounts && getCurrentAccount(props.accounts);
  return (
    <div class="popup column">
      {props.accounts === null && (
        <main class="popup-waiting">
          <h1 class="visually-hidden">{t('extension.name')}</h1>
          <div class="popup-notices">
            {props.storageProblems.length > 0 && <StorageNotices problems={props.storageProblems} />}
          </div>
          {props.storageProblems.length === 0 && <UploadsSkeleton />}
        </main>
      )}
      {props.accounts && !account && <Welcome onSettings={props.onSettings} />}
      {props.accounts && account && <Connected {...props} accounts={props.accounts} account={account} />}
    </div>
  );
}

function Connected(props: PopupProps & { accounts: Accounts; account: Account }) {
  const { accounts, account, onSettings, onOpen } = props;
  const { send } = usePageApi();
  const { uploads, underWay, switchTo, feedback, isConnected, menu, notices } = useAccount(
    accounts,
    account,
    props,
  );
  const hasPainted = useHasPainted();
  /** Nothing is dropped or pasted before: the code for it is loaded then. */
  const [isInUse, setInUse] = useState(false);
  const begin = () => setInUse(true);
  const [tab, setTab] = useState('uploads');
  const [isActivity, setActivity] = useState(false);
  const [isHelp, setHelp] = useState(false);
  const aside = useReturn(isActivity);
  // Kept while another tab is shown.
  const filesPlace = useRef('');

  async function showFile(place: FileLocation) {
    if (!(await switchTo(place.accountId))) return;
    filesPlace.current = fileHash(place);
    setActivity(false);
    setTab('files');
  }

  useKey(isHelpKey, () => setHelp(true));

  const shortlist = props.shortlist ?? emptyShortlist;

  const tools = (
    <>
      {menu}
      <div ref={aside} class="popup-tools">
        <IconButton icon="history" label={t('popup.activity')} onClick={() => setActivity(true)} />
        <IconButton icon="settings" label={t('common.settings')} onClick={onSettings} />
        <IconButton icon="expand" label={t('popup.fullTab')} onClick={() => props.onManager(tab)} />
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
    <ConnectionProvider value={isConnected}>
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
          <div class="popup-notices">
            {notices}
            {tab !== 'uploads' && <NoticeArea {...feedback} />}
          </div>
          {tab === 'uploads' ? (
            <>
              <div class="popup-send">
                <QuickSend
                  accountId={account.id}
                  shortlist={shortlist}
                  page={props.page}
                  input={props.input}
                  isPrivate={props.isPrivate}
                  feedback={feedback}
                >
                  <Button
                    small
                    kind="quiet"
                    icon="links"
                    onClick={async () => {
                      const isOpen = await feedback.run(send('collect.start', {}), () => null);
                      if (isOpen) props.onCollected();
                    }}
                  >
                    {t('send.collect')}
                  </Button>
                  <IconButton
                    icon="sending"
                    label={t('popup.ownFiles')}
                    onClick={() => props.onManager('uploads/choose')}
                  />
                </QuickSend>
              </div>
              {isInUse && <PopupDrops {...props} account={account} feedback={feedback} />}
              <Uploads
                key={account.id}
                {...uploads}
                feedback={feedback}
                shortlist={shortlist}
                open={onOpen}
                showFile={showFile}
                embed={(code) => props.onManager(`embed/${encodeURIComponent(code)}`)}
                chooseFile={() => props.onManager('uploads')}
              />
            </>
          ) : (
            <props.Files
              key={account.id}
              account={account}
              feedback={feedback}
              open={onOpen}
              onManager={props.onManager}
              place={filesPlace}
            />
          )}
        </Tabs>
      </div>
      {isActivity && (
        <PopupActivity
          accounts={accounts.list}
          useEntries={props.useActivity}
          isUnreadable={uploads.isUnreadable}
          onBack={() => setActivity(false)}
          onManager={() => props.onManager('activity')}
          open={onOpen}
          showFile={showFile}
        />
      )}
      {isHelp && <HelpDialog onClose={() => setHelp(false)} />}
    </ConnectionProvider>
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
