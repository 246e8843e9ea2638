/**
 * When which account is worked on: each by itself, one pass at a time, side by side with the others, so that a service
 * that hangs holds up nobody else's links.
 */
import { announce, type OutboxContext, take } from './context.ts';
import { inDoubt, nextLook } from './doubts.ts';
import { type Drain, holdAll, isHeld, isLifted, liftHold, tellHold } from './drain.ts';
import { orphaned } from './evidence.ts';
import { offlineHold } from './holds.ts';
import { sendQueued } from './send.ts';
import { settleDoubts } from './settle.ts';
import { situationOf } from './transitions.ts';

/** When the outbox wants to run again, milliseconds since the epoch; null: not before something happens. */
export interface Wake {
  readonly nextWakeAt: number | null;
}

export interface Runner {
  run(): Promise<Wake>;
  setPaused(paused: boolean): Promise<void>;
}

/** The work on one account that is under way. */
interface Work {
  readonly ended: Promise<number>;
  /** There is something new to be done: it goes round once more before it ends. */
  poke(): void;
}

const never = Number.POSITIVE_INFINITY;

export function createRunner(context: OutboxContext): Runner {
  const { store, clock, online, onEvent } = context;
  /**
   * Accounts in whose items nothing is left that an earlier process, or work that failed, has left half done; with the
   * ids of the items that were turned away. They stand among a thousand queued ones, which are not searched each time.
   */
  const recovered = new Map<string, Set<string>>();
  const works = new Map<string, Work>();
  /** As it is stored; null until the first run. */
  let isPaused: boolean | null = null;

  /**
   * What was being sent is in doubt, and what was not handed on is handed on. Only while no request for the account is
   * under way: work ends with the last of its answers.
   *
   * @returns the ids of the items that were turned away
   */
  async function recover(accountId: string): Promise<Set<string>> {
    for (const { id } of await store.inState(accountId, 'sending')) {
      const words = { failure: orphaned, msg: null };
      await take(context, id, { type: 'doubt', cause: 'no-answer', words });
    }
    for (const state of ['accepted', 'refused', 'unsure'] as const) {
      for (const item of await store.inState(accountId, state)) {
        if (!item.announced) await announce(context, item);
      }
    }
    const queued = await store.inState(accountId, 'queued');
    return new Set(queued.filter((item) => situationOf(item) === 'postponed').map(({ id }) => id));
  }

  /** Settles and sends what can be now. Resolves to when something is due next. */
  async function drain(
    accountId: string,
    postponed: Set<string>,
    poked: () => Promise<void>,
  ): Promise<number> {
    const hold = await store.hold(accountId);
    const client = await context.clientFor(accountId);
    if (client === null) {
      if (hold?.reason !== 'account') await holdAll(context, { accountId, hold }, 'account', null);
      return never;
    }
    const isOffline = hold?.reason === 'network' && hold.until === null;
    if (!online()) {
      if (!isHeld(hold, clock(), 'send')) await store.setHold(offlineHold(accountId));
      return never;
    }
    if (isOffline) await store.clearHold(accountId);
    const state = { slots: undefined, hold: isOffline ? undefined : hold, lookAt: never };
    const account: Drain = { accountId, client, postponed, poked, ...state };
    if (hold?.reason === 'account' && hold.until === null) await tellHold(context, account);
    for (;;) {
      const settled = await settleDoubts(context, account);
      if (settled === 'failed' || isPaused) break;
      if ((await store.nextQueued(accountId, clock())) === undefined) break;
      if (!(await liftHold(context, account, settled === 'answered'))) break;
      await sendQueued(context, account, () => isPaused === true);
      // Only evidence that is due now, or a hold that is over at once, asks for another round.
      const now = clock();
      if (account.lookAt > now && (isLifted(account.hold) || isHeld(account.hold, now, 'send'))) break;
    }
    return nextWake(account);
  }

  /** When something of the account is due next. */
  async function nextWake(account: Drain): Promise<number> {
    const { accountId, hold } = account;
    const now = clock();
    const heldFor = (to: 'send' | 'ask') => (isHeld(hold, now, to) ? (hold?.until ?? never) : 0);
    const look = Math.max(nextLook(await inDoubt(context, account)), heldFor('ask'));
    if (isPaused || (await store.nextQueued(accountId, never)) === undefined) return look;
    if (isHeld(hold, now, 'send')) return Math.min(look, heldFor('send'));
    const queued = await store.inState(accountId, 'queued');
    const sendable = queued.filter((item) => situationOf(item) === 'queued');
    return Math.min(look, ...sendable.map(({ waiting }) => waiting?.until ?? now));
  }

  /** Starts the work on an account; where it is under way, it goes round once more. */
  function work(accountId: string): Promise<number> {
    const current = works.get(accountId);
    if (current !== undefined) {
      current.poke();
      return current.ended;
    }
    let isPoked = true;
    let poke = Promise.withResolvers<void>();
    async function untilQuiet(): Promise<number> {
      try {
        let wakeAt = never;
        while (isPoked) {
          isPoked = false;
          poke = Promise.withResolvers<void>();
          const postponed = recovered.get(accountId) ?? (await recover(accountId));
          recovered.set(accountId, postponed);
          wakeAt = await drain(accountId, postponed, () => poke.promise);
        }
        return wakeAt;
      } catch (error) {
        recovered.delete(accountId);
        throw error;
      } finally {
        works.delete(accountId);
      }
    }
    const ended = untilQuiet();
    works.set(accountId, {
      ended,
      poke() {
        isPoked = true;
        poke.resolve();
        poke = Promise.withResolvers<void>();
      },
    });
    return ended;
  }

  return {
    async run() {
      const stored = isPaused ?? (await store.paused());
      isPaused ??= stored;
      const accountIds = await store.accountIds();
      const results = await Promise.allSettled(accountIds.map(work));
      const failed = results.find((result) => result.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
      const times = results.map((result) => (result.status === 'fulfilled' ? result.value : never));
      const nextWakeAt = Math.min(never, ...times);
      return { nextWakeAt: nextWakeAt === never ? null : nextWakeAt };
    },

    async setPaused(paused) {
      isPaused = paused;
      await store.setPaused(paused);
      await onEvent({ type: 'changed' });
    },
  };
}
