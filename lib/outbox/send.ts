/**
 * Sends what one account has in the queue, in order, until nothing is left that can go out now.
 *
 * Order and speed: the next request leaves when the one before was answered, or a short while (`stagger`) after it
 * left. So they arrive in order, a slow service does not slow us below its own limit of 10 a second, and one that
 * hangs does not hold up the rest.
 *
 * An item is stored as being sent when its request leaves, not when it begins to wait for its turn in the limiter: so a
 * death puts nothing in doubt that was not on its way, and a pause, a hold or another choice of the user also counts for
 * what waits there.
 */

import { ApiError } from '../api/index.ts';
import { announce, type OutboxContext, take } from './context.ts';
import { type Drain, holdAll, isFull, isLifted, readSlots } from './drain.ts';
import type { OutboxItem } from './item.ts';
import { readFailure, sortFailure } from './sort-failure.ts';
import type { Words } from './transitions.ts';

/** Milliseconds between two requests that are under way together. */
const stagger = 100;
/** Milliseconds that others wait for the first answer, which shows how many slots there are, or for one to leave. */
const unanswered = 2_000;
/** Requests that are under way together at most: as many are in doubt when the worker dies. */
const mostInFlight = 4;

/** Sends until the queue is empty, the slots are full, or something put the account on hold. */
export async function sendQueued(
  context: OutboxContext,
  drain: Drain,
  isPaused: () => boolean,
): Promise<void> {
  const { store, clock, online, wait } = context;
  const underWay = new Set<Promise<void>>();
  /** Ids of those that are under way, whether or not their requests have left. */
  const picked = new Set<string>();
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
        full || underWay.size >= most ? undefined : await store.nextQueued(drain.accountId, clock(), picked);
      if (next === undefined) {
        if (underWay.size === 0) break;
        const patience = drain.slots === undefined ? [wait(unanswered).then(() => assumeSlots(drain))] : [];
        await Promise.race([...underWay, poked, ...patience]);
        continue;
      }
      const left = Promise.withResolvers<void>();
      const delivery: Promise<void> = deliver(context, drain, next, mayGoOn, left.resolve)
        .catch((error: unknown) => void errors.push(error))
        .finally(() => {
          underWay.delete(delivery);
          picked.delete(next.id);
        });
      underWay.add(delivery);
      picked.add(next.id);
      await Promise.race([delivery, left.promise.then(() => wait(stagger)), wait(unanswered)]);
    }
  } finally {
    await Promise.all(underWay);
  }
  if (errors.length > 0) throw errors[0];
}

/** The item is not to be sent after all, or not as it was when it was picked. */
class Withdrawn extends Error {
  override readonly name = 'Withdrawn';
}

/** Sends one item, stores it as being sent when its request leaves, and stores what came of it. */
async function deliver(
  context: OutboxContext,
  drain: Drain,
  { id, url, folder, title }: OutboxItem,
  mayLeave: () => boolean,
  onLeft: () => void,
): Promise<void> {
  const departure = { over: false };
  async function beforeLeaving(): Promise<void> {
    const item = mayLeave() ? await take(context, id, { type: 'send', folderId: folder.id }) : undefined;
    if (!item) throw new Withdrawn();
    departure.over = true;
    onLeft();
  }
  let fileCode: string;
  try {
    const answer = await drain.client.remoteUploads.add(
      { url, folderId: folder.id, ...(title === null ? {} : { title }) },
      { lane: 'outbox', beforeLeaving },
    );
    ({ fileCode } = answer);
    drain.slots = readSlots(answer);
  } catch (error) {
    if (departure.over) return fail(context, drain, id, error);
    if (error instanceof Withdrawn) return;
    return failUnsent(context, drain, id, error);
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

/** Stores what came of a request that has left. */
async function fail(context: OutboxContext, drain: Drain, id: string, error: unknown): Promise<void> {
  const failure = sortFailure(readFailure(error));
  const { words } = failure;
  switch (failure.kind) {
    case 'refused':
      return refuse(context, id, words);
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
      if (failure.mayBeThere) {
        drain.lookAt = context.clock();
        await take(context, id, { type: 'turnAway', reason: failure.reason, words });
        drain.postponed.add(id);
      } else {
        await take(context, id, { type: 'putBack', words });
      }
      await holdAll(context, drain, failure.reason, words);
      return;
  }
}

/** The request has not left, because what had to be asked before (is the folder there?) was not answered well. */
async function failUnsent(context: OutboxContext, drain: Drain, id: string, error: unknown): Promise<void> {
  if (!(error instanceof ApiError)) throw error;
  const failure = sortFailure({ code: error.code, msg: error.msg, mayHaveTakenEffect: false });
  if (failure.kind === 'wait') return holdAll(context, drain, failure.reason, failure.words);
  return refuse(context, id, failure.words);
}

async function refuse(context: OutboxContext, id: string, words: Words): Promise<void> {
  const refused = await take(context, id, { type: 'refuse', words });
  if (refused) await announce(context, refused);
}

/** The first answer does not come: that is no reason to hold up the rest. */
function assumeSlots(drain: Drain): void {
  if (drain.slots === undefined) drain.slots = null;
}
