/**
 * Sends what one account has in the queue, in order, until nothing is left that can go out now.
 *
 * Order and speed: the next request leaves when the one before was answered, or a short while (`stagger`) after it
 * left. So they arrive in order, a slow service does not slow us below its own limit of 10 a second, and one that
 * hangs does not hold up the rest.
 */

import { isOver } from './backoff.ts';
import type { OutboxClient, OutboxContext } from './context.ts';
import { announce, take } from './context.ts';
import { lifted, nextHold } from './holds.ts';
import type { OutboxItem, WaitReason } from './item.ts';
import { readFailure, sortFailure } from './sort-failure.ts';
import type { Hold } from './store-types.ts';
import type { Words } from './transitions.ts';

/** Milliseconds between two requests that are under way together. */
const stagger = 100;
/** Milliseconds that others wait for the first answer, which shows how many slots there are. */
const unanswered = 2_000;
/** Requests that are under way together at most: as many are in doubt when the worker dies. */
const mostInFlight = 4;

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

/** Sends until the queue is empty, the slots are full, or something put the account on hold. */
export async function sendQueued(
  context: OutboxContext,
  drain: Drain,
  isPaused: () => boolean,
): Promise<void> {
  const { store, clock, online, wait } = context;
  const underWay = new Set<Promise<void>>();
  const errors: unknown[] = [];
  // A new hold ends it even if its time is over at once: first it has to be seen whether the service is there.
  const mayGoOn = () =>
    errors.length === 0 && online() && !isPaused() && isLifted(drain.hold) && drain.lookAt > clock();

  try {
    while (mayGoOn()) {
      // Until the first answer nobody knows how many slots there are: then one request shows it.
      const most = drain.slots === undefined ? 1 : mostInFlight;
      const full = isFull(drain.slots, underWay.size);
      if (full && underWay.size === 0) {
        await holdAll(context, drain, 'slots', null);
        break;
      }
      // Asked for before the queue is: what is added in between must not be overlooked.
      const poked = drain.poked();
      const next =
        full || underWay.size >= most ? undefined : await store.nextQueued(drain.accountId, clock());
      if (next === undefined) {
        if (underWay.size === 0) break;
        const patience = drain.slots === undefined ? [wait(unanswered).then(() => assumeSlots(drain))] : [];
        await Promise.race([...underWay, poked, ...patience]);
        continue;
      }
      const item = await take(context, next.id, { type: 'send' });
      if (!item) continue;
      const delivery: Promise<void> = deliver(context, drain, item)
        .catch((error: unknown) => void errors.push(error))
        .finally(() => void underWay.delete(delivery));
      underWay.add(delivery);
      await Promise.race([delivery, wait(stagger)]);
    }
  } finally {
    await Promise.all(underWay);
  }
  if (errors.length > 0) throw errors[0];
}

/** Sends one item, which is stored as being sent, and stores what came of it. */
async function deliver(context: OutboxContext, drain: Drain, item: OutboxItem): Promise<void> {
  const { id, url, folder, title } = item;
  let fileCode: string;
  try {
    const answer = await drain.client.remoteUploads.add(
      { url, folderId: folder.id, ...(title === null ? {} : { title }) },
      { lane: 'outbox' },
    );
    ({ fileCode } = answer);
    drain.slots = readSlots(answer);
  } catch (error) {
    return fail(context, drain, item, error);
  }
  // What the service answers is certain; should another item have found the same transfer by evidence, both have it.
  const accepted = await take(context, id, { type: 'accept', fileCode }, 'shared');
  await forgetFailures(context, drain);
  if (accepted) await announce(context, accepted);
}

/** The service took a link: failures before it do not count any more. Limits that it has told us of still hold. */
async function forgetFailures({ store }: OutboxContext, drain: Drain): Promise<void> {
  const { hold } = drain;
  if (hold === undefined || (!isLifted(hold) && hold.reason !== 'network' && hold.reason !== 'service'))
    return;
  drain.hold = undefined;
  await store.clearHold(drain.accountId);
}

async function fail(context: OutboxContext, drain: Drain, { id }: OutboxItem, error: unknown): Promise<void> {
  const failure = sortFailure(readFailure(error));
  const { words } = failure;
  switch (failure.kind) {
    case 'refused': {
      const refused = await take(context, id, { type: 'refuse', words });
      if (refused) await announce(context, refused);
      return;
    }
    case 'already-queued':
      await take(context, id, { type: 'doubt', cause: 'already-queued', words });
      drain.lookAt = context.clock();
      return;
    case 'doubt':
      drain.lookAt = context.clock();
      await take(context, id, { type: 'doubt', cause: 'no-answer', words });
      await holdAll(context, drain, failure.reason, words);
      return;
    case 'wait':
      await take(context, id, { type: 'postpone', words });
      await holdAll(context, drain, failure.reason, words);
      return;
  }
}

function readSlots({
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

/** The first answer does not come: that is no reason to hold up the rest. */
function assumeSlots(drain: Drain): void {
  if (drain.slots === undefined) drain.slots = null;
}

function isFull(slots: Slots, underWay: number): boolean {
  return slots !== undefined && slots !== null && slots.used + underWay >= slots.total;
}
