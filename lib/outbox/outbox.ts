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
import { type OutboxContext, take } from './context.ts';
import { isLifted } from './drain.ts';
import type { OutboxItem, WaitReason } from './item.ts';
import { newPositions } from './positions.ts';
import { createRunner, type Wake } from './run.ts';
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
  const { store, clock, onEvent } = context;
  const runner = createRunner(context);
  const { newId = () => crypto.randomUUID() } = options;

  async function changed(id: string, step: Step): Promise<boolean> {
    return (await take(context, id, step)) !== undefined;
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

    pause: () => runner.setPaused(true),
    resume: () => runner.setPaused(false),

    mended: (accountId) => endHold(accountId, (reason) => reason === 'account' || reason === 'quota'),
    slotFreed: (accountId) => endHold(accountId, (reason) => reason === 'slots'),

    async removeAccount(accountId) {
      await store.removeAccount(accountId);
      await onEvent({ type: 'changed' });
    },

    run: () => runner.run(),
  };
}

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
