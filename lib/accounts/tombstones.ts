/** Tombstones of removed accounts: a removal that was interrupted is finished by the next worker. */
import { createStoredValue, type StorageArea } from '../storage/stored.ts';

/** Ids of removed accounts of which something may still be stored. */
export const createTombstoneStore = (local: StorageArea) =>
  createStoredValue(local, 'removed', (value): readonly string[] =>
    Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [],
  );
