/** The accounts of an imported file that are still to be connected. */
import type { BackupAccount } from '../../lib/settings/backup.ts';
import { Button } from '../button/Button.tsx';
import '../settings/backup.css';
import { t } from '../text.ts';

export interface MissingListProps {
  readonly accounts: readonly BackupAccount[];
  readonly onConnect: (address: string) => void;
}

export function MissingList({ accounts, onConnect }: MissingListProps) {
  return (
    <div class="backup stack gap-3">
      <div>
        <h3>{t('backup.missingTitle')}</h3>
        <p class="small tone-quiet">{t('backup.missingText')}</p>
      </div>
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
