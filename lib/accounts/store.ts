/** Where accounts are kept: what pages may know of them here, the keys in a place of their own (`vault.ts`). */
import type { StorageArea, StoredValue } from '../storage/stored.ts';
import { createStoredValue } from '../storage/stored.ts';
import { type Account, type Accounts, noAccounts } from './account.ts';

/** Its name in `storage.local`; pages listen for its changes. */
export const accountsKey = 'accounts';

export function createAccountsStore(area: StorageArea): StoredValue<Accounts> {
  return createStoredValue(area, accountsKey, readAccounts);
}

/** Makes valid accounts of whatever storage held; an entry that is none is left out. */
export function readAccounts(value: unknown): Accounts {
  if (typeof value !== 'object' || value === null) return noAccounts;
  const { list, currentId } = value as Record<string, unknown>;
  const valid = Array.isArray(list) ? list.filter(isAccount) : [];
  const current = valid.find(({ id }) => id === currentId) ?? valid.at(-1);
  return { list: valid, currentId: current?.id ?? null };
}

function isAccount(value: unknown): value is Account {
  if (typeof value !== 'object' || value === null) return false;
  const { id, baseUrl, email, nickname, addedAt } = value as Record<string, unknown>;
  return (
    typeof id === 'string' &&
    typeof baseUrl === 'string' &&
    URL.canParse(baseUrl) &&
    (typeof email === 'string' || email === null) &&
    (typeof nickname === 'string' || nickname === undefined) &&
    typeof addedAt === 'number'
  );
}
