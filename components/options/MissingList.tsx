/** The accounts of an imported file that are still to be connected. */
import type { BackupAccount } from '../../lib/settings/backup.ts';
import { Button } from '../button/Button.tsx';
import '../settings/backup.css';
import { SettingText } from '../settings/SettingText.tsx';
import { t } from '../text.ts';

export interface MissingListProps {
  readonly accounts: readonly BackupAccount[];
  readonly onConnect: (address: string) => void;
}

export function MissingList({ accounts, onConnect }: MissingListProps) {
  return (
    <div class="backup stack gap-3">
      <SettingText title={t('backup.missingTitle')} hint={t('backup.missingText')} />
      <ul class="backup-missing stack">
        {accounts.map(({ id, email, address }) => (
          <li key={id}>
            <p>
              <bdi>{email ?? new URL(address).host}</bdi>
              <br />
              <span class="small tone-quiet">{address}</span>
            </p>
            <Button
              small
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
