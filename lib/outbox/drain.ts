/** What is known of an account while its queue is drained, and when all of it has to wait. */

import { isOver } from '../timing/backoff.ts';
import type { OutboxClient, OutboxContext } from './context.ts';
import { lifted, nextHold } from './holds.ts';
import type { WaitReason } from './item.ts';
import { readFailure, sortFailure } from './sort-failure.ts';
import type { Hold } from './store-types.ts';
import type { Words } from './transitions.ts';

/** How many slots there are; null: the service does not say; undefined: nobody asked yet. */
export type Slots = { readonly total: number; readonly used: number } | null | undefined;

/** What is known of an account while its queue is drained. */
export interface Drain {
  readonly accountId: string;
  readonly client: OutboxClient;
  slots: Slots;
  hold: Hold | undefined;
  /** When evidence for a doubtful item is due; Infinity where none is in doubt. */
  lookAt: number;
  /** Ids of the items that were turned away, and perhaps of some that are so no more. */
  readonly postponed: Set<string>;
  /** Resolves when there is something new to be done. */
  poked(): Promise<void>;
}

/** Puts everything of the account on hold. */
export async function holdAll(
  context: OutboxContext,
  drain: Pick<Drain, 'accountId' | 'hold'>,
  reason: WaitReason,
  words: Words | null,
): Promise<void> {
  const { store, clock, random } = context;
  drain.hold = nextHold(drain.hold, { accountId: drain.accountId, reason, words }, clock(), random);
  await store.setHold(drain.hold);
  await tellHold(context, drain);
}

/** Tells of a hold, of one with the reason `account` only once. */
export async function tellHold({ store, onEvent }: OutboxContext, drain: Pick<Drain, 'hold'>): Promise<void> {
  const { hold } = drain;
  if (hold === undefined || hold.announced) return;
  await onEvent({ type: 'waiting', hold });
  if (hold.reason !== 'account') return;
  drain.hold = { ...hold, announced: true };
  await store.setHold(drain.hold);
}

/** Whether the account's hold keeps requests of a kind from leaving. Waiting for a slot is no reason not to ask. */
export function isHeld(hold: Hold | undefined, now: number, to: 'send' | 'ask'): boolean {
  if (hold === undefined || (to === 'ask' && hold.reason === 'slots')) return false;
  return hold.until === null || !isOver(hold.until, now);
}

/** Whether nothing is on hold; failures may be remembered all the same. */
export function isLifted(hold: Hold | undefined): boolean {
  return hold === undefined || hold.until === 0;
}

/**
 * Ends a hold whose time is over, by a question that changes nothing: how many slots are there?
 *
 * @returns whether sending may go on
 */
export async function liftHold(context: OutboxContext, drain: Drain, asked: boolean): Promise<boolean> {
  const { hold, client } = drain;
  if (hold === undefined || isLifted(hold)) return true;
  if (isHeld(hold, context.clock(), 'send')) return false;
  if (!asked || hold.reason === 'slots') {
    try {
      drain.slots = readSlots(await client.remoteUploads.slots({ lane: 'outbox' }));
    } catch (error) {
      await holdAfter(context, drain, error);
      return false;
    }
    if (isFull(drain.slots, 0)) {
      await holdAll(context, drain, 'slots', null);
      return false;
    }
  }
  drain.hold = lifted(hold);
  await context.store.setHold(drain.hold);
  return true;
}

/** The hold that a failed question calls for: whatever went wrong, nothing was changed by it. */
export async function holdAfter(context: OutboxContext, drain: Drain, error: unknown): Promise<void> {
  const { code, msg } = readFailure(error);
  const failure = sortFailure({ code, msg, mayHaveTakenEffect: false });
  // A question that the service refuses tells nothing about any link: it is as if there were no answer.
  await holdAll(context, drain, failure.kind === 'wait' ? failure.reason : 'service', failure.words);
}

export function readSlots({
  totalSlots,
  usedSlots,
}: {
  totalSlots: number | null;
  usedSlots: number | null;
}): Slots {
  // A service that has no slot at all would be of no use: 0 is one that does not say.
  return totalSlots === null || usedSlots === null || totalSlots <= 0
    ? null
    : { total: totalSlots, used: usedSlots };
}

/** Whether no slot is left for another one, besides those that are under way. */
export function isFull(slots: Slots, underWay: number): boolean {
  return slots !== undefined && slots !== null && slots.used + underWay >= slots.total;
}
