import type { ConnectedAccount, MessageResponse } from '../../lib/protocol.ts';
import type { ReadBackup } from '../../lib/settings/backup.ts';
import { format, joinSentences, plural, t } from '../text.ts';
import { boundedList } from './import-items.ts';

export function connectedText({ account, storageLeft }: ConnectedAccount, isFirst: boolean): string {
  const { host } = new URL(account.baseUrl);
  return joinSentences([
    account.email === null
      ? t('connect.doneNameless', { host })
      : t('connect.done', { host, who: account.email }),
    storageLeft !== null && t('connect.room', { left: format.bytes(storageLeft) }),
    !isFirst && t('connect.nowUsed'),
  ]);
}

export function backupText({ backup: { settings, accounts, keys } }: ReadBackup): string {
  const parts = [
    plural('backup.settings', Object.keys(settings).length),
    ...(accounts.length === 0
      ? []
      : [plural(keys === null ? 'backup.accounts' : 'backup.accountsWithKeys', accounts.length)]),
  ];
  return t('backup.holds', { parts: format.list(parts) });
}

export const importedText = ({
  added,
  missing,
  targetsLeftOut = 0,
  rulesLeftOut = [],
}: MessageResponse<'backup.import'>): string =>
  joinSentences([
    t('backup.imported'),
    added.length > 0 && plural('backup.added', added.length),
    missing.length > 0 && plural('backup.missing', missing.length),
    targetsLeftOut > 0 && plural('backup.targetsLeftOut', targetsLeftOut),
    rulesLeftOut.length > 0 &&
      t('backup.rulesLeftOut', {
        names: boundedList(rulesLeftOut.map((host) => host || t('rules.allLinks'))),
      }),
  ]);
