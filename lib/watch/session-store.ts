/**
 * Watched transfers in memory: over `storage.session`, which survives the worker's death, is never written to disk, and
 * is gone when the browser is closed.
 */
import { type Pulse, transferPrefix, type WatchStore } from './store-types.ts';
import { transferKey, type WatchedTransfer } from './transfer.ts';

/** The part of a storage area that is used; `browser.storage.session` is one. */
export interface KeyValueArea {
  get(keys: null): Promise<Record<string, unknown>>;
  set(values: Record<string, unknown>): Promise<void>;
  remove(keys: string[]): Promise<void>;
}

const pulsePrefix = 'watch:pulse:';

export function createSessionStore(area: KeyValueArea): WatchStore {
  async function under<T extends { readonly accountId: string }>(prefix: string): Promise<readonly T[]> {
    const entries = Object.entries(await area.get(null)).filter(([key]) => key.startsWith(prefix));
    return entries.map(([, value]) => value as T);
  }
  const all = async (accountId?: string) => {
    const transfers = await under<WatchedTransfer>(transferPrefix);
    return accountId === undefined
      ? transfers
      : transfers.filter((transfer) => transfer.accountId === accountId);
  };

  return {
    all,
    async write({ put, remove }) {
      if (remove.length > 0)
        await area.remove(remove.map((transfer) => transferPrefix + transferKey(transfer)));
      if (put.length === 0) return;
      await area.set(
        Object.fromEntries(put.map((transfer) => [transferPrefix + transferKey(transfer), transfer])),
      );
    },
    pulses: () => under<Pulse>(pulsePrefix),
    setPulse: (pulse) => area.set({ [pulsePrefix + pulse.accountId]: pulse }),
    async removeAccount(accountId) {
      const keys = (await all(accountId)).map((transfer) => transferPrefix + transferKey(transfer));
      await area.remove([...keys, pulsePrefix + accountId]);
    },
  };
}
