import { useMemo, useRef, useState } from 'preact/hooks';
import { readBackupContent, useRules, useSettings } from '#page/all-settings.ts';
import { readShortlistOf, useAccounts } from '#page/page-data.ts';
import { type Account, toHostPattern } from '../../lib/accounts/account.ts';
import { rootId } from '../../lib/folders/folder.ts';
import { readHosts } from '../../lib/links/address-title.ts';
import { readImportedRules } from '../../lib/links/rules.ts';
import type { MessageResponse } from '../../lib/protocol.ts';
import {
  type BackupAccount,
  type BackupProblem,
  listUnencryptedHosts,
  maxBackupLength,
  type ReadBackup,
  readBackup,
  writeBackup,
} from '../../lib/settings/backup.ts';
import { Button } from '../button/Button.tsx';
import { type FieldProps, Toggle } from '../field/Field.tsx';
import { SecretField } from '../field/SecretField.tsx';
import { SettingRow } from '../field/SettingRow.tsx';
import { NoticeArea, type NoticeContent } from '../notice/Notice.tsx';
import { type Feedback, useFeedback, useViewFeedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { toProblem } from '../problem/problem.ts';
import { problemSentence } from '../problem/wording.ts';
import { downloadText, fileName } from '../save-as-file.ts';
import { format, joinSentences, type PlainKey, t } from '../text.ts';
import { boundedList, type ImportItem, listImportItems, selectFromBackup } from './import-items.ts';
import { backupText, importedText } from './wording.ts';
import './settings.css';

const minPassphraseLength = 8;

interface ImportProps {
  /** Without an account, only the button is shown until a file is chosen. */
  readonly isFirstRun?: boolean;
  /** Shows a failure after the first account has changed the page. */
  readonly feedback: Feedback;
  /** @param missing accounts without a key in the file */
  readonly onImported: (
    missing: readonly BackupAccount[],
    imported: MessageResponse<'backup.import'>,
  ) => void;
}

function usePassphrase({ hint, autoFocus = false }: Pick<FieldProps, 'hint' | 'autoFocus'>) {
  const [passphrase, setPassphrase] = useState('');
  const [error, setError] = useState<string | null>(null);
  const field = (
    <SecretField
      label={t('backup.passphrase')}
      showLabel={t('backup.showPassphrase')}
      value={passphrase}
      hint={hint}
      autoFocus={autoFocus}
      error={error}
      onInput={(value) => {
        setPassphrase(value);
        setError(null);
      }}
    />
  );
  return { passphrase, setPassphrase, setError, field };
}

export function Export() {
  const { send, now } = usePageApi();
  const { notice, show, run } = useFeedback();
  const [withKeys, setWithKeys] = useState(false);
  const { passphrase, setPassphrase, setError, field } = usePassphrase({ hint: t('backup.passphraseHint') });
  const [isBusy, setBusy] = useState(false);

  async function save() {
    const content = await readBackupContent();
    const accounts = content.accounts.map(({ id, address }) => ({ id, address }));
    const keys = withKeys ? await send('backup.encryptKeys', { passphrase, accounts }) : null;
    downloadText(fileName('settings', now(), 'json'), writeBackup({ ...content, keys }));
  }

  async function submit() {
    const isShort = withKeys && passphrase.length < minPassphraseLength;
    setError(isShort ? t('backup.shortPassphrase', { count: minPassphraseLength }) : null);
    if (isShort) return;
    setBusy(true);
    const isSaved = await run(save(), () => t('backup.exported'));
    setBusy(false);
    // A passphrase typed meanwhile is for another file.
    if (isSaved) setPassphrase((current) => (current === passphrase ? '' : current));
  }

  return (
    <>
      <form class="backup stack gap-3" onSubmit={submit} noValidate>
        <SettingRow title={t('backup.export')} hint={t('backup.exportHint')}>
          <Button type="submit" isBusy={isBusy}>
            {t('backup.exportButton')}
          </Button>
        </SettingRow>
        <Toggle
          label={t('backup.withKeys')}
          hint={t('backup.withKeysHint')}
          checked={withKeys}
          onChange={setWithKeys}
        />
        {withKeys && field}
      </form>
      <NoticeArea notice={notice} show={show} />
    </>
  );
}

const problems: Readonly<Record<BackupProblem, PlainKey>> = {
  'too-large': 'backup.tooLarge',
  'no-backup': 'backup.noBackup',
  newer: 'backup.newer',
};

export function Import({ isFirstRun = false, feedback, onImported }: ImportProps) {
  const { send } = usePageApi();
  const { notice, show, run } = useViewFeedback(feedback);
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<ReadBackup | null>(null);
  // The field may be out of view, below the file's contents.
  const { passphrase, setPassphrase, setError, field } = usePassphrase({ autoFocus: true });
  const [isBusy, setBusy] = useState(false);
  /** The user accepts that keys are sent unencrypted. */
  const [isAccepted, setAccepted] = useState(false);
  /** By item id. Where the choice differs from the default. */
  const [decided, setDecided] = useState<ReadonlyMap<string, boolean>>(new Map());
  const items = useImportItems(chosen);
  const unencrypted = chosen === null ? [] : listUnencryptedHosts(chosen.backup);
  const withKeys = chosen !== null && chosen.backup.keys !== null && (unencrypted.length === 0 || isAccepted);

  async function choose(file: File | undefined) {
    setChosen(null);
    setPassphrase('');
    setAccepted(false);
    setDecided(new Map());
    setError(null);
    show(null);
    if (file === undefined) return;
    const read = file.size > maxBackupLength * 4 ? 'too-large' : readBackup(await file.text());
    if (typeof read === 'string') show({ tone: 'bad', text: t(problems[read]) });
    else setChosen(read);
  }

  function submit() {
    if (chosen === null || items === null || isBusy) return;
    if (withKeys && passphrase === '') return setError(t('backup.missingPassphrase'));
    const wanted = new Set(
      items.all.filter((item) => decided.get(item.id) ?? item.isWanted).map(({ id }) => id),
    );
    const selected = selectFromBackup(chosen.backup, items.rules, (id) => wanted.has(id));
    setBusy(true);
    void take(chosen, selected).finally(() => setBusy(false));
  }

  async function take(file: ReadBackup, { backup, without }: ReturnType<typeof selectFromBackup>) {
    try {
      const request = { backup, without, passphrase: withKeys ? passphrase : null };
      const imported = await send('backup.import', request);
      // Another file may have been chosen meanwhile.
      setChosen((current) => (current === file ? null : current));
      const missing = backup.accounts.filter(({ id }) => imported.missing.includes(id));
      onImported(missing, imported);
    } catch (error) {
      const problem = toProblem(error);
      if (problem.code === 'wrong-passphrase') setError(problemSentence(problem));
      else void run(Promise.reject(error), () => null);
    }
  }

  const chooseButton = (
    <Button kind={isFirstRun ? 'quiet' : 'plain'} onClick={() => input.current?.click()}>
      {chosen === null ? t('backup.importButton') : t('backup.otherFile')}
    </Button>
  );

  return (
    <form class="backup stack gap-3" onSubmit={submit} noValidate>
      {isFirstRun ? (
        <div class="center">{chooseButton}</div>
      ) : (
        <SettingRow title={t('backup.import')} hint={t('backup.importHint')}>
          {chooseButton}
        </SettingRow>
      )}
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label={t('backup.file')}
        hidden
        onChange={(event) => {
          const box = event.currentTarget;
          const [file] = box.files ?? [];
          // Allows choosing the same file again.
          box.value = '';
          void choose(file);
        }}
      />
      {chosen !== null && (
        <div role="status" class="inset stack gap-1 raised">
          <p>{backupText(chosen)}</p>
          {items !== null && items.leftOut.length > 0 && (
            <p class="tone-warn break-anywhere">
              {t('backup.leftOut', { names: boundedList(items.leftOut) })}
            </p>
          )}
          {items !== null && items.rulesLeftOut.length > 0 && (
            <p class="tone-warn break-anywhere">
              {t('backup.rulesLeftOut', { names: boundedList(items.rulesLeftOut) })}
            </p>
          )}
        </div>
      )}
      {items !== null && items.all.length > 0 && (
        <ImportList
          groups={items.groups}
          isWanted={(item) => decided.get(item.id) ?? item.isWanted}
          onChange={(changed, isWanted) =>
            setDecided((before) => new Map([...before, ...changed.map(({ id }) => [id, isWanted] as const)]))
          }
        />
      )}
      {unencrypted.length > 0 && (
        <Toggle
          label={t('backup.withKeys')}
          hint={t('problem.inPart', {
            part: format.list(unencrypted),
            sentence: t('connect.unencryptedAccount'),
          })}
          checked={isAccepted}
          onChange={setAccepted}
        />
      )}
      {withKeys && field}
      {chosen !== null && (
        <div>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {t('backup.take')}
          </Button>
        </div>
      )}
      <NoticeArea notice={notice} show={show} />
    </form>
  );
}

/**
 * Asks for access to the services after the import. Browsers show the prompt only on a click, and during the import it would stay open
 * after a wrong passphrase.
 */
export function useShowImported(show: (notice: NoticeContent) => void) {
  const { requestHost } = usePageApi();
  return (imported: MessageResponse<'backup.import'>) => {
    const { blocked = [] } = imported;
    const text = importedText(imported);
    if (blocked.length === 0) return show({ tone: 'good', text });
    const host = format.list(blocked.map((address) => new URL(address).host));
    const action = {
      label: t('notice.allow'),
      async onClick() {
        const isAllowed = await requestHost(...blocked.map(toHostPattern)).catch(() => false);
        show(
          isAllowed
            ? { tone: 'good', text }
            : { tone: 'warn', text: t('notice.stillBlocked', { host }), action },
        );
      },
    };
    show({ tone: 'warn', text: joinSentences([text, t('notice.blocked', { host })]), action });
  };
}

/** Null until a file is chosen and the current data has been read. */
function useImportItems(chosen: ReadBackup | null) {
  const accounts = useAccounts();
  const settings = useSettings();
  const present = useRules();
  return useMemo(
    () =>
      chosen === null || accounts === null || settings === null || present === null
        ? null
        : readItems(chosen, { settings, accounts: accounts.list, rules: present }),
    [chosen, accounts, settings, present],
  );
}

function readItems(chosen: ReadBackup, present: Parameters<typeof listImportItems>[2]) {
  const { rules, leftOut } = readImportedRules(chosen.backup.storage.rules);
  const items = listImportItems(chosen.backup, rules, present);
  const groups = [
    { title: t('common.settings'), items: items.settings },
    { title: t('options.accounts'), items: items.accounts },
    { title: t('rules.title'), items: items.rules },
  ].filter((group) => group.items.length > 0);
  return {
    rules,
    groups,
    all: groups.flatMap((group) => group.items),
    leftOut: [...chosen.leftOut, ...leftOut],
    rulesLeftOut: items.rulesLeftOut,
  };
}

interface ImportListProps {
  readonly groups: readonly { readonly title: string; readonly items: readonly ImportItem[] }[];
  readonly isWanted: (item: ImportItem) => boolean;
  readonly onChange: (items: readonly ImportItem[], isWanted: boolean) => void;
}

/** Everything that the file would change. */
function ImportList({ groups, isWanted, onChange }: ImportListProps) {
  return (
    <div class="import-list framed stack gap-3">
      {groups.map(({ title, items }) => {
        const areAllWanted = items.every(isWanted);
        return (
          <fieldset key={title} class="stack gap-2">
            <legend class="medium">{title}</legend>
            {items.length > 1 && (
              <Toggle
                label={t('collect.all')}
                checked={areAllWanted}
                onChange={(isOn) => onChange(items, isOn)}
              />
            )}
            {items.map((item) => (
              <Toggle
                key={item.id}
                label={item.label}
                hint={item.details.length > 0 ? item.details.join('\n') : undefined}
                checked={isWanted(item)}
                onChange={(isOn) => onChange([item], isOn)}
              />
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}

interface MissingAccountsProps {
  readonly accounts: readonly BackupAccount[];
  readonly onConnect: (address: string) => void;
}

export function MissingAccounts({ accounts, onConnect }: MissingAccountsProps) {
  return (
    <div class="backup stack gap-3">
      <div>
        <h3>{t('backup.missingTitle')}</h3>
        <p class="small tone-quiet">{t('backup.missingText')}</p>
      </div>
      <ul class="backup-missing stack">
        {accounts.map(({ id, email, address }) => (
          <li key={id} class="row wrap inset framed">
            <p class="break-anywhere">
              <bdi>{email ?? readHosts(new URL(address).host)}</bdi>
              <br />
              <span class="small tone-quiet">{address}</span>
            </p>
            <Button
              isSmall
              label={t('backup.connectNamed', { name: email ?? address })}
              onClick={() => onConnect(address)}
            >
              {t('backup.connect')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Accounts without keys in an imported file. Once connected, they get their folders from it. */
export function useMissingAccounts() {
  const { send } = usePageApi();
  const [list, set] = useState<readonly BackupAccount[]>([]);
  return {
    list,
    set,
    /** Restores the default folder and the pins from the file. */
    async connected({ id: accountId, baseUrl, email }: Account) {
      const found = list.find(
        (each) => each.address === baseUrl && (each.email ?? email) === (email ?? each.email),
      );
      if (found === undefined) return;
      set((current) => current.filter((each) => each !== found));
      for (const folder of found.pinned) await send('folders.pin', { accountId, folder, pinned: true });
      const { default: present } = await readShortlistOf(accountId);
      if (found.default !== null && present.id === rootId)
        await send('folders.setDefault', { accountId, folder: found.default });
    },
  };
}
