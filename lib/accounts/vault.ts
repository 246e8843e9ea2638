/**
 * The keys, apart from everything that pages read. Only the background opens the vault.
 *
 * They lie in `storage.local` as they are: the browser's profile is what protects them, and a key that the extension
 * can use by itself cannot be hidden from whoever owns the profile.
 */
import { type StorageArea, stored } from '../storage/stored.ts';

export interface Vault {
  /** The account's key; null where there is none. */
  keyOf(accountId: string): Promise<string | null>;
  put(accountId: string, key: string): Promise<void>;
  drop(accountId: string): Promise<void>;
}

export function createVault(area: StorageArea): Vault {
  const keys = stored(area, 'keys', readKeys);
  return {
    keyOf: async (accountId) => (await keys.get()).find(([id]) => id === accountId)?.[1] ?? null,
    put: async (accountId, key) => {
      await keys.update((all) => [...others(all, accountId), [accountId, key]]);
    },
    drop: async (accountId) => {
      await keys.update((all) => others(all, accountId));
    },
  };
}

type Entry = readonly [accountId: string, key: string];

const others = (entries: readonly Entry[], accountId: string) => entries.filter(([id]) => id !== accountId);

function readKeys(value: unknown): readonly Entry[] {
  return Array.isArray(value) ? value.filter(isEntry) : [];
}

function isEntry(value: unknown): value is Entry {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string';
}
