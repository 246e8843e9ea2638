/**
 * The keys, separate from everything that pages read. Only the background opens the vault. They are in `storage.local` unencrypted: the
 * browser's profile protects them, and a key that the extension can use by itself can't be hidden from the profile's owner.
 */
import { hasShape } from '../storage/shape.ts';
import { createStoredValue, type StorageArea } from '../storage/stored.ts';

type Entry = readonly [accountId: string, key: string];
export type Vault = ReturnType<typeof createVault>;

export function createVault(area: StorageArea) {
  const keys = createStoredValue(area, 'keys', (value): readonly Entry[] =>
    Array.isArray(value) ? value.filter(isEntry) : [],
  );
  const withoutEntry = (all: readonly Entry[], accountId: string) => all.filter(([id]) => id !== accountId);

  return {
    getKey: async (accountId: string) => (await keys.get()).find(([id]) => id === accountId)?.[1] ?? null,
    getAllKeys: async () => (await keys.get()).map(([, key]) => key),
    findIds: async (key: string) => (await keys.get()).filter((entry) => entry[1] === key).map(([id]) => id),
    async setKey(accountId: string, key: string): Promise<void> {
      await keys.update((all) => [...withoutEntry(all, accountId), [accountId, key]]);
    },
    async removeKey(accountId: string): Promise<void> {
      await keys.update((all) => withoutEntry(all, accountId));
    },
  };
}

const isEntry = (value: unknown): value is Entry =>
  Array.isArray(value) && hasShape(value, { 0: String, 1: String });
