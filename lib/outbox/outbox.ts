/**
 * The outbox: every link that the service has not yet confirmed it took.
 *
 * It promises that no link is lost and none is sent twice, whatever dies: each step is stored before it has an effect;
 * an answer that never came is settled by evidence and never by sending again blindly; whatever cannot go out says why,
 * and what cannot be proven is the user's to decide. It needs no browser: clock, chance, store and client are arguments.
 *
 * One outbox for each store: the background is its only owner. Pages read the store and act by message.
 */
import type { FolderRef } from '../folders/folder.ts';
import { addressKey } from './address.ts';
import { itemId } from './combined-store.ts';
import { announce, type OutboxContext, take } from './context.ts';
import { type Drain, holdAll, isHeld, isLifted, liftHold, sendQueued, tellHold } from './drain.ts';
import { orphaned } from './evidence.ts';
import { offlineHold } from './holds.ts';
import type { OutboxItem, WaitReason } from './item.ts';
import { newPositions } from './positions.ts';
import { nextLook, settleDoubts } from './settle.ts';
import type { Step } from './transitions.ts';

/** A link on its way in. */
export interface Draft {
  /** Normalised by `URL`. */
  readonly url: string;
  /** Offered to the service as the file's title. */
  readonly title?: string | null | undefined;
}

/** Where links go: an account's folder; from a private window or not. */
export interface Destination {
  readonly accountId: string;
  readonly folder: FolderRef;
  readonly private: boolean;
}

export interface OutboxOptions extends Omit<OutboxContext, 'wait' | 'transfers'> {
  readonly wait?: OutboxContext['wait'];
  /** What the watch knows; without it, evidence and duplicates rest on the outbox and the service alone. */
  readonly transfers?: OutboxContext['transfers'];
  /** Makes an id that was never used before. */
  readonly newId?: () => string;
}

/** When the outbox wants to run again, milliseconds since the epoch; null: not before something happens. */
export interface Wake {
  readonly nextWakeAt: number | null;
}

export interface Outbox {
  /** Puts links at the end of the queue, all or none. They go out with the next `run`. */
  add(drafts: readonly Draft[], to: Destination): Promise<readonly OutboxItem[]>;
  /** Those of the addresses that the account already has waiting, under way or in doubt, as they were given. */
  findDuplicates(accountId: string, urls: readonly string[]): Promise<readonly string[]>;
  /** Takes an item out. False where it is not there, or is being sent at this moment. */
  remove(id: string): Promise<boolean>;
  /** Puts a waiting or refused item in front of the service with the next `run`, whatever it waits for. */
  retry(id: string): Promise<boolean>;
  /** Sends an unsure item again: the user's decision, it may arrive twice. */
  sendAgain(id: string): Promise<boolean>;
  /** Looks for evidence of an unsure item again with the next `run`. */
  checkAgain(id: string): Promise<boolean>;
  /** Changes the folder of a waiting or refused item. */
  setFolder(id: string, folder: FolderRef): Promise<boolean>;
  /** Moves waiting items, in the order given, before another one (null: to the end). */
  reorder(ids: readonly string[], beforeId: string | null): Promise<void>;
  /** Nothing is sent until `resume`, also after a restart; what is under way is finished. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** The account's key was changed, or a slot has become free: what waits for that goes out with the next `run`. */
  mended(accountId: string): Promise<void>;
  slotFreed(accountId: string): Promise<void>;
  /** Forgets an account and all its items. */
  removeAccount(accountId: string): Promise<void>;
  /**
   * Sends and settles everything that can be now, the accounts side by side. To be called at the start, after each of
   * the above, when the browser is online again, and at `nextWakeAt`. A call during a run makes it go round once more.
   *
   * @throws the first error of a store or listener; everything else went on, and what it concerned is tried again
   */
  run(): Promise<Wake>;
}

export function createOutbox(options: OutboxOptions): Outbox {
  const context: OutboxContext = {
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    transfers: async () => [],
    ...options,
  };
  const { store, clock, onEvent, online } = context;
  const { newId = () => crypto.randomUUID() } = options;
  /** Items whose request this process has under way; any other that is stored as being sent was orphaned. */
  const inFlight = new Set<string>();
  /** Read from the store by the first run; this outbox alone changes it. */
  let isPaused = false;
  /** Whether the store may hold what an earlier process, or a run that failed, has left half done. */
  let mustRecover = true;

  async function changed(id: string, step: Step): Promise<boolean> {
    return (await take(context, id, step)) !== undefined;
  }

  /** After a restart: what was being sent is in doubt, and what was not handed on is handed on. */
  async function recover(accountId: string): Promise<void> {
    for (const { id } of await store.inState(accountId, 'sending')) {
      if (inFlight.has(id)) continue;
      const words = { failure: orphaned, msg: null };
      await take(context, id, { type: 'doubt', cause: 'no-answer', words });
    }
    for (const state of ['accepted', 'refused', 'unsure'] as const) {
      for (const item of await store.inState(accountId, state)) {
        if (!item.announced) await announce(context, item);
      }
    }
  }

  async function drainAccount(accountId: string): Promise<number> {
    const hold = await store.hold(accountId);
    const client = await context.clientFor(accountId);
    if (client === null) {
      if (hold?.reason !== 'account') await holdAll(context, { accountId, hold }, 'account', null);
      return never;
    }
    if (!online()) {
      await store.setHold(offlineHold(accountId));
      return never;
    }
    const drain: Drain = { accountId, client, slots: undefined, hold, lookAt: never, inFlight };
    if (hold?.reason === 'network' && hold.until === null) {
      drain.hold = undefined;
      await store.clearHold(accountId);
    }
    await tellHold(context, drain);
    for (;;) {
      const settled = await settleDoubts(context, drain);
      if (settled === 'failed' || isPaused) break;
      if ((await store.nextQueued(accountId, clock())) === undefined) break;
      if (!(await liftHold(context, drain, settled === 'answered'))) break;
      await sendQueued(context, drain, () => isPaused);
      // Only evidence that is due now, or a hold that is over at once, asks for another round.
      const now = clock();
      if (drain.lookAt > now && (isLifted(drain.hold) || isHeld(drain.hold, now, 'send'))) break;
    }
    return nextWake(drain);
  }

  /** When something of the account is due next; never where nothing is. */
  async function nextWake({ accountId, hold }: Drain): Promise<number> {
    const now = clock();
    const heldFor = (to: 'send' | 'ask') => (isHeld(hold, now, to) ? (hold?.until ?? never) : 0);
    const look = Math.max(nextLook(await store.inState(accountId, 'unsure')), heldFor('ask'));
    if (isPaused || (await store.nextQueued(accountId, never)) === undefined) return look;
    if (isHeld(hold, now, 'send')) return Math.min(look, heldFor('send'));
    const queued = await store.inState(accountId, 'queued');
    return Math.min(look, ...queued.map(({ waiting }) => waiting?.until ?? now));
  }

  async function pass(): Promise<Wake> {
    isPaused = await store.paused();
    const accountIds = await store.accountIds();
    const recovering = mustRecover;
    mustRecover = false;
    const results = await Promise.allSettled(
      accountIds.map(async (accountId) => {
        if (recovering) await recover(accountId);
        return drainAccount(accountId);
      }),
    );
    const failed = results.find((result) => result.status === 'rejected');
    if (failed !== undefined) {
      mustRecover = true;
      throw failed.reason;
    }
    const nextWakeAt = Math.min(
      never,
      ...results.map((result) => (result.status === 'fulfilled' ? result.value : never)),
    );
    return { nextWakeAt: nextWakeAt === never ? null : nextWakeAt };
  }

  let running: Promise<Wake> | null = null;
  let onceMore = false;
  async function runUntilQuiet(): Promise<Wake> {
    try {
      for (;;) {
        onceMore = false;
        const wake = await pass();
        if (!onceMore) return wake;
      }
    } finally {
      running = null;
    }
  }

  let adding: Promise<unknown> = Promise.resolve();
  async function addNow(drafts: readonly Draft[], to: Destination): Promise<readonly OutboxItem[]> {
    const now = clock();
    const last = await store.lastPosition();
    const items = drafts.map(({ url, title }, at) => ({
      ...to,
      ...newItem,
      id: itemId(to.private, newId()),
      url,
      title: title ?? null,
      position: last + 1 + at,
      createdAt: now,
      changedAt: now,
    }));
    await store.add(items);
    await onEvent({ type: 'changed' });
    return items;
  }

  /** The account's wait is over with the next run, whatever for: the next answer shows whether the reason is. */
  async function endHold(accountId: string, isMeant: (reason: WaitReason) => boolean): Promise<void> {
    const hold = await store.hold(accountId);
    if (hold === undefined || isLifted(hold) || !isMeant(hold.reason)) return;
    await store.setHold({ ...hold, until: clock(), announced: false });
    await onEvent({ type: 'changed' });
  }

  return {
    add(drafts, to) {
      // One after the other, so that no two batches are given the same positions.
      const added = adding.then(() => addNow(drafts, to));
      adding = added.catch(() => {});
      return added;
    },

    async findDuplicates(accountId, urls) {
      const items = await store.list();
      const transfers = await context.transfers(accountId);
      const pending = items.filter((item) => item.accountId === accountId && item.state !== 'refused');
      const present = [...pending, ...transfers.filter(({ running }) => running)];
      const keys = new Set(present.map(({ url }) => addressKey(url)));
      return urls.filter((url) => keys.has(addressKey(url)));
    },

    async remove(id) {
      const item = await store.get(id);
      const removed = await changed(id, { type: 'remove' });
      if (item !== undefined && removed) await onEvent({ type: 'cancelled', item });
      return removed;
    },
    async retry(id) {
      const item = await store.get(id);
      const isBack = await changed(id, { type: 'retry' });
      if (item !== undefined && isBack) await endHold(item.accountId, () => true);
      return isBack;
    },
    sendAgain: (id) => changed(id, { type: 'sendAgain' }),
    checkAgain: (id) => changed(id, { type: 'checkAgain' }),
    setFolder: (id, folder) => changed(id, { type: 'setFolder', folder }),

    async reorder(ids, beforeId) {
      const items = (await store.list()).filter(({ state }) => state === 'queued');
      await store.reposition(newPositions(items, ids, beforeId), clock());
      await onEvent({ type: 'changed' });
    },

    async pause() {
      isPaused = true;
      await store.setPaused(true);
      await onEvent({ type: 'changed' });
    },
    async resume() {
      isPaused = false;
      await store.setPaused(false);
      await onEvent({ type: 'changed' });
    },

    mended: (accountId) => endHold(accountId, (reason) => reason === 'account' || reason === 'quota'),
    slotFreed: (accountId) => endHold(accountId, (reason) => reason === 'slots'),

    async removeAccount(accountId) {
      await store.removeAccount(accountId);
      await onEvent({ type: 'changed' });
    },

    run() {
      onceMore = true;
      running ??= runUntilQuiet();
      return running;
    },
  };
}

const never = Number.POSITIVE_INFINITY;

/** How every item begins. */
const newItem = {
  state: 'queued',
  attempts: 0,
  waiting: null,
  doubt: null,
  msg: null,
  failure: null,
  fileCode: null,
  sentAt: null,
  announced: true,
} as const;
