/** Exports the settings to a file, and imports them from one. */
import { useState } from 'preact/hooks';
import { readBackupContent } from '#page/backup-content.ts';
import { writeBackup } from '../../lib/settings/backup.ts';
import { Button } from '../button/Button.tsx';
import { Toggle } from '../field/Field.tsx';
import { SecretField } from '../field/SecretField.tsx';
import { NoticeArea } from '../notice/Notice.tsx';
import { useFeedback } from '../notice/useFeedback.ts';
import { usePageApi } from '../page-api.ts';
import { t } from '../text.ts';
import { downloadText, fileName } from '../uploads/save-as-file.ts';
import { Import, type ImportProps } from './Import.tsx';
import { SettingText } from './SettingLines.tsx';
import './settings.css';

const minPassphraseLength = 8;

export function Backup(props: ImportProps) {
  const { send, now } = usePageApi();
  const { notice, show, run } = useFeedback();
  const [withKeys, setWithKeys] = useState(false);
  const [passphrase, setPassphrase] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function save() {
    const content = await readBackupContent();
    const accounts = content.accounts.map(({ id, address }) => ({ id, address }));
    const keys = withKeys ? await send('backup.encryptKeys', { passphrase, accounts }) : null;
    downloadText(fileName('settings', now(), 'json'), writeBackup({ ...content, keys }));
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    const isShort = withKeys && passphrase.length < minPassphraseLength;
    setError(isShort ? t('backup.shortPassphrase', { count: minPassphraseLength }) : null);
    if (isShort) return;
    setBusy(true);
    const isSaved = await run(save(), () => t('backup.exported'));
    setBusy(false);
    // What was typed meanwhile is for another file.
    if (isSaved) setPassphrase((current) => (current === passphrase ? '' : current));
  }

  return (
    <>
      <form class="backup stack gap-3" onSubmit={(event) => void submit(event)} noValidate>
        <SettingText title={t('backup.export')} hint={t('backup.exportHint')} />
        <Toggle
          label={t('backup.withKeys')}
          hint={t('backup.withKeysHint')}
          checked={withKeys}
          onChange={setWithKeys}
        />
        {withKeys && (
          <SecretField
            label={t('backup.passphrase')}
            showLabel={t('backup.showPassphrase')}
            value={passphrase}
            hint={t('backup.passphraseHint')}
            error={error}
            onInput={(value) => {
              setPassphrase(value);
              setError(null);
            }}
          />
        )}
        <div>
          <Button type="submit" isBusy={isBusy}>
            {t('backup.exportButton')}
          </Button>
        </div>
      </form>
      <NoticeArea notice={notice} show={show} />
      <Import {...props} />
    </>
  );
}
