/** Imports a settings file after showing its contents. */
import { useRef, useState } from 'preact/hooks';
import { toHostPattern } from '../../lib/accounts/account.ts';
import {
  type BackupAccount,
  type BackupProblem,
  listUnencryptedHosts,
  maxBackupLength,
  type ReadBackup,
  readBackup,
} from '../../lib/settings/backup.ts';
import { Button } from '../button/Button.tsx';
import { Toggle } from '../field/Field.tsx';
import { SecretField } from '../field/SecretField.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import { useFeedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { problemOf } from '../problem/problem.ts';
import { problemSentence } from '../problem/wording.ts';
import { format, joinSentences, type PlainKey, plural, t } from '../text.ts';
import { SettingText } from './SettingLines.tsx';

export interface ImportProps {
  /** @param missing accounts of the file that came without a key @param text what came of it */
  readonly onImported: (missing: readonly BackupAccount[], text: string) => void;
}

const problems: Readonly<Record<BackupProblem, PlainKey>> = {
  'too-large': 'backup.tooLarge',
  'no-backup': 'backup.noBackup',
  newer: 'backup.newer',
};

export function Import({ onImported }: ImportProps) {
  const { send, requestHost } = usePageApi();
  const { notice, show } = useFeedback();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<ReadBackup | null>(null);
  const [passphrase, setPassphrase] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** The user accepts that keys are sent unencrypted. */
  const [isAccepted, setAccepted] = useState(false);
  const unencrypted = chosen === null ? [] : listUnencryptedHosts(chosen.backup);
  const withKeys = chosen !== null && chosen.backup.keys !== null && (unencrypted.length === 0 || isAccepted);

  async function choose(file: File | undefined) {
    setChosen(null);
    setPassphrase('');
    setAccepted(false);
    setError(null);
    show(null);
    if (file === undefined) return;
    const read = file.size > maxBackupLength * 4 ? 'too-large' : readBackup(await file.text());
    if (typeof read === 'string') show({ tone: 'bad', text: t(problems[read]) });
    else setChosen(read);
  }

  // No `await` before the question: a browser takes it only from within the click.
  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (chosen === null || isBusy) return;
    if (withKeys && passphrase === '') return setError(t('backup.missingPassphrase'));
    // Not awaited: an account without host permission has a notice of its own.
    if (withKeys)
      void requestHost(...chosen.backup.accounts.map(({ address }) => toHostPattern(address))).catch(
        () => {},
      );
    setBusy(true);
    void take(chosen).finally(() => setBusy(false));
  }

  async function take({ backup }: ReadBackup) {
    try {
      const request = { backup, passphrase: withKeys ? passphrase : null };
      const { added, missing } = await send('backup.import', request);
      // Another file may be chosen by now.
      setChosen((current) => (current === chosen ? null : current));
      const sentences = [
        t('backup.imported'),
        ...(added.length > 0 ? [plural('backup.added', added.length)] : []),
        ...(missing.length > 0 ? [plural('backup.missing', missing.length)] : []),
      ];
      onImported(
        backup.accounts.filter(({ id }) => missing.includes(id)),
        joinSentences(sentences),
      );
    } catch (error) {
      const problem = problemOf(error);
      if (problem.code === 'wrong-passphrase') setError(problemSentence(problem));
      else show({ tone: 'bad', text: problemSentence(problem) });
    }
  }

  return (
    <form class="backup stack gap-3" onSubmit={submit} noValidate>
      <SettingText title={t('backup.import')} hint={t('backup.importHint')} />
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label={t('backup.file')}
        hidden
        onChange={(event) => {
          const box = event.currentTarget;
          const [file] = box.files ?? [];
          // The same file can be chosen again; one that was read stays readable.
          box.value = '';
          void choose(file);
        }}
      />
      {chosen !== null && (
        <div role="status" class="inset stack gap-1 raised">
          <p>{previewOf(chosen)}</p>
          {chosen.leftOut.length > 0 && (
            <p class="tone-warn break-anywhere">
              {t('backup.leftOut', { names: format.list(chosen.leftOut) })}
            </p>
          )}
        </div>
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
      {withKeys && (
        <SecretField
          label={t('backup.passphrase')}
          showLabel={t('backup.showPassphrase')}
          value={passphrase}
          error={error}
          onInput={(value) => {
            setPassphrase(value);
            setError(null);
          }}
        />
      )}
      <div class="row wrap">
        {chosen !== null && (
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {t('backup.take')}
          </Button>
        )}
        <Button onClick={() => input.current?.click()}>
          {chosen === null ? t('backup.importButton') : t('backup.otherFile')}
        </Button>
      </div>
      <NoticeArea notice={notice} show={show} />
    </form>
  );
}

/** "This file holds 12 settings and 2 accounts with their API keys." */
function previewOf({ backup: { settings, accounts, keys } }: ReadBackup): string {
  const parts = [
    plural('backup.settings', Object.keys(settings).length),
    ...(accounts.length === 0
      ? []
      : [plural(keys === null ? 'backup.accounts' : 'backup.accountsWithKeys', accounts.length)]),
  ];
  return t('backup.holds', { parts: format.list(parts) });
}
