/**
 * Sends what one account has in the queue, in order, until nothing is left that can go out now.
 *
 * Order and speed: the next request leaves when the one before was answered, or a short while (`staggerMs`) after it
 * left. So they arrive in order, a slow service does not slow us below its own limit of 10 a second, and one that
 * hangs does not hold up the rest.
 *
 * An upload is stored as being sent when its request leaves, not when it begins to wait for its turn in the limiter: so a
 * death leaves nothing uncertain that was not on its way, and a pause, a backoff or another choice of the user also
 * counts for what waits there.
 */
import { ApiError } from '../../api/index.ts';
import { apply } from '../changes.ts';
import type { UploadsContext } from '../context.ts';
import type { FailureInfo, Upload } from '../upload.ts';
import { isDue, isEnded } from './backoff.ts';
import { classifyFailure, failedCallOf } from './failure.ts';
import { backOff, isFull, readSlots, type SendSession } from './session.ts';

/** Milliseconds between two requests that are under way together. */
const staggerMs = 100;
/** Milliseconds that others wait for the first answer, which shows how many slots there are, or for one to leave. */
const unansweredMs = 2_000;
/** Requests that are under way together at most: as many are uncertain when the worker dies. */
const mostUnderWay = 4;
/** Uploads that are read from the store at a time. */
const batchSize = 8;

/** Sends until the queue is empty, the slots are full, or something lets the account wait. */
export async function sendQueued(
  context: UploadsContext,
  session: SendSession,
  isPaused: () => boolean,
): Promise<void> {
  const { clock, online, wait } = context;
  const underWay = new Set<Promise<void>>();
  /** Ids of those that are under way, whether or not their requests have left. */
  const picked = new Set<string>();
  const errors: unknown[] = [];
  const nextQueued = createPicker(context, session, picked);
  // A new backoff ends it even if its time is over at once: first it has to be seen whether the service is there.
  const mayGoOn = () =>
    errors.length === 0 && online() && !isPaused() && isEnded(session.backoff) && session.checkAtMs > clock();

  try {
    while (mayGoOn()) {
      // Until the first answer nobody knows how many slots there are: then one request shows it.
      const most = session.slots === undefined ? 1 : mostUnderWay;
      const full = isFull(session.slots, underWay.size);
      if (full && underWay.size === 0) {
        await backOff(context, session, 'slots', null);
        break;
      }
      // Asked for before the queue is: what is added in between must not be overlooked.
      const woken = session.woken();
      const next = full || underWay.size >= most ? undefined : await nextQueued();
      if (next === undefined) {
        if (underWay.size === 0) break;
        const timeout =
          session.slots === undefined ? [wait(unansweredMs).then(() => assumeSlots(session))] : [];
        await Promise.race([...underWay, woken, ...timeout]);
        continue;
      }
      const left = Promise.withResolvers<void>();
      const delivery: Promise<void> = deliver(context, session, next, mayGoOn, left.resolve)
        .catch((error: unknown) => void errors.push(error))
        .finally(() => {
          underWay.delete(delivery);
          picked.delete(next.id);
        });
      underWay.add(delivery);
      picked.add(next.id);
      await Promise.race([delivery, left.promise.then(() => wait(staggerMs)), wait(unansweredMs)]);
    }
  } finally {
    await Promise.all(underWay);
  }
  if (errors.length > 0) throw errors[0];
}

/** Reads the queue a few at a time, and anew after every change that it may depend on. */
function createPicker(
  { store, clock }: UploadsContext,
  session: SendSession,
  picked: ReadonlySet<string>,
): () => Promise<Upload | undefined> {
  let batch: readonly Upload[] = [];
  let readAtWake = -1;
  return async () => {
    const wakes = session.wakes();
    if (batch.length === 0 || readAtWake !== wakes) {
      const now = clock();
      const accept = (upload: Upload) =>
        upload.source === 'link' && isDue(upload, now) && !picked.has(upload.id);
      batch = await store.transact('read', (tx) => tx.take(session.accountId, 'queued', accept, batchSize));
      readAtWake = wakes;
    }
    const [next, ...rest] = batch;
    batch = rest;
    return next;
  };
}

/** The upload is not to be sent after all, or not as it was when it was picked. */
class Withdrawn extends Error {
  override readonly name = 'Withdrawn';
}

/** Sends one upload, stores it as being sent when its request leaves, and stores what came of it. */
async function deliver(
  context: UploadsContext,
  session: SendSession,
  upload: Upload,
  mayLeave: () => boolean,
  onLeft: () => void,
): Promise<void> {
  const { id, url, folder, title } = upload;
  let hasLeft = false;
  async function beforeSend(): Promise<void> {
    const action = { type: 'send', folderId: folder.id } as const;
    if (!(mayLeave() && (await apply(context, id, action, 'durable')))) throw new Withdrawn();
    hasLeft = true;
    onLeft();
  }
  let fileCode: string;
  try {
    const answer = await session.client.remoteUploads.add(
      { url, folderId: folder.id, ...(title === null ? {} : { title }) },
      { lane: 'queue', beforeSend },
    );
    ({ fileCode } = answer);
    session.slots = readSlots(answer);
  } catch (error) {
    if (hasLeft) return fail(context, session, upload, error);
    if (error instanceof Withdrawn) return;
    return failUnsent(context, session, upload, error);
  }
  await apply(context, id, { type: 'accept', fileCode, claim: 'answer' });
  await forgetFailures(context, session);
}

/** The service took a link: failures before it do not count any more. Limits that it has told us of still hold. */
async function forgetFailures({ store }: UploadsContext, session: SendSession): Promise<void> {
  const { backoff, accountId } = session;
  if (backoff === undefined) return;
  if (!isEnded(backoff) && backoff.reason !== 'network' && backoff.reason !== 'service') return;
  session.backoff = undefined;
  await store.transact('write', (tx) => tx.clearBackoff(accountId));
}

/** Stores what came of a request that has left. */
async function fail(
  context: UploadsContext,
  session: SendSession,
  upload: Upload,
  error: unknown,
): Promise<void> {
  const { id } = upload;
  const failed = classifyFailure(failedCallOf(error));
  const { failure } = failed;
  switch (failed.kind) {
    case 'refused':
      await apply(context, id, { type: 'refuse', failure });
      return;
    case 'already-queued':
      await apply(context, id, { type: 'doubt', cause: 'already-queued', failure });
      session.checkAtMs = context.clock();
      return;
    case 'uncertain':
      session.checkAtMs = context.clock();
      await apply(context, id, { type: 'doubt', cause: 'no-answer', failure });
      break;
    case 'wait':
      if (failed.mayBeThere) {
        session.checkAtMs = context.clock();
        await apply(context, id, { type: 'defer', reason: failed.reason, failure });
      } else {
        await apply(context, id, { type: 'putBack', failure });
      }
  }
  await backOff(context, session, failed.reason, publicFailure(upload, failure));
}

/** The request has not left, because what had to be asked before (is the folder there?) was not answered well. */
async function failUnsent(
  context: UploadsContext,
  session: SendSession,
  upload: Upload,
  error: unknown,
): Promise<void> {
  if (!(error instanceof ApiError)) throw error;
  const failed = classifyFailure({ code: error.code, msg: error.msg, mayHaveTakenEffect: false });
  const { failure } = failed;
  if (failed.kind === 'wait') return backOff(context, session, failed.reason, publicFailure(upload, failure));
  await apply(context, upload.id, { type: 'refuse', failure });
}

/** The first answer does not come: that is no reason to hold up the rest. */
function assumeSlots(session: SendSession): void {
  if (session.slots === undefined) session.slots = null;
}

/** The service's words about a private link are kept with the link only. */
const publicFailure = (upload: Upload, { code, msg }: FailureInfo): FailureInfo => ({
  code,
  msg: upload.private ? null : msg,
});
