/**
 * What the watch asks of a store. Two fulfil it: IndexedDB (`store.ts`) and memory (`session-store.ts`);
 * `combineStores` makes one of both, such that only what Linkhaul itself sent from an ordinary window is on disk.
 */
import type { WatchedTransfer } from './transfer.ts';

/** How the looking at one account goes. */
export interface Pulse {
  readonly accountId: string;
  /** When the service was last asked; null: never. Milliseconds since the epoch. */
  readonly lookedAt: number | null;
  /** When a look last showed something new. */
  readonly movedAt: number | null;
  /** Looks that failed in a row. */
  readonly failures: number;
}

export type TransferId = Pick<WatchedTransfer, 'accountId' | 'fileCode'>;

export interface WatchStore {
  /** Everything of one account, or of all. */
  all(accountId?: string): Promise<readonly WatchedTransfer[]>;
  /** Removes, then puts; all or nothing. */
  write(changes: {
    readonly put: readonly WatchedTransfer[];
    readonly remove: readonly TransferId[];
  }): Promise<void>;
  pulses(): Promise<readonly Pulse[]>;
  setPulse(pulse: Pulse): Promise<void>;
  /** Forgets everything about an account. */
  removeAccount(accountId: string): Promise<void>;
}

/** Names a transfer in memory; its key follows. */
export const transferPrefix = 'watch:transfer:';

/** Transfers from private windows leave no trace on disk; those from elsewhere are on the service's list anyway. */
function belongsOnDisk({ ours, private: isPrivate }: WatchedTransfer): boolean {
  return ours && !isPrivate;
}

/** One watch of two stores. A record that moves from one to the other is to be removed in the same `write`. */
export function combineStores(disk: WatchStore, memory: WatchStore): WatchStore {
  return {
    async all(accountId) {
      const [onDisk, inMemory] = await Promise.all([disk.all(accountId), memory.all(accountId)]);
      return [...onDisk, ...inMemory];
    },
    async write({ put, remove }) {
      await Promise.all([
        disk.write({ put: put.filter(belongsOnDisk), remove }),
        memory.write({ put: put.filter((transfer) => !belongsOnDisk(transfer)), remove }),
      ]);
    },
    pulses: () => disk.pulses(),
    setPulse: (pulse) => disk.setPulse(pulse),
    async removeAccount(accountId) {
      await Promise.all([disk.removeAccount(accountId), memory.removeAccount(accountId)]);
    },
  };
}

/** What a page shows, newest first. */
export function visible(transfers: readonly WatchedTransfer[]): readonly WatchedTransfer[] {
  return transfers.filter(({ hidden }) => !hidden).sort((a, b) => b.firstSeenAt - a.firstSeenAt);
}
