/** Each view has an address, so links and Back work. */
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useSettings } from '#page/all-settings.ts';
import { needsPage, openFile, sendFiles, useHandleIds } from '#page/own-files/send-files.ts';
import { useAccounts, useShortlist } from '#page/page-data.ts';
import { useStorageProblems } from '#page/storage-problems.ts';
import {
  type Account,
  type Accounts,
  getAccountLabel,
  getCurrentAccount,
} from '../../lib/accounts/account.ts';
import { defaults } from '../../lib/settings/settings.ts';
import type { UploadItem } from '../../lib/uploads/upload-items.ts';
import { useAccount } from '../accounts/useAccount.tsx';
import { useExpiryNotices } from '../accounts/useExpiryNotices.ts';
import { Activity } from '../activity/Activity.tsx';
import { emptyInput } from '../add-links/links-input.ts';
import { IconButton } from '../button/Button.tsx';
import { useDraftInput } from '../drafts/useDraft.ts';
import { DropArea } from '../drop/DropArea.tsx';
import { LoadFailure } from '../empty/LoadFailure.tsx';
import { Select } from '../field/Select.tsx';
import { SkipLink } from '../focus/SkipLink.tsx';
import { HelpDialog } from '../help/KeyList.tsx';
import { type Address, useAddress } from '../hooks/address.ts';
import { useMediaQuery } from '../hooks/useMediaQuery.ts';
import { Icon } from '../icons/Icon.tsx';
import { Logo } from '../icons/Logo.tsx';
import { isHelpKey, useKey } from '../keys/page-keys.ts';
import { lazy } from '../lazy.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import type { Feedback } from '../notice/useFeedback.ts';
import { parseOpening } from '../own-files/dropped-files.ts';
import { chooseFileAgain } from '../own-files/own-files.ts';
import { useUploadFiles } from '../own-files/upload-files.ts';
import { type AccountPage, AccountPageProvider, fileHash, usePageApi } from '../page-api.ts';
import { Welcome } from '../popup/Welcome.tsx';
import { format, plural, t } from '../text.ts';
import { UploadsSkeleton } from '../uploads/EmptyUploads.tsx';
import { Uploads } from '../uploads/Uploads.tsx';
import { BatchEntry } from './BatchEntry.tsx';
import {
  getHeaderView,
  headerViews,
  parseSubject,
  parseView,
  toOtherAccount,
  views,
} from './manager-view.ts';
import './manager.css';

export const lazyViews = {
  Files: lazy(() => import('../files/FilesManager.tsx'), 'FilesManager'),
  Embed: lazy(() => import('../embed/Embed.tsx'), 'Embed'),
  Reports: lazy(() => import('../reports/Reports.tsx'), 'Reports'),
  Account: lazy(() => import('../accounts/overview/AccountOverview.tsx'), 'AccountOverview'),
  Takedowns: lazy(() => import('../takedowns/Takedowns.tsx'), 'Takedowns'),
};

interface ManagerProps {
  readonly address: Address;
}

export function Manager(props: ManagerProps) {
  const accounts = useAccounts();
  const problem = useStorageProblems().find(({ code }) => code !== 'storage-unavailable');
  const account = accounts && getCurrentAccount(accounts);
  if (accounts === null) {
    return (
      <main class="waiting">
        <h1 class="visually-hidden">{t('extension.name')}</h1>
        {problem ? <LoadFailure problem={problem} onRetry={() => location.reload()} /> : <UploadsSkeleton />}
      </main>
    );
  }
  if (account === null) return <Welcome />;
  return <Connected {...props} accounts={accounts} account={account} />;
}

function Connected(props: ManagerProps & { accounts: Accounts; account: Account }) {
  const { accounts, account, address } = props;
  const { Files, Embed, Reports, Account, Takedowns } = lazyViews;
  const view = useAddress(address, parseView);
  const subject = useAddress(address, parseSubject);
  const { openSettings } = usePageApi();
  const shortlist = useShortlist();
  const handleIds = useHandleIds();
  const showIn = useShowIn(account.id, address);
  const showFiles = ({ id }: Account, filesHash: string) => showIn(id, filesHash, switchTo);
  const { uploads, underWay, switchTo, feedback, isConnected, menu, notices } = useAccount(
    accounts,
    account,
    view,
    () => address.go('#account', 'push'),
    useExpiryNotices(accounts, showFiles),
  );
  const uploadFiles = useUploadFiles(account.id, feedback);
  // Kept while another view is shown.
  const sendInput = useDraftInput('links', emptyInput);
  const [isHelp, setHelp] = useState(false);
  // One dialog at a time.
  useKey(
    (press, event) => isHelpKey(press, event) && document.querySelector('dialog[open]') === null,
    () => setHelp(true),
  );

  const accountPage: AccountPage = {
    isConnected,
    showFile: (location) => showIn(location.accountId, fileHash(location), switchTo),
    embed: (fileCode) => address.go(`#embed/${encodeURIComponent(fileCode)}`, 'push'),
    handleIds,
    uploadFiles,
    chooseFile(upload) {
      const open = handleIds.has(upload.id) ? openFile : null;
      void feedback.run(chooseFileAgain(upload, sendFiles, open), (text) => text);
    },
  };

  const viewLinks = <ViewLinks current={getHeaderView(view)} underWay={underWay} />;
  // As in `manager.css`. The views then follow the account in reading order.
  const isNarrow = useMediaQuery('(max-width: 960px)');

  return (
    <AccountPageProvider value={accountPage}>
      <div class="manager column">
        <header class="manager-head inset-flat line-below row">
          <SkipLink />
          <Logo size={24} />
          <span class="manager-name heading strong">{t('extension.name')}</span>
          {!isNarrow && viewLinks}
          {menu}
          <IconButton icon="settings" label={t('common.settings')} onClick={() => openSettings()} />
          {isNarrow && viewLinks}
        </header>
        <main id="content" tabIndex={-1} class={`manager-main column no-ring manager-${view}`}>
          <h1 class="visually-hidden">{t(views[view].name)}</h1>
          <div class="notices manager-notices stack">
            {notices}
            {view !== 'uploads' && <NoticeArea {...feedback} />}
          </div>
          {view === 'files' && (
            <Files key={account.id} account={account} feedback={feedback} address={address} />
          )}
          {view !== 'files' && view !== 'uploads' && (
            <DropArea
              feedback={feedback}
              accountId={account.id}
              getFolder={() => null}
              defaultFolder={shortlist.default}
              onFiles={(files, folder) => uploadFiles(files, folder ?? shortlist.default, true)}
            />
          )}
          {view === 'embed' && (
            <Embed key={`${account.id} ${subject ?? ''}`} account={account} fileCode={subject} />
          )}
          {view === 'reports' && <Reports key={account.id} account={account} address={address} />}
          {view === 'activity' && <Activity accounts={accounts.list} feedback={feedback} />}
          {view === 'account' && <Account {...{ accounts, account, feedback, showFiles }} />}
          {view === 'takedowns' && (
            <Takedowns key={account.id} label={getAccountLabel(account, accounts.list)} account={account} />
          )}
          {view === 'uploads' && (
            <>
              <BatchEntry
                accountId={account.id}
                input={sendInput}
                feedback={feedback}
                opening={
                  subject
                    ? { ...parseOpening(subject), onDone: () => address.go('#uploads', 'replace') }
                    : undefined
                }
              />
              {uploads.items?.some(isWaitingFile) && <MaxConcurrentFiles feedback={feedback} />}
              <Uploads key={account.id} {...uploads} feedback={feedback} />
            </>
          )}
        </main>
        {isHelp && <HelpDialog onClose={() => setHelp(false)} />}
      </div>
    </AccountPageProvider>
  );
}

/**
 * Opens an address in an account. If the account is switched elsewhere, each account keeps its own place, because folders and files of
 * one mean nothing in another.
 */
function useShowIn(accountId: string, address: Address) {
  const hashes = useRef<Record<string, string>>({}).current;
  const shownId = useRef(accountId);
  const wantedId = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (shownId.current === accountId) return;
    const hash = address.getHash();
    hashes[shownId.current] = hash;
    shownId.current = accountId;
    const isWanted = wantedId.current === accountId;
    wantedId.current = null;
    if (isWanted) return;
    const own = hashes[accountId];
    const isSameView = own !== undefined && parseView(own) === parseView(hash);
    address.go(isSameView ? own : toOtherAccount(hash), 'replace');
  }, [accountId]);
  return async (id: string, hash: string, switchTo: (id: string) => Promise<boolean>) => {
    wantedId.current = id;
    // The page may show the account later.
    if (await switchTo(id)) address.go(hash, 'push');
    else wantedId.current = null;
  };
}

function ViewLinks({ current, underWay }: { current: string | null; underWay: number }) {
  return (
    <nav class="manager-nav grow" aria-label={t('popup.views')}>
      <ul class="flex gap-1">
        {headerViews.map(({ id, name, icon }) => (
          <li key={id}>
            <a
              class="manager-link medium selectable row hover"
              href={`#${id}`}
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

/** How many own files are uploaded at once, and whether this page must stay open. */
function MaxConcurrentFiles({ feedback }: { feedback: Feedback }) {
  const { send } = usePageApi();
  const { filesAtOnce } = useSettings() ?? defaults;
  const id = useId();
  return (
    <div class="max-concurrent-files tone-quiet row wrap">
      {!needsPage && <p class="max-concurrent-note">{t('ownFiles.canClose')}</p>}
      <div class="row">
        <label for={id}>{t('ownFiles.atOnce')}</label>
        <Select
          id={id}
          value={filesAtOnce}
          choices={[1, 2, 3, 4, 5, 6].map((count) => [count, format.number(count)])}
          onChange={(count) => {
            void feedback.run(send('settings.change', { filesAtOnce: count }), () => null);
          }}
        />
      </div>
    </div>
  );
}

const isWaitingFile = ({ upload, state }: UploadItem): boolean =>
  upload.source === 'file' && (state === 'waiting' || state === 'sending');
