/**
 * The keys, apart from everything that pages read. Only the background opens the vault.
 *
 * They lie in `storage.local` as they are: the browser's profile is what protects them, and a key that the extension
 * can use by itself cannot be hidden from whoever owns the profile.
 */
import { createStoredValue, type StorageArea } from '../storage/stored.ts';

export interface Vault {
  /** The account's key; null where there is none. */
  getKey(accountId: string): Promise<string | null>;
  /** Of all accounts. */
  getAllKeys(): Promise<readonly string[]>;
  /** Ids of the accounts with this key. */
  findIds(key: string): Promise<readonly string[]>;
  setKey(accountId: string, key: string): Promise<void>;
  removeKey(accountId: string): Promise<void>;
}

export function createVault(area: StorageArea): Vault {
  const keys = createStoredValue(area, 'keys', readKeys);
  return {
    getKey: async (accountId) => (await keys.get()).find(([id]) => id === accountId)?.[1] ?? null,
    getAllKeys: async () => (await keys.get()).map(([, key]) => key),
    findIds: async (key) => (await keys.get()).filter((entry) => entry[1] === key).map(([id]) => id),
    setKey: async (accountId, key) => {
      await keys.update((all) => [...withoutEntry(all, accountId), [accountId, key]]);
    },
    removeKey: async (accountId) => {
      await keys.update((all) => withoutEntry(all, accountId));
    },
  };
}

type Entry = readonly [accountId: string, key: string];

const withoutEntry = (entries: readonly Entry[], accountId: string) =>
  entries.filter(([id]) => id !== accountId);

function readKeys(value: unknown): readonly Entry[] {
  return Array.isArray(value) ? value.filter(isEntry) : [];
}

function isEntry(value: unknown): value is Entry {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string';
}
