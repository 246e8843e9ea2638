/** One outbox of two stores: the one on disk, and the one in memory that holds what came from private windows. */
import type { OutboxItem, OutboxState } from './item.ts';
import { byPosition, emptyCounts, type OutboxStore, withWaiting } from './store-types.ts';

const privateMark = 'p-';

/** Names an item such that its id tells which store it is in. */
export function itemId(isPrivate: boolean, unique: string): string {
  return isPrivate ? privateMark + unique : unique;
}

/** Holds and the pause are kept on disk: they say nothing about a link. */
export function combineStores(disk: OutboxStore, memory: OutboxStore): OutboxStore {
  const holding = (id: string) => (id.startsWith(privateMark) ? memory : disk);
  const both = <T>(ask: (store: OutboxStore) => Promise<T>) => Promise.all([ask(disk), ask(memory)]);

  return {
    async add(items) {
      const [hidden, open] = [items.filter((item) => item.private), items.filter((item) => !item.private)];
      if (hidden.length > 0) await memory.add(hidden);
      if (open.length > 0) await disk.add(open);
    },
    get: (id) => holding(id).get(id),
    change: (id, step, claim) => holding(id).change(id, step, claim),
    async reposition(positions, now) {
      await both((store) => store.reposition(positions, now));
    },
    lastPosition: async () => Math.max(...(await both((store) => store.lastPosition()))),
    accountIds: async () => [...new Set((await both((store) => store.accountIds())).flat())],
    inState: async (accountId, state) =>
      (await both((store) => store.inState(accountId, state))).flat().sort(byPosition),
    async nextQueued(accountId, now, besides) {
      const found = await both((store) => store.nextQueued(accountId, now, besides));
      return found.filter((item): item is OutboxItem => item !== undefined).sort(byPosition)[0];
    },
    async list() {
      const [open, hidden] = await both((store) => store.list());
      const accounts = [...new Set(hidden.map(({ accountId }) => accountId))];
      const holds = (await Promise.all(accounts.map((id) => disk.hold(id)))).filter(
        (hold) => hold !== undefined,
      );
      return [...open, ...withWaiting(hidden, holds, await disk.paused())].sort(byPosition);
    },
    async counts() {
      const [open, hidden] = await both((store) => store.counts());
      const counts = emptyCounts();
      for (const state of Object.keys(counts) as OutboxState[]) counts[state] = open[state] + hidden[state];
      return counts;
    },
    claimed: async (accountId, fileCodes) => {
      const [open, hidden] = await both((store) => store.claimed(accountId, fileCodes));
      return new Set([...open, ...hidden]);
    },
    hold: (accountId) => disk.hold(accountId),
    setHold: (hold) => disk.setHold(hold),
    clearHold: (accountId) => disk.clearHold(accountId),
    paused: () => disk.paused(),
    setPaused: (paused) => disk.setPaused(paused),
    async removeAccount(accountId) {
      await both((store) => store.removeAccount(accountId));
    },
  };
}
