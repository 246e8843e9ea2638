/** Accounts of an imported file without keys: each is connected by the user, and then gets its folders from the file. */
import { useState } from 'preact/hooks';
import type { Account } from '../../lib/accounts/account.ts';
import type { BackupAccount } from '../../lib/settings/backup.ts';
import { useServices } from '../services.ts';

export interface MissingAccounts {
  readonly list: readonly BackupAccount[];
  readonly set: (list: readonly BackupAccount[]) => void;
  /** Restores the default folder and the pins of the matching account in the file, if there is one. */
  readonly connected: (account: Account) => Promise<void>;
}

export function useMissingAccounts(): MissingAccounts {
  const { send } = useServices();
  const [list, set] = useState<readonly BackupAccount[]>([]);
  return {
    list,
    set,
    async connected({ id: accountId, baseUrl, email }) {
      const found = list.find(
        (each) => each.address === baseUrl && (each.email ?? email) === (email ?? each.email),
      );
      if (found === undefined) return;
      set((current) => current.filter((each) => each !== found));
      for (const folder of found.pinned) await send('folders.pin', { accountId, folder, pinned: true });
      if (found.default !== null) await send('folders.setDefault', { accountId, folder: found.default });
    },
  };
}
