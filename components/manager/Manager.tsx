/** The application in a tab of its own: the same as in the popup, with room. Each view has an address, so links and Back work. */
import type { ComponentType } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { type Account, type Accounts, getCurrentAccount } from '../../lib/accounts/account.ts';
import { type FileLocation, fileHash } from '../../lib/catalog/file-hash.ts';
import { emptyShortlist, type FolderShortlist } from '../../lib/folders/folder.ts';
import type { ActivityEntry } from '../../lib/uploads/activity.ts';
import type { AccountViewProps } from '../accounts/overview/AccountOverview.tsx';
import { type AccountSource, useAccount } from '../accounts/useAccount.tsx';
import { Activity } from '../activity/Activity.tsx';
import { IconButton } from '../button/Button.tsx';
import { DropArea } from '../drop/DropArea.tsx';
import type { EmbedViewProps } from '../embed/Embed.tsx';
import type { FilesViewProps } from '../files/FilesManager.tsx';
import { HelpDialog } from '../help/KeyList.tsx';
import { useMediaQuery } from '../hooks/useMediaQuery.ts';
import { Icon, type IconName } from '../icons/Icon.tsx';
import { Logo } from '../icons/Logo.tsx';
import { isHelpKey, useKey } from '../keys/page-keys.ts';
import { NoticeArea } from '../notice/Notice.tsx';
import { StorageNotices } from '../notice/StorageNotices.tsx';
import type { Feedback } from '../notice/useFeedback.ts';
import { parseOpening } from '../own-files/dropped-files.ts';
import { useBlockedHostNotice } from '../own-files/OwnFiles.tsx';
import { rechooseFile, type SendFiles, type UploadFiles } from '../own-files/own-files.ts';
import { uploadFiles } from '../own-files/upload-files.ts';
import { ConnectionProvider, usePageApi } from '../page-api.ts';
import { Welcome } from '../popup/Welcome.tsx';
import type { ReportsViewProps } from '../reports/Reports.tsx';
import { emptyInput } from '../send/send-input.ts';
import { format, type PlainKey, plural, t } from '../text.ts';
import { UploadsSkeleton } from '../uploads/EmptyUploads.tsx';
import { Uploads } from '../uploads/Uploads.tsx';
import type { UploadItem } from '../uploads/upload-items.ts';
import { BatchEntry } from './BatchEntry.tsx';
import type { View } from './manager-view.ts';
import './manager.css';
import '../field/field.css';

export interface ManagerProps extends AccountSource {
  readonly view: View;
  /** What the view is to show, such as a file's code; null or not given for nothing in particular. */
  readonly subject?: string | null;
  /** Each of these is null until it has been read for the first time. */
  readonly accounts: Accounts | null;
  readonly shortlist: FolderShortlist | null;
  readonly activity: readonly ActivityEntry[] | null;
  /** The Files view, which comes with everything that it reads. */
  readonly Files: ComponentType<FilesViewProps>;
  /** The embed builder, which comes with the player and with the files to choose from. */
  readonly Embed: ComponentType<EmbedViewProps>;
  /** What the services say of the accounts. */
  readonly Account: ComponentType<AccountViewProps>;
  readonly Reports: ComponentType<ReportsViewProps>;
  /** The part of the address behind `#`, which says what a view shows. */
  readonly hash: string;
  readonly navigate: FilesViewProps['navigate'];
  readonly sendFiles: SendFiles;
  /** Match pattern of the host that files have to be sent to and that is not allowed; null: none. */
  readonly blockedHost: string | null;
  readonly onHostAllowed: () => void;
  /** Uploads whose file the browser still knows, and what opens it. */
  readonly handleIds: ReadonlySet<string>;
  readonly openFile: (id: string) => Promise<File | null>;
  /** How many of the user's own files are sent at once. */
  readonly filesAtOnce: number;
  /** Opens an address in a new tab. */
  readonly onOpen: (address: string, isBackground?: boolean) => void;
}

export function Manager(props: ManagerProps) {
  const { accounts } = props;
  const account = accounts && getCurrentAccount(accounts);
  if (accounts === null) {
    return (
      <main class="manager-loading">
        <h1 class="visually-hidden">{t('extension.name')}</h1>
        <div class="manager-notices stack">
          <StorageNotices problems={props.storageProblems} />
        </div>
        {props.storageProblems.length === 0 && <UploadsSkeleton />}
      </main>
    );
  }
  if (account === null) return <Welcome onSettings={props.onSettings} />;
  return <Connected {...props} accounts={accounts} account={account} />;
}

const views: readonly { readonly id: View; readonly name: PlainKey; readonly icon: IconName }[] = [
  { id: 'uploads', name: 'popup.uploads', icon: 'arriving' },
  { id: 'files', name: 'popup.files', icon: 'folder' },
  { id: 'activity', name: 'popup.activity', icon: 'history' },
  { id: 'reports', name: 'reports.title', icon: 'chart' },
  { id: 'embed', name: 'embed.title', icon: 'code' },
  { id: 'account', name: 'account.title', icon: 'account' },
];

function Connected(props: ManagerProps & { accounts: Accounts; account: Account }) {
  const { view, accounts, account, isPrivate, isOnline, handleIds, onSettings, onOpen } = props;
  const { send } = usePageApi();
  const otherNotices = useBlockedHostNotice(props.blockedHost, props.onHostAllowed);
  const { uploads, underWay, switchTo, feedback, isConnected, menu, notices } = useAccount(
    accounts,
    account,
    {
      ...props,
      otherNotices,
    },
  );
  const shortlist = props.shortlist ?? emptyShortlist;
  // Kept while another view is shown.
  const sendInput = useRef(emptyInput);
  const [isHelp, setHelp] = useState(false);
  // One dialog at a time.
  useKey(
    (press, event) => isHelpKey(press, event) && document.querySelector('dialog[open]') === null,
    () => setHelp(true),
  );

  async function showFile(place: FileLocation) {
    if (await switchTo(place.accountId)) props.navigate(fileHash(place), 'push');
  }

  const upload: UploadFiles = (files, folder, isDrop) => {
    const to = { accountId: account.id, folder, private: isPrivate };
    void uploadFiles({ send, sendFiles: props.sendFiles, feedback }, files, to, isDrop);
  };
  const current = views.find(({ id }) => id === view);
  const viewLinks = <Views current={current?.id} underWay={underWay} />;
  // Then the views stand on a second line (`manager.css`), and come after the account in reading order.
  const isNarrow = useMediaQuery('(max-width: 960px)');

  return (
    <ConnectionProvider value={isConnected}>
      <div class="manager column">
        <header class="manager-head row">
          <Logo size={24} />
          <span class="manager-name heading strong">{t('extension.name')}</span>
          {!isNarrow && viewLinks}
          {menu}
          <IconButton icon="settings" label={t('common.settings')} onClick={onSettings} />
          {isNarrow && viewLinks}
        </header>
        <main class={`manager-main column manager-${view}`}>
          <h1 class="visually-hidden">{current && t(current.name)}</h1>
          <div class="manager-notices stack">
            {notices}
            {view !== 'uploads' && <NoticeArea {...feedback} />}
          </div>
          {view === 'files' && (
            <props.Files
              key={account.id}
              account={account}
              feedback={feedback}
              hash={props.hash}
              navigate={props.navigate}
              open={onOpen}
              uploadFiles={upload}
            />
          )}
          {view !== 'files' && view !== 'uploads' && (
            <DropArea
              isPrivate={isPrivate}
              feedback={feedback}
              accountId={account.id}
              getFolder={() => null}
              defaultFolder={shortlist.default}
              onFiles={(files, folder) => upload(files, folder ?? shortlist.default, true)}
            />
          )}
          {view === 'embed' && (
            <props.Embed
              key={`${account.id} ${props.subject ?? ''}`}
              account={account}
              fileCode={props.subject ?? null}
            />
          )}
          {view === 'reports' && <props.Reports key={account.id} account={account} isOnline={isOnline} />}
          {view === 'activity' && (
            <Activity
              accounts={accounts.list}
              entries={props.activity}
              isUnreadable={uploads.isUnreadable}
              open={onOpen}
              showFile={showFile}
            />
          )}
          {view === 'account' && (
            <props.Account
              accounts={accounts}
              account={account}
              onSettings={onSettings}
              showFile={showFile}
              open={onOpen}
            />
          )}
          {view === 'uploads' && (
            <>
              <BatchEntry
                accountId={account.id}
                shortlist={shortlist}
                isPrivate={isPrivate}
                input={sendInput}
                feedback={feedback}
                uploadFiles={upload}
                opening={
                  props.subject
                    ? { ...parseOpening(props.subject), onDone: () => props.navigate('#uploads', 'replace') }
                    : undefined
                }
              />
              {uploads.rows?.some(isWaitingFile) && (
                <MaxConcurrentFiles value={props.filesAtOnce} feedback={feedback} />
              )}
              <Uploads
                key={account.id}
                {...uploads}
                shortlist={shortlist}
                open={onOpen}
                showFile={showFile}
                embed={(code) => props.navigate(`#embed/${encodeURIComponent(code)}`, 'push')}
                handleIds={handleIds}
                feedback={feedback}
                chooseFile={({ upload }) => {
                  const open = handleIds.has(upload.id) ? props.openFile : null;
                  void feedback.run(rechooseFile(upload, props.sendFiles, open), (text) => text);
                }}
              />
            </>
          )}
        </main>
        {isHelp && <HelpDialog onClose={() => setHelp(false)} />}
      </div>
    </ConnectionProvider>
  );
}

function Views({ current, underWay }: { current: View | undefined; underWay: number }) {
  return (
    <nav class="manager-nav grow" aria-label={t('popup.views')}>
      <ul class="flex gap-1">
        {views.map(({ id, name, icon }) => (
          <li key={id}>
            <a
              class="manager-link medium selectable row hover"
              href={`#${id}`}
              title={t(name)}
              aria-current={id === current ? 'page' : undefined}
            >
              <Icon name={icon} />
              <span class="one-line">{t(name)}</span>
              {id === 'uploads' && underWay > 0 && (
                <>
                  <span class="numbers" aria-hidden="true">
                    {format.number(underWay)}
                  </span>
                  <span class="visually-hidden">{plural('popup.underWay', underWay)}</span>
                </>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** How many of the user's own files are sent at once: offered while some are on their way. */
function MaxConcurrentFiles({ value, feedback }: { value: number; feedback: Feedback }) {
  const { send } = usePageApi();
  const id = useId();
  return (
    <div class="max-concurrent-files tone-quiet row">
      <label for={id}>{t('ownFiles.atOnce')}</label>
      <select
        id={id}
        class="select control-frame"
        value={value}
        onChange={({ currentTarget }) => {
          const change = { filesAtOnce: Number(currentTarget.value) };
          void feedback.run(send('settings.change', change), () => null);
        }}
      >
        {[1, 2, 3, 4, 5, 6].map((count) => (
          <option key={count} value={count}>
            {format.number(count)}
          </option>
        ))}
      </select>
    </div>
  );
}

const isWaitingFile = ({ upload, state }: UploadItem): boolean =>
  upload.source === 'file' && (state === 'waiting' || state === 'sending');
